// SPDX-License-Identifier: Apache-2.0
#include "extract/fields/bylines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <unordered_set>

#include "base/ascii.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "extract/fields/byline_lines.h"
#include "extract/fields/change_lines.h"
#include "extract/fields/post_tags.h"
#include "extract/rules/article_place.h"
#include "extract/words/phrase_table.h"
#include "extract/words/vocabulary.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMaxNameBytes = 80;
constexpr std::uint32_t kMaxDateBytes = 90;
constexpr std::uint32_t kMaxAuthorDistance = 9;
constexpr std::uint32_t kMaxDateDistance = 8;
constexpr std::size_t kMaxReadLines =
    500;  // with a year, of a page: reading one takes as long as a page of text

// Four digits in a row: dates without a year ("yesterday", "May 5") are trusted only if a rule was learned.
bool has_year(std::string_view text) {
  int run = 0;
  for (const char c : text) {
    run = is_digit(c) ? run + 1 : 0;
    if (run == 4) return true;
  }
  return false;
}

bool digits_at(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at),
                     text.begin() + static_cast<std::ptrdiff_t>(at + count), is_digit);
}

// "/2014/05/06/" and "/2014-05-06-" in a URL.
std::optional<Timestamp> date_of_url(std::string_view url) {
  for (std::size_t at = url.find('/'); at != std::string_view::npos; at = url.find('/', at + 1)) {
    if (!digits_at(url, at + 1, 4) || at + 11 > url.size()) continue;
    const char mark = url[at + 5];
    if ((mark != '/' && mark != '-') || url[at + 8] != mark) continue;
    if (!digits_at(url, at + 6, 2) || !digits_at(url, at + 9, 2)) continue;
    std::string text(url.substr(at + 1, 10));
    std::replace(text.begin(), text.end(), '/', '-');
    Result<Timestamp> date = parse_timestamp(text);
    if (date && !is_unset(*date)) return *date;
  }
  return std::nullopt;
}

// The candidate nearest to the article wins; the first of equals.
struct Nearest {
  NodeId node = HtmlDocument::kNone;
  std::uint32_t distance = 0;

  void note(const PageIndex& page, NodeId n, NodeId article) {
    const std::uint32_t d = article == HtmlDocument::kNone ? 0 : tree_distance(page.doc(), n, article);
    if (node != HtmlDocument::kNone && (d > distance || (d == distance && n > node))) return;
    node = n;
    distance = d;
  }
};

}  // namespace

// ":: Ann Rye", "Ann Rye |", "\u2022 Ann Rye".
static std::string_view without_separators(std::string_view name) {
  constexpr std::array<std::string_view, 16> kMarks{" ",
                                                    ",",
                                                    ":",
                                                    ";",
                                                    "|",
                                                    "/",
                                                    "~",
                                                    "*",
                                                    "-",
                                                    "\xc2\xb7",
                                                    "\xc2\xbb",
                                                    "\xc2\xab",
                                                    "\xe2\x80\xa2",
                                                    "\xe2\x80\x93",
                                                    "\xe2\x80\x94",
                                                    "\xef\xbd\x9c"};
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view mark : kMarks) {
      const bool before = name.starts_with(mark), after = !before && name.ends_with(mark);
      if (before) name.remove_prefix(mark.size());
      if (after) name.remove_suffix(mark.size());
      again = again || before || after;
    }
  }
  return name;
}

bool ends_by_itself(std::string_view phrase) noexcept {
  return phrase.back() == ':' || static_cast<unsigned char>(phrase.front()) >= 0xe3;  // Han, kana, Hangul
}

// How many bytes of the line say that a name follows, which it does; 0: none.
static std::size_t bytes_of_byline_words(std::string_view line) {
  const std::string lower = fold_case(line.substr(0, std::min<std::size_t>(line.size(), 60)));
  for (const std::string_view label : author_labels()) {  // "Post author: Ann Rye"
    const std::size_t at = lower.find(label);
    if (at != std::string::npos && at > 0 && at + label.size() < line.size()) return at + label.size();
  }
  for (const auto& words : {signing_phrases(), byline_words()}) {
    for (const std::string_view before : words) {
      if (!lower.starts_with(before) || lower.size() == before.size()) continue;
      const char next = lower[before.size()];
      if (next != ' ' && next != ':' && !ends_by_itself(before)) continue;
      std::size_t skip = before.size();
      while (skip < line.size() && (line[skip] == ' ' || line[skip] == ':')) ++skip;
      return skip;
    }
  }
  return 0;
}

std::string clean_author(std::string_view text) {
  std::string name(without_separators(collapse_space(text)));
  while (const std::size_t skip = bytes_of_byline_words(name)) {
    name.erase(0, std::min(skip, name.size()));
  }
  name = std::string(without_separators(name));
  if (name.size() > kMaxNameBytes || name.find("://") != std::string::npos) return {};
  if (name.find("\xc2\xa9") != std::string::npos) return {};  // a copyright line
  const auto is_of_word = [](char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; };
  if (std::ranges::none_of(name, is_of_word)) return {};  // "15.01.2009"
  return name;
}

static std::optional<Timestamp> read_any_date(std::string_view text, std::string_view language, UtcTime now) {
  const std::string line = collapse_space(text);
  if (line.empty()) return std::nullopt;
  if (Result<Timestamp> exact = parse_timestamp(line)) return *exact;
  if (std::optional<ProseDate> prose = find_prose_date(line, language, now)) return prose->time;
  if (Result<Timestamp> feed = parse_feed_date(line)) return *feed;
  return std::nullopt;
}

std::optional<Timestamp> read_date(std::string_view text, std::string_view language, UtcTime now) {
  std::optional<Timestamp> date = read_any_date(text, language, now);
  if (date && is_unset(*date)) date.reset();
  return date;
}

// "August 2021 1 2 3 4 5 ...": a month of a calendar.
static bool lists_days(std::string_view line) {
  constexpr int kMostNumbers = 12;  // of a line with a day and a time, and counts of comments
  int numbers = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (is_digit(line[i]) && (i == 0 || !is_digit(line[i - 1]))) ++numbers;
  }
  return numbers > kMostNumbers;
}

std::optional<Timestamp> stated_day(std::string_view line, std::string_view language, UtcTime now) {
  if (!has_year(line) || lists_days(line)) return std::nullopt;
  const auto date = find_prose_date(line, language, now);
  if (!date || date->time.precision < TimePrecision::kDay) return std::nullopt;
  const auto later = find_prose_date(line, language, now + std::chrono::hours(24 * 400));
  if (!later || later->time != date->time) return std::nullopt;
  return date->time;
}

bool belongs_elsewhere(const PageIndex& page, NodeId n, NodeId article) {
  if (page.zones(n) & (kZoneIgnored | kZoneComments | kZoneRelated | kZoneSide)) return true;
  const std::uint32_t bits = page.zones(n) & (kZoneFooter | kZoneAside | kZoneNav | kZoneHeader | kZoneMenu);
  if (bits == 0) return false;
  if (article == HtmlDocument::kNone) return true;
  const HtmlDocument& doc = page.doc();
  NodeId home = doc.parent(article);
  for (NodeId at = article; at != HtmlDocument::kNone; at = doc.parent(at)) {
    if (page.tag(at) == Tag::kArticle) {
      home = at;
      break;
    }
  }
  NodeId top = n;
  while (doc.parent(top) != HtmlDocument::kNone && (page.zones(doc.parent(top)) & bits))
    top = doc.parent(top);
  return !doc.contains(home, top);
}

HtmlDocument::NodeId nearest_match(const PageIndex& page, const FieldRule& rule, NodeId article,
                                   const RemovalMask& talk) {
  Nearest nearest, changed;
  ChangeLines lines(page);
  for (const NodeId n : match_rule(page.doc(), rule)) {
    if (!talk.empty() && talk[n] != 0) continue;
    if (rule.attribute.empty() && page.text_bytes(n) == 0) continue;
    // An element around the article contains more than a title.
    if (rule.field == "title" && article != HtmlDocument::kNone && page.contains(n, article)) continue;
    (rule.field == "date" && lines.state_change(n) ? changed : nearest).note(page, n, article);
  }
  return nearest.node != HtmlDocument::kNone ? nearest.node : changed.node;
}

std::string rule_value(const PageIndex& page, const FieldRule& rule, NodeId node) {
  if (!rule.attribute.empty()) return std::string(page.doc().attribute(node, rule.attribute));
  return line_of(page, node);
}

// The name in an element that is marked as the author: in one marked as name, else its first line. A box
// about an author has a motto or links below the name.
static std::string marked_name(const PageIndex& page, NodeId n) {
  for (NodeId inside = n + 1; inside < page.end(n); ++inside) {
    if (page.tag(inside) == Tag::kText) continue;
    const bool named = page.attribute(inside, "itemprop") == "name" ||
                       (page.class_hints(inside).flags & ClassNameHints::kMarksAuthor) != 0;
    if (named && page.text_bytes(inside) > 0) return clean_author(line_of(page, inside));
  }
  const std::uint32_t first = page.first_block(n);
  if (page.end_block(n) > first + 1) return clean_author(collapse_space(text_of(page, page.blocks()[first])));
  return clean_author(line_of(page, n));
}

// The name of what a review is about: <div class=item><span class=fn> (hReview 0.3). Themes call a whole post
// an item, too.
static bool is_item(const PageIndex& page, NodeId n, NodeId article) {
  for (int up = 0; up < 4 && n != HtmlDocument::kNone; ++up, n = page.parent(n)) {
    if (has_rel(page.attribute(n, "class"), "item"))
      return article == HtmlDocument::kNone || !page.contains(n, article);
  }
  return false;
}

static bool leads_to_author(std::string_view href) {
  return std::ranges::any_of(
      author_folders(), [&](std::string_view folder) { return href.find(folder) != std::string_view::npos; });
}

std::string marked_author(const PageIndex& page, NodeId article, const RemovalMask& talk) {
  Nearest nearest;  // by standards
  Nearest named;    // by class names for authors
  const NodeId begin = page.body(), end = page.end(begin);
  const auto is_short = [&page](NodeId n) {
    return page.text_bytes(n) > 0 && page.text_bytes(n) <= kMaxNameBytes;
  };
  for (const NodeId n : page.telling(begin, end)) {
    if (!is_short(n) || (!talk.empty() && talk[n] != 0)) continue;
    const std::uint8_t names = page.class_hints(n).flags;
    bool marked = (names & ClassNameHints::kMarksAuthor) != 0;
    const bool called = (names & ClassNameHints::kNamesAuthor) != 0;
    if (page.holds(n, FlatTree::kHoldsMeaning))
      marked = marked || page.attribute(n, "rel") == "author" || page.attribute(n, "itemprop") == "author";
    if ((!marked && !called) || belongs_elsewhere(page, n, article) || is_in_prose(page, n, article))
      continue;
    if (is_item(page, n, article)) continue;
    (marked ? nearest : named).note(page, n, article);
  }
  for (const NodeId n : page.links(begin, end)) {
    if (is_short(n) && leads_to_author(page.attribute(n, "href")) && !belongs_elsewhere(page, n, article))
      named.note(page, n, article);
  }
  if (nearest.node != HtmlDocument::kNone && nearest.distance <= kMaxAuthorDistance) {
    std::string name = marked_name(page, nearest.node);
    if (!name.empty()) return name;
  }
  if (named.node == HtmlDocument::kNone || named.distance > kMaxAuthorDistance) return {};
  const std::string name = marked_name(page, named.node);
  return has_digit(name) ? std::string() : name;  // empty if it has a date or a count of posts
}

std::vector<std::string> split_names(const std::string& line) {
  std::vector<std::string> out;
  std::string part;
  const auto close = [&] {
    std::string name = collapse_space(part);
    if (!name.empty()) out.push_back(std::move(name));
    part.clear();
  };
  for (std::size_t i = 0; i < line.size();) {
    std::size_t length = 0;
    const auto byte = static_cast<unsigned char>(line[i]);
    const bool between_names = byte == ' ' || byte == ',' || byte == ';' || byte >= 0x80;
    for (const std::string_view between : name_separators()) {
      if (between_names && std::string_view(line).substr(i).starts_with(between)) {
        length = between.size();
        break;
      }
    }
    if (length > 0) {
      close();
      i += length;
    } else {
      part += line[i++];
    }
  }
  close();
  const bool words = std::all_of(out.begin(), out.end(), [](const std::string& name) {
    return name.find(' ') != std::string::npos || static_cast<unsigned char>(name[0]) >= 0x80;
  });
  if (out.size() > 1 && !words) return {line};
  return out;
}

std::string stated_author(const PageFacts& facts) {
  if (!facts.ld_author.empty()) return clean_author(facts.ld_author);
  return clean_author(facts.author);
}

// An element with the page's date of publication.
static bool is_machine_date(const PageIndex& page, NodeId n) {
  if (page.tag(n) == Tag::kTime) return true;
  if (page.class_hints(n).flags & ClassNameHints::kMarksDay) return true;
  return page.holds(n, FlatTree::kHoldsMeaning) && page.attribute(n, "itemprop") == "datePublished";
}

// A short element near the title, or near the article, that may contain a day.
static bool may_state_day(const PageIndex& page, NodeId n, NodeId article, NodeId anchor) {
  if (page.tag(n) == Tag::kText || page.text_bytes(n) == 0 || page.text_bytes(n) > kMaxDateBytes)
    return false;
  if (page.end(n) == n + 1 || (page.zones(n) && belongs_elsewhere(page, n, article))) return false;
  // Dates in running text are not evidence.
  const bool inside = article != HtmlDocument::kNone && n != article && page.contains(article, n);
  if (inside && page.text_before(n) > page.text_before(article) + 200) return false;
  return tree_distance(page.doc(), n, anchor) <= kMaxDateDistance;
}

// The day that is nearest to the title, or to the article without a title. Places are read from the nearest
// on: most pages have many, and reading one in prose takes as long as finding all of them.
static std::optional<Timestamp> nearest_stated_day(const PageIndex& page, NodeId article, NodeId title,
                                                   std::string_view language, UtcTime now) {
  const NodeId anchor = title != HtmlDocument::kNone ? title : article;
  if (anchor == HtmlDocument::kNone) return std::nullopt;
  std::array<std::vector<NodeId>, kMaxDateDistance + 1> places;
  for (NodeId n = page.body(); n < page.end(page.body()); ++n) {
    if (!may_state_day(page, n, article, anchor)) continue;
    if (title != HtmlDocument::kNone && page.contains(title, n)) continue;
    places[tree_distance(page.doc(), n, anchor)].push_back(n);
  }
  std::optional<Timestamp> changed;
  ChangeLines lines(page);
  std::unordered_set<std::string> read;  // without a day; an element's text is often its child's too
  for (const std::vector<NodeId>& equals : places) {
    for (const NodeId n : equals) {
      std::string line = line_of(page, n);
      if (!has_year(line) || read.contains(line)) continue;
      if (read.size() == kMaxReadLines) return changed;
      const std::optional<Timestamp> day = stated_day(line, language, now);
      if (day && !lines.state_change(n)) return day;
      if (!changed) changed = day;
      read.insert(std::move(line));
    }
  }
  return changed;
}

// The day of the marked element that is nearest to the title, or to the article without a title.
static std::optional<Timestamp> marked_day(const PageView& view, NodeId article, NodeId title,
                                           std::string_view language) {
  const PageIndex& page = view.page;
  const UtcTime now = view.input.captured;
  Nearest machine, changed;
  ChangeLines lines(page);
  for (const NodeId n : page.telling(page.body(), page.end(page.body()))) {
    if (is_machine_date(page, n) && !(page.zones(n) && belongs_elsewhere(page, n, article)))
      (lines.state_change(n) ? changed : machine)
          .note(page, n, title != HtmlDocument::kNone ? title : article);
  }
  if (machine.node == HtmlDocument::kNone) machine = changed;
  if (machine.node == HtmlDocument::kNone) return std::nullopt;
  for (const std::string_view name : {"datetime", "content", "title"}) {
    if (auto date = read_date(page.attribute(machine.node, name), language, now)) return date;
  }
  return read_date(line_of(page, machine.node), language, now);
}

std::optional<Timestamp> date_from(DateSource source, const PageView& view, NodeId article, NodeId title,
                                   std::string_view language) {
  const UtcTime now = view.input.captured;
  switch (source) {
    case DateSource::kHead:
      return read_date(view.facts.published, language, now);
    case DateSource::kJsonLd:
      return read_date(view.facts.ld_published, language, now);
    case DateSource::kMarked:
      return marked_day(view, article, title, language);
    case DateSource::kNearTitle:
      return nearest_stated_day(view.page, article, title, language, now);
    case DateSource::kLines:
      return day_in_lines(view, article, language);
    case DateSource::kAddress:
      break;
  }
  return date_of_url(view.input.url.href());
}

// A title or a text can mention a day ("July 24th, 1958") that is not the day of the post. The day in the
// address counts when the two are far apart.
static bool is_of_another_time(const Timestamp& date, const Timestamp& address) {
  constexpr auto kApart = std::chrono::hours(24 * 60);
  return address.precision >= TimePrecision::kDay &&
         (date.utc > address.utc + kApart || date.utc < address.utc - kApart);
}

std::optional<Timestamp> find_date(const PageView& view, NodeId article, NodeId title,
                                   std::string_view language) {
  const std::optional<Timestamp> address = date_of_url(view.input.url.href());
  for (const DateSource source : kDateSources) {
    auto date = date_from(source, view, article, title, language);
    if (!date) continue;
    const bool prose = source == DateSource::kNearTitle || source == DateSource::kLines;
    return prose && address && is_of_another_time(*date, *address) ? address : date;
  }
  return std::nullopt;
}

bool is_byline(std::string_view line, std::string_view language, UtcTime now) {
  if (line.size() > 160) return false;
  if (has_digit(line) && line.size() <= kMaxDateBytes && find_prose_date(line, language, now)) return true;
  const std::string lower = fold_case(line.substr(0, std::min<std::size_t>(line.size(), 40)));
  return line.size() <= 60 && std::ranges::any_of(byline_starts(), [&](std::string_view start) {
           return lower.starts_with(start);
         });
}

}  // namespace bfa
