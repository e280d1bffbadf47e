// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "bfa/http/fetcher.h"
#include "crawl/warc_index.h"

namespace bfa {

// A Fetcher over a WarcIndex. Answers with the capture of a round: 0 the first of each URL, 1 the second,
// ...; no round: the last one. `index` must outlive it.
class WarcFetcher final : public Fetcher {
 public:
  explicit WarcFetcher(const WarcIndex& index) : index_(&index) {}
  explicit WarcFetcher(std::unique_ptr<WarcIndex> index) : owned_(std::move(index)), index_(owned_.get()) {}

  void set_round(std::optional<std::size_t> round) { round_ = round; }
  // True for a capture that answered a request in this round.
  bool was_served(const WarcEntry& entry) const;

  Status submit(FetchRequest request) override;
  std::optional<Fetched> next(std::chrono::milliseconds wait) override;
  std::size_t pending() const override;

 private:
  const WarcEntry* choose(const std::string& url) const;
  Fetched answer(const FetchRequest& request);

  std::unique_ptr<WarcIndex> owned_;
  const WarcIndex* index_;
  std::optional<std::size_t> round_;
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<FetchRequest> queue_;
  std::size_t taken_ = 0;
  std::set<std::pair<std::uint32_t, std::uint64_t>> served_;
};

}  // namespace bfa
