// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "extract/decide/assemble.h"
#include "extract/decide/title_words.h"
#include "extract/fields/bylines.h"
#include "extract/page/content_mass.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

// True when `key` is one of the words.
bool is_one_of(const std::vector<std::string>& words, const std::string& key) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return comparable_title(word) == key; });
}

// The heading with the page's title: the highest one before or at the head of the article; of equals the
// nearest to it. `no_titles`: texts that the blog writes around titles.
NodeId find_heading(const PageView& view, NodeId article, const std::vector<std::string>& no_titles,
                    std::string_view language) {
  const PageIndex& page = view.page;
  const std::string head = comparable_title(view.facts.head_title);
  const std::string open_graph = comparable_title(view.facts.og_title);
  NodeId best = HtmlDocument::kNone;
  NodeId day = HtmlDocument::kNone;
  int best_value = 0;
  for (const NodeId n : page.headings(page.body(), page.end(page.body()))) {
    if (page.text_bytes(n) == 0 || view.cut[n]) continue;
    if (page.zones(n) & (kAwayZones & ~(kZoneForm | kZoneMenu))) continue;
    const std::string heading = line_of(page, n);
    const std::string key = comparable_title(heading);
    if (key.empty() || is_one_of(no_titles, key)) continue;
    const bool named = (!open_graph.empty() && key == open_graph) ||
                       (!head.empty() && (head.starts_with(key) || head.ends_with(key)));
    const bool before = article == HtmlDocument::kNone || n < article ||
                        page.text_before(n) < page.text_before(article) + 300;
    if (!before && !named) continue;
    if (!named && is_byline(heading, language, view.input.captured)) {
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

// The name of the site on the page: from the metadata, or a heading that all pages have.
std::string site_name(const PageView& view) {
  const PageIndex& page = view.page;
  if (!view.facts.site_name.empty()) return std::string(view.facts.site_name);
  for (const NodeId n : page.headings(page.body(), page.end(page.body()))) {
    if (view.cut[n] && page.text_bytes(n) > 0) return line_of(page, n);
  }
  return {};
}

}  // namespace

FoundTitle find_title(const PageView& view, NodeId article, const TitleWords& words,
                      std::string_view language) {
  const PageFacts& facts = view.facts;
  const Template* t = view.learned();
  const TitleFrame frame = t == nullptr ? TitleFrame() : frame_of(*t);
  static const std::vector<std::string> kNone;
  const std::vector<std::string>& site_words = t == nullptr ? kNone : t->title_words;
  const NodeId heading = find_heading(view, article, site_words, language);
  std::string line = heading == HtmlDocument::kNone ? "" : line_of(view.page, heading);
  const std::string raw = facts.head_title.empty() ? std::string(facts.og_title) : facts.head_title;
  const std::string name = site_name(view);
  const std::string bare = without_site_name(raw, frame, words, name, line);
  const std::string key = comparable_title(line);
  if (!key.empty() && (key == comparable_title(bare) || key == comparable_title(facts.og_title)))
    return {std::move(line), heading};
  if (!facts.og_title.empty() && bare == raw &&
      comparable_title(raw).starts_with(comparable_title(facts.og_title))) {
    return {without_site_name(std::string(facts.og_title), frame, words, name, line), heading};
  }
  // <title> contains only the site's name.
  if (!line.empty() && is_one_of(site_words, comparable_title(bare)))
    return {without_clock(std::move(line)), heading};
  return {bare.empty() ? line : bare, heading};
}

std::string page_title(const PageFacts& facts, const Template& t) {
  const std::string raw = facts.head_title.empty() ? std::string(facts.og_title) : facts.head_title;
  TitleWords words;
  words.categories = t.title_words;
  return without_site_name(raw, frame_of(t), words, facts.site_name, "");
}

}  // namespace bfa
