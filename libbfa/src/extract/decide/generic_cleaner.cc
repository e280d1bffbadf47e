// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "bfa/html/path_rule.h"
#include "extract/decide/assemble.h"
#include "extract/decide/forum_thread.h"
#include "extract/decide/repeated_text.h"
#include "extract/decide/title_words.h"
#include "extract/fields/bylines.h"
#include "extract/methods/max_subsequence_method.h"
#include "extract/page/content_mass.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::int64_t kMinGuessBytes = 160;
constexpr std::uint32_t kMinIndexBytes = 400;

// Of a page without running text whose content is a list of links, as wikis and manuals have them: the one
// place that is marked as the page's main one, when most of its text is there. kNone: no such place.
NodeId find_index(const PageIndex& page) {
  const HtmlDocument& doc = page.doc();
  NodeId main = HtmlDocument::kNone;
  for (NodeId n = page.body(); n < doc.end(page.body()); ++n) {
    if (page.tag(n) == Tag::kText || (page.tag(n) != Tag::kMain && doc.attribute(n, "role") != "main"))
      continue;
    if (page.zones(n) & kAwayZones) continue;
    if (main != HtmlDocument::kNone) return HtmlDocument::kNone;
    main = n;
    n = doc.end(n) - 1;
  }
  if (main == HtmlDocument::kNone || page.text_bytes(main) < kMinIndexBytes) return HtmlDocument::kNone;
  return 2 * page.text_bytes(main) > page.text_bytes(page.body()) ? main : HtmlDocument::kNone;
}

// The place that the page's text is taken from.
struct GenericPlace {
  std::optional<ForumThread> thread;
  NodeId article = HtmlDocument::kNone;
  bool index = false;  // a list of links that is the page's content
};

GenericPlace find_place(const PageView& view, GenericScope scope) {
  const PageIndex& page = view.page;
  GenericPlace place;
  const ContentMass mass(page, view.cut);
  place.thread = find_forum_thread(view);
  if (place.thread) {
    place.article = place.thread->container;
    return place;
  }
  place.article = scope == GenericScope::kOnlySure ? find_sure_article(page, mass) : find_article(page, mass);
  const auto is_small = [&] {
    return place.article == HtmlDocument::kNone || mass.good(place.article) < kMinGuessBytes;
  };
  if (view.rules != nullptr) {
    // On a blog's page without a match of the article's rules, a few words are a notice or a counter.
    if (is_small() && place.article != HtmlDocument::kNone && !marks_one_article(page, mass))
      place.article = HtmlDocument::kNone;
  } else if (is_small()) {
    // A single page, without a blog that shows the meaning of its lists.
    const NodeId main = find_index(page);
    place.index = main != HtmlDocument::kNone;
    if (place.index) place.article = main;
  }
  return place;
}

void cut_place(const PageView& view, const GenericPlace& place, std::string_view language,
               PageDecision& decision) {
  if (place.thread) {
    cut_beside_posts(view.page, *place.thread, decision.cut);
    cut_repeats(view.page, place.thread->container, Repeats::kEvery, decision.cut);
    return;
  }
  if (decision.article == HtmlDocument::kNone) return;
  CutContext context;
  context.article = decision.article;
  context.title = decision.title_node;
  context.title_text = decision.title;
  context.language = language;
  context.now = view.input.captured;
  const std::string address = share_address(view.input.url);
  context.url_path = address;
  cut_inside_article(view.page, context, decision.cut);
  if (view.rules != nullptr || place.index) return;
  cut_behind_runs(view.page, decision.article, decision.cut);
  cut_repeats(view.page, decision.article, Repeats::kCopies, decision.cut);
}

}  // namespace

PageDecision decide_generic(const PageView& view, GenericScope scope) {
  PageDecision decision;
  decision.provenance.method = "generic";
  decision.cut = view.cut;
  const GenericPlace place = find_place(view, scope);
  decision.article = place.article;
  if (view.rules != nullptr) decision.language = view.rules->source.language;
  const std::string language =
      decision.language.empty() ? std::string(view.facts.language) : decision.language;
  // A page that is not a post gets neither author nor day.
  if (scope != GenericScope::kOnlySure) decide_author(view, language, decision);
  FoundTitle title = find_title(view, decision.article, title_words(view, decision), language);
  decision.title = std::move(title.text);
  decision.title_node = title.heading;
  if (scope != GenericScope::kOnlySure)
    decision.published = find_date(view, decision.article, decision.title_node, language);
  cut_place(view, place, language, decision);
  if (decision.article != HtmlDocument::kNone) {
    decision.provenance.methods["article"] = "generic";
    decision.provenance.rules["article"] = PathRule::for_node(view.doc(), decision.article).xpath();
    decision.provenance.confidence = 0.5;
  }
  return decision;
}

bool says_it_is_post(const PageView& view, const PageDecision& decision) {
  if (!decision.published || decision.article == HtmlDocument::kNone) return false;
  return view.facts.og_type == "article" ||
         (marks_one_article(view.page, ContentMass(view.page, decision.cut)) &&
          !lists_posts(view.page, decision.article));
}

}  // namespace bfa
