// SPDX-License-Identifier: Apache-2.0
#include "extract/methods/dom_method.h"

#include <algorithm>
#include <vector>

#include "bfa/html/path_rule.h"
#include "extract/page/content_mass.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kParagraphBytes = 40;  // shorter ones are captions, bylines, buttons
constexpr std::uint32_t kEnoughBytes = 100;
constexpr std::uint32_t kBytesPerTag = 20;  // of text; denser markup is not prose
constexpr double kEnoughShare = 0.7;        // of the text of the richest element

class Finder {
 public:
  explicit Finder(const PageIndex& page) : page_(page), doc_(page.doc()), own_(page.size(), 0) {}

  NodeId find() {
    NodeId found = first_with(&Finder::is_paragraph, false);
    if (found == HtmlDocument::kNone) found = first_with(&Finder::is_cell, true);
    return found;
  }

 private:
  bool is_promising(NodeId n) const {
    if (page_.zones(n) & (kZoneIgnored | kZoneNav | kZoneFooter | kZoneForm | kZoneComments)) return false;
    const std::uint32_t bytes = page_.text_bytes(n);
    if (bytes < kParagraphBytes || 3 * page_.link_bytes(n) > bytes) return false;
    const std::uint32_t most = 1 + bytes / kBytesPerTag;
    std::uint32_t tags = 0;
    for (NodeId id = n + 1; id < doc_.end(n) && tags <= most; ++id) {
      if (page_.tag(id) != Tag::kText && page_.tag(id) != Tag::kBr) ++tags;
    }
    return tags <= most;
  }

  // Text that counts for its parent: a promising paragraph.
  bool is_paragraph(NodeId n) const { return page_.tag(n) == Tag::kP && is_promising(n); }
  // Text that counts for itself: a cell or box whose text is in it without paragraphs or further boxes.
  bool is_cell(NodeId n) const {
    if (page_.tag(n) != Tag::kTd && page_.tag(n) != Tag::kDiv) return false;
    for (NodeId id = doc_.first_child(n); id != HtmlDocument::kNone; id = doc_.next_sibling(id)) {
      if (is_container(page_.tag(id))) return false;
    }
    return is_promising(n);
  }

  NodeId first_with(bool (Finder::*counts)(NodeId) const, bool for_itself) {
    std::fill(own_.begin(), own_.end(), 0u);
    for (NodeId n = page_.body(); n < doc_.end(page_.body()); ++n) {
      if (page_.tag(n) == Tag::kText || !(this->*counts)(n)) continue;
      const NodeId home = for_itself ? n : doc_.parent(n);
      own_[home] += page_.text_bytes(n);
      own_[doc_.parent(home)] += page_.text_bytes(n) / 2;
    }
    const std::uint32_t most = *std::max_element(own_.begin(), own_.end());
    const double enough = std::max<double>(kEnoughBytes, kEnoughShare * most);
    for (NodeId n = page_.body(); n < doc_.end(page_.body()); ++n) {
      if (static_cast<double>(own_[n]) >= enough) return n;
    }
    return HtmlDocument::kNone;
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  // Bytes of promising text that count for the element: all of its children's, half of their children's.
  std::vector<std::uint32_t> own_;
};

class DomMethod final : public ExtractionMethod {
 public:
  std::string_view name() const override { return "dom"; }

  std::vector<Candidate> find_article(const PageView& view) const override {
    const NodeId n = dom_article(view.page);
    if (n == HtmlDocument::kNone) return {};
    Candidate candidate;
    candidate.node = n;
    candidate.rule = PathRule::for_node(view.page.doc(), n).xpath();
    candidate.score = 0.5;
    return {candidate};
  }
};

}  // namespace

HtmlDocument::NodeId dom_article(const PageIndex& page) {
  return Finder(page).find();
}

const ExtractionMethod& dom_method() {
  static const DomMethod method;
  return method;
}

}  // namespace bfa
