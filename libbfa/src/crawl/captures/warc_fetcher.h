// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/http/fetcher.h"
#include "crawl/captures/warc_index.h"

namespace bfa {

// A Fetcher over a WarcIndex. Answers with the capture of a round: 0 the first of each URL, 1 the second,
// ...; no round: the last one, a cut one only if there is no other. `index` must outlive it.
class WarcFetcher final : public Fetcher {
 public:
  explicit WarcFetcher(const WarcIndex& index) : index_(&index), served_(index.captures(), false) {}
  explicit WarcFetcher(std::unique_ptr<WarcIndex> index)
      : owned_(std::move(index)), index_(owned_.get()), served_(index_->captures(), false) {}

  // Reads a capture; instead of WarcIndex::load. Called from one thread.
  using Loader = std::function<Result<Exchange>(std::string_view url, const WarcEntry& entry)>;
  void set_loader(Loader loader) { loader_ = std::move(loader); }

  void set_round(std::optional<std::size_t> round) { round_ = round; }
  // Captures that are never served, by WarcIndex::number_of.
  void set_known(std::vector<bool> known) { known_ = std::move(known); }
  bool is_known(const WarcEntry& entry) const { return !known_.empty() && known_[index_->number_of(entry)]; }
  // True for a capture that answered a request.
  bool was_served(const WarcEntry& entry) const;
  // What could not be read so far, the first thousand.
  Findings take_losses();

  Status submit(FetchRequest request) override;
  std::optional<Fetched> next(std::chrono::milliseconds wait) override;
  std::size_t pending() const override;

 private:
  const WarcEntry* choose(const WarcIndex::Captures& captures) const;
  void note_loss(const Error& error, std::string_view url);
  Fetched answer(const FetchRequest& request);

  std::unique_ptr<WarcIndex> owned_;
  const WarcIndex* index_;
  Loader loader_;
  std::optional<std::size_t> round_;
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<FetchRequest> queue_;
  std::size_t taken_ = 0;
  std::vector<bool> served_, known_;  // by WarcIndex::number_of
  Findings losses_;
};

}  // namespace bfa
