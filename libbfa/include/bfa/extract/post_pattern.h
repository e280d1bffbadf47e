// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/url/url.h"

namespace bfa {

// Which URLs of a blog are posts, learned from those that its feed links to. Text form (kept in
// Template::post_pattern): one pattern a line over path and query, with {int}, {seg} for a run of digits and
// a path segment, such as "/{int}/{int}/{seg}.html". A value; thread-safe. Source: BlogForever Crawler, post
// identification by URL pattern (B6).
class BFA_EXPORT PostPattern {
 public:
  PostPattern() = default;
  static PostPattern learn(std::span<const std::string> post_urls);
  // Errors: kCorrupt.
  static Result<PostPattern> parse(std::string_view text);
  std::string to_text() const;
  bool empty() const noexcept { return patterns_.empty(); }
  bool matches(const Url& url) const;
  bool matches(std::string_view url) const;  // an absolute URL; false for what is none
  // The same of a path and a query as Url has them: "/2014/05/soup.html?page=2".
  bool matches_target(std::string_view target) const;
  // True for the folder that posts stand in, by name or by date ("/posts/", "/2014/05/"): a list of them. The
  // folder itself may match another pattern. `target` as above.
  bool is_folder_target(std::string_view target) const;

 private:
  std::vector<std::string> patterns_;
};

}  // namespace bfa
