// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/menu_rules.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "bfa/html/path_rule.h"
#include "extract/fields/post_tags.h"
#include "extract/learn/tag_rules.h"
#include "extract/rules/article_place.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMaxPages = 60;
constexpr std::uint32_t kMinPages = 3;
constexpr double kSameShare = 0.7;    // of the pages that have the element: a cloud follows the blog's growth
constexpr std::size_t kMinWords = 3;  // fewer may be the categories of each post of a small blog
constexpr std::size_t kManyWords = 6;  // also where no post has words of its own
constexpr std::size_t kMaxMenus = 4;
constexpr std::size_t kMaxLinks = 500;  // of a page: of more nothing is learned
constexpr std::size_t kOtherLists = 2;  // of words outside of an element: they differ
constexpr int kMaxUp = 8;               // steps from a link to an element around it

using Words = std::set<std::string>;

// The words of the links in one element, on all pages that have it.
struct MenuPlace {
  std::map<Words, std::uint32_t> lists;  // pages by the element's words
  std::set<Words> others;                // words of pages outside of it, at most kOtherLists
  std::uint32_t pages = 0;

  // The list of most pages.
  const std::pair<const Words, std::uint32_t>& usual() const {
    return *std::max_element(lists.begin(), lists.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
  }
  bool is_menu() const {
    const auto& [words, count] = usual();
    if (pages < kMinPages || count < kSameShare * pages || words.size() < kMinWords) return false;
    return others.size() >= kOtherLists || words.size() >= kManyWords;
  }
};

class MenuLearner {
 public:
  explicit MenuLearner(std::string_view host) : host_(host) {}

  void read(const PageIndex& page, NodeId article) {
    if (article == HtmlDocument::kNone || pages_ == kMaxPages) return;
    const std::vector<NodeId> links = tag_links(page, article, host_);
    if (links.empty() || links.size() > kMaxLinks) return;
    ++pages_;
    std::map<std::string, std::set<NodeId>> holders;  // links by the rule of an element around them
    std::set<NodeId> seen;
    for (const NodeId link : links) {
      NodeId n = page.parent(link);
      for (int up = 0; up < kMaxUp && !page.contains(n, article); ++up, n = page.parent(n)) {
        if (!seen.insert(n).second) continue;
        std::set<NodeId>& inside = holders[PathRule::for_node(page.doc(), n).xpath()];
        for (const NodeId other : links) {
          if (page.contains(n, other)) inside.insert(other);
        }
      }
    }
    for (const auto& [xpath, inside] : holders) {
      MenuPlace& place = places_[xpath];
      Words words, others;
      for (const NodeId link : links) {
        if (inside.contains(link))
          words.insert(tag_text(page, link));
        else if (place.others.size() < kOtherLists)
          others.insert(tag_text(page, link));
      }
      ++place.pages;
      ++place.lists[std::move(words)];
      if (!others.empty()) place.others.insert(std::move(others));
    }
  }

  std::vector<FieldRule> rules() const {
    std::vector<FieldRule> out;
    for (const auto& [xpath, place] : places_) {
      if (!place.is_menu() || out.size() == kMaxMenus) continue;
      FieldRule& rule = out.emplace_back();
      rule.field = kMenuField;
      rule.xpath = xpath;
      rule.support = place.usual().second;
      rule.pages = place.pages;
      rule.score = static_cast<double>(rule.support) / rule.pages;
      rule.method = "site";
    }
    return out;
  }

 private:
  std::string_view host_;
  std::size_t pages_ = 0;
  std::map<std::string, MenuPlace> places_;
};

}  // namespace

std::vector<FieldRule> learn_menus(const LearningSet& set, const Template& t) {
  MenuLearner learner(set.input->blog.host());
  for (const TrainingExample& example : set.examples) learner.read(*example.page, example.node);
  for (const PageIndex* page : set.others) {
    const ArticlePlace place = article_by_rules(t, *page);
    if (!place.listing) learner.read(*page, place.node);
  }
  return learner.rules();
}

}  // namespace bfa
