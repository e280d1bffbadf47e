// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/boilerplate.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "bfa/html/path_rule.h"
#include "extract/page/region_signs.h"
#include "extract/page/rule_hash.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMinPages = 3;
constexpr std::size_t kMaxRegions = 80;
constexpr double kSameText = 0.6;         // of the pages that have the region: with one and the same text
constexpr double kSameInside = 0.8;       // the same for regions inside articles
constexpr double kManyArticles = 0.3;     // of the articles: that have such a region at their edge
constexpr double kNearlyAll = 0.85;       // of the articles: that have such a region amid their text
constexpr std::uint32_t kEdgeBytes = 80;  // of text between a region and the edge of its article
constexpr int kMostDepths =
    4;  // that a name has: a name of more places is too general, and may be the article's on the next page
constexpr double kSamePlace = 0.5;  // of all pages: that have a region of a side zone

constexpr std::uint32_t kSideZones = kZoneNav | kZoneAside | kZoneFooter | kZoneForm | kZoneComments |
                                     kZoneShare | kZoneRelated | kZoneSide | kZoneMenu;

struct Region {
  std::uint32_t pages = 0;      // that have it
  std::uint32_t nodes = 0;      // found by the rule, over all pages
  std::uint32_t repeated = 0;   // of these nodes, with a text that is on several pages
  std::uint32_t inside = 0;     // of these nodes, in an article
  std::uint32_t amid = 0;       // of these, with the article's text before and after them
  std::uint32_t sections = 0;   // of those inside: sections of the text
  std::uint32_t zoned = 0;      // of these nodes, in a side zone
  std::uint32_t leading = 0;    // of those in articles, with little but links to the blog's own pages
  std::uint32_t last_page = 0;  // 1-based
  std::uint32_t first_page = 0;
  NodeId first_node = 0;
  std::uint64_t depths = 0;  // that its nodes have, a bit each
  bool own_rule = false;     // an id or a class, no path
  bool heading = false;
  bool bare_path = false;  // a container known by its path only: it may be anything on the next page
  bool holds_article = false;
};

// Data kept per page while counting.
struct PageText {
  std::span<const std::uint64_t> keys;  // of its page
  std::vector<std::uint64_t> sums;      // prefix sums of mixed block hashes
};

class Counter {
 public:
  Counter(std::span<const RepeatPage> pages, std::string_view host) : pages_(pages), host_(host) {}

  std::vector<std::string> run() {
    for (const RepeatPage& page : pages_) {
      prepare(*page.page);
      if (page.article != HtmlDocument::kNone) ++articles_;
    }
    for (std::size_t i = 0; i < pages_.size(); ++i) count_texts(i);
    for (std::size_t i = 0; i < pages_.size(); ++i) count_regions(i);
    return choose();
  }

 private:
  void prepare(const PageIndex& page) {
    PageText text;
    text.keys = rule_hashes(page);
    text.sums.assign(page.blocks().size() + 1, 0);
    for (std::size_t i = 0; i < page.blocks().size(); ++i) {
      text.sums[i + 1] = text.sums[i] + scramble(page.blocks()[i].hash);
    }
    texts_.push_back(std::move(text));
  }

  // A number for "this rule with this text".
  std::uint64_t text_key(std::size_t i, NodeId n) const {
    const PageIndex& page = *pages_[i].page;
    const std::uint64_t text = texts_[i].sums[page.end_block(n)] - texts_[i].sums[page.first_block(n)];
    return scramble(texts_[i].keys[n] + 0x51ull) ^ text;
  }

  void count_texts(std::size_t i) {
    const PageIndex& page = *pages_[i].page;
    std::unordered_set<std::uint64_t> seen;
    for (NodeId n = page.body(); n < page.doc().end(page.body()); ++n) {
      if (!is_text_region(page, n)) continue;
      const std::uint64_t key = text_key(i, n);
      if (seen.insert(key).second) ++pages_with_text_[key];
    }
  }

  void count_regions(std::size_t i) {
    const PageIndex& page = *pages_[i].page;
    const NodeId article = pages_[i].article;
    for (NodeId n = page.body(); n < page.doc().end(page.body()); ++n) {
      if (!is_text_region(page, n)) continue;
      Region& region = regions_[texts_[i].keys[n]];
      if (region.last_page != i + 1) {
        if (region.pages++ == 0) {
          region.first_page = static_cast<std::uint32_t>(i);
          region.first_node = n;
          region.heading = (page.zones(n) & kZoneHeading) != 0;
          region.own_rule = has_own_rule(page.doc(), n);
          region.bare_path = !region.own_rule && is_container(page.tag(n));
        }
        region.last_page = static_cast<std::uint32_t>(i + 1);
      }
      ++region.nodes;
      region.depths |= std::uint64_t{1} << std::min(page.doc().depth(n), 63u);
      if (pages_with_text_[text_key(i, n)] >= kMinPages) ++region.repeated;
      const bool inside = article != HtmlDocument::kNone && page.doc().contains(article, n);
      if (inside) ++region.inside;
      if (inside && region.own_rule && leads_to_posts(page, n, host_)) ++region.leading;
      if (inside && is_amid(page, article, n)) ++region.amid;
      if (inside && is_section(page, n)) ++region.sections;
      if ((page.zones(n) & kSideZones) && !inside) ++region.zoned;
      if (article != HtmlDocument::kNone && page.doc().contains(n, article)) region.holds_article = true;
    }
  }

  static bool is_amid(const PageIndex& page, NodeId article, NodeId n) {
    const std::uint32_t before = page.text_before(n) - page.text_before(article);
    return before > kEdgeBytes && before + page.text_bytes(n) + kEdgeBytes < page.text_bytes(article);
  }

  bool is_boilerplate(const Region& region) const {
    if (region.holds_article || region.pages < kMinPages || region.bare_path) return false;
    if (std::popcount(region.depths) > kMostDepths) return false;
    const double nodes = region.nodes;
    if (region.inside > 0) {
      // Authors repeat themselves: inside articles a region must be in nearly every article, with the same
      // text.
      if (!region.own_rule || region.heading) return false;
      // Links to other posts are others on each page; a list of them is not part of an article's text
      // anywhere.
      const bool links = region.leading >= kSameInside * nodes;
      const bool amid = 2 * region.amid > region.inside && !links;
      const bool same = region.repeated >= kSameInside * nodes && 2 * region.sections <= region.inside;
      return (links || same) &&
             region.pages >= (amid ? kNearlyAll : kManyArticles) * static_cast<double>(articles_);
    }
    if (region.repeated >= kSameText * nodes) return true;
    return region.zoned == region.nodes && region.pages >= kSamePlace * static_cast<double>(pages_.size());
  }

  std::vector<std::string> choose() const {
    std::vector<std::string> out;
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      const PageIndex& page = *pages_[i].page;
      for (NodeId n = page.body(); n < page.doc().end(page.body()); ++n) {
        if (!is_text_region(page, n) || n == page.body()) continue;
        const auto found = regions_.find(texts_[i].keys[n]);
        if (found == regions_.end() || !is_boilerplate(found->second)) continue;
        if (found->second.first_page == i && found->second.first_node == n) {
          std::string xpath = PathRule::for_node(page.doc(), n).xpath();
          if (seen.insert(xpath).second) out.push_back(std::move(xpath));
        }
        n = page.doc().end(n) - 1;  // its content is removed with it
      }
    }
    if (out.size() > kMaxRegions) out.resize(kMaxRegions);
    return out;
  }

  std::span<const RepeatPage> pages_;
  std::string_view host_;
  std::size_t articles_ = 0;
  std::vector<PageText> texts_;
  std::unordered_map<std::uint64_t, std::uint32_t> pages_with_text_;
  std::unordered_map<std::uint64_t, Region> regions_;
};

}  // namespace

std::vector<std::string> repeated_regions(std::span<const RepeatPage> pages, std::string_view host) {
  if (pages.size() < kMinPages) return {};
  return Counter(pages, host).run();
}

}  // namespace bfa
