// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_fields.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "bfa/html/content.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "extract/comments/comment_anchors.h"
#include "extract/comments/comment_author.h"
#include "extract/comments/comment_name.h"
#include "extract/comments/comment_scan.h"
#include "extract/comments/comment_thread.h"
#include "extract/fields/bylines.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxDatedLine = 140;
constexpr std::uint32_t kHeadSlack = 48;  // "says:", "at", "|", "Permalink" around name and date

class Reader {
 public:
  Reader(const PageIndex& page, const CommentItem& item, const CommentScan& scan,
         const CommentRepeats& repeats, const CommentReadContext& context, std::vector<std::uint8_t>& skip)
      : page_(page),
        doc_(page.doc()),
        item_(item),
        context_(context),
        skip_(skip),
        scan_(scan),
        repeats_(repeats) {}

  CommentFields read() {
    CommentFields out;
    out.ping = item_.ping;
    find_date(out);
    CommentAuthor author(page_, scan_, repeats_, at_);
    std::vector<NodeId> labels;
    out.author = author.marked();
    if (at_.author == HtmlDocument::kNone) out.author = author.labelled(labels);
    for (const NodeId n : labels) flag(n);
    if (at_.author == HtmlDocument::kNone) out.author = author.in_element();
    const NodeId text = marked_text();
    for (const NodeId n : scan_.nested) flag(n);
    for (const NodeId n : scan_.actions) flag(n);
    flag_title();
    if (text == HtmlDocument::kNone) flag_head(author);
    if (out.author.empty() && name_line_ >= 0)
      out.author = commenter_name(text_of_line(scan_.lines[static_cast<std::size_t>(name_line_)]));
    if (out.author.empty() && name_line_ < 0) out.author = author.in_words(skip_);
    write_text(text, out);
    out.ping = out.ping || reads_like_ping(out.text);
    if (out.ping && reads_like_ping(out.author)) out.author = after_colon(out.author);
    if (out.ping && out.author.empty() && reads_like_ping(out.text)) {
      out.author = after_colon(out.text.substr(0, out.text.find('\n')));
    }
    for (const NodeId n : flagged_) skip_[n] = 0;
    return out;
  }

 private:
  // Flags a node with its descendants: walks do not enter a flagged node.
  void flag(NodeId n) {
    skip_[n] = 1;
    flagged_.push_back(n);
  }

  std::string text_of_line(const CommentLine& line) const {
    std::string out;
    for (const NodeId n : line.texts) {
      out += doc_.text(n);
    }
    return collapse_space(out);
  }

  std::uint32_t item_bytes() const {
    std::uint32_t bytes = 0;
    for (const CommentLine& line : scan_.lines) bytes += line.bytes;
    return bytes;
  }

  void find_date(CommentFields& out) {
    for (const NodeId n : scan_.dates) {
      const std::string_view machine = machine_date(page_, n);
      out.published = read_date(machine, context_.language, context_.now);
      if (out.published) {
        at_.date = n;
        break;
      }
    }
    if (!out.published) {
      for (const NodeId n : scan_.dates) {
        if (set_prose(line_of(page_, n), out)) {
          at_.date = n;
          break;
        }
      }
    }
    if (!out.published) find_prose(out);
  }

  bool set_prose(const std::string& line, CommentFields& out) const {
    if (line.empty() || line.size() > 2 * kMaxDatedLine) return false;
    const std::optional<ProseDate> date = find_prose_date(line, context_.language, context_.now);
    if (!date || date->time.precision < TimePrecision::kDay) return false;
    out.published = date->time;
    const auto later = find_prose_date(line, context_.language, context_.now + std::chrono::hours(24 * 400));
    out.relative_date = !later || later->time != date->time;
    return true;
  }

  // True for a day without a year in a marked name: "Links of May 25th", the title of a page that links here.
  bool is_day_in_name(NodeId n, const std::string& line) const {
    if (std::ranges::none_of(scan_.authors, [&](NodeId author) { return doc_.contains(author, n); }))
      return false;
    const std::optional<ProseDate> date = find_prose_date(line, context_.language, context_.now);
    return date && date->approximate && !date->relative;
  }

  // The first short line if it has a date, otherwise the last one: heads are before the text, feet after it.
  // A day in a name counts when there is no other date.
  void find_prose(CommentFields& out) {
    NodeId in_name = HtmlDocument::kNone;
    const std::size_t count = scan_.lines.size();
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 4); ++i) order.push_back(i);
    for (std::size_t i = count; i > std::max<std::size_t>(4, count - std::min<std::size_t>(count, 4)); --i) {
      order.push_back(i - 1);
    }
    for (const std::size_t i : order) {
      const CommentLine& line = scan_.lines[i];
      if (line.bytes > kMaxDatedLine) continue;
      for (const NodeId n : line.texts) {
        const std::string_view text = doc_.text(n);
        if (!has_digit(text)) continue;
        if (text.find("://") != std::string_view::npos) continue;
        const std::string own = collapse_space(text);
        if (in_name == HtmlDocument::kNone && is_day_in_name(n, own)) {
          in_name = n;
        } else if (set_prose(own, out)) {
          take_text(n);
          return;
        }
      }
    }
    if (in_name != HtmlDocument::kNone && set_prose(collapse_space(doc_.text(in_name)), out))
      take_text(in_name);
  }

  void take_text(NodeId n) {
    at_.date = n;
    at_.date_is_text = true;
  }

  static std::string after_colon(const std::string& line) {
    const std::size_t colon = line.find(':');
    return colon == std::string::npos ? std::string() : collapse_space(line.substr(colon + 1));
  }

  bool holds(NodeId outer, NodeId inner) const {
    return inner != HtmlDocument::kNone && doc_.contains(outer, inner);
  }

  // The element with the comment's text, when names mark one and there is no other text next to it.
  NodeId marked_text() const {
    NodeId best = HtmlDocument::kNone;
    std::uint32_t most = 0, all = 0;
    NodeId end = 0;
    for (const NodeId n : scan_.texts) {
      if (n < end || holds(n, at_.date) || holds(n, at_.author) || n == item_.begin) continue;
      if (at_.author != HtmlDocument::kNone && doc_.contains(at_.author, n)) continue;
      bool nests = false;
      for (const NodeId other : scan_.nested) nests = nests || doc_.contains(n, other);
      if (nests) continue;
      end = doc_.end(n);
      all += page_.text_bytes(n);
      if (page_.text_bytes(n) > most) {
        most = page_.text_bytes(n);
        best = n;
      }
    }
    if (best == HtmlDocument::kNone || most < all) return HtmlDocument::kNone;
    // Much text next to it: the name marks only a part.
    std::uint32_t beside = item_bytes() - std::min(item_bytes(), most);
    for (const NodeId n : {at_.date, at_.author}) {
      if (n != HtmlDocument::kNone) beside -= std::min(beside, page_.text_bytes(n));
    }
    return beside > most + 120 ? HtmlDocument::kNone : best;
  }

  bool is_known(NodeId text) const {
    return (at_.date != HtmlDocument::kNone && doc_.contains(at_.date, text)) ||
           holds_text(at_.author, text) || skip_[text];
  }
  bool holds_text(NodeId n, NodeId text) const { return n != HtmlDocument::kNone && doc_.contains(n, text); }

  // A heading that is a link to the comment itself is its title, mostly its own first words.
  void flag_title() {
    for (const CommentScan::Link& link : scan_.links) {
      for (NodeId n = link.node; n != HtmlDocument::kNone && n > item_.begin; n = doc_.parent(n)) {
        if (!is_heading(page_.tag(n)) || 2 * page_.text_bytes(n) > item_bytes()) continue;
        if (page_.text_bytes(n) == page_.link_bytes(n)) flag(n);
      }
    }
  }

  // Removes the lines of name, date, address and buttons at both ends.
  void flag_head(const CommentAuthor& author) {
    std::size_t begin = 0, end = scan_.lines.size();
    const auto is_frame = [&](const CommentLine& line, bool head) {
      std::uint32_t rest = 0;
      bool known = false;
      for (const NodeId n : line.texts) {
        if (is_known(n)) {
          known = known || !skip_[n];
        } else {
          rest += page_.text_bytes(n);
        }
      }
      if (rest == 0) return true;
      if (known) return rest <= kHeadSlack || (at_.date_is_text && line.bytes <= kMaxDatedLine);
      const std::string text = text_of_line(line);
      return is_comment_action(text) || (head && is_saying(fold_case(text))) || is_count(text) ||
             (begin + 1 < end && repeats_.has(text));
    };
    while (begin < end && is_frame(scan_.lines[begin], true)) flag_line(scan_.lines[begin++]);
    // A name alone in front of the line with the date.
    if (at_.author == HtmlDocument::kNone && begin + 2 < end && scan_.lines[begin].bytes <= 60 &&
        is_frame(scan_.lines[begin + 1], true) && author.in_words(skip_).empty() &&
        !is_action_line(scan_.lines[begin + 1])) {
      name_line_ = static_cast<std::int64_t>(begin);
      flag_line(scan_.lines[begin++]);
      while (begin < end && is_frame(scan_.lines[begin], true)) flag_line(scan_.lines[begin++]);
    }
    // "Ann says:" above the text; without a date anywhere, "Ann:".
    if (at_.author == HtmlDocument::kNone && name_line_ < 0 && begin + 1 < end &&
        scan_.lines[begin].bytes <= 60 && heads_saying(text_of_line(scan_.lines[begin]))) {
      name_line_ = static_cast<std::int64_t>(begin);
      flag_line(scan_.lines[begin++]);
    }
    while (end > begin && is_frame(scan_.lines[end - 1], false)) flag_line(scan_.lines[--end]);
    for (std::size_t i = begin; i < end; ++i) {
      for (const NodeId n : scan_.lines[i].texts) {
        if (at_.date == n || (at_.date != HtmlDocument::kNone && doc_.contains(at_.date, n)) ||
            holds_text(at_.author, n))
          flag(n);
      }
    }
  }

  // A line that ends with ":", and with a verb of saying before it where the comment has a date elsewhere.
  bool heads_saying(std::string line) const {
    if (!line.ends_with(':')) return false;
    if (at_.date == HtmlDocument::kNone) return true;
    line.pop_back();
    while (line.ends_with(' ') || line.ends_with("\xc2\xa0")) line.pop_back();
    const std::string folded = fold_case(line);
    const std::size_t last = folded.rfind(' ');
    if (last == std::string::npos || last == 0) return false;
    const std::size_t before = folded.rfind(' ', last - 1);
    return is_saying(folded.substr(last + 1)) ||
           (before != std::string::npos && is_saying(folded.substr(before + 1)));
  }

  bool is_action_line(const CommentLine& line) const { return is_comment_action(text_of_line(line)); }

  // "1", "#12", "3." before a comment, votes after it.
  static bool is_count(std::string_view text) {
    if (text.size() > 6) return false;
    return std::all_of(text.begin(), text.end(),
                       [](char c) {
                         return is_digit(c) || c == '#' || c == '.' || c == ')' || c == '(' || c == '+' ||
                                c == '-' || c == ':';
                       }) &&
           std::any_of(text.begin(), text.end(), [](char c) { return c == '#' || c == '.' || c == ')'; });
  }

  void flag_line(const CommentLine& line) {
    for (const NodeId n : line.texts) flag(n);
  }

  void write_text(NodeId text, CommentFields& out) const {
    const NodeFilter filter = [this](NodeId n) { return skip_[n] != 0 || (page_.zones(n) & kZoneForm) != 0; };
    const auto add = [&](NodeId root) {
      std::string part =
          page_.tag(root) == Tag::kText ? collapse_space(doc_.text(root)) : text_of(doc_, root, filter);
      if (part.empty()) return;
      if (!out.text.empty()) out.text += "\n\n";
      out.text += part;
      if (context_.base != nullptr) out.html += clean_html(doc_, root, *context_.base, filter);
    };
    if (text != HtmlDocument::kNone) return add(text);
    for (NodeId n = item_.begin; n < item_.end; n = doc_.end(n)) {
      if (!skip_[n]) add(n);
    }
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const CommentItem& item_;
  const CommentReadContext& context_;
  std::vector<std::uint8_t>& skip_;
  const CommentScan& scan_;
  const CommentRepeats& repeats_;
  CommentPlaces at_;
  std::int64_t name_line_ = -1;
  std::vector<NodeId> flagged_;
};

}  // namespace

bool reads_like_ping(std::string_view text) {
  const std::string head = fold_case(text.substr(0, 12));
  for (const std::string_view word : {"pingback:", "trackback:", "ping:", "ping :", "ping\xc2\xa0:"}) {
    if (head.starts_with(word)) return true;
  }
  const auto cut = [](std::string_view part) { return part == "[\xe2\x80\xa6]" || part == "[...]"; };
  return text.size() >= 10 && (cut(text.substr(0, 5)) && cut(text.substr(text.size() - 5)));
}

std::vector<CommentFields> read_comment_items(const PageIndex& page, const std::vector<CommentItem>& items,
                                              const CommentReadContext& context) {
  std::vector<CommentFields> out;
  std::vector<std::uint8_t> skip(page.size(), 0);
  CommentThreads threads(page, items);
  std::vector<CommentScan> scans;
  CommentRepeats repeats;
  for (std::size_t i = 0; i < items.size(); ++i) {
    scans.push_back(scan_comment(page, items, i, context));
    repeats.add(page, scans.back());
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    out.push_back(Reader(page, items[i], scans[i], repeats, context, skip).read());
    threads.add(i, scans[i]);
  }
  threads.resolve(out);
  return out;
}

}  // namespace bfa
