// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bfa/crawl/step.h"
#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/url/url.h"

namespace bfa {

// Which addresses belong to a blog: its host (http, https and www twins are one) and the folder of its home
// page.
class Scope {
 public:
  // `base`: BlogState::base, or the home page's URL before that is known. Errors: kInvalidArgument.
  static Result<Scope> of(const std::string& base);

  // The folder that a home page stands in: "http://host/blog/index.html" gives "http://host/blog/".
  static std::string base_of(const Url& home);

  // The canonical form of `url` with the blog's own scheme and host, without fragment; nothing when it is
  // outside the blog.
  std::optional<Url> admit(const Url& url) const;

  const Url& base() const { return base_; }

 private:
  explicit Scope(Url base) : base_(std::move(base)) {}
  Url base_;
};

// False for addresses that no crawl should follow: too long, too deep, turning in circles, or plainly no page
// (by extension).
bool worth_following(const Url& url, const StepOptions& options);

}  // namespace bfa
