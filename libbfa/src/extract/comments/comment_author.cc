// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_author.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/comments/comment_name.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMaxNameLine = 60;  // bytes of a line or an element with a name alone
constexpr std::uint32_t kMaxBehind = 24;  // bytes of the line behind the name: "(www)", "said"
constexpr std::size_t kMaxLabel = 32;     // bytes of "Name:"
constexpr std::size_t kMinComments = 3;   // that repeat a line
constexpr std::size_t kHeadLines = 6;     // of a comment, and as many at its end

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; });
}

std::string without_digits(std::string_view line) {
  std::string out = fold_case(line);
  std::erase_if(out, is_digit);
  return out;
}

// "Member since: 2008", "Posts: 12".
bool is_statistic(std::string_view line) {
  for (std::size_t at = line.find(": "); at != std::string_view::npos; at = line.find(": ", at + 1)) {
    if (at + 2 < line.size() && is_digit(line[at + 2])) return true;
  }
  return false;
}

// "Ann said:", where "Name:" is a label.
bool heads_words(const std::string& line) {
  std::string bare = line.substr(0, line.size() - 1);
  return commenter_name(line) != collapse_space(bare);
}

// Searches the line for an element with a name alone.
class NameFinder {
 public:
  NameFinder(const PageIndex& page, const CommentRepeats* repeats, NodeId date)
      : page_(page), doc_(page.doc()), repeats_(repeats), date_(date) {}

  // `first`: only a number may be before it. Behind other words, only a link or an emphasis is a name; behind
  // a bracket nothing is.
  NodeId find(std::span<const NodeId> texts, bool first) const {
    bool words = false, bracket = false;
    for (const NodeId n : texts) {
      const std::string text = collapse_space(doc_.text(n));
      if (text.empty() || (page_.zones(n) & kZoneIgnored)) continue;
      const bool dated = date_ != HtmlDocument::kNone && doc_.contains(date_, n);
      const NodeId element = dated || bracket ? HtmlDocument::kNone : element_of(n);
      if (element != HtmlDocument::kNone && is_name(element) && (!words || is_strong(element)))
        return element;
      if (first && has_letter(text)) break;
      words = words || (!dated && has_letter(text) && !repeats(text) && !commenter_name(text).empty());
      bracket = text.back() == '(' || text.back() == '[';
    }
    return HtmlDocument::kNone;
  }

 private:
  bool repeats(std::string_view text) const { return repeats_ != nullptr && repeats_->has(text); }

  // The inline element around a text.
  NodeId element_of(NodeId text) const {
    const NodeId n = doc_.parent(text);
    return n == HtmlDocument::kNone || is_block(page_.tag(n)) ? HtmlDocument::kNone : n;
  }

  bool is_strong(NodeId n) const {
    const std::string_view tag = doc_.tag(n);
    return page_.tag(n) == Tag::kA || tag == "b" || tag == "strong" || tag == "cite" || tag == "em" ||
           tag == "i";
  }

  bool is_name(NodeId n) const {
    if (page_.text_bytes(n) > kMaxNameLine || (date_ != HtmlDocument::kNone && doc_.contains(n, date_)))
      return false;
    const std::string line = line_of(page_, n);
    if (!has_letter(line) || line.size() > kMaxNameLine || line.find("://") != std::string::npos)
      return false;
    if (line.back() == '!' || line.back() == '?' || (line.back() == ':' && !heads_words(line))) return false;
    if (is_digit(line.front()) && line.find(':') != std::string::npos) return false;  // a time of day
    return !is_comment_action(line) && !is_saying(fold_case(line)) && !repeats(line) &&
           !commenter_name(line).empty();
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const CommentRepeats* repeats_;
  NodeId date_;
};

}  // namespace

void CommentRepeats::add(const PageIndex& page, const CommentScan& scan) {
  ++comments_;
  std::set<std::string> own;
  const std::size_t count = scan.lines.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= kHeadLines && i + kHeadLines < count) continue;
    if (scan.lines[i].bytes > kMaxNameLine) continue;
    std::string line;
    for (const NodeId n : scan.lines[i].texts) {
      line += page.doc().text(n);
      own.insert(without_digits(collapse_space(page.doc().text(n))));
    }
    own.insert(without_digits(collapse_space(line)));
  }
  for (const std::string& line : own) ++seen_[line];
}

bool CommentRepeats::has(std::string_view line) const {
  if (comments_ < kMinComments) return false;
  const auto found = seen_.find(without_digits(line));
  return found != seen_.end() && 10 * found->second >= 9 * comments_;
}

std::string CommentAuthor::text_of_line(const CommentLine& line) const {
  std::string out;
  for (const NodeId n : line.texts) out += doc_.text(n);
  return collapse_space(out);
}

std::string CommentAuthor::marked() {
  NodeId best = HtmlDocument::kNone;
  int best_value = 0;
  for (const NodeId n : scan_.authors) {
    if (holds(n, at_.date) && at_.date != n) {
      // The name and the date in one element: the name alone is in a deeper element, or is cut out below.
      if (page_.text_bytes(n) > 2 * page_.text_bytes(at_.date) + 60) continue;
    }
    if (!holds(n, at_.date) && is_statistic(line_of(page_, n))) continue;
    int value = 1;
    const std::uint32_t marks = marks_of(page_, n);
    if ((marks & kMarkStrong) && (marks & kMarkAuthor)) value = 4;
    if (doc_.tag(n) == "cite") value += 1;
    if (marks & kMarkComment) value += 1;
    if (in_marked_text(n)) value -= 3;
    if (value > best_value) {
      best = n;
      best_value = value;
    } else if (best != HtmlDocument::kNone && value == best_value && doc_.contains(best, n)) {
      best = n;  // the innermost of equals
    }
  }
  if (best == HtmlDocument::kNone) return {};
  std::string name = commenter_name(name_in(best));
  if (!name.empty()) at_.author = best;
  return name;
}

// Two labels or more, one of them of the day. The first value that is not the day is the name.
std::string CommentAuthor::labelled(std::vector<NodeId>& labels) {
  std::vector<NodeId> found, values;
  bool follows = false, dated = false;
  for (const CommentLine& line : scan_.lines) {
    for (const NodeId n : line.texts) {
      const std::string text = collapse_space(doc_.text(n));
      if (text.empty()) continue;
      const bool label = n == line.texts.front() && text.size() <= kMaxLabel && text.ends_with(':');
      if (label) {
        found.push_back(n);
      } else if (follows) {
        const bool day = holds(at_.date, n);
        dated = dated || day;
        if (!day) values.push_back(n);
      }
      follows = label;
    }
  }
  if (found.size() < 2 || !dated || values.empty()) return {};
  const std::string name = collapse_space(doc_.text(values.front()));
  if (name.size() > kMaxNameLine) return {};
  at_.author = values.front();
  labels.insert(labels.end(), found.begin(), found.end());
  return commenter_name(name);
}

std::string CommentAuthor::in_element() {
  if (scan_.lines.empty()) return {};
  const NameFinder finder(page_, &repeats_, at_.date);
  const CommentLine* dated = dated_line();
  NodeId found = dated == nullptr ? HtmlDocument::kNone : finder.find(dated->texts, false);
  const CommentLine& head = scan_.lines.front();
  if (found == HtmlDocument::kNone && head.bytes <= kMaxNameLine && &head != dated &&
      (dated == nullptr || name_beside_date(*dated).empty())) {
    const NodeId term = page_.nearest_block(head.texts.front());
    found = page_.tag(term) == Tag::kDt ? term : finder.find(head.texts, true);
  }
  if (found == HtmlDocument::kNone || in_marked_text(found)) return {};
  at_.author = found;
  return commenter_name(line_of(page_, found));
}

const CommentLine* CommentAuthor::dated_line() const {
  for (const CommentLine& line : scan_.lines) {
    if (std::any_of(line.texts.begin(), line.texts.end(), [&](NodeId n) { return holds(at_.date, n); }))
      return &line;
  }
  return nullptr;
}

std::string CommentAuthor::name_beside_date(const CommentLine& dated) const {
  std::string before, after, whole;
  bool passed = false;
  for (const NodeId n : dated.texts) {
    whole += doc_.text(n);
    if (doc_.contains(at_.date, n)) {
      passed = true;
    } else {
      (passed ? after : before) += doc_.text(n);
    }
  }
  const bool text = at_.date_is_text;
  for (const std::string& part :
       {before, text ? name_before_date(whole) : after, text ? name_after_date(whole) : std::string()}) {
    std::string name = commenter_name(part);
    if (!name.empty() && !is_comment_action(name) && name.size() <= kMaxNameLine) return name;
  }
  return {};
}

std::string CommentAuthor::in_words(const std::vector<std::uint8_t>& skip) const {
  if (const CommentLine* dated = dated_line()) {
    if (std::string name = name_beside_date(*dated); !name.empty()) return name;
    const std::size_t i = static_cast<std::size_t>(dated - scan_.lines.data());
    for (const std::size_t near : {i, i + 2}) {
      if (near == 0 || near > scan_.lines.size()) continue;
      const CommentLine& other = scan_.lines[near - 1];
      if (other.bytes > 48 || !skip[other.texts.front()]) continue;
      std::string name = commenter_name(text_of_line(other));
      if (!name.empty() && !is_comment_action(name)) return name;
    }
    return {};
  }
  // No date at all: "Ann says:".
  if (!scan_.lines.empty() && scan_.lines.front().bytes <= kMaxNameLine) {
    const std::string line = text_of_line(scan_.lines.front());
    if (line.ends_with(':')) return commenter_name(line);
  }
  return {};
}

bool CommentAuthor::in_marked_text(NodeId n) const {
  return std::any_of(scan_.texts.begin(), scan_.texts.end(),
                     [&](NodeId t) { return doc_.contains(t, n) && t != n && !holds(t, at_.date); });
}

// The text of a marked element without a date in it. If it has more text than a name, a link in it is the
// name.
std::string CommentAuthor::name_in(NodeId n) const {
  NodeId link = HtmlDocument::kNone;
  for (NodeId at = n; at < doc_.end(n); ++at) {
    if (page_.tag(at) == Tag::kA && page_.text_bytes(at) > 0 && !holds(at, at_.date)) {
      link = at;
      break;
    }
  }
  std::string line;
  for (NodeId at = n; at < doc_.end(n); ++at) {
    if (at_.date != HtmlDocument::kNone && at == at_.date && at != n) {
      at = doc_.end(at) - 1;
      continue;
    }
    if (page_.tag(at) == Tag::kText && !(page_.zones(at) & kZoneIgnored)) {
      line += doc_.text(at);
    } else {
      line += ' ';
    }
  }
  line = collapse_space(line);
  if (link != HtmlDocument::kNone && line.size() > line_of(page_, link).size() + 12) {
    const std::string name = line_of(page_, link);
    if (!is_comment_action(name)) return name;
  }
  return line;
}

bool stands_behind_number(const PageIndex& page, NodeId name) {
  return page.first_block(name) == page.end_block(name);  // its line begins before it
}

std::vector<NodeId> names_at_heads(const PageIndex& page, const std::vector<CommentRegion>& regions) {
  std::vector<NodeId> out;
  const NameFinder finder(page, nullptr, HtmlDocument::kNone);
  for (const CommentRegion& region : regions) {
    for (std::uint32_t i = page.first_block(region.begin);
         i < page.blocks().size() && page.blocks()[i].first < region.end; ++i) {
      const TextBlock& block = page.blocks()[i];
      if (block.zones & (kZoneIgnored | kZoneForm | kZoneHeading)) continue;
      std::vector<NodeId> texts;
      NodeId end = block.first;
      for (; end <= block.last && page.tag(end) != Tag::kBr; ++end) {
        if (page.tag(end) == Tag::kText) texts.push_back(end);
      }
      const NodeId name = finder.find(texts, true);
      if (name == HtmlDocument::kNone) continue;
      if (page.text_before(end) - page.text_before(page.end(name)) > kMaxBehind) continue;
      out.push_back(name);
    }
  }
  // Alone it may be any emphasis, unless a number is before it.
  if (out.size() == 1 && !stands_behind_number(page, out[0])) out.clear();
  return out;
}

}  // namespace bfa
