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

bool is_dash(char32_t c) {
  return (c >= 0x2010 && c <= 0x2015) || c == 0x2212 || c == 0xFE63 || c == 0xFF0D;
}

const Decomposition* find_decomposition(char32_t c) {
  const Decomposition* const end = kDecompositions + kDecompositionCount;
  const auto* const found = std::lower_bound(
      kDecompositions, end, c, [](const Decomposition& row, char32_t value) { return row.composed < value; });
  return found != end && found->composed == c ? found : nullptr;
}

constexpr char32_t kHangulFirst = 0xAC00, kHangulLast = 0xD7A3, kLead = 0x1100, kVowel = 0x1161,
                   kTrail = 0x11A7, kVowels = 21, kTrails = 28;

}  // namespace

void FoldedText::expand(char32_t c) {
  if (c < 0xA0 || pending_end_ + 4 > pending_.size()) {
    pending_[pending_end_++] = c;
    return;
  }
  if (c >= kHangulFirst && c <= kHangulLast) {
    const char32_t index = c - kHangulFirst;
    pending_[pending_end_++] = kLead + index / (kVowels * kTrails);
    pending_[pending_end_++] = kVowel + index % (kVowels * kTrails) / kTrails;
    if (index % kTrails != 0) pending_[pending_end_++] = kTrail + index % kTrails;
    return;
  }
  const Decomposition* const row = find_decomposition(c);
  if (row == nullptr) {
    pending_[pending_end_++] = c;
    return;
  }
  expand(row->first);
  if (row->second != 0) pending_[pending_end_++] = row->second;
}

char32_t FoldedText::take() {
  while (pending_begin_ == pending_end_) {
    if (pos_ >= text_.size()) return 0;
    pending_begin_ = pending_end_ = 0;
    const char32_t c = next_code_point(text_, pos_);
    if (is_dropped(c)) continue;
    if (c == 0x2026) {
      pending_ = {U'.', U'.', U'.'};
      pending_end_ = 3;
    } else if (is_single_quote(c)) {
      pending_[pending_end_++] = U'\'';
    } else if (is_double_quote(c)) {
      pending_[pending_end_++] = U'"';
    } else if (is_dash(c)) {
      pending_[pending_end_++] = U'-';
    } else {
      expand(c);
    }
  }
  return pending_[pending_begin_++];
}

// "--" and "---" are how plain text writes the longer dashes.
char32_t FoldedText::next() {
  for (;;) {
    const char32_t c = take();
    const bool dash = c == U'-';
    if (dash && after_dash_) continue;
    after_dash_ = dash;
    return c;
  }
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
