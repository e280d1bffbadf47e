// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"

namespace bfa {

// The text that a blog writes before and after the titles of its posts: in <title>, or in the heading
// itself. A part that differs from post to post is a slot in braces: "{category}" for words under which the
// post is filed, "{author}", "{date}": " - {category} - My Blog".
struct TitleFrame {
  std::string prefix, suffix;

  bool empty() const noexcept { return prefix.empty() && suffix.empty(); }
  bool operator==(const TitleFrame&) const = default;
};
bool has_slot(const TitleFrame& frame) noexcept;

// The possible contents of the slots on one page.
struct TitleWords {
  std::vector<std::string> categories, authors;
  std::optional<Timestamp> day;  // of the post
  std::string language;          // in which dates are written
  UtcTime now{};
};

// Where a title may be divided: " - ", " | ", " :: ", a middle dot, guillemets, dashes of any length.
// The first 32 of them.
struct TitleSeparator {
  std::size_t begin = 0, end = 0;
};
std::vector<TitleSeparator> title_separators(std::string_view title);

// The text before and after `inner` in `outer`; nothing when `outer` does not contain it. Letter case and
// punctuation may differ.
std::optional<TitleFrame> frame_around(std::string_view outer, std::string_view inner);

// The title without its frame. A slot is cut only where the title has one of `words`; the frame's text
// outside of it is always cut if it contains a letter or digit. A cut that would leave an empty title is not
// made. A view of `title`.
std::string_view without_frame(std::string_view title, const TitleFrame& frame, const TitleWords& words);

// A title without the time of day that some blogs write before it: "[ 07:02 ] Title".
std::string without_clock(std::string title);

// The frame that more than half of the pages have, unchanged, otherwise with slots at the words of the
// pages, which `words_of` gives by the frame's number. Empty: no frame. The values of "{category}" are added
// to `values`, each once, sorted.
TitleFrame most_common_frame(std::span<const TitleFrame> frames,
                             const std::function<TitleWords(std::size_t)>& words_of,
                             std::vector<std::string>& values);

// The blog's text before and after the titles of its pages, from many <title>s: a part up to a separator
// that more than half of them have in common.
TitleFrame common_title_frame(const std::vector<std::string>& titles);

// `title` without the site's name: without `frame`; without a frame, the part left or right of the last
// separator is cut if it equals the site's name. If one part of the rest equals `heading`, that part.
std::string without_site_name(const std::string& title, const TitleFrame& frame, const TitleWords& words,
                              std::string_view site_name, std::string_view heading);

}  // namespace bfa
