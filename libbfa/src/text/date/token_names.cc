// SPDX-License-Identifier: Apache-2.0
#include "text/date/token_names.h"

#include "base/ascii.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxNameTokens = 8;

}  // namespace

std::string TokenNames::name_of(const DateTokens& tokens, std::size_t pos, std::size_t count) const {
  std::string name;
  for (std::size_t i = pos; i < pos + count; ++i) {
    const DateToken& token = tokens[i];
    if (token.kind == DateToken::Kind::kMark) continue;
    if (!name.empty()) name += ' ';
    name += !token.is_number() ? token.word : any_number_ ? "#" : std::to_string(token.value);
  }
  return name;
}

// From a word's length, its first bytes and its last; numbers are all in one.
std::size_t TokenNames::slot_of(const DateToken& token) noexcept {
  const std::string& word = token.word;
  if (token.is_number() || word.empty()) return 0;
  std::uint32_t mixed =
      static_cast<std::uint32_t>(word.size()) << 8 | static_cast<unsigned char>(word.back());
  for (std::size_t i = 0; i < std::min<std::size_t>(word.size(), 6); ++i)
    mixed = (mixed ^ static_cast<unsigned char>(word[i])) * 0x9E3779B1u;
  return mixed >> 18;
}

std::size_t TokenNames::slot_of(const DateToken& first, const DateToken& second) noexcept {
  return (slot_of(first) * 40503u ^ slot_of(second)) % kPairSlots;
}

bool TokenNames::may_go_on(const DateTokens& tokens, std::size_t pos) const noexcept {
  for (std::size_t i = pos + 1; i < tokens.size() && i < pos + kMaxNameTokens; ++i) {
    if (tokens[i].kind != DateToken::Kind::kMark) return may_go_on_[slot_of(tokens[pos], tokens[i])];
  }
  return false;
}

void TokenNames::add(std::string_view form, int value, std::size_t language) {
  const DateTokens tokens = date_tokens(form);
  if (tokens.empty() || tokens.size() > kMaxNameTokens) return;
  // Digits with the sign for month are read as numbers.
  if (!any_number_ && tokens[0].is_number() && tokens.size() < 3) return;
  auto& entries = names_[name_of(tokens, 0, tokens.size())];
  const bool known = std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
    return entry.value == value && entry.language == language;
  });
  if (!known) entries.push_back({value, language});
  may_begin_.set(slot_of(tokens[0]));
  const auto second = std::find_if(tokens.begin() + 1, tokens.end(), [](const DateToken& token) {
    return token.kind != DateToken::Kind::kMark;
  });
  if (second == tokens.end()) {
    may_be_alone_.set(slot_of(tokens[0]));
  } else {
    may_go_on_.set(slot_of(tokens[0], *second));
  }
  auto& longest = longest_[name_of(tokens, 0, 1)];
  longest = std::max(longest, tokens.size());
}

bool same_language(std::string_view row, std::string_view wanted) {
  if (row.empty() || wanted.empty()) return false;
  const auto same = [](char a, char b) { return ascii_lower(a) == b; };
  const bool begins = wanted.size() >= row.size() && std::equal(row.begin(), row.end(), wanted.begin(), same);
  return (begins && (wanted.size() == row.size() || wanted[row.size()] == '-')) ||
         (row == "nb" && wanted == "no") || (row == "fil" && wanted == "tl") ||
         (row == "he" && wanted == "iw") || (row == "id" && wanted == "in") ||
         (row == "ckb" && wanted == "ku") || (row == "zh-Hant" && wanted.starts_with("zh"));
}

}  // namespace bfa
