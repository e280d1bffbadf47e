// SPDX-License-Identifier: Apache-2.0
#include "extract/words/comment_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/words/comment_name_table.h"
#include "extract/words/phrase_table.h"
#include "extract/words/prefix_filter.h"

namespace bfa {
namespace {

// What a button says, less numbers and brackets around it; empty for what is longer than a button.
std::string button_text(std::string_view line) {
  if (line.size() > 40) return {};
  std::string folded = fold_case(line);
  const auto edge = [](char c) {
    return c == ' ' || c == '(' || c == ')' || c == '[' || c == ']' || c == '.' || c == ':' || c == '|' ||
           is_digit(c);
  };
  while (folded.size() > 1 && edge(folded.back())) folded.pop_back();
  std::size_t begin = 0;
  while (begin + 1 < folded.size() && edge(folded[begin])) ++begin;
  folded.erase(0, begin);
  return folded;
}

enum HeadingStem : int { kSaysComments, kCountsThem };

const PrefixFilter& heading_filter() {
  static const PrefixFilter begins = [] {
    PrefixFilter all;
    all.add(comment_heading_stems(), kSaysComments);
    all.add(counted_heading_stems(), kCountsThem);
    return all;
  }();
  return begins;
}

const PrefixFilter& reply_filter() {
  static const PrefixFilter begins = [] {
    PrefixFilter all;
    all.add(reply_buttons());
    return all;
  }();
  return begins;
}

bool stands_in(std::span<const std::string_view> list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

std::uint32_t marks_of_name(std::string_view name) noexcept {
  std::uint32_t marks = 0;
  std::array<char, 16> word{};
  for (std::size_t pos = 0; pos < name.size();) {
    std::size_t length = 0;
    while (pos < name.size() && is_letter(name[pos])) {
      // A capital after a small letter begins a new word ("commentList").
      if (length > 0 && name[pos] <= 'Z' && name[pos - 1] >= 'a') break;
      if (length < word.size()) {
        word[length] = ascii_lower(name[pos]);
      }
      ++length;
      ++pos;
    }
    if (length > 0 && length < word.size()) {
      const std::string_view key(word.data(), length);
      const MarkedWord* found = find_comment_word(key);
      marks |= found != nullptr ? found->marks : static_cast<std::uint32_t>(kMarkOther);
    }
    while (pos < name.size() && !is_letter(name[pos])) ++pos;
  }
  // "text-sm", "content-center": how a text looks, not whose it is.
  const bool looks = name.starts_with("text-") || name.starts_with("content-");
  return looks && (marks & kMarkOther) ? static_cast<std::uint32_t>(kMarkOther) : marks;
}

std::uint32_t marks_of_property(std::string_view itemprop) noexcept {
  const MarkedWord* found = find_comment_property(itemprop);
  return found != nullptr ? found->marks : 0;
}

std::uint32_t marks_of_names(std::string_view names) noexcept {
  std::uint32_t marks = 0;
  for (std::size_t pos = 0; pos < names.size();) {
    std::size_t end = pos;
    while (end < names.size() && static_cast<unsigned char>(names[end]) > 0x20) ++end;
    if (end > pos) {
      marks |= marks_of_name(names.substr(pos, end - pos)) | marks_of_property(names.substr(pos, end - pos));
    }
    pos = end + 1;
  }
  return marks;
}

bool may_be_comment_heading(std::string_view text) noexcept {
  return heading_filter().may_stand_in(text);
}

bool is_comment_heading(std::string_view line) {
  if (line.size() < 3 || line.size() > 160 || !may_be_comment_heading(line)) return false;
  const bool counted = has_digit(line);
  return heading_filter().any_of(fold_case(line), [counted](int stem, std::size_t at) {
    // Counted, or the word and little else before it.
    if (stem == kSaysComments) return counted || at <= 24;
    return counted ? at <= 12 : at >= 2 && at <= 6;
  });
}

bool may_begin_reply_action(std::string_view line) noexcept {
  return reply_filter().may_begin(line);
}

bool is_comment_action(std::string_view line) {
  const std::string button = button_text(line);
  return stands_in(comment_buttons(), button) || stands_in(reply_buttons(), button);
}

bool is_reply_action(std::string_view line) {
  return stands_in(reply_buttons(), button_text(line));
}

bool is_saying(std::string_view word) noexcept {
  return stands_in(saying_verbs(), word);
}

}  // namespace bfa
