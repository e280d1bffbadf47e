// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bfa {

// Bidirectional classes as far as RFC 5893 distinguishes them: right-to-left letters of all kinds are one,
// and so are ES, CS, ET, ON and BN. kOther is not allowed in a label.
enum class BidiClass : std::uint8_t { kL, kR, kAn, kEn, kNsm, kNeutral, kOther };

// Code points from `first` to the next run's have this class.
struct BidiRun {
  char32_t first;
  BidiClass type;
};
extern const BidiRun kBidiRuns[];
extern const std::size_t kBidiRunCount;

// Whether the labels of an ASCII host ("xn--..." read as Punycode) obey the Bidi rule, which holds for all
// of them when one has a right-to-left character. Labels that are not Punycode count as left-to-right.
// Source: RFC 5893 section 2, as UTS 46 has it with CheckBidi.
bool obeys_bidi_rule(std::string_view host);

}  // namespace bfa
