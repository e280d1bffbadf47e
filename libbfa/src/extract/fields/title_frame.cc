// SPDX-License-Identifier: Apache-2.0
#include "extract/fields/title_frame.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/fields/bylines.h"
#include "extract/page/page_facts.h"

namespace bfa {
namespace {

constexpr std::array<std::string_view, 3> kSlots{"{category}", "{author}", "{date}"};
constexpr std::size_t kMaxWordBytes = 120;
constexpr std::size_t kMaxReadings = 4;     // possible starts of a slot's text
constexpr std::size_t kMaxSeparators = 32;  // of a title: each is compared with the texts around it

bool is_among(const std::vector<std::string>& words, std::string_view word) {
  const std::string key = comparable_title(word);
  return !key.empty() && std::any_of(words.begin(), words.end(), [&](const std::string& other) {
    return comparable_title(other) == key;
  });
}

// True for one of the words, or several with commas and the like between.
bool are_among(const std::vector<std::string>& words, std::string_view text) {
  if (is_among(words, text)) return true;
  if (text.find_first_of(",/&+;") == std::string_view::npos) return false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(",/&+;"), text.size());
    if (!is_among(words, text.substr(0, end))) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

bool is_day(const TitleWords& words, std::string_view text) {
  if (text.size() < 6) return false;  // a year alone is part of many titles
  const std::optional<Timestamp> date = read_date(text, words.language, words.now);
  if (!date || date->precision < TimePrecision::kDay) return false;
  if (!words.day) return true;
  const auto gap = std::chrono::floor<std::chrono::days>(date->civil()) -
                   std::chrono::floor<std::chrono::days>(words.day->civil());
  return gap >= std::chrono::days(-1) && gap <= std::chrono::days(1);  // the neighbour, by another zone
}

bool stands_for(std::string_view slot, const TitleWords& words, std::string_view text) {
  if (text.empty() || text.size() > kMaxWordBytes) return false;
  if (slot == kSlots[0]) return are_among(words.categories, text);
  if (slot == kSlots[1]) return are_among(words.authors, text) || is_among(words.authors, clean_author(text));
  return is_day(words, text);
}

// The slot that the text may fill; empty: none.
std::string_view slot_for(const TitleWords& words, std::string_view text) {
  const auto found = std::find_if(kSlots.begin(), kSlots.end(),
                                  [&](std::string_view each) { return stands_for(each, words, text); });
  return found == kSlots.end() ? std::string_view() : *found;
}

// A frame's text in turn: what is written unchanged, and slots.
struct Piece {
  std::string_view text;
  bool slot = false;
};

std::vector<Piece> pieces_of(std::string_view frame) {
  std::vector<Piece> out;
  while (!frame.empty()) {
    std::size_t at = std::string_view::npos;
    std::string_view next;
    for (const std::string_view slot : kSlots) {
      const std::size_t found = frame.find(slot);
      if (found < at) at = found, next = slot;
    }
    if (at > 0) out.push_back({frame.substr(0, at), false});
    if (at == std::string_view::npos) break;
    out.push_back({next, true});
    frame.remove_prefix(at + next.size());
  }
  return out;
}

// One end of a title, so that both sides of a frame are read in the same way: from the outside inwards.
class TitleEnd {
 public:
  TitleEnd(std::string_view title, bool back) : rest_(title), back_(back) {}

  std::string_view rest() const { return rest_; }
  bool cut(std::string_view text) {
    if (rest_.size() <= text.size()) return false;
    if (back_ ? !rest_.ends_with(text) : !rest_.starts_with(text)) return false;
    drop(text.size());
    return true;
  }
  // Cuts the slot's text and the text on its inner side.
  bool cut(std::string_view slot, std::string_view inner, const TitleWords& words) {
    if (inner.empty()) return false;
    std::size_t from = back_ ? std::string_view::npos : 0;
    for (std::size_t reading = 0; reading < kMaxReadings; ++reading) {
      const std::size_t at = back_ ? rest_.rfind(inner, from) : rest_.find(inner, from);
      if (at == std::string_view::npos) return false;
      const std::string_view text = back_ ? rest_.substr(at + inner.size()) : rest_.substr(0, at);
      const std::size_t bytes = text.size() + inner.size();
      if (bytes < rest_.size() && stands_for(slot, words, text)) {
        drop(bytes);
        return true;
      }
      if (back_ && at == 0) return false;
      from = back_ ? at - 1 : at + 1;
    }
    return false;
  }

 private:
  void drop(std::size_t bytes) {
    if (back_) {
      rest_.remove_suffix(bytes);
    } else {
      rest_.remove_prefix(bytes);
    }
  }

  std::string_view rest_;
  bool back_;
};

std::string_view without_side(std::string_view title, std::string_view side, bool back,
                              const TitleWords& words) {
  std::vector<Piece> pieces = pieces_of(side);
  if (back) std::reverse(pieces.begin(), pieces.end());
  TitleEnd end(title, back);
  std::string_view sure = title;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].slot) {
      const std::string_view inner =
          i + 1 < pieces.size() && !pieces[i + 1].slot ? pieces[i + 1].text : std::string_view();
      if (!end.cut(pieces[i].text, inner, words)) return sure;
      ++i;
      sure = end.rest();
      continue;
    }
    if (!end.cut(pieces[i].text)) return sure;
    // A single bracket is not a frame.
    if (i + 1 == pieces.size() || !comparable_title(pieces[i].text).empty()) sure = end.rest();
  }
  return sure;
}

// The letters and digits of a text with the places where each is.
struct Letters {
  std::string key;
  std::vector<TitleSeparator> places;  // of each byte of the key
};

Letters letters_of(std::string_view text) {
  Letters out;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t begin = pos;
    const char32_t c = next_code_point(text, pos);
    if (!is_word_char(c)) continue;
    append_code_point(out.key, fold_case(c));
    out.places.resize(out.key.size(), TitleSeparator{begin, pos});
  }
  return out;
}

constexpr std::string_view kAround = " \t:,.;()[]{}<>|/-";

// The frame with its variable parts replaced by slots.
std::string with_slots(std::string_view frame, const TitleWords& words, std::vector<std::string>& values) {
  std::vector<std::size_t> borders{0};
  for (const TitleSeparator& at : title_separators(frame)) borders.insert(borders.end(), {at.begin, at.end});
  for (std::size_t at = frame.find(": "); at != std::string_view::npos && borders.size() < 4 * kMaxSeparators;
       at = frame.find(": ", at + 1))
    borders.insert(borders.end(), {at, at + 2});
  borders.push_back(frame.size());
  std::sort(borders.begin(), borders.end());
  std::string out;
  for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
    const std::string_view part = frame.substr(borders[i], borders[i + 1] - borders[i]);
    const std::size_t begin = std::min(part.find_first_not_of(kAround), part.size());
    const std::size_t last = part.find_last_not_of(kAround);
    const std::string_view core =
        begin == part.size() ? std::string_view() : part.substr(begin, last + 1 - begin);
    const std::string_view slot = slot_for(words, core);
    if (slot.empty()) {
      out += part;
      continue;
    }
    out.append(part.substr(0, begin)).append(slot).append(part.substr(begin + core.size()));
    if (slot == kSlots[0]) values.emplace_back(core);
  }
  return out;
}

using FrameTally = std::map<std::pair<std::string, std::string>, std::size_t>;

// The frame that more than half of the pages have.
std::optional<TitleFrame> majority(const FrameTally& tally, std::size_t pages) {
  const auto best = std::max_element(tally.begin(), tally.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (best == tally.end() || 2 * best->second <= pages) return std::nullopt;
  return TitleFrame{best->first.first, best->first.second};
}

std::string trimmed(std::string_view text) {
  return collapse_space(text);
}

}  // namespace

bool has_slot(const TitleFrame& frame) noexcept {
  return std::any_of(kSlots.begin(), kSlots.end(), [&](std::string_view slot) {
    return frame.prefix.find(slot) != std::string::npos || frame.suffix.find(slot) != std::string::npos;
  });
}

std::vector<TitleSeparator> title_separators(std::string_view title) {
  std::vector<TitleSeparator> out;
  for (std::size_t pos = 0; pos < title.size() && out.size() < kMaxSeparators;) {
    const std::size_t begin = pos;
    const char32_t c = next_code_point(title, pos);
    bool separates = c == U'|' || c == U'\u00ab' || c == U'\u00bb' || c == U'\u2022' || c == U'\uff5c';
    const bool dash = c == U'-' || c == U'\u2013' || c == U'\u2014' || c == U'\u00b7' || c == U':' ||
                      c == U'/' || c == U'~' || c == U'>' || c == U'<' || c == U'\u2039' || c == U'\u203a';
    if (dash) {
      std::size_t end = pos;
      while (end < title.size() && title[end] == title[begin]) ++end;
      separates = begin > 0 && title[begin - 1] == ' ' && (end >= title.size() || title[end] == ' ');
      pos = end;
    }
    if (separates) out.push_back({begin, pos});
  }
  return out;
}

std::optional<TitleFrame> frame_around(std::string_view outer, std::string_view inner) {
  if (inner.empty()) return std::nullopt;
  const std::size_t at = outer.find(inner);
  if (at != std::string_view::npos) {
    return TitleFrame{std::string(outer.substr(0, at)), std::string(outer.substr(at + inner.size()))};
  }
  const std::string wanted = comparable_title(inner);
  const Letters letters = letters_of(outer);
  const std::size_t first = wanted.empty() ? std::string::npos : letters.key.find(wanted);
  if (first == std::string::npos) return std::nullopt;
  return TitleFrame{std::string(outer.substr(0, letters.places[first].begin)),
                    std::string(outer.substr(letters.places[first + wanted.size() - 1].end))};
}

std::string_view without_frame(std::string_view title, const TitleFrame& frame, const TitleWords& words) {
  return without_side(without_side(title, frame.suffix, true, words), frame.prefix, false, words);
}

std::string without_clock(std::string title) {
  const bool bracket = title.starts_with('[') || title.starts_with('(');
  std::size_t at = bracket ? 1 : 0;
  const auto digit = [&](std::size_t i) { return i < title.size() && is_digit(title[i]); };
  const auto skip_spaces = [&] {
    constexpr std::string_view kNoBreak = "\xc2\xa0";
    while (at < title.size()) {
      if (title[at] == ' ') {
        ++at;
      } else if (title.compare(at, kNoBreak.size(), kNoBreak) == 0) {
        at += kNoBreak.size();
      } else {
        return;
      }
    }
  };
  skip_spaces();
  std::size_t digits = 0;
  while (digit(at) && digits < 2) ++at, ++digits;
  if (digits == 0 || at >= title.size() || title[at] != ':' || !digit(at + 1) || !digit(at + 2)) return title;
  at += 3;
  skip_spaces();
  if (!bracket || at >= title.size() || (title[at] != ']' && title[at] != ')')) return title;
  ++at;
  skip_spaces();
  return at < title.size() ? title.substr(at) : title;
}

TitleFrame most_common_frame(std::span<const TitleFrame> frames,
                             const std::function<TitleWords(std::size_t)>& words_of,
                             std::vector<std::string>& values) {
  FrameTally literal;
  for (const TitleFrame& frame : frames) ++literal[{frame.prefix, frame.suffix}];
  // The most frequent frame may be empty.
  if (const std::optional<TitleFrame> frame = majority(literal, frames.size())) return *frame;
  FrameTally general;
  std::map<std::pair<std::string, std::string>, std::set<std::string>> stood_for;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const TitleWords page_words = words_of(i);
    std::vector<std::string> words;
    const std::pair<std::string, std::string> frame{with_slots(frames[i].prefix, page_words, words),
                                                    with_slots(frames[i].suffix, page_words, words)};
    stood_for[frame].insert(words.begin(), words.end());
    ++general[frame];
  }
  const std::optional<TitleFrame> best = majority(general, frames.size());
  if (!best) return {};
  const std::set<std::string>& found = stood_for[{best->prefix, best->suffix}];
  values.assign(found.begin(), found.end());
  return *best;
}

TitleFrame common_title_frame(const std::vector<std::string>& titles) {
  constexpr std::size_t kMinTitles = 3;
  std::map<std::string, std::size_t> suffixes;
  std::map<std::string, std::size_t> prefixes;
  for (const std::string& title : titles) {
    if (const std::size_t colon = title.find(": "); colon != std::string::npos && colon > 0)
      ++prefixes[title.substr(0, colon + 2)];
    const std::vector<TitleSeparator> cuts = title_separators(title);
    if (cuts.empty()) continue;
    std::size_t at = cuts.back().begin;
    while (at > 0 && title[at - 1] == ' ') --at;
    ++suffixes[title.substr(at)];
    at = cuts.front().end;
    while (at < title.size() && title[at] == ' ') ++at;
    ++prefixes[title.substr(0, at)];
  }
  TitleFrame frame;
  const std::size_t enough = std::max(kMinTitles, titles.size() / 2 + 1);
  for (const auto& [text, count] : suffixes) {
    if (count >= enough) frame.suffix = text;
  }
  for (const auto& [text, count] : prefixes) {
    if (count >= enough && frame.suffix.empty()) frame.prefix = text;
  }
  return frame;
}

std::string without_site_name(const std::string& title, const TitleFrame& frame, const TitleWords& words,
                              std::string_view site_name, std::string_view heading) {
  const std::string_view rest = without_frame(title, frame, words);
  const bool cut = rest.size() < title.size();
  const std::string name = cut ? "" : comparable_title(site_name);
  const std::string wanted = comparable_title(heading);
  for (const TitleSeparator& at : title_separators(rest)) {
    const std::string left = comparable_title(rest.substr(0, at.begin));
    const std::string right = comparable_title(rest.substr(at.end));
    // Before the heading: a site's name is better evidence, because a heading may contain more than the
    // title ("[07:04] Title").
    if (!name.empty() && right == name && !left.empty()) return trimmed(rest.substr(0, at.begin));
    if (!name.empty() && left == name && !right.empty()) return trimmed(rest.substr(at.end));
    if (!wanted.empty() && left == wanted) return trimmed(rest.substr(0, at.begin));
    if (!wanted.empty() && right == wanted) return trimmed(rest.substr(at.end));
  }
  return cut ? trimmed(rest) : title;
}

}  // namespace bfa
