// SPDX-License-Identifier: Apache-2.0
// Which URLs a crawl knows, and where their tasks are.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "crawlmodel/crawl_json.h"
#include "store/bytes.h"
#include "store/keys.h"
#include "store/store_frontier.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxFound = 64;       // rows that are looked through for one learning task
constexpr std::size_t kMaxNameBytes = 512;  // longer names of known tasks are not kept in memory

// All kinds of pages share one class. Feeds have another one: a feed whose URL was only fetched as a page is
// not known.
char seen_class(TaskKind kind) {
  switch (kind) {
    case TaskKind::kRobots:
      return 'r';
    case TaskKind::kFeed:
    case TaskKind::kCommentFeed:
    case TaskKind::kSitemap:
      return 'f';
    case TaskKind::kMedia:
      return 'm';
    default:
      return 'p';
  }
}

// Value of a seen URL: for each class its letter and the place of the task that was added last.
struct SeenClass {
  char letter = 'p';
  std::string place;  // stage, lane, suffix
};

std::vector<SeenClass> read_seen(std::string_view bytes) {
  constexpr std::size_t kRow = 1 + 2 + kPlaceBytes;
  std::vector<SeenClass> out;
  for (; bytes.size() >= kRow; bytes.remove_prefix(kRow))
    out.push_back({bytes[0], std::string(bytes.substr(1, kRow - 1))});
  return out;
}

}  // namespace

// The name of exactly one task, by which its lease is found.
std::string StoreFrontier::identity(const CrawlTask& task) {
  std::string key = task.blog;
  key += '\0';
  key += static_cast<char>(task.kind);
  append_u64(key, task.capture);
  append_u32(key, task.attempts);
  key += task.url.href();
  return key;
}

std::string StoreFrontier::seen_key(const Queue& queue, const CrawlTask& task) {
  std::string key = queue.blog;
  key += '\0';
  append_u64(key, queue.epoch);
  if (task.kind == TaskKind::kExtract) {
    key += 'x';
    append_u64(key, task.capture);
  } else {
    key += task.kind == TaskKind::kJoin ? 'j' : 'u';
    key += fetch_dedup_key(task.url);
  }
  return key;
}

Result<bool> StoreFrontier::is_known(const Queue& queue, const CrawlTask& task,
                                     const std::optional<std::string>& bytes) const {
  if (!bytes) return false;
  const char letter = seen_class(task.kind);
  if (task.kind == TaskKind::kJoin) {
    // A post is joined again when later pages of it were stored after it was joined.
    for (const auto& row : read_seen(*bytes)) {
      const Place place{static_cast<std::uint8_t>(row.place[0]), row.place[1] != 0, row.place.substr(2)};
      BFA_ASSIGN_OR_RETURN(const auto stored, database_.get(Family::kFrontier, task_key(queue, place)));
      if (stored) return true;
    }
    return false;
  }
  if (letter == 'p') return !bytes->empty();
  const auto seen = read_seen(*bytes);
  return std::any_of(seen.begin(), seen.end(), [&](const SeenClass& row) { return row.letter == letter; });
}

Status StoreFrontier::remember(const Queue& queue, const CrawlTask& task, const Place& place) {
  if (task.kind == TaskKind::kLearn) return {};
  std::string key = seen_key(queue, task);
  BFA_ASSIGN_OR_RETURN(const auto seen, database_.get(Family::kSeen, key));
  remember(std::move(key), seen, task, place);
  return {};
}

// Writes into the value of a seen URL, so far `seen`, where its task is.
void StoreFrontier::remember(std::string key, const std::optional<std::string>& seen, const CrawlTask& task,
                             const Place& place) {
  const char letter = seen_class(task.kind);
  std::string value(1, letter);
  value += static_cast<char>(place.stage);
  value += static_cast<char>(place.waits ? 1 : 0);
  value += place.suffix;
  for (const auto& row : read_seen(seen.value_or(std::string()))) {
    if (row.letter != letter) (value += row.letter) += row.place;
  }
  database_.put(Family::kSeen, std::move(key), std::move(value));
}

// The part of the name that a task shares with the other tasks of its URL, for tasks that stay known; empty
// for the kinds that may become unknown.
std::string StoreFrontier::known_name(const CrawlTask& task) {
  const bool stays = task_fetches(task.kind) && task.blog.size() + task.url.href().size() < kMaxNameBytes;
  if (!stays) return {};
  std::string name(1, seen_class(task.kind));
  name += task.blog;
  name += '\0';
  return name += task.url.href();
}

// A task that was not handed out in this run: it was done before a crash, or this is a rebuild.
Result<std::optional<StoreFrontier::Place>> StoreFrontier::find_unleased(Queue& queue,
                                                                         const CrawlTask& task) {
  if (task.kind == TaskKind::kLearn) {
    const auto stage = static_cast<std::uint8_t>(task.stage);
    const std::string prefix = task_key(queue, {stage, task.not_before != UtcTime{}, {}});
    BFA_ASSIGN_OR_RETURN(const auto rows,
                         database_.rows(Family::kFrontier, prefix, prefix_end(prefix), kMaxFound));
    for (const auto& row : rows) {
      BFA_ASSIGN_OR_RETURN(const CrawlTask found, task_from_json(row.second));
      if (identity(found) == identity(task))
        return std::optional<Place>(
            Place{stage, task.not_before != UtcTime{}, row.first.substr(prefix.size())});
    }
    return std::optional<Place>();
  }
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kSeen, seen_key(queue, task)));
  for (const auto& row : read_seen(bytes.value_or(std::string()))) {
    if (row.letter != seen_class(task.kind)) continue;
    Place place{static_cast<std::uint8_t>(row.place[0]), row.place[1] != 0, row.place.substr(2)};
    BFA_ASSIGN_OR_RETURN(const auto stored, database_.get(Family::kFrontier, task_key(queue, place)));
    if (!stored) continue;
    BFA_ASSIGN_OR_RETURN(const CrawlTask found, task_from_json(*stored));
    if (found.attempts == task.attempts && found.kind == task.kind)
      return std::optional<Place>(std::move(place));
  }
  return std::optional<Place>();
}

Result<bool> StoreFrontier::holds(const CrawlTask& task) {
  BFA_ASSIGN_OR_RETURN(Queue* const queue, this->queue(task.blog));
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kSeen, seen_key(*queue, task)));
  for (const auto& row : read_seen(bytes.value_or(std::string()))) {
    if (row.letter != seen_class(task.kind)) continue;
    const Place place{static_cast<std::uint8_t>(row.place[0]), row.place[1] != 0, row.place.substr(2)};
    BFA_ASSIGN_OR_RETURN(const bool stored, database_.contains(Family::kFrontier, task_key(*queue, place)));
    if (stored) return true;
  }
  return false;
}

Status StoreFrontier::reset_seen(const std::string& blog) {
  BFA_ASSIGN_OR_RETURN(Queue* const queue, this->queue(blog));
  known_.clear();
  ++queue->epoch;
  database_.put(Family::kMeta, meta::epoch(blog), u64_bytes(queue->epoch));
  const std::string prefix = blog + '\0';
  return database_.for_each(
      Family::kFrontier, prefix, prefix_end(prefix), [&](const Database::Row& row) -> Result<bool> {
        BFA_ASSIGN_OR_RETURN(const CrawlTask task, task_from_json(row.second));
        const std::string_view tail = std::string_view(row.first).substr(prefix.size());
        const Place place{static_cast<std::uint8_t>(tail[0]), tail[1] != 0, std::string(tail.substr(2))};
        BFA_RETURN_IF_ERROR(remember(*queue, task, place));
        return true;
      });
}

}  // namespace bfa
