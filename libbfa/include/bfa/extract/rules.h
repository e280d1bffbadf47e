// SPDX-License-Identifier: Apache-2.0
// The rules that were learned for a blog: which addresses are posts, and which rule gives which field on a
// page.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/extract/extract.h"
#include "bfa/url/url.h"

namespace bfa {

// The folder that all of the addresses are in, without numbers at its end, as years and months are: "/ann/"
// of
// "/ann/2024/03/a" and "/ann/2024/04/b". "/" without addresses, and when memory runs out. Thread-safe.
BFA_EXPORT std::string common_folder(std::span<const Url> urls);

// Which URLs of a blog are posts, learned from those that its feed links to. Text form (kept in
// Template::post_pattern): one pattern a line over path and query, with {int}, {seg} for a run of digits and
// a path segment, such as "/{int}/{int}/{seg}.html". A value; thread-safe. Source: BlogForever Crawler, post
// identification by URL pattern.
class BFA_EXPORT PostPattern {
 public:
  PostPattern() = default;
  static PostPattern learn(std::span<const std::string> post_urls);
  // Errors: kCorrupt, kIo (memory).
  static Result<PostPattern> parse(std::string_view text);
  std::string to_text() const;
  bool empty() const noexcept { return patterns_.empty(); }
  bool matches(const Url& url) const;
  bool matches(std::string_view url) const;  // an absolute URL; false for other texts
  // The same for a path and a query as Url has them: "/2014/05/soup.html?page=2".
  bool matches_target(std::string_view target) const;
  // True for a folder of posts, by name or by date ("/posts/", "/2014/05/"): a list of them. The folder
  // itself may match another pattern. `target` as above.
  bool is_folder_target(std::string_view target) const;

 private:
  std::vector<std::string> patterns_;
};

// The result of one rule on a page.
struct RuleTrial {
  FieldRule rule;
  std::uint32_t matches = 0;  // nodes
  std::string value;          // value of the chosen match; articles are truncated; empty: nothing found
  bool gave_field = false;    // the object's field is this rule's
};

// The explanation of a page's object.
struct PageExplanation {
  std::optional<DataObject> object;
  int layout = -1;                    // index into Template::layouts; -1: the layout of the feed's posts
  double layout_share = 0;            // share of that layout's signature that the page has, [0, 1]
  std::vector<std::string> evidence;  // for or against its being a post, for people
  std::vector<RuleTrial> trials;      // by field, in the order of the rules: winner first, then runners-up
};

// Puts a user's rules before all learned ones, in every layout. They replace the pins that the template has.
// When memory runs out, the template stays as it is.
BFA_EXPORT void apply_pins(Template& t, std::span<const FieldRule> pins);

// Extracts the page and reports which rule gave which field. Errors: kIo. Thread-safe.
BFA_EXPORT Result<PageExplanation> explain_page(const ExtractionStrategy& strategy, const Template& t,
                                                const PageInput& input);

// Matches and value of one rule on one page; `gave_field` stays false.
BFA_EXPORT RuleTrial try_rule(const FieldRule& rule, const HtmlDocument& doc);

}  // namespace bfa
