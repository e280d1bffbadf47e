// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/crawlmodel/fetch_order.h"
#include "crawlmodel/address_worth.h"
#include "store/database.h"

namespace bfa {

inline constexpr std::size_t kStages = 12;
inline constexpr std::size_t kPlaceBytes = 16;  // of a task within its lane: time, order

// The frontier in the store. Each blog has, for each stage, a lane of tasks that may run, in order of
// insertion, and one of tasks that wait, in order of their time. With FetchOrder::kNearest the pages of posts
// and others have a lane for each form of address, and the form goes first that is worth most by what was
// learned in this run. The first few tasks of each lane (its window) and the number of all its tasks are in
// memory; the rest stays on disk. One thread.
class StoreFrontier final : public Frontier, public OrderedFrontier {
 public:
  explicit StoreFrontier(Database& database) : database_(database) {}

  // Counts the tasks that earlier runs left; their leases ended with them. Call once, first.
  Status load();

  Result<bool> add(const CrawlTask& task) override;
  Result<std::optional<CrawlTask>> next(UtcTime now, const std::vector<std::string>& busy_hosts) override;
  Status done(const CrawlTask& task) override;
  Status release(const CrawlTask& task) override;
  Result<std::uint64_t> size(const std::string& blog) const override;
  void select_blogs(const std::vector<std::string>& blogs) override;
  void wind_down(const std::string& blog, bool on) override;
  Result<std::vector<CrawlTask>> tasks(const std::string& blog, Stage stage) const override;
  Result<std::optional<UtcTime>> next_due() const override;
  // Tasks that were added before keep the order of their time.
  void use_order(FetchOrder order) override { order_ = order; }

  // The page of a task was fetched or read: whether it is a post, and to how many unknown ones it leads.
  Status learn(const CrawlTask& task, bool is_post, std::size_t new_posts);
  // Adds a task although its URL is known: a retry.
  Status put_again(const CrawlTask& task);
  // True when a task of the same kind and address is in the frontier.
  Result<bool> holds(const CrawlTask& task);
  // Forgets the URLs of a blog, except those of open tasks.
  Status reset_seen(const std::string& blog);

 private:
  // The place of a task within its blog: stage, lane, then time and order.
  struct Place {
    std::uint8_t stage = 0;
    bool waits = false;
    std::string suffix;          // 16 bytes: time (or the lane's form), order
    std::uint64_t form() const;  // of a task that does not wait; 0: none
  };
  struct Waiting {
    CrawlTask task;
    std::string host;  // of what it fetches
  };
  struct Lane {
    std::map<std::string, Waiting> window;  // by suffix
    std::string low;                        // tasks on disk from here on are not in the window
    bool whole = false;                     // ... and the disk has no such tasks
  };
  struct Queue {
    std::string blog;
    std::array<std::array<Lane, 2>, kStages> lanes;  // [stage][waits]
    std::map<std::uint64_t, Lane> forms;             // of Stage::kOther, by the name of the form
    AddressWorth worth;
    struct Ranked {
      double score = 0;
      std::uint64_t form = 0;
      const Lane* lane = nullptr;  // of `forms`
    };
    std::vector<Ranked> ranking;       // of all forms, the best one first
    std::uint64_t ranked_changes = 0;  // of `worth`, at the time of the ranking
    void rank_forms();
    Lane& lane(const Place& place);
    std::array<std::uint64_t, kStages> unfinished{};
    std::uint64_t epoch = 0;
    bool selected = true;
    std::uint64_t size() const;
  };

  Result<Queue*> queue(const std::string& blog);
  Status refill(Queue& queue, const Place& lane);
  Status note_stored(Queue& queue, std::uint8_t stage, const Database::Row& row);
  Result<std::optional<CrawlTask>> take(Queue& queue, UtcTime now,
                                        const std::unordered_set<std::string>& busy_hosts);
  Result<std::optional<CrawlTask>> take_from(Queue& queue, std::uint8_t stage, UtcTime now,
                                             const std::unordered_set<std::string>& busy_hosts,
                                             bool only_local);
  Result<std::optional<CrawlTask>> take_from_lane(Queue& queue, const Place& lane, UtcTime now,
                                                  const std::unordered_set<std::string>& busy_hosts,
                                                  bool only_local);
  Result<std::optional<CrawlTask>> take_best(Queue& queue, UtcTime now,
                                             const std::unordered_set<std::string>& busy_hosts);
  Result<std::optional<UtcTime>> first_due(const Queue& queue, std::uint8_t stage) const;
  CrawlTask lease(Queue& queue, const Place& place, CrawlTask task);
  void insert(Queue& queue, const CrawlTask& task, const Place& place);
  void insert_in_window(Lane& lane, const Place& place, CrawlTask task);
  Status remove(Queue& queue, const Place& place);
  Result<std::optional<Place>> find_unleased(Queue& queue, const CrawlTask& task);
  Result<bool> is_known(const Queue& queue, const CrawlTask& task,
                        const std::optional<std::string>& seen) const;
  std::size_t leased_pages(const Queue& queue) const;
  bool has_lease(const Queue& queue, std::uint8_t stage) const;
  void remember(std::string key, const std::optional<std::string>& seen, const CrawlTask& task,
                const Place& place);
  Status remember(const Queue& queue, const CrawlTask& task, const Place& place);
  static std::string known_name(const CrawlTask& task);
  static std::string identity(const CrawlTask& task);
  std::size_t window_size() const;
  std::size_t window_size(const Place& lane) const;
  Place new_place(Queue& queue, const CrawlTask& task);

  // Only the first crawl of a blog has another order than that of the stages: its URLs were never forgotten.
  FetchOrder order_of(const Queue& queue) const { return queue.epoch == 0 ? order_ : FetchOrder::kStage; }

  static std::string task_key(const Queue& queue, const Place& place);
  static std::string seen_key(const Queue& queue, const CrawlTask& task);

  struct Leased {
    Place place;
    CrawlTask task;
  };

  Database& database_;
  std::uint64_t next_order_ = 1;
  std::vector<std::unique_ptr<Queue>> queues_;  // in the order in which blogs came
  std::unordered_map<std::string, Queue*> by_blog_;
  std::unordered_multimap<std::string, Leased> leases_;
  std::unordered_set<std::string> leased_keys_;
  std::unordered_set<std::string> known_;  // names of tasks that are known; links repeat from page to page
  std::unordered_set<std::string> selected_, winding_down_;
  FetchOrder order_ = FetchOrder::kStage;
  std::size_t turn_ = 0;  // whose turn it is, round robin
};

}  // namespace bfa
