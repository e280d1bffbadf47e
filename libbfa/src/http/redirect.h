// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/http/message.h"
#include "bfa/url/url.h"

namespace bfa::http {

// A 301, 302, 303, 307 or 308 with a Location.
bool is_redirect(const HttpHead& head);

// The URLs of a request so far, to detect loops.
class RedirectChain {
 public:
  // The next URL after `from` answered with `head`, without fragment, user name and password. Errors: kLimit
  // after `max_redirects` or when the target was requested before and no new cookie was set since (the
  // message lists the chain), kDenied for a target that is not http or https, kCorrupt for one that is not a
  // URL.
  Result<Url> follow(const Url& from, const HttpHead& head, int max_redirects);

 private:
  Error limit(const std::string& what, const std::string& next) const;

  std::vector<std::string> visited_;
};

}  // namespace bfa::http
