// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "bfa/html/path_rule.h"
#include "extract/decide/assemble.h"
#include "extract/decide/forum_thread.h"
#include "extract/decide/title_words.h"
#include "extract/fields/bylines.h"
#include "extract/methods/max_subsequence_method.h"
#include "extract/page/content_mass.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::int64_t kMinGuessBytes = 160;
constexpr std::uint32_t kMinIndexBytes = 400;

// True when `key` is one of the words.
bool is_one_of(const std::vector<std::string>& words, const std::string& key) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return title_key(word) == key; });
}

// The heading that names the page: the highest one before or at the head of the article; of equals the
// nearest to it. `no_titles`: what the blog writes beside titles.
NodeId find_heading(const PageIndex& page, const PageFacts& facts, NodeId article, const RemovalMask& cut,
                    const std::vector<std::string>& no_titles, std::string_view language, UtcTime now) {
  const std::string head = title_key(facts.head_title);
  const std::string open_graph = title_key(facts.og_title);
  NodeId best = HtmlDocument::kNone;
  NodeId day = HtmlDocument::kNone;
  int best_value = 0;
  for (const NodeId n : page.headings(page.body(), page.end(page.body()))) {
    if (page.text_bytes(n) == 0 || cut[n]) continue;
    if (page.zones(n) & (kAwayZones & ~(kZoneForm | kZoneMenu))) continue;
    const std::string heading = line_of(page, n);
    const std::string key = title_key(heading);
    if (key.empty() || is_one_of(no_titles, key)) continue;
    const bool named = (!open_graph.empty() && key == open_graph) ||
                       (!head.empty() && (head.starts_with(key) || head.ends_with(key)));
    const bool before = article == HtmlDocument::kNone || n < article ||
                        page.text_before(n) < page.text_before(article) + 300;
    if (!before && !named) continue;
    if (!named && is_byline(heading, language, now)) {
      // The day over the posts of a day, which would hide the title below it.
      if (day == HtmlDocument::kNone) day = n;
      continue;
    }
    int value = 7 - (static_cast<int>(page.tag(n)) - static_cast<int>(Tag::kH1));
    if (named) value += 20 + static_cast<int>(std::min<std::size_t>(key.size(), 100) / 10);
    if (article != HtmlDocument::kNone) {
      const std::uint32_t distance = tree_distance(page.doc(), n, article);
      value -= static_cast<int>(std::min<std::uint32_t>(distance, 10));
    }
    if (best == HtmlDocument::kNone || value > best_value) {
      best = n;
      best_value = value;
    }
  }
  return best == HtmlDocument::kNone ? day : best;
}

// What the page calls its site: the metadata's word, or a heading that all pages have.
std::string site_name(const PageIndex& page, const PageFacts& facts, const RemovalMask& cut) {
  if (!facts.site_name.empty()) return std::string(facts.site_name);
  for (const NodeId n : page.headings(page.body(), page.end(page.body()))) {
    if (cut[n] && page.text_bytes(n) > 0) return line_of(page, n);
  }
  return {};
}

// Of a page without running text whose content is a list of links, as wikis and manuals have them: the one
// place that is marked as the page's main one, when most of its text stands there. kNone: there is no such
// place.
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

}  // namespace

std::string find_title(const PageIndex& page, const PageFacts& facts, NodeId article, const Template* t,
                       const TitleWords& words, std::string_view language, UtcTime now,
                       const RemovalMask& cut, NodeId& heading) {
  const TitleFrame frame = t == nullptr ? TitleFrame() : frame_of(*t);
  static const std::vector<std::string> kNone;
  const std::vector<std::string>& site_words = t == nullptr ? kNone : t->title_words;
  heading = find_heading(page, facts, article, cut, site_words, language, now);
  std::string line = heading == HtmlDocument::kNone ? "" : line_of(page, heading);
  const std::string raw = facts.head_title.empty() ? std::string(facts.og_title) : facts.head_title;
  const std::string name = site_name(page, facts, cut);
  const std::string bare = without_site_name(raw, frame, words, name, line);
  const std::string key = title_key(line);
  if (!key.empty() && (key == title_key(bare) || key == title_key(facts.og_title))) return line;
  if (!facts.og_title.empty() && bare == raw && title_key(raw).starts_with(title_key(facts.og_title))) {
    return without_site_name(std::string(facts.og_title), frame, words, name, line);
  }
  // <title> names the site alone.
  if (!line.empty() && is_one_of(site_words, title_key(bare))) return without_clock(std::move(line));
  return bare.empty() ? line : bare;
}

std::string page_title(const PageFacts& facts, const Template& t) {
  const std::string raw = facts.head_title.empty() ? std::string(facts.og_title) : facts.head_title;
  TitleWords words;
  words.categories = t.title_words;
  return without_site_name(raw, frame_of(t), words, facts.site_name, "");
}

Decision decide_generic(const PageInput& input, const PageIndex& page, const PageFacts& facts,
                        RemovalMask cut, const Template* t, bool only_sure) {
  Decision decision;
  decision.provenance.method = "generic";
  const ContentMass mass(page, cut);
  const std::optional<ThreadPlace> thread = find_thread(page, facts, input.url);
  if (thread) {
    decision.article = thread->container;
  } else {
    decision.article = only_sure ? find_sure_article(page, mass) : find_article(page, mass);
  }
  // On a blog's page whose article no rule finds, a few words are a notice or a counter.
  if (!thread && t != nullptr && decision.article != HtmlDocument::kNone &&
      mass.good(decision.article) < kMinGuessBytes && !marks_one_article(page, mass)) {
    decision.article = HtmlDocument::kNone;
  }
  // A page by itself, where no blog shows what its lists are.
  const bool alone = !thread && t == nullptr;
  bool index = false;
  if (alone && (decision.article == HtmlDocument::kNone || mass.good(decision.article) < kMinGuessBytes)) {
    const NodeId main = find_index(page);
    index = main != HtmlDocument::kNone;
    if (index) decision.article = main;
  }
  decision.language = t == nullptr ? "" : t->language;
  if (!only_sure) {  // a page that is no post keeps neither
    decision.author = marked_author(page, decision.article);
    if (decision.author.empty()) decision.author = stated_author(facts);
  }
  const std::string language = decision.language.empty() ? std::string(facts.language) : decision.language;
  const TitleWords words = t == nullptr ? TitleWords() : title_words(*t, input, page, decision);
  NodeId heading = HtmlDocument::kNone;
  decision.title =
      find_title(page, facts, decision.article, t, words, language, input.captured, cut, heading);
  decision.title_node = heading;
  if (!only_sure) {
    decision.published =
        find_date(page, facts, decision.article, heading, input.url.href(), language, input.captured);
  }
  if (thread) {
    cut_beside_posts(page, *thread, cut);
  } else if (decision.article != HtmlDocument::kNone) {
    CutContext context;
    context.article = decision.article;
    context.title = heading;
    context.title_text = decision.title;
    context.language = language;
    context.now = input.captured;
    const std::string address = share_address(input.url);
    context.url_path = address;
    cut_inside_article(page, context, cut);
    if (alone && !index) cut_behind_runs(page, decision.article, cut);
  }
  if (decision.article != HtmlDocument::kNone) {
    decision.provenance.methods["article"] = "generic";
    decision.provenance.rules["article"] = PathRule::for_node(page.doc(), decision.article).xpath();
    decision.provenance.confidence = 0.5;
  }
  decision.cut = std::move(cut);
  return decision;
}

bool says_it_is_post(const PageIndex& page, const PageFacts& facts, const Decision& decision) {
  if (!decision.published || decision.article == HtmlDocument::kNone) return false;
  return facts.og_type == "article" ||
         (marks_one_article(page, ContentMass(page, decision.cut)) && !lists_posts(page, decision.article));
}

}  // namespace bfa
