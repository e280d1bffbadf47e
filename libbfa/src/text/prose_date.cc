// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/prose_date.h"

#include <new>

#include "text/date_tokens.h"

namespace bfa {
namespace {

// A date of a post stands near its head or foot: more text than this is not looked at.
constexpr std::size_t kMaxTextBytes = 64 * 1024;

// "2026-01-31T17:04:09Z" inside other text is one word to a reader, three tokens and a mark here.
bool is_t_of_iso(const DateTokens& tokens, std::size_t i) {
  return i > 0 && tokens[i].is_word("t") && !tokens[i].spaced;
}

std::optional<ProseDate> find(std::string_view text, std::string_view language, UtcTime now) {
  std::string tag(language);
  for (char& c : tag) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c == '_' ? '-' : c;
  const DateTokens tokens = date_tokens(text.substr(0, kMaxTextBytes));
  std::optional<ProseDate> yearless;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == DateToken::Kind::kMark || is_t_of_iso(tokens, i)) continue;
    const auto found = read_date(tokens, i, tag, now);
    if (found && found->year_written) return ProseDate{found->time, found->ambiguous};
    // "3 days ago" before a date without a year: "ago" is August in Spanish.
    std::size_t pos = i;
    if (const auto time = relative_at(tokens, pos, now)) return ProseDate{*time, false};
    if (found && !yearless) yearless = ProseDate{found->time, found->ambiguous};
  }
  return yearless;
}

}  // namespace

std::optional<ProseDate> find_prose_date(std::string_view text, std::string_view language, UtcTime now) {
  try {
    return find(text, language, now);
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

}  // namespace bfa
