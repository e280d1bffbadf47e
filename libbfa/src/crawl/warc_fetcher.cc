// SPDX-License-Identifier: Apache-2.0
#include "crawl/warc_fetcher.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/replay.h"
#include "bfa/url/url.h"

namespace bfa {

bool WarcFetcher::was_served(const WarcEntry& entry) const {
  const std::lock_guard lock(mutex_);
  return served_.contains({entry.file, entry.offset});
}

Status WarcFetcher::submit(FetchRequest request) {
  const std::lock_guard lock(mutex_);
  queue_.push_back(std::move(request));
  ready_.notify_one();
  return {};
}

const WarcEntry* WarcFetcher::choose(const std::string& url) const {
  const auto* list = index_->find(url);
  if (list == nullptr || list->empty()) return nullptr;
  if (!round_) return &list->back();
  return *round_ < list->size() ? &(*list)[*round_] : nullptr;
}

Fetched WarcFetcher::answer(const FetchRequest& request) {
  Fetched fetched;
  fetched.id = request.id;
  std::string url = request.url;
  for (int hop = 0; hop <= request.max_redirects; ++hop) {
    const WarcEntry* entry = choose(url);
    if (entry == nullptr) {
      fetched.error = Error{Code::kNotFound, "no capture of it in these files", url};
      return fetched;
    }
    auto exchange = index_->load(*entry);
    if (!exchange) {
      fetched.error = std::move(exchange).error();
      return fetched;
    }
    {
      const std::lock_guard lock(mutex_);
      served_.emplace(entry->file, entry->offset);
    }
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
