// SPDX-License-Identifier: Apache-2.0
#include "html/text_shape.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "base/ascii.h"
#include "html/visibility.h"

namespace bfa {
namespace {

constexpr std::size_t kBlock = 16;
constexpr std::size_t kRun = 240 * kBlock;  // as many blocks as a byte can count

using Byte = unsigned char;
using Lanes = std::array<Byte, kBlock>;

// The kinds of bytes found so far, one lane for each position in a block, so that compilers can vectorise
// the loop.
struct Seen {
  Lanes wide_space{}, lead{}, escape{}, graphic{};
};

// Looks at blocks of `text` from `at` to `end`, and the byte behind them. No branches within a block.
void look_at_blocks(const char* at, const char* end, Seen& seen) noexcept {
  Seen now = seen;
  for (; at != end; at += kBlock) {
    for (std::size_t i = 0; i < kBlock; ++i) {
      const auto byte = static_cast<Byte>(at[i]);
      const auto next = static_cast<Byte>(at[i + 1]);
      const auto space = static_cast<Byte>(byte <= 0x20);
      now.graphic[i] = static_cast<Byte>(now.graphic[i] + static_cast<Byte>(byte > 0x20));
      now.wide_space[i] |= static_cast<Byte>(static_cast<Byte>(byte < 0x20) |
                                             static_cast<Byte>(space & static_cast<Byte>(next <= 0x20)));
      now.lead[i] |= static_cast<Byte>(byte >= 0xC2);
      now.escape[i] |= static_cast<Byte>(static_cast<Byte>(byte == '&') |
                                         static_cast<Byte>(static_cast<Byte>(byte | 2) == '>'));
    }
  }
  seen = now;
}

// The kind of one byte.
constexpr std::uint8_t kBlankByte = 1, kWideSpace = 2, kLead = 4, kEscape = 8;
constexpr std::array<std::uint8_t, 256> make_byte_kinds() {
  std::array<std::uint8_t, 256> kinds{};
  for (std::size_t byte = 0; byte < kinds.size(); ++byte) {
    if (byte <= 0x20) kinds[byte] |= kBlankByte;
    if (byte < 0x20) kinds[byte] |= kWideSpace;
    if (byte >= 0xC2) kinds[byte] |= kLead;
  }
  for (const char c : {'&', '<', '>'}) kinds[static_cast<Byte>(c)] |= kEscape;
  return kinds;
}
constexpr std::array<std::uint8_t, 256> kByteKinds = make_byte_kinds();

// The kinds of the bytes after the last full block. Two adjacent spaces give kWideSpace, too. Adds to
// `graphic`.
std::uint8_t look_at_bytes(std::string_view text, std::uint32_t& graphic) noexcept {
  std::uint8_t all = 0;
  std::uint8_t before = 0;
  for (const char c : text) {
    const std::uint8_t kind = kByteKinds[static_cast<Byte>(c)];
    all |= static_cast<std::uint8_t>(kind | (kind & before) << 1);  // two blanks: kWideSpace
    before = kind & kBlankByte;
    graphic += (kind & kBlankByte) ^ 1u;
  }
  return all & static_cast<std::uint8_t>(~kBlankByte);
}
static_assert(kBlankByte << 1 == kWideSpace);

std::uint32_t sum(const Lanes& lanes) noexcept {
  return std::accumulate(lanes.begin(), lanes.end(), std::uint32_t{0});
}

bool any(const Lanes& lanes) noexcept {
  std::array<std::uint64_t, kBlock / sizeof(std::uint64_t)> words;
  std::memcpy(words.data(), lanes.data(), kBlock);
  return (words[0] | words[1]) != 0;
}

bool is_ordinary(std::string_view text) noexcept {
  constexpr std::string_view kLeads = "\xC2\xE2\xEF";
  for (std::size_t at = text.find_first_of(kLeads); at != std::string_view::npos;
       at = text.find_first_of(kLeads, at + 1)) {
    if (special_at(text.substr(at)).length != 0) return false;
  }
  return true;
}

}  // namespace

SpecialCharacter special_at(std::string_view text) noexcept {
  if (text.starts_with("\xC2\xA0")) return {2, true};   // no-break space
  if (text.starts_with("\xC2\xAD")) return {2, false};  // soft hyphen
  if (text.starts_with("\xE2\x80\xA8") || text.starts_with("\xE2\x80\xA9")) return {3, true};  // separators
  if (text.starts_with("\xEF\xBB\xBF")) return {3, false};  // zero width no-break space
  return {};
}

namespace {

// For a text without any graphic byte: between two tags it is usually a line end and indentation.
TextShape shape_of_blank(std::string_view text) noexcept {
  TextShape shape;
  shape.bits = TextShape::kUnescaped | TextShape::kOrdinary;
  if (text == " ") shape.bits |= TextShape::kSingleSpaces;
  if (std::ranges::all_of(text, is_html_space)) shape.bits |= TextShape::kBlank;
  return shape;
}

}  // namespace

TextShape shape_of_text(std::string_view text) noexcept {
  TextShape shape;
  if (text.empty()) return shape;
  const auto blank = [](char c) { return static_cast<Byte>(c) <= 0x20; };
  if (blank(text.front()) && std::ranges::all_of(text, blank)) return shape_of_blank(text);
  Seen seen;
  std::string_view rest = text;
  while (rest.size() > kBlock) {
    const std::size_t run = std::min((rest.size() - 1) / kBlock * kBlock, kRun);
    look_at_blocks(rest.data(), rest.data() + run, seen);
    shape.graphic += sum(seen.graphic);
    seen.graphic.fill(0);
    rest.remove_prefix(run);
  }
  const std::uint8_t end = look_at_bytes(rest, shape.graphic);
  if (!(end & kWideSpace) && !any(seen.wide_space)) shape.bits |= TextShape::kSingleSpaces;
  if (!(end & kEscape) && !any(seen.escape)) shape.bits |= TextShape::kUnescaped;
  const bool leads = (end & kLead) || any(seen.lead);
  if (!leads || is_ordinary(text)) shape.bits |= TextShape::kOrdinary;
  return shape;
}

}  // namespace bfa
