// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bfa/crawl/step.h"
#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/url/url.h"

namespace bfa {

// Which addresses belong to a blog: those on its host (http, https and www twins are one) below the folder of
// its home page.
class Scope {
 public:
  // `base`: BlogState::base, or the home page's URL before that is known. Errors: kInvalidArgument.
  static Result<Scope> of(const std::string& base);

  // The folder of a home page: "http://host/blog/index.html" gives "http://host/blog/".
  static std::string base_of(const Url& home);

  // The canonical form of `url` with the blog's own scheme and host, without fragment; nothing when it is
  // outside the blog.
  std::optional<Url> admit(const Url& url) const;
  // The same for an absolute URL as text; nothing also when the text is not a URL.
  std::optional<Url> admit(std::string_view text) const;

  const Url& base() const { return base_; }
  const std::string& base_key() const { return base_key_; }  // fetch_dedup_key of the base

 private:
  explicit Scope(Url base);
  Url base_;
  std::string base_key_;
};

// False for addresses that no crawl should follow: too long, too deep, with repeated segments, or with an
// extension that is not a page's.
bool worth_following(const Url& url, const StepOptions& options);

// Parses a text that was a URL when it was stored. A text that is not a URL gives an empty URL, which no
// task fetches.
Url stored_url(const std::string& href);

}  // namespace bfa
