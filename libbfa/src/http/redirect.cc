// SPDX-License-Identifier: Apache-2.0
#include "http/redirect.h"

#include <algorithm>

#include "bfa/url/canonical.h"

namespace bfa::http {
namespace {

Url without_credentials(const Url& url) {
  if (url.username().empty() && url.password().empty()) return url.without_fragment();
  CanonicalOptions options;
  options.drop_fragment = true;
  options.drop_tracking = options.drop_session_ids = options.drop_empty_query = false;
  return canonical_url(url, options);
}

}  // namespace

bool is_redirect(const HttpHead& head) {
  switch (head.status) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      return !head.header("Location").empty();
    default:
      return false;
  }
}

Error RedirectChain::limit(const std::string& what, const std::string& next) const {
  constexpr std::size_t kMaxUrl = 200;  // of each URL in the message
  std::string message = what + ": ";
  for (const auto& url : visited_) message += url.substr(0, kMaxUrl) + " -> ";
  return Error{Code::kLimit, message + next.substr(0, kMaxUrl), visited_.front(), -1};
}

Result<Url> RedirectChain::follow(const Url& from, const HttpHead& head, int max_redirects) {
  visited_.push_back(from.href());
  const std::string location(head.header("Location"));
  const auto target = Url::parse(location, &from);
  if (!target)
    return Error{Code::kCorrupt, "redirect to what is no URL: '" + location.substr(0, 200) + "'", from.href(),
                 -1};
  if (!target->is_http())
    return Error{Code::kDenied,
                 "redirect to " + target->href().substr(0, 200) + ", which is not http or https", from.href(),
                 -1};
  // A server that redirects must not make this crawl send a name and a password to another one.
  Url next = without_credentials(*target);
  if (visited_.size() > static_cast<std::size_t>(max_redirects))
    return limit("more than " + std::to_string(max_redirects) + " redirects", next.href());
  // A page may redirect to itself to set a cookie; one such redirect is allowed.
  const auto before = std::count(visited_.begin(), visited_.end(), next.href());
  if (before > (head.header("Set-Cookie").empty() ? 0 : 1)) return limit("redirect loop", next.href());
  return next;
}

}  // namespace bfa::http
