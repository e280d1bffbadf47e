// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/site_rule.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "bfa/html/path_rule.h"
#include "extract/fields/bylines.h"
#include "extract/page/content_mass.h"
#include "extract/page/page_facts.h"
#include "extract/page/removal_mask.h"
#include "extract/page/rule_hash.h"
#include "extract/rules/article_place.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMinPages = 4;
constexpr std::uint32_t kMinVotes = 3;
constexpr std::uint32_t kMinRepeats = 4;    // pages that a text must be on to be the template's
constexpr double kTemplateShare = 0.25;     // and of all pages; a post is on its page and a few lists
constexpr std::int64_t kMinOwnBytes = 160;  // of running text of its own: pages with less have no vote
constexpr double kMostOwn = 0.6;  // of a page's own running text: the part that a rule's match must contain
constexpr std::size_t kMaxRules = 6;

struct Vote {
  std::uint32_t pages = 0;
  std::size_t first_page = 0;
  NodeId first_node = 0;
};

class SiteLearner {
 public:
  SiteLearner(std::span<const SitePage> pages, const std::string& language)
      : pages_(pages), language_(language) {}

  SiteLesson run() {
    count_texts();
    masses_.reserve(pages_.size());
    for (const SitePage& page : pages_) masses_.emplace_back(*page.page, template_text(*page.page));
    vote();
    SiteLesson lesson;
    lesson.rules = choose();
    if (!lesson.rules.empty()) lesson.posts = posts(lesson.rules);
    return lesson;
  }

 private:
  void count_texts() {
    for (const SitePage& page : pages_) {
      std::unordered_set<std::uint64_t> seen;
      for (const TextBlock& block : page.page->blocks()) {
        if (seen.insert(block.hash).second) ++pages_with_[block.hash];
      }
    }
  }

  // A flag on the first text of each block that belongs to the template.
  RemovalMask template_text(const PageIndex& page) const {
    const std::uint32_t many = std::max(
        kMinRepeats, static_cast<std::uint32_t>(kTemplateShare * static_cast<double>(pages_.size())));
    RemovalMask cut(page.size(), 0);
    for (const TextBlock& block : page.blocks()) {
      if (pages_with_.at(block.hash) >= many) cut[block.first] = 1;
    }
    return cut;
  }

  void vote() {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      const PageIndex& page = *pages_[i].page;
      const NodeId node = find_article(page, masses_[i]);
      if (node == HtmlDocument::kNone || masses_[i].good(node) < kMinOwnBytes || lists_posts(page, node))
        continue;
      ++voters_;
      const std::span<const std::uint64_t> keys = rule_hashes(page);
      Vote& vote = votes_[keys[node]];
      if (vote.pages++ == 0) {
        vote.first_page = i;
        vote.first_node = node;
      }
    }
  }

  std::vector<FieldRule> choose() const {
    std::vector<FieldRule> out;
    for (const auto& [key, vote] : votes_) {
      if (vote.pages < kMinVotes) continue;
      FieldRule rule;
      rule.field = "article";
      rule.method = "site";
      rule.xpath = PathRule::for_node(pages_[vote.first_page].page->doc(), vote.first_node).xpath();
      if (confirm(rule, vote.pages)) out.push_back(std::move(rule));
    }
    std::sort(out.begin(), out.end(), [](const FieldRule& a, const FieldRule& b) {
      if (a.support != b.support) return a.support > b.support;
      if (a.score != b.score) return a.score > b.score;
      return a.xpath < b.xpath;
    });
    if (out.size() > kMaxRules) out.resize(kMaxRules);
    return out;
  }

  // Counts the pages where the rule has one match that contains the page's own text. A rule that finds lists
  // more often than such pages is not a rule of posts.
  bool confirm(FieldRule& rule, std::uint32_t votes) const {
    std::uint32_t single = 0;
    double share = 0;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      const ArticlePlace place = article_by_rule(rule, *pages_[i].page);
      if (place.node == HtmlDocument::kNone || place.listing) continue;
      const double own = static_cast<double>(masses_[i].good(pages_[i].page->body()));
      const double held = static_cast<double>(masses_[i].good(place.node));
      if (own <= 0 || held < kMostOwn * own) continue;
      ++single;
      share += held / own;
    }
    if (single < kMinVotes || 2 * single < votes) return false;
    rule.support = votes;
    rule.pages = voters_;
    rule.score = share / single;
    return true;
  }

  std::vector<std::string> posts(const std::vector<FieldRule>& rules) const {
    Template t;
    t.rules = rules;
    std::vector<std::string> out;
    for (const SitePage& input : pages_) {
      const ArticlePlace place = article_by_rules(t, *input.page);
      if (place.node == HtmlDocument::kNone || place.listing || lists_posts(*input.page, place.node))
        continue;
      const PageFacts facts = read_facts(*input.page);
      const PageInput page{*input.url, *input.url, &input.page->doc(), nullptr, {}, input.captured};
      const PageView view{page, *input.page, facts, nullptr, {}};
      if (find_date(view, place.node, HtmlDocument::kNone, language_)) out.push_back(input.url->href());
    }
    return out;
  }

  std::span<const SitePage> pages_;
  const std::string& language_;
  std::unordered_map<std::uint64_t, std::uint32_t> pages_with_;  // by hash of a block's text
  std::vector<ContentMass> masses_;
  std::unordered_map<std::uint64_t, Vote> votes_;  // by rule key
  std::uint32_t voters_ = 0;
};

}  // namespace

SiteLesson learn_site(std::span<const SitePage> pages, const std::string& language) {
  if (pages.size() < kMinPages) return {};
  return SiteLearner(pages, language).run();
}

}  // namespace bfa
