// SPDX-License-Identifier: Apache-2.0
#include "crawl/captures/warc_fetcher.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/replay.h"
#include "bfa/url/url.h"

namespace bfa {

bool WarcFetcher::was_served(const WarcEntry& entry) const {
  const std::lock_guard lock(mutex_);
  return served_[index_->number_of(entry)];
}

Findings WarcFetcher::take_losses() {
  const std::lock_guard lock(mutex_);
  return std::exchange(losses_, {});
}

void WarcFetcher::note_loss(const Error& error, std::string_view url) {
  constexpr std::size_t kMaxLosses = 1000;
  const std::lock_guard lock(mutex_);
  if (losses_.size() < kMaxLosses)
    losses_.push_back({error.code, "capture_unreadable", error.message + " (" + std::string(url) + ")",
                       error.offset, error.where});
}

Status WarcFetcher::submit(FetchRequest request) {
  const std::lock_guard lock(mutex_);
  queue_.push_back(std::move(request));
  ready_.notify_one();
  return {};
}

const WarcEntry* WarcFetcher::choose(const WarcIndex::Captures& captures) const {
  const auto entries = captures.entries;
  if (entries.empty()) return nullptr;
  if (!round_) {
    const auto whole =
        std::find_if(entries.rbegin(), entries.rend(), [](const auto& each) { return !each.cut; });
    return whole == entries.rend() ? &entries.back() : &*whole;
  }
  if (*round_ >= entries.size() || is_known(entries[*round_])) return nullptr;
  return &entries[*round_];
}

Fetched WarcFetcher::answer(const FetchRequest& request) {
  Fetched fetched;
  fetched.id = request.id;
  std::string url = request.url;
  for (int hop = 0; hop <= request.max_redirects; ++hop) {
    const WarcIndex::Captures captures = index_->find(url);
    const WarcEntry* entry = choose(captures);
    if (entry == nullptr) {
      fetched.error = Error{Code::kNotFound, "no capture of it in these files", url};
      return fetched;
    }
    auto exchange = loader_ ? loader_(captures.url, *entry) : index_->load(captures.url, *entry);
    {
      const std::lock_guard lock(mutex_);
      served_[index_->number_of(*entry)] = true;
    }
    if (!exchange) {
      note_loss(exchange.error(), captures.url);
      fetched.error = std::move(exchange).error();
      return fetched;
    }
    if (entry->cut && exchange->truncated == Truncation::kNone)
      exchange->truncated = Truncation::kUnspecified;
    const int status = exchange->head.status;
    const std::string location(exchange->head.header("location"));
    fetched.hops.push_back(std::move(*exchange));
    if (status < 300 || status >= 400 || status == 304 || location.empty()) return fetched;
    const auto base = Url::parse(url);
    const auto target = base ? Url::parse(location, &*base) : Url::parse(location);
    if (!target || !target->is_http()) return fetched;
    url = target->without_fragment().href();
  }
  fetched.error = Error{Code::kLimit, "too many redirects", request.url};
  return fetched;
}

std::optional<Fetched> WarcFetcher::next(std::chrono::milliseconds wait) {
  FetchRequest request;
  {
    std::unique_lock lock(mutex_);
    if (queue_.empty() && taken_ == 0) return std::nullopt;
    if (!ready_.wait_for(lock, wait, [this] { return !queue_.empty(); })) return std::nullopt;
    request = std::move(queue_.front());
    queue_.pop_front();
    ++taken_;
  }
  Fetched fetched;
  auto answered = guarded([&]() -> Result<Fetched> { return answer(request); });
  if (answered) {
    fetched = std::move(*answered);
  } else {
    fetched.id = request.id;
    fetched.error = std::move(answered).error();
  }
  const std::lock_guard lock(mutex_);
  --taken_;
  return fetched;
}

std::size_t WarcFetcher::pending() const {
  const std::lock_guard lock(mutex_);
  return queue_.size() + taken_;
}

Result<std::unique_ptr<Fetcher>> make_warc_fetcher(FileSystem& fs,
                                                   const std::vector<std::string>& warc_files) {
  return guarded([&]() -> Result<std::unique_ptr<Fetcher>> {
    Findings findings;
    BFA_ASSIGN_OR_RETURN(WarcIndex index, WarcIndex::build(fs, warc_files, findings));
    return std::unique_ptr<Fetcher>(
        std::make_unique<WarcFetcher>(std::make_unique<WarcIndex>(std::move(index))));
  });
}

}  // namespace bfa
