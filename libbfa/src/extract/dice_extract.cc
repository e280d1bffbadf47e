// SPDX-License-Identifier: Apache-2.0
#include "dice_extract.h"

#include <algorithm>
#include <utility>

#include "assemble.h"
#include "bfa/extract/post_pattern.h"
#include "bfa/html/path_rule.h"
#include "bfa/text/utf8.h"
#include "bylines.h"
#include "content_mass.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMinArticleBytes = 1;
constexpr double kWeakShare = 0.1;  // of the voting pages: rules below it are noise

bool is_post_url(const Template& t, const PageInput& input) {
  const Result<PostPattern> pattern = PostPattern::parse(t.post_pattern);
  return pattern.has_value() && pattern->matches(input.url.href());
}

// A page of a post's comments, or its print view: the address of a post with something behind it.
bool is_below_post(const Template& t, const PageInput& input) {
  std::string url = input.url.href();
  while (url.ends_with('/')) url.pop_back();
  const std::size_t slash = url.rfind('/');
  const Result<PostPattern> pattern = PostPattern::parse(t.post_pattern);
  return slash != std::string::npos && pattern.has_value() &&
         (pattern->matches(url.substr(0, slash + 1)) || pattern->matches(url.substr(0, slash)));
}

bool is_winner(const FieldRule* rule, const Template& t) {
  return rule != nullptr && rule == t.rule(rule->field) && 2 * rule->support > rule->pages;
}

// A page whose address is unlike the feed's links, but built like the feed's posts: one article, with a title
// and a date where posts have them.
bool is_built_like_post(const Template& t, const PageInput& input, const ArticlePlace& place,
                        const Decision& decision) {
  const FieldRule* date = t.rule("date");
  return is_winner(place.rule, t) && !place.listing && is_winner(date, t) && decision.published &&
         decision.provenance.rules.count("date") > 0 && decision.provenance.rules.count("title") > 0 &&
         input.url.path() != "/" && input.url.href() != t.blog && !is_below_post(t, input);
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
                        const PageFacts& facts, const ArticlePlace& place, bool named, CutMap& cut) {
  Decision decision;
  decision.provenance.method = "dice";
  decision.provenance.template_sequence = t.sequence;
  decision.provenance.rules["article"] = place.rule->xpath;
  decision.provenance.confidence = static_cast<double>(place.rule->support) / std::max(1u, place.rule->pages);
  decision.language = t.language;
  decision.article = place.node;
  CutContext context;
  decide_fields(t, input, page, facts, cut, decision, context);
  const bool post =
      input.entry != nullptr || (named && !place.listing) || is_built_like_post(t, input, place, decision);
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
  const std::string address = share_address(input.url);
  context.url_path = address;
  cut_inside_article(page, context, cut);
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
  if (input.doc == nullptr) return out;
  const PageIndex page(*input.doc);
  const PageFacts facts = read_facts(*input.doc);
  const ArticlePlace place = article_by_rules(t, page);
  const bool named = input.entry != nullptr || is_post_url(t, input);
  CutMap cut(page.size(), 0);
  cut_boilerplate(page, t.boilerplate, place.node, cut);
  Decision decision;
  if (place.node == HtmlDocument::kNone) {
    decision = decide_generic(input, page, facts, std::move(cut), &t, !named);
    decision.kind = named ? ObjectKind::kPost : ObjectKind::kPage;
    if (decision.author.empty()) decision.author = t.author;
  } else {
    decision = decide_learned(t, input, page, facts, place, named, cut);
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
