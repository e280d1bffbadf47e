// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/guard.h"
#include "bfa/url/url.h"
#include "bfa/websub/websub.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostAnswerBytes = 64u << 10;  // only the status and a few headers count

class FetchPoster final : public HubPoster {
 public:
  FetchPoster(std::unique_ptr<Fetcher> fetcher, Clock* clock)
      : fetcher_(std::move(fetcher)), clock_(clock != nullptr ? *clock : system_clock()) {}

  Status send(const HubRequest& request) override {
    return guarded(
        [&]() -> Status {
          FetchRequest post;
          post.id = request.id;
          post.url = request.url;
          post.headers = {{"Content-Type", "application/x-www-form-urlencoded"}, {"Accept", "*/*"}};
          post.max_body_bytes = kMostAnswerBytes;
          post.max_redirects = 0;
          post.post_body = request.form;
          return fetcher_->submit(std::move(post));
        },
        "websub");
  }

  std::optional<HubAnswer> next() override {
    return guarded_or_empty([&]() -> std::optional<HubAnswer> {
      auto fetched = fetcher_->next(std::chrono::milliseconds(0));
      if (!fetched) return std::nullopt;
      return answer_of(*fetched);
    });
  }

 private:
  HubAnswer answer_of(const Fetched& fetched) const {
    HubAnswer out;
    out.id = fetched.id;
    if (fetched.error) out.error = fetched.error->message;
    if (fetched.hops.empty()) return out;
    const Exchange& hop = fetched.hops.back();
    out.status = hop.head.status;
    if (const auto wait = parse_retry_after(hop.head, clock_.now())) out.retry_after = *wait;
    const std::string_view location = hop.head.header("Location");
    const auto base = Url::parse(hop.url);
    if (location.empty() || !base) return out;
    const auto target = Url::parse(location, &*base);
    if (target && target->is_http()) out.location = target->without_fragment().href();
    return out;
  }

  std::unique_ptr<Fetcher> fetcher_;
  Clock& clock_;
};

}  // namespace

Result<std::unique_ptr<HubPoster>> make_fetch_poster(std::unique_ptr<Fetcher> fetcher, Clock* clock) {
  return guarded(
      [&]() -> Result<std::unique_ptr<HubPoster>> {
        if (fetcher == nullptr) return Error{Code::kInvalidArgument, "websub: no fetcher", {}, -1};
        return std::unique_ptr<HubPoster>(std::make_unique<FetchPoster>(std::move(fetcher), clock));
      },
      "websub");
}

}  // namespace bfa
