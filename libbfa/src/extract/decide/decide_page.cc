// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/decide_page.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/decide/post_evidence.h"
#include "extract/decide/title_words.h"
#include "extract/fields/byline_lines.h"
#include "extract/fields/bylines.h"
#include "extract/fields/local_time.h"
#include "extract/page/address_identity.h"
#include "extract/page/content_mass.h"

namespace bfa {

namespace {

using NodeId = HtmlDocument::NodeId;

bool is_winner(const FieldRule* rule, const Template& t) {
  return rule != nullptr && rule == t.rule(rule->field) && 2 * rule->support > rule->pages;
}

// A page whose address is unlike the feed's links, but built like the feed's posts: one article, with a title
// and a date where posts have them.
bool is_built_like_post(const Template& t, const AddressEvidence& address, const Candidate& place,
                        const PageDecision& decision) {
  const FieldRule* date = t.rule("date");
  return is_winner(place.learned, t) && !place.listing && is_winner(date, t) && decision.published &&
         decision.provenance.rules.count("date") > 0 && decision.provenance.rules.count("title") > 0 &&
         !address.below_post && !address.list;
}

// A page in the posts' layout without the day that all posts have: an "about" page, if addresses do not
// distinguish it from a post.
bool lacks_day(const Template& t, const AddressEvidence& address, const Candidate& place,
               const PageDecision& decision) {
  constexpr std::uint32_t kMinPages = 4;
  constexpr double kNearlyAll = 0.9;
  const FieldRule* date = t.rule("date");
  return !address.dated && is_winner(place.learned, t) && date != nullptr && date->pages >= kMinPages &&
         date->support >= kNearlyAll * std::max(date->pages, place.learned->pages) && !decision.published;
}

// The value of a field by its learned rules, nearest to the article; sets `node`, the provenance, and what
// the rule says of the value's frame.
std::string by_rules(const PageView& view, std::string_view field, NodeId article, NodeId& node,
                     Provenance& provenance, TitleFrame* frame = nullptr) {
  const PageIndex& page = view.page;
  for (const FieldRule& rule : view.rules_or_none().source.rules) {
    if (rule.field != field) continue;
    node = nearest_match(page, rule, article, view.talk);
    if (node == HtmlDocument::kNone) continue;
    std::string value = collapse_space(rule_value(page, rule, node));
    if (field == "author") value = in_frame(value, rule);
    if (value.empty()) continue;
    provenance.rules[std::string(field)] =
        rule.attribute.empty() ? rule.xpath : rule.xpath + "/@" + rule.attribute;
    provenance.methods[std::string(field)] = rule.method;
    if (frame != nullptr) *frame = {rule.prefix, rule.suffix};
    return value;
  }
  node = HtmlDocument::kNone;
  return {};
}

// True for a page of a post's comments when nothing names another post. A link to that post may name its
// index file.
bool is_page_of_talk(const AddressEvidence& address, const std::string& named, const Url& url) {
  if (address.talk_of.empty() || named.empty()) return !address.talk_of.empty();
  const Result<Url> post = Url::parse(address.talk_of), other = Url::parse(named, &url);
  return post && other && bare_target(*post) == bare_target(*other);
}

// Records that a field without a rule comes from the page's own markup.
void note_page_words(PageDecision& decision) {
  if (!decision.title.empty()) decision.provenance.methods.try_emplace("title", "page");
  if (decision.published) decision.provenance.methods.try_emplace("date", "page");
}

bool is_named_by(const FeedEntry* entry, std::string_view author) {
  return entry != nullptr && std::ranges::count(entry->authors, author) > 0;
}

// "Studio 54", "R2 D2": one short word after the name is part of it. A day or a time after a name has several
// words, marks or a year.
bool ends_in_number(std::string_view author, std::string_view name) {
  constexpr std::size_t kLongest = 3;
  if (!author.starts_with(name) || author.size() <= name.size() + 1 || author[name.size()] != ' ')
    return false;
  const std::string_view rest = author.substr(name.size() + 1);
  return rest.size() <= kLongest && std::ranges::all_of(rest, is_letter_or_digit);
}

// Fills title, author and date of a post.
void decide_fields(const PageView& view, PageDecision& decision, CutContext& context) {
  const PageInput& input = view.input;
  TitleFrame frame;
  const std::string line =
      by_rules(view, "title", decision.article, context.title, decision.provenance, &frame);
  decision.author =
      clean_author(by_rules(view, "author", decision.article, context.author, decision.provenance));
  // "Ann Rye at 5:04", where most lines of the blog have the name alone.
  if (has_digit(decision.author)) {
    std::string name = leading_name(decision.author, decision.language, input.captured);
    const bool whole = is_named_by(input.entry, decision.author) || ends_in_number(decision.author, name);
    if (!name.empty() && !whole) decision.author = std::move(name);
  }
  if (decision.author.empty()) decide_author(view, decision.language, decision);
  const std::string date = by_rules(view, "date", decision.article, context.date, decision.provenance);
  const std::string& language = decision.language;
  decision.published = read_date(date, language, input.captured);
  const TitleWords words = title_words(view, decision);
  decision.title = without_clock(std::string(without_frame(line, frame, words)));
  if (decision.title.empty()) {
    FoundTitle found = find_title(view, decision.article, words, language);
    decision.title = std::move(found.text);
    context.title = found.heading;
  }
  if (!decision.published) decision.published = find_date(view, decision.article, context.title, language);
  if (input.entry != nullptr) {
    if (!decision.published) {
      decision.published = input.entry->published;
      if (decision.published) decision.provenance.methods.try_emplace("date", "feed");
    }
    take_offset(decision.published, input.entry->published);
  }
  note_page_words(decision);
}

bool is_post_page(const PageView& view, const AddressEvidence& address, const Candidate& article,
                  const PageDecision& decision, std::optional<bool> said) {
  const Template& t = view.rules_or_none().source;
  if (address.in_feed) return true;
  if (!decision.duplicate_of.empty()) return false;
  if (said) return *said && !article.listing;
  const std::optional<bool> stated = stated_kind(view.page, article.node);
  if (stated) return *stated && !article.listing;
  if (t.post_pattern.empty()) return says_it_is_post(view, decision);
  if (address.like_posts && !article.listing && !lacks_day(t, address, article, decision)) return true;
  return is_built_like_post(t, address, article, decision);
}

// Cuts all nodes of the container that are outside of the candidate's pieces.
void keep_pieces(const PageIndex& page, const Candidate& article, RemovalMask& cut) {
  if (article.pieces.empty()) return;
  NodeId n = article.node + 1;
  for (const NodeId piece : article.pieces) {
    for (; n < piece; ++n) {
      if (!page.doc().contains(n, piece)) cut[n] = 1;
    }
    n = std::max(n, page.doc().end(piece));
  }
  for (; n < page.doc().end(article.node); ++n) cut[n] = 1;
}

void cut_page(const PageView& view, const Candidate& article, CutContext& context, PageDecision& decision) {
  context.article = decision.article;
  context.title_text = decision.title;
  context.learned = article.learned != nullptr;
  if (context.learned && view.rules != nullptr) context.in_article = &view.rules->in_article;
  context.language = decision.language;
  context.now = view.input.captured;
  const std::string address = share_address(view.input.url);
  context.url_path = address;
  keep_pieces(view.page, article, decision.cut);
  cut_inside_article(view.page, context, decision.cut);
}

}  // namespace

PageDecision decide_page(const PageView& view, const Candidate& article, std::string_view method,
                         std::optional<bool> post) {
  const TemplateRules& rules = view.rules_or_none();
  const Template& t = rules.source;
  PageDecision decision;
  decision.cut = view.cut;
  decision.provenance.method = method;
  decision.provenance.template_sequence = t.sequence;
  decision.language = t.language.empty() ? std::string(view.facts.language) : t.language;
  decision.article = article.node;
  if (article.node != HtmlDocument::kNone) {
    decision.provenance.rules["article"] = article.rule;
    decision.provenance.methods["article"] = method;
    decision.provenance.confidence = article.score;
  }
  CutContext context;
  decide_fields(view, decision, context);
  const AddressEvidence address = address_evidence(rules, view.input);
  if (!address.in_feed) decision.duplicate_of = shown_elsewhere(view, context.title, article.node);
  const bool is_post = is_post_page(view, address, article, decision, post);
  decision.kind = is_post ? ObjectKind::kPost : ObjectKind::kPage;
  if (!is_post && is_page_of_talk(address, decision.duplicate_of, view.input.url))
    decision.duplicate_of = address.talk_of;
  if (!is_post && article.listing) {
    // Only the title of a list of posts is its own.
    decision.article = HtmlDocument::kNone;
    decision.provenance.rules.clear();
    decision.provenance.methods.clear();
  }
  if (decision.article != HtmlDocument::kNone) cut_page(view, article, context, decision);
  if (!is_post && view.rules != nullptr) clear_for_page(view, decision);
  return decision;
}

void clear_for_page(const PageView& view, PageDecision& decision) {
  const std::string title = page_title(view.facts, view.rules->source);
  if (!title.empty()) decision.title = title;
  decision.author.clear();
  decision.published.reset();
  for (const char* field : {"author", "date"}) decision.provenance.methods.erase(field);
  // What the page's head says of the page itself stays the same while the page does. A list of posts has no
  // day of publication there.
  decision.published = read_date(view.facts.published, decision.language, view.input.captured);
  if (!decision.published) return;
  decision.provenance.methods["date"] = "metadata";
  decision.author = stated_author(view.facts);
  if (!decision.author.empty()) decision.provenance.methods["author"] = "metadata";
}

}  // namespace bfa
