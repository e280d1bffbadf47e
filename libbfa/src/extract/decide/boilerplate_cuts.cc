// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/boilerplate_cuts.h"

#include <bitset>
#include <cstdint>
#include <unordered_set>

#include "extract/page/region_signs.h"
#include "extract/page/rule_hash.h"
#include "extract/rules/in_article_rules.h"
#include "html/path_match.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMostOfBoilerplate = 500;  // of running text in a region that is most of an article
constexpr std::uint32_t kHeadedBytes = 140;        // of running text below a main heading: a text of its own

// A page's first heading is over its own text.
bool holds_main_heading(const PageIndex& page, NodeId n) {
  for (NodeId id = n + 1; id < page.end(n); ++id) {
    if (page.tag(id) == Tag::kH1 && page.text_bytes(id) > 0) return true;
  }
  return false;
}

}  // namespace

void cut_repeated_region(const PageIndex& page, NodeId n, NodeId article, RemovalMask& cut) {
  if (cut[n]) return;
  // If the article is not known, an element with much of the page's text can be the article.
  if (article == HtmlDocument::kNone &&
      5 * (page.text_bytes(n) - page.link_bytes(n)) >
          2 * (page.text_bytes(page.body()) - page.link_bytes(page.body()))) {
    return;
  }
  if (article != HtmlDocument::kNone) {
    if (page.doc().contains(n, article)) return;
    // Learned from lists of links outside: a link amid a sentence is none of these.
    if (page.contains(article, n) && !is_text_region(page, n) && !has_own_rule(page.doc(), n)) return;
    // In a short post the bar below it may have most of the text, but not all of it, and it has no running
    // text.
    const std::uint32_t running = page.text_bytes(n) - page.link_bytes(n);
    if (page.doc().contains(article, n) &&
        (10 * page.text_bytes(n) > 9 * page.text_bytes(article) ||
         (running > kMostOfBoilerplate && 2 * page.text_bytes(n) > page.text_bytes(article)) ||
         (running > kHeadedBytes && holds_main_heading(page, n))))
      return;
  }
  cut_subtree(page, n, cut);
}

void cut_boilerplate(const PageIndex& page, const std::vector<std::string>& xpaths, NodeId article,
                     RemovalMask& cut) {
  // Learned rules are found in one pass over the page, by their numbers; others one by one.
  std::unordered_set<std::uint64_t> wanted;
  for (const std::string& xpath : xpaths) {
    if (is_in_article_rule(xpath)) continue;
    if (const std::uint64_t key = rule_hash(xpath); key != 0) {
      wanted.insert(key);
    } else {
      for (const NodeId n : match_path(page.doc(), xpath)) cut_repeated_region(page, n, article, cut);
    }
  }
  if (wanted.empty()) return;
  const std::span<const std::uint64_t> keys = rule_hashes(page);
  constexpr int kBits = 12;
  std::bitset<std::size_t{1} << kBits> some;  // a bit for each key: most elements have none of these
  for (const std::uint64_t key : wanted) some.set(key >> (64 - kBits));
  for (NodeId n = 1; n < page.size(); ++n) {
    if (some[keys[n] >> (64 - kBits)] && wanted.contains(keys[n])) cut_repeated_region(page, n, article, cut);
  }
}

}  // namespace bfa
