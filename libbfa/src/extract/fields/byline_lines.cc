// SPDX-License-Identifier: Apache-2.0
#include "extract/fields/byline_lines.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "extract/fields/bylines.h"
#include "extract/words/vocabulary.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kHeadBytes = 200;    // of the article
constexpr std::uint32_t kEndBytes = 300;     // of the article
constexpr std::uint32_t kBeforeBytes = 400;  // before it
constexpr std::uint32_t kBehindBytes = 200;  // behind it
constexpr std::size_t kMaxNameWords = 4;
constexpr std::size_t kMaxNameBytes = 60;

bool is_space(char c) {
  return c == ' ';
}

// A word of the language in small letters: no name has one, but for particles.
bool is_small_word(std::string_view word) {
  std::size_t pos = 0;
  const char32_t c = next_code_point(word, pos);
  return c < 0x530 && is_word_char(c) && fold_case(c) == c;
}

// Begins with Han, kana, Hangul: "jesse \u767c\u8868\u65bc".
bool is_uncased(std::string_view word) {
  std::size_t pos = 0;
  return next_code_point(word, pos) >= 0x2e80;
}

bool is_particle(std::string_view word) {
  constexpr std::array<std::string_view, 16> kParticles{"al", "bin", "da", "de",  "del", "den", "der", "di",
                                                        "do", "du",  "la", "van", "ver", "von", "y",   "zu"};
  return std::find(kParticles.begin(), kParticles.end(), word) != kParticles.end();
}

bool is_month(std::string_view word, std::string_view language, UtcTime now) {
  const auto date = find_prose_date(std::string(word) + " 5, 2020", language, now);
  return date && date->time.precision >= TimePrecision::kDay;
}

// The bytes of the mark that ends a name at `pos`; 0: none does.
std::size_t mark_at(std::string_view line, std::size_t pos) {
  constexpr std::array<std::string_view, 15> kMarks{",",
                                                    ";",
                                                    "|",
                                                    "(",
                                                    "/",
                                                    "[",
                                                    ":",
                                                    "\xc2\xb7",
                                                    "\xc2\xbb",
                                                    "\xe2\x80\xa2",
                                                    "\xe2\x80\x93",
                                                    "\xe2\x80\x94",
                                                    "\xef\xbc\x8c",
                                                    "\xef\xbc\x88",
                                                    "\xe3\x80\x82"};
  for (const std::string_view mark : kMarks) {
    if (line.substr(pos).starts_with(mark)) return mark.size();
  }
  return 0;
}

std::size_t end_of_word(std::string_view line, std::size_t pos) {
  while (pos < line.size() && !is_space(line[pos]) && mark_at(line, pos) == 0) ++pos;
  return pos;
}

}  // namespace

std::string leading_name(std::string_view line, std::string_view language, UtcTime now) {
  constexpr std::array<std::string_view, 6> kNoNames{"at", "on", "in", "am", "um", "le"};
  std::size_t end = 0;
  for (std::size_t words = 0, pos = 0; words < kMaxNameWords && pos < line.size(); ++words) {
    const std::size_t past = end_of_word(line, pos);
    const std::string_view word = line.substr(pos, past - pos);
    if (word.empty() || word == "-") break;
    if (words > 0 && (has_digit(word) || word == "@")) break;
    if (words == 0 && (is_all_digits(word) || std::ranges::find(kNoNames, word) != kNoNames.end() ||
                       std::ranges::find(signing_phrases_behind(), word) != signing_phrases_behind().end()))
      break;
    if (words > 0 && is_small_word(word)) {
      if (!is_particle(word)) break;
      const std::size_t next = std::min(past + 1, line.size());
      const std::string_view after = line.substr(next, end_of_word(line, next) - next);
      if (after.empty() || (is_small_word(after) && !is_particle(after))) break;
    }
    if (words > 0 && is_uncased(word) && !is_uncased(line)) break;
    if (words > 0 && is_month(word, language, now)) break;
    end = past;
    if (past >= line.size() || !is_space(line[past])) break;
    pos = past + 1;
  }
  std::string name = clean_author(line.substr(0, end));
  if (name.ends_with('.') && name.find(' ') == std::string::npos) name.pop_back();
  return name.size() <= kMaxNameBytes ? name : std::string();
}

namespace {

// True where a line may begin to say who wrote: at its begin, after a mark, after a number.
bool begins_clause(std::string_view line, std::size_t pos) {
  while (pos > 0 && is_space(line[pos - 1])) --pos;
  if (pos == 0) return true;
  const char before = line[pos - 1];
  if (static_cast<unsigned char>(before) < 0x80) return !is_letter(before) && before != '\'' && before != '"';
  constexpr std::array<std::string_view, 6> kMarks{"\xc2\xb7",     "\xc2\xbb",     "\xe2\x80\xa2",
                                                   "\xe2\x80\x93", "\xe2\x80\x94", "\xe3\x80\x82"};
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return line.substr(0, pos).ends_with(mark); });
}

// The name behind one of the phrases; empty without one.
std::string name_behind(std::span<const std::string_view> phrases, std::string_view line,
                        const std::string& lower, std::string_view language, UtcTime now) {
  for (const std::string_view phrase : phrases) {
    for (std::size_t at = lower.find(phrase); at != std::string::npos; at = lower.find(phrase, at + 1)) {
      std::size_t past = at + phrase.size();
      if (!begins_clause(line, at)) continue;
      const bool ends =
          ends_by_itself(phrase) || (past < line.size() && (line[past] == ' ' || line[past] == ':'));
      if (!ends) continue;
      while (past < line.size() && (line[past] == ' ' || line[past] == ':')) ++past;
      if (std::string name = leading_name(line.substr(past), language, now); !name.empty()) return name;
    }
  }
  return {};
}

// "| 18:05 | 3 comments": a mark, and then a time of day.
bool is_time_behind_mark(std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const std::size_t mark = mark_at(rest, 0);
  if (mark == 0 || rest[0] == ',' || rest[0] == ':') return false;
  rest.remove_prefix(mark);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const std::size_t hours = std::min(rest.find_first_not_of("0123456789"), rest.size());
  return (hours == 1 || hours == 2) && rest.substr(hours).starts_with(':') && rest.size() > hours + 2 &&
         is_digit(rest[hours + 1]) && is_digit(rest[hours + 2]);
}

// "by Ann Rye": a short line of a preposition and a name, or one with the day or the time of day as well. In
// other lines the word has other meanings.
std::string name_behind_by(std::string_view line, const std::string& lower, std::string_view language,
                           UtcTime now) {
  constexpr std::size_t kMaxLineBytes = 90;
  if (line.size() > kMaxLineBytes) return {};
  std::string name = name_behind(byline_words(), line, lower, language, now);
  if (name.empty() || is_small_word(name)) return {};
  const std::size_t at = line.find(name);
  if (at != std::string_view::npos && is_time_behind_mark(line.substr(at + name.size()))) return name;
  const bool two_words = name.find(' ') != std::string::npos || is_uncased(name);
  if (!two_words && !lower.starts_with("by")) return {};
  return line.ends_with(name) || stated_day(line, language, now) ? name : std::string();
}

// "jesse \u767c\u8868\u65bc 10 September": a line of name, phrase and day.
std::string name_before_phrase(std::string_view line, std::string_view language, UtcTime now) {
  for (const std::string_view phrase : signing_phrases_behind()) {
    const std::size_t at = line.find(phrase);
    if (at == std::string_view::npos || at == 0 || at > kMaxNameBytes) continue;
    std::string_view before = line.substr(0, line.find_last_not_of(' ', at - 1) + 1);
    for (const std::string_view word : byline_words()) {  // "\u7531 jesse \u767c\u8868\u65bc"
      if (before.starts_with(word) && (before.size() == word.size() || is_space(before[word.size()])))
        before.remove_prefix(std::min(word.size() + 1, before.size()));
    }
    if (before.empty()) continue;
    if (std::string name = leading_name(before, language, now); name.size() == before.size()) return name;
  }
  return {};
}

// Where the article's text ends: by a learned rule, where the comments in its element begin, or with the
// element.
std::uint32_t end_of_text(const PageView& view, NodeId article) {
  const PageIndex& page = view.page;
  std::uint32_t block = view.rules_or_none().in_article.end_of_text(page, article);
  for (std::uint32_t i = page.first_block(article); i < block && !view.talk.empty(); ++i) {
    if (view.talk[page.blocks()[i].first] != 0) block = i;
  }
  return block < page.end_block(article) ? page.text_before(page.blocks()[block].first)
                                         : page.text_before(article) + page.text_bytes(article);
}

// `end`: of the article's text.
bool may_sign(const PageIndex& page, const TextBlock& line, NodeId article, std::uint32_t end) {
  if (line.bytes == 0 || line.bytes > kMaxSignedBytes || article == HtmlDocument::kNone) return false;
  if (line.zones & (kZonePre | kZoneHeading)) return false;
  const std::uint32_t at = page.text_before(line.first), begin = page.text_before(article);
  bool near = at - begin <= kHeadBytes || end - at <= kEndBytes;
  if (at < begin) near = begin - at <= kBeforeBytes;
  if (at >= end) near = at - end <= kBehindBytes;
  return near && (line.zones == 0 || !belongs_elsewhere(page, line.first, article));
}

bool may_sign(const PageView& view, const TextBlock& line, NodeId article, std::uint32_t end) {
  return (view.talk.empty() || view.talk[line.first] == 0) && may_sign(view.page, line, article, end);
}

}  // namespace

bool may_sign(const PageIndex& page, const TextBlock& line, NodeId article) {
  return article != HtmlDocument::kNone &&
         may_sign(page, line, article, page.text_before(article) + page.text_bytes(article));
}

bool is_in_prose(const PageIndex& page, NodeId n, NodeId article) {
  constexpr std::array<std::string_view, 5> kCode{"code", "kbd", "samp", "tt", "var"};
  if (page.zones(n) & kZonePre) return true;
  for (NodeId at = n; at != HtmlDocument::kNone && !is_block(page.tag(at)); at = page.parent(at)) {
    if (page.tag(at) == Tag::kText) continue;
    if (std::find(kCode.begin(), kCode.end(), page.doc().tag(at)) != kCode.end()) return true;
  }
  if (article == HtmlDocument::kNone || n == article || !page.contains(article, n)) return false;
  const std::uint32_t next = page.first_block(n);
  const bool own = next < page.blocks().size() && page.blocks()[next].first < page.end(n);
  if (!own && next == 0) return false;
  return page.blocks()[own ? next : next - 1].bytes > kMaxSignedBytes;
}

std::string signed_name(std::string_view line, bool labels, std::string_view language, UtcTime now) {
  const std::string lower = fold_case(line);
  if (lower.size() != line.size()) return {};  // letters whose small form has another length
  std::string name =
      name_behind(labels ? signing_phrases() : plain_signing_phrases(), line, lower, language, now);
  if (name.empty()) name = name_before_phrase(line, language, now);
  return name.empty() ? name_behind_by(line, lower, language, now) : name;
}

std::string author_in_lines(const PageView& view, NodeId article, std::string_view language) {
  const PageIndex& page = view.page;
  if (article == HtmlDocument::kNone) return {};
  const std::uint32_t end = end_of_text(view, article);
  std::string found;
  bool behind = false;
  for (const TextBlock& block : page.blocks()) {
    if (!may_sign(view, block, article, end)) continue;
    const bool is_behind = page.text_before(block.first) >= end;
    if (page.text_before(block.first) > end) continue;  // behind other text: of a comment
    if (is_behind && !found.empty() && !behind) break;
    const bool inside = page.contains(article, block.first);
    const std::string name =
        signed_name(collapse_space(text_of(page, block)), !inside, language, view.input.captured);
    if (name.empty() || name == found) continue;
    if (!found.empty()) return behind ? std::string() : found;
    found = name;
    behind = is_behind;
  }
  return found;
}

std::optional<Timestamp> day_in_lines(const PageView& view, NodeId article, std::string_view language) {
  const PageIndex& page = view.page;
  const UtcTime now = view.input.captured;
  if (article == HtmlDocument::kNone) return std::nullopt;
  const std::uint32_t end = end_of_text(view, article);
  std::optional<Timestamp> last;
  for (const TextBlock& block : page.blocks()) {
    // Behind the element is what others say; behind a text that ends before its element, first its foot.
    if (!may_sign(view, block, article, end) ||
        (page.text_before(block.first) > end && (last || !page.contains(article, block.first))))
      continue;
    const std::string line = collapse_space(text_of(page, block));
    const bool at_head = page.text_before(block.first) < page.text_before(article) + kHeadBytes;
    if (!is_byline(line, language, now) && signed_name(line, false, language, now).empty()) continue;
    const std::optional<Timestamp> day = stated_day(line, language, now);
    if (day && at_head) return day;
    if (day) last = day;
  }
  return last;
}

std::string_view in_frame(std::string_view line, const FieldRule& rule) {
  std::size_t begin = 0, end = line.size();
  if (!rule.prefix.empty()) {
    begin = line.find(rule.prefix);
    if (begin == std::string_view::npos) return {};
    begin += rule.prefix.size();
  }
  if (!rule.suffix.empty()) {
    end = line.find(rule.suffix, begin);
    if (end == std::string_view::npos) return {};
  }
  return line.substr(begin, end - begin);
}

std::size_t find_name(std::string_view line, std::string_view name) {
  if (name.empty()) return std::string_view::npos;
  const auto same = [](char a, char b) { return ascii_lower(a) == ascii_lower(b); };
  for (auto at = line.begin();; ++at) {
    at = std::search(at, line.end(), name.begin(), name.end(), same);
    if (at == line.end()) return std::string_view::npos;
    const auto pos = static_cast<std::size_t>(at - line.begin());
    const bool begins = pos == 0 || !is_letter_or_digit(line[pos - 1]);
    const std::size_t past = pos + name.size();
    if (begins && (past == line.size() || !is_letter_or_digit(line[past]))) return pos;
  }
}

}  // namespace bfa
