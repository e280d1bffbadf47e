// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/in_article_frames.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "extract/fields/byline_lines.h"
#include "extract/page/region_signs.h"
#include "extract/rules/in_article_rules.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMaxFrames = 8;
constexpr std::size_t kMaxSides = 24;
constexpr double kFewArticles = 0.1;     // that have a line with their own title or a date
constexpr double kDatedArticles = 0.2;   // that have a line with a date
constexpr double kDated = 0.9;           // of a frame's lines: with a date
constexpr double kOwnText = 0.05;        // of a frame's lines: that the feed may have
constexpr std::size_t kMinLetters = 4;   // of the equal part
constexpr std::size_t kLinkLetters = 3;  // that a link to a page of the blog counts as
constexpr double kLinked = 0.6;       // of articles: with a line of words and links, where no feed disowns it
constexpr std::size_t kMinForms = 2;  // of lines with a slot
constexpr std::size_t kMaxBytes = 200;      // of it
constexpr std::size_t kMinSigned = 6;       // letters beside the name of a line that signs
constexpr std::string_view kClock = "0:0";  // or a time of day in it

// A short line near an edge of an article.
struct EdgeLine {
  std::size_t article = 0;
  const TextBlock* block = nullptr;
  std::string text, form;
  bool fed = false;
  bool linked = false;  // the form is linked_form()
};

std::size_t letters_of_frame(const LineFrame& frame) {
  std::size_t count = frame.has_link() ? kLinkLetters : 0;
  for (const std::string_view part : {std::string_view(frame.before), std::string_view(frame.after)}) {
    bool slot = false;
    for (const char c : part) {
      slot = c == '{' || (slot && c != '}');
      if (!slot && (is_letter(c) || static_cast<unsigned char>(c) >= 0x80)) ++count;
    }
  }
  return count;
}

// The beginning, or the end, that both have, up to a whole word: a cut inside of a word or of a character is
// moved outwards.
std::string_view common_side(std::string_view a, std::string_view b, bool front) {
  const auto at = [&](std::string_view text, std::size_t i) {
    return front ? text[i] : text[text.size() - 1 - i];
  };
  std::size_t size = 0;
  while (size < std::min(a.size(), b.size()) && at(a, size) == at(b, size)) ++size;
  const auto inside = [](char c) { return is_letter_or_digit(c); };
  const auto goes_on = [&](std::string_view text) {
    if (size >= text.size()) return false;
    const char next = at(text, size);
    // Continuation bytes of UTF-8 belong to the byte before them.
    if (front ? (static_cast<unsigned char>(next) & 0xc0) == 0x80
              : size > 0 && (static_cast<unsigned char>(at(text, size - 1)) & 0xc0) == 0x80)
      return true;
    return size > 0 && inside(next) && inside(at(text, size - 1));
  };
  while (size > 0 && (goes_on(a) || goes_on(b))) --size;
  return front ? a.substr(0, size) : a.substr(a.size() - size);
}

class FrameLearner {
 public:
  FrameLearner(const std::vector<LearningArticle>& articles, std::string_view host,
               std::span<const std::string> lines)
      : articles_(articles), host_(host), rules_(lines.begin(), lines.end()) {}

  std::vector<std::string> run() {
    const std::size_t known = rules_.size();
    // What is behind a framed line is at the edge too.
    for (std::size_t found = known + 1; found > 0 && rules_.size() < known + kMaxFrames;) {
      const std::size_t before = rules_.size();
      for (const auto& [tag, lines] : edge_lines()) add_frames(tag, lines);
      found = rules_.size() - before;
    }
    for (std::size_t i = 0, end = rules_.size(); i < end; ++i) add_signed_frame(rules_[i]);
    return {rules_.begin() + static_cast<std::ptrdiff_t>(known), rules_.end()};
  }

 private:
  using Lines = std::vector<EdgeLine>;

  std::size_t needed(double share) const {
    return std::max(kMinArticles,
                    static_cast<std::size_t>(share * static_cast<double>(articles_.size()) + 0.999));
  }

  std::map<std::string_view, Lines> edge_lines() const {
    std::map<std::string_view, Lines> out;
    const InArticleRules known(rules_);
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      const LearningArticle& article = articles_[i];
      std::uint32_t last = article.end();  // the walk from the end may come to the same lines
      walk_edges(*article.page, article.node, [&](std::uint32_t at) {
        const TextBlock& block = article.page->blocks()[at];
        if (article.gone[at - article.begin()] != 0 || known.has_line(*article.page, block)) return true;
        if (block.bytes > kMaxFramedBytes || (block.zones & kZoneHeading)) return false;
        if (known.has_frame(*article.page, block, article.context())) return true;
        Lines& lines = out[article.page->doc().tag(block.container)];
        if (at == last) return false;
        last = at;
        EdgeLine& line = lines.emplace_back();
        line.article = i;
        line.block = &block;
        line.text = text_of(*article.page, block);
        line.form = line_form(line.text, links_source(article, block) ? std::string_view() : article.title);
        const std::uint32_t own = at - article.begin();
        line.fed = article.fed[own + 1] > article.fed[own] || is_in_feed(*article.page, block, article);
        if (std::string linked = linked_form(*article.page, block, article.context()); !linked.empty()) {
          lines.push_back(line);
          lines.back().form = std::move(linked);
          lines.back().linked = true;
        }
        return false;
      });
    }
    return out;
  }

  // The title in a link to another site is the author's mention of a source.
  bool links_source(const LearningArticle& article, const TextBlock& block) const {
    const PageIndex& page = *article.page;
    for (const NodeId n : page.links(block.first == 0 ? 0 : page.parent(block.first), block.last + 1)) {
      const std::string_view host = host_of_link(page.attribute(n, "href"));
      if (!host.empty() && host != without_www(host_) &&
          line_of(page, n).find(article.title) != std::string::npos)
        return true;
    }
    return false;
  }

  void add_frames(std::string_view tag, const Lines& lines) {
    // The frame of most articles first, of equals the one with most text; then those that have further lines.
    std::vector<std::pair<std::size_t, LineFrame>> found;
    for (LineFrame& frame : candidates(lines)) {
      if (frame.slot == LineFrame::Slot::kWords && has_dates(lines, frame))
        frame.slot = LineFrame::Slot::kDate;
      if (const std::size_t count = articles_with(lines, frame); count > 0)
        found.emplace_back(count, std::move(frame));
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      if (a.first != b.first) return a.first > b.first;
      return letters_of_frame(a.second) > letters_of_frame(b.second);
    });
    std::vector<bool> covered(lines.size());
    for (const auto& [count, frame] : found) {
      bool is_new = false;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (covered[i] || !fits(frame, lines[i])) continue;
        is_new = covered[i] = true;
      }
      std::string rule = is_new ? line_rule(tag, frame.to_text()) : std::string();
      if (!rule.empty()) rules_.push_back(std::move(rule));
    }
  }

  // A line that signs one author's posts is furniture with another's name too: that of a guest, or of those
  // who wrote before.
  void add_signed_frame(const std::string& rule) {
    std::string_view tag, text;
    if (articles_.empty() || !read_line_rule(rule, tag, text)) return;
    const LineContext context = articles_.front().context();
    LineFrame frame =
        LineFrame::parse(text).value_or(LineFrame{std::string(text), {}, LineFrame::Slot::kNone});
    if (frame.slot == LineFrame::Slot::kWords || frame.has_title() || frame.has_link()) return;
    const std::string name = signed_name(frame.before, false, context.language, context.now);
    if (frame.slot == LineFrame::Slot::kNone) frame.before = line_form(text, {});
    const std::size_t at = name.empty() ? std::string::npos : frame.before.find(name);
    if (at == std::string::npos) return;
    if (frame.slot == LineFrame::Slot::kNone) {
      frame.after = frame.before.substr(at + name.size());
      frame.slot = LineFrame::Slot::kWords;
    }
    frame.before.resize(at);
    const bool timed = frame.after.find(kClock) != std::string::npos;
    if ((!timed && letters_of_frame(frame) < kMinSigned) || is_told(tag, frame)) return;
    if (std::string framed = line_rule(tag, frame.to_text()); !framed.empty())
      rules_.push_back(std::move(framed));
  }

  // True when the feed has such a line.
  bool is_told(std::string_view tag, const LineFrame& frame) const {
    return std::ranges::any_of(articles_, [&](const LearningArticle& article) {
      for (std::uint32_t at = article.begin(); at < article.end(); ++at) {
        const TextBlock& block = article.page->blocks()[at];
        const std::uint32_t own = at - article.begin();
        if (article.fed[own + 1] == article.fed[own] || block.bytes > kMaxFramedBytes ||
            article.page->doc().tag(block.container) != tag)
          continue;
        const std::string line = text_of(*article.page, block);
        if (frame.fits(line, line_form(line, article.title), article.context())) return true;
      }
      return false;
    });
  }

  // Beginnings (or ends) that several of the forms have, the shortest first.
  static std::vector<std::string_view> common_sides(std::vector<std::string_view> forms, bool front,
                                                    std::size_t enough) {
    std::sort(forms.begin(), forms.end(), [&](std::string_view a, std::string_view b) {
      return front ? a < b : std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    });
    std::vector<std::string_view> sides;
    for (std::size_t i = 0; i + enough <= forms.size(); ++i) {
      const std::string_view side = common_side(forms[i], forms[i + enough - 1], front);
      if (!side.empty() && (sides.empty() || sides.back() != side)) sides.push_back(side);
    }
    std::stable_sort(sides.begin(), sides.end(),
                     [](std::string_view a, std::string_view b) { return a.size() < b.size(); });
    sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
    return sides;
  }

  std::vector<LineFrame> candidates(const Lines& lines) const {
    std::vector<LineFrame> out = {{{}, {}, LineFrame::Slot::kDate}};
    const std::size_t enough = needed(kFewArticles);
    std::vector<std::string_view> forms;
    for (const EdgeLine& line : lines) forms.push_back(line.form);
    for (const bool front : {true, false}) {
      std::vector<std::string_view> sides = common_sides(forms, front, enough);
      if (sides.size() > kMaxSides) sides.resize(kMaxSides);
      for (const std::string_view side : sides) {
        std::vector<std::string_view> rest;
        for (std::string_view form : forms) {
          if (!(front ? form.starts_with(side) : form.ends_with(side))) continue;
          front ? form.remove_prefix(side.size()) : form.remove_suffix(side.size());
          rest.push_back(form);
        }
        const auto same = std::count(rest.begin(), rest.end(), std::string_view());
        if (same >= static_cast<std::ptrdiff_t>(enough))
          out.push_back({std::string(side), {}, LineFrame::Slot::kNone});
        // The other side: what most of these lines have, or all that is left.
        const std::vector<std::string_view> ends =
            common_sides(rest, !front, std::max(enough, rest.size() * 9 / 10));
        const std::string_view other = ends.empty() ? std::string_view() : ends.back();
        out.push_back(
            {std::string(front ? side : other), std::string(front ? other : side), LineFrame::Slot::kWords});
      }
    }
    return out;
  }

  // True when nearly all lines with the frame's text around a slot have a date.
  bool has_dates(const Lines& lines, const LineFrame& frame) const {
    std::size_t dated = 0, all = 0;
    for (const EdgeLine& line : lines) {
      if (!line.form.starts_with(frame.before) || !line.form.ends_with(frame.after)) continue;
      ++all;
      if (holds_date(line.text, articles_[line.article].context())) ++dated;
    }
    return static_cast<double>(dated) >= kDated * static_cast<double>(all);
  }

  bool fits(const LineFrame& frame, const EdgeLine& line) const {
    return frame.has_link() == line.linked &&
           frame.fits(line.text, line.form, articles_[line.article].context());
  }

  // The articles with a line in the frame; 0 if it may be the author's own text.
  std::size_t articles_with(const Lines& lines, const LineFrame& frame) const {
    const bool titled = frame.has_title();
    if (titled && frame.slot == LineFrame::Slot::kWords) return 0;
    const bool day = frame.is_day_alone();
    if ((!day && letters_of_frame(frame) < kMinLetters) ||
        frame.before.size() + frame.after.size() > kMaxBytes)
      return 0;
    std::size_t count = 0, fed = 0, told = 0, last = articles_.size();
    std::set<std::string_view> forms;
    for (const EdgeLine& line : lines) {
      if (!fits(frame, line)) continue;
      forms.insert(line.form);
      fed += line.fed ? 1 : 0;
      count += line.article != last ? 1 : 0;
      told += line.article != last && articles_[line.article].told ? 1 : 0;
      last = line.article;
    }
    if (static_cast<double>(fed) > kOwnText * static_cast<double>(count)) return 0;
    if (day) return told >= kMinTold && count >= needed(kNearlyAll) ? count : 0;
    if (frame.slot != LineFrame::Slot::kNone && forms.size() < kMinForms) return 0;
    if (frame.slot == LineFrame::Slot::kNone && !titled && frame.has_link())
      return count >= needed(told >= kMinTold ? kManyArticles : kLinked) ? count : 0;
    if (frame.slot == LineFrame::Slot::kNone && !titled && !has_dates(lines, frame)) return 0;
    const double dated = titled || frame.slot == LineFrame::Slot::kNone ? kFewArticles : kDatedArticles;
    return count >= needed(frame.slot == LineFrame::Slot::kWords ? kNearlyAll : dated) ? count : 0;
  }

  const std::vector<LearningArticle>& articles_;
  std::string_view host_;
  std::vector<std::string> rules_;  // of lines; then the frames
};

}  // namespace

std::vector<std::string> learn_frames(const std::vector<LearningArticle>& articles, std::string_view host,
                                      std::span<const std::string> lines) {
  return FrameLearner(articles, host, lines).run();
}

}  // namespace bfa
