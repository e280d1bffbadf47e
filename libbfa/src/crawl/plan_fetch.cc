// SPDX-License-Identifier: Apache-2.0
#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/address_rules.h"
#include "bfa/url/url.h"
#include "crawl/crawl_steps.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxRobotsBytes = 512u << 10;  // RFC 9309 section 2.5

// The delay that the rules of its host ask for. Errors: kDenied (they forbid the address).
Result<std::chrono::milliseconds> permitted(const Url& url, const ParsedView& view,
                                            const StepOptions& options) {
  std::chrono::milliseconds delay{0};
  if (!options.obey_robots) return delay;
  BFA_ASSIGN_OR_RETURN(const auto rules, view.robots(url.origin()));
  if (!rules) return delay;
  if (options.obey_crawl_delay) delay = rules->crawl_delay(options.agent).value_or(delay);
  if (rules->allowed(options.agent, url.href())) return delay;
  const std::string line = rules->deciding_line(options.agent, url.href());
  return Error{Code::kDenied,
               "robots.txt of " + url.origin() + " forbids it" + (line.empty() ? "" : " (" + line + ")"),
               url.href()};
}

Result<std::optional<FetchRequest>> plan_with(const CrawlTask& task, const ParsedView& view,
                                              const StepOptions& options) {
  if (!task_fetches(task.kind)) return std::optional<FetchRequest>();
  if (!task.url.is_http())
    return Error{Code::kDenied, "only http and https addresses are fetched", task.url.href()};
  if (const auto refused = options.rules ? options.rules->refuses(task) : std::nullopt)
    return Error{Code::kDenied, refused->message, refused->where};
  FetchRequest request;
  if (task.kind != TaskKind::kRobots) {
    BFA_ASSIGN_OR_RETURN(request.delay, permitted(task.url, view, options));
  }
  request.url = task.url.href();
  request.max_body_bytes = task.kind == TaskKind::kRobots ? kMaxRobotsBytes : options.max_body_bytes;
  if (task.kind == TaskKind::kRobots) request.max_redirects = 5;  // RFC 9309 section 2.3.1.2
  // The new address of a moved page is a separate task, so that it is fetched once even if many old
  // addresses redirect to it. A link of a feed is followed: it may be a redirector.
  if (task.kind == TaskKind::kPage && task.feed_sequence == 0) request.max_redirects = 0;
  if (task.conditional) {
    BFA_ASSIGN_OR_RETURN(const auto last, view.stored().last_capture(task.url.href()));
    if (last && !last->etag.empty()) request.headers.emplace_back("If-None-Match", last->etag);
    if (last && !last->last_modified.empty())
      request.headers.emplace_back("If-Modified-Since", last->last_modified);
  }
  return std::optional<FetchRequest>(std::move(request));
}

}  // namespace

Result<std::optional<FetchRequest>> CrawlSteps::plan(const CrawlTask& task) const {
  return guarded([&] { return plan_with(task, view_, options_); });
}

Result<std::chrono::milliseconds> CrawlSteps::permit(const Url& url) const {
  return guarded([&] { return permitted(url, view_, options_); });
}

Result<std::optional<FetchRequest>> plan_fetch(const CrawlTask& task, const BlogView& view,
                                               const StepOptions& options) {
  return guarded([&] { return plan_with(task, ParsedView(view), options); });
}

}  // namespace bfa
