// SPDX-License-Identifier: Apache-2.0
#include "object/folded_text.h"

#include <algorithm>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

bool is_dropped(char32_t c) {
  return is_space_char(c) || c == 0x00AD || c == 0x034F || c == 0x061C || c == 0x180E ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2064) ||
         (c >= 0x2066 && c <= 0x2069) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c < 0x20;
}

bool is_single_quote(char32_t c) {
  return (c >= 0x2018 && c <= 0x201B) || c == 0x2032 || c == 0x02BC || c == 0x00B4 || c == '`';
}

bool is_double_quote(char32_t c) {
  return (c >= 0x201C && c <= 0x201F) || c == 0x2033;
}

// True for the first byte of U+4000 to U+9FFF: starters without a decomposition, and no marks.
bool leads_ideograph(unsigned char byte) {
  return byte >= 0xE4 && byte <= 0xE9;
}

bool is_dash(char32_t c) {
  return (c >= 0x2010 && c <= 0x2015) || c == 0x2212 || c == 0xFE63 || c == 0xFF0D;
}

}  // namespace

// Appends a character in its one form.
void FoldedText::append(char32_t c) {
  std::uint8_t combining_class = 0;
  if (c >= 0xC0 && !is_plain_starter(c)) {
    const CanonicalDecomposition parts = canonical_decomposition(c);
    if (parts.size > 1) {
      for (std::size_t i = 0; i < parts.size; ++i) pending_[end_++] = parts.points[i];
      return;
    }
    c = parts.points[0].value;  // some quotes and marks are other code points' twins
    combining_class = parts.points[0].combining_class;
  }
  if (c == 0x2026) {
    for (int i = 0; i < 3; ++i) pending_[end_++] = {U'.', 0};
    return;
  }
  if (is_single_quote(c)) c = U'\'';
  if (is_double_quote(c)) c = U'"';
  if (is_dash(c)) c = U'-';
  pending_[end_++] = {c, combining_class};
}

// Reads a starter with the marks that follow it. False at the end of the text.
bool FoldedText::fill() {
  constexpr std::size_t kRoom = CanonicalDecomposition::kMost;
  std::copy(pending_.begin() + static_cast<std::ptrdiff_t>(begin_),
            pending_.begin() + static_cast<std::ptrdiff_t>(end_), pending_.begin());
  end_ -= begin_;
  begin_ = 0;
  while (end_ + kRoom <= pending_.size() && pos_ < text_.size()) {
    const auto byte = static_cast<unsigned char>(text_[pos_]);
    // A printing ASCII character is a starter, and no mark; so is an ideograph.
    if (((byte > 0x20 && byte < 0x80) || leads_ideograph(byte)) && end_ > 0) break;
    const char32_t c = next_code_point(text_, pos_);
    if (is_dropped(c)) continue;
    const std::size_t before = end_;
    append(c);
    if (before > 0 && pending_[before].combining_class == 0) {
      ready_ = before;
      return true;
    }
  }
  ready_ = end_;
  return end_ > 0;
}

// Puts the marks behind the starter into canonical order: by class, stable (Unicode, D109).
void FoldedText::order() {
  const auto first = pending_.begin() + (pending_[0].combining_class == 0 ? 1 : 0);
  const auto last = pending_.begin() + static_cast<std::ptrdiff_t>(ready_);
  if (last - first < 2) return;
  for (auto at = first + 1; at < last; ++at) {
    for (auto back = at;
         back > first && back->combining_class < (back - 1)->combining_class && back->combining_class != 0;
         --back)
      std::iter_swap(back, back - 1);
  }
}

// The next character, if it is one of the common ideographs before another one or an ASCII character; else
// 0.
char32_t FoldedText::take_ideograph() {
  if (begin_ != end_ || pos_ + 3 >= text_.size()) return 0;
  const auto after = static_cast<unsigned char>(text_[pos_ + 3]);
  if (!leads_ideograph(static_cast<unsigned char>(text_[pos_])) || (after >= 0x80 && !leads_ideograph(after)))
    return 0;
  return next_code_point(text_, pos_);
}

char32_t FoldedText::take_other() {
  if (const char32_t c = take_ideograph(); c != 0) return c;
  if (begin_ == ready_) {
    if (!fill()) return 0;
    order();
  }
  return pending_[begin_++].value;
}

bool same_text(std::string_view a, std::string_view b) {
  if (a == b) return true;
  FoldedText left(a), right(b);
  for (;;) {
    const char32_t l = left.next(), r = right.next();
    if (l != r) return false;
    if (l == 0) return true;
  }
}

std::string folded_key(std::string_view text) {
  std::string out;
  FoldedText folded(text);
  for (char32_t c = folded.next(); c != 0; c = folded.next()) append_code_point(out, fold_case(c));
  return out;
}

}  // namespace bfa
