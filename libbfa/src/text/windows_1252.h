// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bfa {

// The character that windows-1252 has for the byte of a C1 control, U+0080 to U+009F: the author of such a
// control wanted this character. 0 for the five bytes without a character. Source: WHATWG Encoding, index
// windows-1252.
constexpr char32_t windows_1252_character(char32_t control) noexcept {
  constexpr char32_t kTable[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                   0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
  return kTable[control - 0x80];
}

}  // namespace bfa
