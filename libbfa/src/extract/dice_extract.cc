// SPDX-License-Identifier: Apache-2.0
#include "dice_extract.h"

#include <algorithm>
#include <utility>

#include "assemble.h"
#include "bfa/html/content.h"
#include "bfa/html/path_rule.h"
#include "bfa/text/utf8.h"
#include "bylines.h"
#include "content_mass.h"
#include "post_evidence.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMinArticleBytes = 1;
constexpr double kWeakShare = 0.1;  // of the voting pages: rules below it are noise

bool is_winner(const FieldRule* rule, const Template& t) {
  return rule != nullptr && rule == t.rule(rule->field) && 2 * rule->support > rule->pages;
}

// A page whose address is unlike the feed's links, but built like the feed's posts: one article, with a title
// and a date where posts have them.
bool is_built_like_post(const Template& t, const AddressEvidence& address, const ArticlePlace& place,
                        const Decision& decision) {
  const FieldRule* date = t.rule("date");
  return is_winner(place.rule, t) && !place.listing && is_winner(date, t) && decision.published &&
         decision.provenance.rules.count("date") > 0 && decision.provenance.rules.count("title") > 0 &&
         !address.below_post && !address.list;
}

// A page in the posts' layout without the day that all posts have: "about", where addresses do not tell it
// from a post.
bool lacks_day(const Template& t, const AddressEvidence& address, const ArticlePlace& place,
               const Decision& decision) {
  constexpr std::uint32_t kMinPages = 4;
  constexpr double kNearlyAll = 0.9;
  const FieldRule* date = t.rule("date");
  return !address.dated && is_winner(place.rule, t) && date != nullptr && date->pages >= kMinPages &&
         date->support >= kNearlyAll * date->pages && !decision.published;
}

// The value of a field by its learned rules, nearest to the article; sets `node` and the provenance.
std::string by_rules(const Template& t, std::string_view field, const PageIndex& page, NodeId article,
                     NodeId& node, Provenance& provenance) {
  for (const FieldRule& rule : t.rules) {
    if (rule.field != field) continue;
    node = nearest_match(page, rule, article);
    if (node == HtmlDocument::kNone) continue;
    std::string value = collapse_space(rule_value(page, rule, node));
    if (value.empty()) continue;
    provenance.rules[std::string(field)] =
        rule.attribute.empty() ? rule.xpath : rule.xpath + "/@" + rule.attribute;
    return value;
  }
  node = HtmlDocument::kNone;
  return {};
}

// Fills title, author and date of a post.
void decide_fields(const Template& t, const PageInput& input, const PageIndex& page, const PageFacts& facts,
                   const CutMap& cut, Decision& decision, CutContext& context) {
  decision.title = by_rules(t, "title", page, decision.article, context.title, decision.provenance);
  if (decision.title.empty())
    decision.title = find_title(page, facts, decision.article, &t, cut, context.title);
  decision.author =
      clean_author(by_rules(t, "author", page, decision.article, context.author, decision.provenance));
  if (decision.author.empty()) decision.author = marked_author(page, decision.article);
  if (decision.author.empty()) decision.author = t.author;
  if (decision.author.empty()) decision.author = stated_author(facts);
  const std::string date = by_rules(t, "date", page, decision.article, context.date, decision.provenance);
  decision.published = read_date(date, t.language, input.captured);
  if (!decision.published) {
    decision.published =
        find_date(page, facts, decision.article, context.title, input.url.href(), t.language, input.captured);
  }
  if (!decision.published && input.entry != nullptr) decision.published = input.entry->published;
}

// Decides about a page where the rules found an article.
Decision decide_learned(const Template& t, const PageInput& input, const PageIndex& page,
                        const PageFacts& facts, const ArticlePlace& place, const AddressEvidence& address,
                        CutMap& cut) {
  Decision decision;
  decision.provenance.method = "dice";
  decision.provenance.template_sequence = t.sequence;
  decision.provenance.rules["article"] = place.rule->xpath;
  decision.provenance.confidence = static_cast<double>(place.rule->support) / std::max(1u, place.rule->pages);
  decision.language = t.language;
  decision.article = place.node;
  CutContext context;
  decide_fields(t, input, page, facts, cut, decision, context);
  if (!address.in_feed) decision.duplicate_of = shown_elsewhere(t, input, page, context.title, place.node);
  const bool like_post = decision.duplicate_of.empty() &&
                         ((address.like_posts && !place.listing && !lacks_day(t, address, place, decision)) ||
                          is_built_like_post(t, address, place, decision));
  const bool post = address.in_feed || like_post;
  decision.kind = post ? ObjectKind::kPost : ObjectKind::kPage;
  if (!post && place.listing) {
    // Of a list of posts only its title is its own.
    decision.article = HtmlDocument::kNone;
    decision.provenance.rules.clear();
    return decision;
  }
  context.article = decision.article;
  context.title_text = decision.title;
  context.learned = true;
  context.language = t.language;
  context.now = input.captured;
  const std::string shared = share_address(input.url);
  context.url_path = shared;
  cut_inside_article(page, context, cut);
  return decision;
}

// Decides about a page where no rule finds an article: one of another layout, or no post.
Decision decide_unknown(const Template& t, const PageInput& input, const PageIndex& page,
                        const PageFacts& facts, const AddressEvidence& address, CutMap cut) {
  const bool named = address.in_feed || address.like_posts;
  Decision decision = decide_generic(input, page, facts, cut, &t);
  if (!address.in_feed)
    decision.duplicate_of = shown_elsewhere(t, input, page, decision.title_node, decision.article);
  const bool own = decision.duplicate_of.empty() && !address.list && !address.below_post;
  if (address.in_feed || (own && (named || (says_it_is_post(page, facts, decision) &&
                                            !links_posts(t, input, page, decision.article))))) {
    decision.kind = ObjectKind::kPost;
    return decision;
  }
  std::string elsewhere = std::move(decision.duplicate_of);
  decision = decide_generic(input, page, facts, std::move(cut), &t, true);
  decision.duplicate_of = std::move(elsewhere);
  decision.kind = ObjectKind::kPage;
  return decision;
}

}  // namespace

ArticlePlace article_by_rules(const Template& t, const PageIndex& page) {
  ArticlePlace place;
  for (const FieldRule& rule : t.rules) {
    if (rule.field != "article" || rule.support < kWeakShare * rule.pages) continue;
    const Result<PathRule> path = PathRule::parse(rule.xpath);
    if (!path) continue;
    std::uint32_t best = 0;
    std::uint32_t second = 0;
    NodeId last = HtmlDocument::kNone;
    for (const NodeId n : path->match(page.doc())) {
      if (last != HtmlDocument::kNone && page.doc().contains(last, n)) continue;  // nested in a match
      if (page.zones(n) & (kZoneIgnored | kZoneComments)) continue;
      const std::uint32_t weight = page.text_bytes(n) + 40 * page.media_count(n);
      if (weight < kMinArticleBytes) continue;
      last = n;
      if (weight > best) {
        second = best;
        best = weight;
        place.node = n;
      } else {
        second = std::max(second, weight);
      }
    }
    if (place.node == HtmlDocument::kNone) continue;
    place.rule = &rule;
    place.listing = second * 8 > best;
    return place;
  }
  return place;
}

Extraction extract_learned(const Template& t, const PageInput& input) {
  Extraction out;
  if (input.doc == nullptr || meta_refresh(*input.doc, input.url)) return out;
  const PageIndex page(*input.doc);
  const PageFacts facts = read_facts(*input.doc);
  const ArticlePlace place = article_by_rules(t, page);
  const AddressEvidence address = address_evidence(t, input);
  CutMap cut(page.size(), 0);
  cut_boilerplate(page, t.boilerplate, place.node, cut);
  Decision decision;
  if (place.node == HtmlDocument::kNone) {
    decision = decide_unknown(t, input, page, facts, address, std::move(cut));
    if (decision.author.empty()) decision.author = t.author;
  } else {
    decision = decide_learned(t, input, page, facts, place, address, cut);
    decision.cut = std::move(cut);
  }
  if (decision.kind == ObjectKind::kPage) {
    // Only what does not depend on what else stands on the page.
    const std::string title = page_title(facts, t);
    if (!title.empty()) decision.title = title;
    decision.author.clear();
    decision.published.reset();
  }
  out.object = make_object(input, page, facts, std::move(decision));
  return out;
}

}  // namespace bfa
