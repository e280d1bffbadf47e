// SPDX-License-Identifier: Apache-2.0
#include "extract/methods/max_subsequence_method.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bfa/html/path_rule.h"
#include "bfa/text/utf8.h"
#include "extract/page/content_mass.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kParagraph = 80;  // bytes of a paragraph that is not a caption or notice
constexpr double kTagCost = 3.25;
constexpr double kBlockCost = 0.7;     // of a block's tag, after navigation and such are removed
constexpr double kFormatCost = 0.5;    // of a tag that formats words in a line
constexpr double kLinkWord = -1;       // the score of a word in a link
constexpr double kMinLead = 12;        // the score of a second run
constexpr double kMinContent = 10;     // the score of the first run on a page with content, when cleaning
constexpr double kMostWords = 0.6;     // of a container: the most that may be cut at its end
constexpr double kForeignLinks = 0.1;  // of the words in the cut part: teasers and menus have many links
constexpr std::uint32_t kScrap = 24;   // bytes of a block at the end of a run that is not part of the text

// A text node with the cost of the tags between it and the one before.
struct Token {
  NodeId node = 0;
  double gap = 0;
  double value = 0;
};

// The number of words; characters of scripts without spaces are half a word each.
double count_words(std::string_view text) {
  double words = 0;
  bool in_word = false;
  for (std::size_t pos = 0; pos < text.size();) {
    const char32_t c = next_code_point(text, pos);
    const bool unspaced = (c >= 0x0e00 && c <= 0x0eff) || (c >= 0x1000 && c <= 0x109f) ||
                          (c >= 0x1780 && c <= 0x17ff) || (c >= 0x3040 && c <= 0x30ff) ||
                          (c >= 0x3400 && c <= 0x9fff) || (c >= 0x20000 && c <= 0x3ffff);
    if (unspaced) {
      words += 0.5;
      in_word = false;
    } else if (!is_word_char(c)) {
      in_word = false;
    } else if (!in_word) {
      in_word = true;
      words += 1;
    }
  }
  return words;
}

class Tokens {
 public:
  Tokens(const PageIndex& page, bool clean)
      : page_(page),
        doc_(page.doc()),
        away_(clean ? kAwayZones : static_cast<std::uint32_t>(kZoneIgnored)),
        block_cost_(clean ? kBlockCost : kTagCost) {}

  // The tokens of a subtree; nodes that `cut` flags count as outside.
  std::vector<Token> read(NodeId top, const RemovalMask& cut) {
    for (NodeId n = top; n < doc_.end(top); ++n) {
      while (!open_.empty() && n >= doc_.end(open_.back())) {
        gap_ += cost(open_.back());
        open_.pop_back();
      }
      const bool gone = !cut.empty() && cut[n];
      if (page_.tag(n) == Tag::kText) {
        if (!gone) read_text(n);
      } else if (gone || (page_.zones(n) & away_)) {
        gap_ += 2 * cost(n);
        n = doc_.end(n) - 1;
      } else {
        gap_ += cost(n);
        open_.push_back(n);
      }
    }
    return std::move(tokens_);
  }

  double cost(NodeId n) const {
    const Tag tag = page_.tag(n);
    if (tag == Tag::kA) return kTagCost;
    return is_block(tag) ? block_cost_ : kFormatCost;
  }

  void read_text(NodeId n) {
    const double words = count_words(doc_.text(n));
    if (words <= 0) return;
    tokens_.push_back({n, gap_, (page_.zones(n) & kZoneLink) ? kLinkWord * words : words});
    gap_ = 0;
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  std::uint32_t away_;
  double block_cost_;
  std::vector<NodeId> open_;
  std::vector<Token> tokens_;
  double gap_ = 0;
};

struct Range {
  std::size_t begin = 0, end = 0;  // of tokens
  double score = 0;
};

// The contiguous tokens of [begin, end) with the highest sum; of equals the first.
Range maximum(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
  Range best{begin, begin, 0};
  Range run{begin, begin, 0};
  for (std::size_t i = begin; i < end; ++i) {
    const double bridged = run.score - tokens[i].gap;
    if (run.begin == i || bridged <= 0) run = {i, i, 0};
    run.score = (run.begin == i ? 0 : bridged) + tokens[i].value;
    run.end = i + 1;
    if (run.score > best.score) best = run;
    if (run.score <= 0) run = {i + 1, i + 1, 0};
  }
  return best;
}

// Removes lines of links and scraps at both ends of a run.
void trim(const PageIndex& page, const std::vector<Token>& tokens, Range& range) {
  const auto is_scrap = [&](std::size_t i) {
    const NodeId block = page.nearest_block(tokens[i].node);
    const std::uint32_t bytes = page.text_bytes(block);
    return bytes < kScrap || 2 * page.link_bytes(block) > bytes;
  };
  while (range.begin < range.end && is_scrap(range.begin)) ++range.begin;
  while (range.begin < range.end && is_scrap(range.end - 1)) --range.end;
}

// The largest subtrees below `top` that lie in the run.
void add_pieces(const PageIndex& page, const TextRun& run, NodeId top, std::vector<NodeId>& parts) {
  const HtmlDocument& doc = page.doc();
  const std::uint32_t from = page.text_before(run.first);
  const std::uint32_t to = page.text_before(run.last) + page.text_bytes(run.last);
  for (NodeId n = run.first; n <= run.last && n < doc.end(top);) {
    NodeId part = n;
    for (NodeId up = doc.parent(part); up != top && up != HtmlDocument::kNone; up = doc.parent(up)) {
      if (page.text_before(up) < from || page.text_before(up) + page.text_bytes(up) > to) break;
      part = up;
    }
    if (page.text_before(part) + page.text_bytes(part) > to) {
      ++n;  // only its start is in the run
      continue;
    }
    parts.push_back(part);
    n = doc.end(part);
  }
}

class MaxSubsequenceMethod final : public ExtractionMethod {
 public:
  MaxSubsequenceMethod(std::string_view name, bool clean) : name_(name), clean_(clean) {}
  std::string_view name() const override { return name_; }

  std::vector<Candidate> find_article(const PageView& view) const override {
    const PageIndex& page = view.page;
    const std::vector<TextRun> runs = maximum_runs(page, clean_);
    if (runs.empty()) return {};
    NodeId top = page.nearest_block(runs.front().first);
    while (!page.doc().contains(top, runs.back().last)) top = page.doc().parent(top);
    Candidate candidate;
    candidate.node = top;
    candidate.rule = PathRule::for_node(page.doc(), top).xpath();
    candidate.score = 0.5;
    for (const TextRun& run : runs) add_pieces(page, run, top, candidate.pieces);
    return {candidate};
  }

 private:
  std::string_view name_;
  bool clean_;
};

}  // namespace

std::vector<TextRun> maximum_runs(const PageIndex& page, bool clean) {
  const std::vector<Token> tokens = Tokens(page, clean).read(page.body(), {});
  Range first = maximum(tokens, 0, tokens.size());
  if (first.score <= 0 || (clean && first.score < kMinContent)) return {};
  const Range before = maximum(tokens, 0, first.begin);
  const Range after = maximum(tokens, first.end, tokens.size());
  Range second = before.score >= after.score ? before : after;
  if (clean) {
    trim(page, tokens, first);
    trim(page, tokens, second);
  }
  std::vector<TextRun> out;
  if (second.score >= kMinLead && second.begin < second.end) {
    out.push_back({tokens[second.begin].node, tokens[second.end - 1].node, second.score});
  }
  if (first.begin < first.end)
    out.push_back({tokens[first.begin].node, tokens[first.end - 1].node, first.score});
  std::sort(out.begin(), out.end(), [](const TextRun& a, const TextRun& b) { return a.first < b.first; });
  return out;
}

void cut_behind_runs(const PageIndex& page, NodeId article, RemovalMask& cut) {
  const std::vector<Token> tokens = Tokens(page, true).read(article, cut);
  Range hull = maximum(tokens, 0, tokens.size());
  if (hull.score < kMinContent) return;
  while (hull.end > hull.begin && (page.zones(tokens[hull.end - 1].node) & kZoneHeading)) --hull.end;
  double all = 0;
  double held = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    all += std::abs(tokens[i].value);
    if (i < hull.end) held += std::abs(tokens[i].value);
  }
  if (held < kMostWords * all) return;
  // Short lines at the end are the author's; foreign text begins with a heading or a line of links.
  std::size_t from = hull.end;
  const auto is_foreign = [&](std::size_t i) {
    const NodeId block = page.nearest_block(tokens[i].node);
    return (page.zones(block) & kZoneHeading) || 2 * page.link_bytes(block) > page.text_bytes(block);
  };
  const auto next_foreign = [&] {
    while (from < tokens.size() && !is_foreign(from)) ++from;
  };
  next_foreign();
  // A line of links (buttons, mostly) between two paragraphs of one parent is the author's too.
  const NodeId parent = page.doc().parent(page.nearest_block(tokens[hull.end - 1].node));
  for (std::size_t i = from; i < tokens.size(); ++i) {
    const NodeId block = page.nearest_block(tokens[i].node);
    if (page.tag(block) != Tag::kP || page.doc().parent(block) != parent) continue;
    if (page.text_bytes(block) < kParagraph || 3 * page.link_bytes(block) > page.text_bytes(block)) continue;
    from = i + 1;
  }
  next_foreign();
  double behind = 0;
  double linked = 0;
  for (std::size_t i = from; i < tokens.size(); ++i) {
    if (page.zones(tokens[i].node) & kZonePre) return;
    behind += std::abs(tokens[i].value);
    if (tokens[i].value < 0) linked -= tokens[i].value;
  }
  if (linked < kForeignLinks * behind) return;
  for (std::size_t i = from; i < tokens.size(); ++i) cut[tokens[i].node] = 1;
}

const ExtractionMethod& max_subsequence_method() {
  static const MaxSubsequenceMethod method("www", false);
  return method;
}

const ExtractionMethod& clean_max_subsequence_method() {
  static const MaxSubsequenceMethod method("www++", true);
  return method;
}

}  // namespace bfa
