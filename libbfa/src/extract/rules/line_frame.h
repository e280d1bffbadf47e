// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/time.h"

namespace bfa {

// What a line of a page is compared with: the page's own words, which differ from post to post.
struct LineContext {
  std::string_view title;     // of the page; empty: unknown
  std::string_view language;  // in which dates are written
  UtcTime now{};
  std::string_view host;  // of the blog
};

inline constexpr std::uint32_t kMaxFramedBytes = 400;  // of a line, white space not counted

// A line in the form in which lines of different posts are compared: white space collapsed, each run of
// digits is "0", the page's title is "{title}".
// Where links to pages of the blog are replaced before (in_article_rules.h), they are "{link}".
std::string line_form(std::string_view text, std::string_view title);

// The text of lines that are equal but for one part: "Posted by {date}", "{title} first appeared on Boats".
// The slot's text is at most kMaxSlotBytes long.
struct LineFrame {
  enum class Slot : std::uint8_t {
    kNone,   // all of the line is equal, but for the title and links
    kDate,   // words and a date
    kWords,  // few words
  };
  static constexpr std::size_t kMaxSlotBytes = 90;
  static constexpr std::size_t kMaxWordsBytes = 48;

  std::string before, after;  // line_form()
  Slot slot = Slot::kNone;

  // "before{date}after". A text without a slot is no frame.
  static std::optional<LineFrame> parse(std::string_view text);
  std::string to_text() const;
  bool has_title() const noexcept;
  bool has_link() const noexcept;
  // "{date}": there is nothing but a day.
  bool is_day_alone() const noexcept { return slot == Slot::kDate && before.empty() && after.empty(); }
  // `line`: the text as it is on the page; `form`: its line_form().
  bool fits(std::string_view line, std::string_view form, const LineContext& context) const;
};

inline constexpr std::string_view kLinkSlot = "{link}";

// True when the line is a day, with at most a weekday and a time of day.
bool is_day_line(std::string_view line, const LineContext& context);

// True when the line has a date.
bool holds_date(std::string_view line, const LineContext& context);

}  // namespace bfa
