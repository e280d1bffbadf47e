// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/dice.h"

#include <algorithm>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

std::uint32_t weight_of(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) > 0x20; }));
}

constexpr std::size_t kFewPairs = 32;  // of 64 words in a set

// When all of its text is in the target's set.
void finish(DiceTarget& target) {
  target.pairs = target.bigrams.size();
  if (target.pairs <= kFewPairs) target.few = BigramSet::Sparse(target.bigrams);
}

// A limit for places that may be similar to the target.
std::uint32_t most_bytes(const DiceTarget& target) {
  return 4 * target.bytes + 32;
}

// The walk of Algorithm 2. Sets are on a stack, one per open element.
class PostOrder {
 public:
  // Elements with more than `limit` bytes of text are closed with any set: it is not used.
  explicit PostOrder(const PageIndex& page, std::uint32_t limit = kNoLimit)
      : page_(page), doc_(page.doc()), limit_(limit) {}

  static constexpr std::uint32_t kNoLimit = 0xffffffffu;

  // `close(node, set)` is called when all of a node's text is in its set.
  // Nodes before `start` and from `stop` on are not read.
  template <class Close>
  void run(Close&& close, NodeId stop = HtmlDocument::kNone, NodeId start = 0) {
    const auto size = static_cast<NodeId>(page_.size());
    for (NodeId n = start; n < std::min(size, stop);) {
      close_until(n, close);
      if (page_.zones(n) & kZoneIgnored && n != start) {
        n = doc_.end(n);
        continue;
      }
      if (page_.tag(n) == Tag::kText) {
        if (wanted(doc_.parent(n))) {
          add_text(doc_.text(n));
        } else {
          pass_text(doc_.text(n));
        }
      } else {
        open(n);
      }
      ++n;
    }
    close_until(size, close);
  }

 private:
  void open(NodeId n) {
    if (is_block(page_.tag(n)) || page_.tag(n) == Tag::kBr) last_ = 0;
    ++depth_;
    if (depth_ > sets_.size()) {
      sets_.emplace_back();
      nodes_.push_back(n);
    } else {
      if (wanted(n)) sets_[depth_ - 1] = BigramSet();
      nodes_[depth_ - 1] = n;
    }
  }

  template <class Close>
  void close_until(NodeId n, Close&& close) {
    while (depth_ > 0 && doc_.end(nodes_[depth_ - 1]) <= n) {
      const NodeId node = nodes_[depth_ - 1];
      close(node, sets_[depth_ - 1]);
      if (is_block(page_.tag(node))) last_ = 0;
      --depth_;
      if (depth_ > 0 && wanted(nodes_[depth_ - 1])) sets_[depth_ - 1].add(sets_[depth_]);
      level_ = std::min(level_, depth_);
    }
  }

  bool wanted(NodeId n) const { return limit_ == kNoLimit || page_.text_bytes(n) <= limit_; }

  // For later text the same as add_text(): pairs with the text's last character belong to an element that
  // holds the text, so that only whether it is a space counts.
  void pass_text(std::string_view text) {
    std::size_t end = text.size();
    while (end > 0) {
      std::size_t begin = end - 1;
      while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
      std::size_t pos = begin;
      const char32_t c = next_code_point(text, pos);
      if (pos != end || !is_space_char(c)) break;
      end = begin;
    }
    const bool space = end < text.size();
    if (end == 0 && (!space || last_ == 0 || last_ == U' ')) return;
    last_ = space ? U' ' : U'x';
    level_ = depth_;
  }

  void add_text(std::string_view text) {
    for (std::size_t pos = 0; pos < text.size();) {
      char32_t c = next_code_point(text, pos);
      if (is_space_char(c)) c = U' ';
      if (c == U' ' && (last_ == U' ' || last_ == 0)) continue;
      // The first pair may begin in an earlier text node: it belongs to the element that contains both.
      if (last_ != 0) sets_[std::min(level_, depth_) - 1].add_pair(last_, c);
      level_ = depth_;
      last_ = c;
    }
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const std::uint32_t limit_;
  std::vector<BigramSet> sets_;
  std::vector<NodeId> nodes_;
  std::size_t depth_ = 0;
  std::size_t level_ = 1;  // lowest depth since the last character
  char32_t last_ = 0;      // the last character, 0 after a block border
};

}  // namespace

DiceTarget make_target(std::string_view text) {
  DiceTarget target;
  target.bigrams.add_text(text);
  finish(target);
  target.bytes = weight_of(text);
  return target;
}

DiceTarget make_target(const PageIndex& fragment) {
  DiceTarget target;
  const std::vector<TextBlock>& blocks = fragment.blocks();
  std::size_t end = blocks.size();
  while (end > 1 && 2 * blocks[end - 1].link_bytes > blocks[end - 1].bytes) --end;
  const NodeId stop = end == blocks.size() ? HtmlDocument::kNone : blocks[end].first;
  PostOrder(fragment).run(
      [&target](NodeId node, const BigramSet& set) {
        if (node == 0) target.bigrams = set;
      },
      stop);
  finish(target);
  target.bytes = stop == HtmlDocument::kNone ? fragment.text_bytes(0) : fragment.text_before(stop);
  return target;
}

std::size_t common_pairs(const DiceTarget& target, const BigramSet& set) noexcept {
  if (target.pairs <= kFewPairs) return target.few.intersection_size(set);
  return BigramSet::intersection_size(set, target.bigrams);
}

BigramSet pairs_of(const PageIndex& page, NodeId n) {
  BigramSet out;
  PostOrder(page).run(
      [&](NodeId node, const BigramSet& set) {
        if (node == n) out = set;
      },
      page.doc().end(n), n);
  return out;
}

void score_nodes(const PageIndex& page, std::span<const DiceTarget> targets, const DiceVisitor& visit) {
  std::uint32_t limit = 0;
  for (const DiceTarget& target : targets) {
    if (target.pairs == 0) continue;
    limit = std::max(limit, target.whole_page_scale ? PostOrder::kNoLimit : most_bytes(target));
  }
  PostOrder(page, limit).run([&](NodeId node, const BigramSet& set) {
    const std::uint32_t bytes = page.text_bytes(node);
    if (bytes == 0) return;
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const DiceTarget& target = targets[i];
      if (target.pairs == 0) continue;
      if (!target.whole_page_scale && (bytes > most_bytes(target) || 3 * bytes < target.bytes)) continue;
      const std::size_t both = common_pairs(target, set);
      if (both == 0) {
        visit(node, i, 0);
        continue;
      }
      if (pairs == 0) pairs = set.size();
      visit(node, i, 2.0 * static_cast<double>(both) / static_cast<double>(pairs + target.pairs));
    }
  });
}

}  // namespace bfa
