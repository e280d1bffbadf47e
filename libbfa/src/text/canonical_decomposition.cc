// SPDX-License-Identifier: Apache-2.0
#include "text/canonical_decomposition.h"

#include <lexbor/unicode/unicode.h>

#include <bitset>

namespace bfa {
namespace {

constexpr char32_t kHangulFirst = 0xAC00, kHangulLast = 0xD7A3, kLead = 0x1100, kVowel = 0x1161,
                   kTrail = 0x11A7, kVowels = 21, kTrails = 28;

const lxb_unicode_normalization_entry_t* entry_of(char32_t code_point) {
  const auto* const entry = lxb_unicode_normalization_entry_by_cp(code_point);
  return entry == nullptr || lxb_unicode_normalization_is_null(entry) ? nullptr : entry;
}

// lexbor has the compatibility decomposition in the same place, if there is no canonical one.
bool has_canonical_one(const lxb_unicode_normalization_entry_t& entry) {
  return LXB_UNICODE_DECOMPOSITION_TYPE(entry.type) == LXB_UNICODE_DECOMPOSITION_TYPE__UNDEF;
}

void add(CanonicalDecomposition& out, char32_t code_point) {
  if (out.size == CanonicalDecomposition::kMost) return;
  const auto* const entry = entry_of(code_point);
  out.points[out.size++] = {code_point, entry == nullptr ? std::uint8_t{0} : entry->ccc};
}

constexpr char32_t kBasicPlane = 0x10000;

// One bit a code point: whether it is a starter without a decomposition. Most letters are, and need no look
// into lexbor's tables.
std::bitset<kBasicPlane> find_plain() {
  std::bitset<kBasicPlane> plain;
  for (char32_t c = 0; c < kBasicPlane; ++c) {
    const CanonicalDecomposition parts = canonical_decomposition(c);
    plain[c] = parts.size == 1 && parts.points[0].value == c && parts.points[0].combining_class == 0;
  }
  return plain;
}

}  // namespace

bool is_plain_starter(char32_t code_point) noexcept {
  static const std::bitset<kBasicPlane> kPlain = find_plain();
  return code_point < kBasicPlane && kPlain[code_point];
}

CanonicalDecomposition canonical_decomposition(char32_t code_point) noexcept {
  CanonicalDecomposition out;
  if (code_point >= kHangulFirst && code_point <= kHangulLast) {
    const char32_t index = code_point - kHangulFirst;
    add(out, kLead + index / (kVowels * kTrails));
    add(out, kVowel + index % (kVowels * kTrails) / kTrails);
    if (index % kTrails != 0) add(out, kTrail + index % kTrails);
    return out;
  }
  const auto* const entry = entry_of(code_point);
  if (entry != nullptr && has_canonical_one(*entry)) {
    std::size_t length = 0;
    const lxb_codepoint_t* const points = lxb_unicode_full_canonical(entry, &length);
    for (std::size_t i = 0; points != nullptr && i < length; ++i) add(out, points[i]);
  }
  if (out.size == 0) add(out, code_point);
  return out;
}

}  // namespace bfa
