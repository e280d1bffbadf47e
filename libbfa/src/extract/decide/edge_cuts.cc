// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/edge_cuts.h"

#include <algorithm>
#include <span>
#include <string>

#include "bfa/text/utf8.h"
#include "extract/fields/bylines.h"
#include "extract/page/page_facts.h"
#include "extract/page/region_signs.h"
#include "extract/words/taxonomy_words.h"
#include "extract/words/vocabulary.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kSignatureBytes = 120;
constexpr std::uint32_t kSourceBytes = 400;  // of a line that names the first publication
constexpr std::uint32_t kBesideBytes = 60;   // beside the links to translations
constexpr std::uint32_t kLabelBytes = 32;    // of a label of tags
constexpr std::uint32_t kItemBytes = 240;    // of a part's line in a list of a series
constexpr std::size_t kMinParts = 2;         // that the list links to
constexpr std::size_t kMaxParts = 60;
constexpr std::size_t kMaxWords = 2;       // lines of such a list that are none of its parts
constexpr std::uint32_t kFormBytes = 400;  // of a box around a form

bool leads_home(std::string_view href) {
  const std::size_t at = href.find("//");
  if (at == std::string_view::npos) return false;
  const std::size_t path = href.find('/', at + 2);
  return path == std::string_view::npos || path + 1 == href.size();
}

bool is_signature(const EdgeContext& context, const std::string& line) {
  const std::string lower = fold_case(line);
  const auto phrases = plain_signing_phrases();
  const bool signs = std::any_of(phrases.begin(), phrases.end(), [&](std::string_view phrase) {
    return lower.starts_with(phrase) && lower.size() > phrase.size() &&
           (lower[phrase.size()] == ' ' || lower[phrase.size()] == ':');
  });
  const bool behind = std::ranges::any_of(signing_phrases_behind(), [&](std::string_view phrase) {
    return line.find(phrase) != std::string::npos;
  });
  return (signs || behind) && stated_day(line, context.language, context.now).has_value();
}

// A line of words around two links: one with the post's title, one to the home page of the same site.
bool names_source(const PageIndex& page, const EdgeContext& context, const TextBlock& line) {
  const std::string title = comparable_title(context.title);
  if (title.empty() || line.link_bytes == line.bytes || line.bytes - line.link_bytes > kBesideBytes)
    return false;
  const auto links = links_of(page, line);
  if (links.size() != 2 || comparable_title(line_of(page, links[0])) != title) return false;
  const std::string_view source = page.attribute(links[0], "href"), home = page.attribute(links[1], "href");
  return leads_home(home) && host_of_link(home) == host_of_link(source);
}

bool is_bare_label(const std::string& line) {
  if (line.size() > kLabelBytes || !line.ends_with(':')) return false;
  const Taxonomy kind = taxonomy_by_word(fold_case(line.substr(0, line.size() - 1)));
  return kind == Taxonomy::kTag || kind == Taxonomy::kCategory;
}

class SeriesCutter {
 public:
  SeriesCutter(const PageIndex& page, const EdgeContext& context, RemovalMask& cut)
      : page_(page), context_(context), cut_(cut), title_(comparable_title(context.title)) {}

  void run() {
    const std::uint32_t begin = page_.first_block(context_.article), end = page_.end_block(context_.article);
    if (title_.empty()) return;
    std::uint32_t i = begin;
    while (i < end && cut_[page_.blocks()[i].first]) ++i;
    if (i < end) cut_at(page_.blocks()[i]);
    std::uint32_t last = end;
    while (last > begin && cut_[page_.blocks()[last - 1].first]) --last;
    if (last > begin) cut_at(page_.blocks()[last - 1]);
  }

 private:
  // The largest element around the line that is such a list.
  void cut_at(const TextBlock& line) {
    NodeId found = HtmlDocument::kNone;
    for (NodeId n = line.container; n != context_.article && n != HtmlDocument::kNone && n > context_.article;
         n = page_.parent(n)) {
      if (2 * page_.text_bytes(n) > page_.text_bytes(context_.article)) break;
      if (is_series(n)) found = n;
    }
    if (found != HtmlDocument::kNone) cut_subtree(page_, found, cut_);
  }

  bool is_series(NodeId n) const {
    std::size_t parts = 0, own = 0, words = 0;
    if (page_.end_block(n) - page_.first_block(n) > kMaxParts) return false;
    for (std::uint32_t i = page_.first_block(n); i < page_.end_block(n); ++i) {
      const TextBlock& line = page_.blocks()[i];
      if (line.bytes > kItemBytes) return false;
      const std::string key = comparable_title(text_of(page_, line));
      if (10 * line.link_bytes > 7 * line.bytes && stays(line)) {
        ++parts;
      } else if (line.link_bytes == 0 && key.ends_with(title_)) {
        ++own;
      } else if (!key.empty() && ++words > kMaxWords) {
        return false;
      }
    }
    return own == 1 && parts >= kMinParts && words > 0;
  }

  bool stays(const TextBlock& line) const {
    const auto links = links_of(page_, line);
    return !links.empty() && std::all_of(links.begin(), links.end(), [&](NodeId n) {
      const std::string_view host = host_of_link(page_.attribute(n, "href"));
      return host.empty() || host == without_www(context_.host);
    });
  }

  const PageIndex& page_;
  const EdgeContext& context_;
  RemovalMask& cut_;
  std::string title_;
};

bool asks_for_text(const PageIndex& page, NodeId form) {
  for (NodeId n = form + 1; n < page.end(form); ++n) {
    if (page.doc().tag(n) != "input") continue;
    const std::string_view type = page.attribute(n, "type");
    if (type.empty() || type == "email" || type == "text") return true;
  }
  return false;
}

}  // namespace

bool is_edge_line(const PageIndex& page, const EdgeContext& context, const TextBlock& line) {
  if (line.bytes > kSourceBytes || (line.zones & kZonePre)) return false;
  if (line.bytes <= kLabelBytes && is_bare_label(collapse_space(text_of(page, line)))) return true;
  if (line.zones & kZoneHeading) return false;
  if (names_source(page, context, line)) return true;
  if (line.bytes > kSignatureBytes) return false;
  const std::string text = collapse_space(text_of(page, line));
  return is_signature(context, text);
}

void cut_series(const PageIndex& page, const EdgeContext& context, RemovalMask& cut) {
  SeriesCutter(page, context, cut).run();
}

void cut_form_boxes(const PageIndex& page, NodeId article, RemovalMask& cut) {
  for (NodeId n = article + 1; n < page.end(article); ++n) {
    if (page.tag(n) != Tag::kForm || !asks_for_text(page, n)) continue;
    NodeId box = HtmlDocument::kNone;
    for (NodeId up = page.parent(n); up != article && page.text_bytes(up) <= kFormBytes;
         up = page.parent(up)) {
      if (3 * page.text_bytes(up) > page.text_bytes(article) || page.media_count(up) > 0) break;
      box = up;
    }
    if (box != HtmlDocument::kNone) cut_subtree(page, box, cut);
  }
}

}  // namespace bfa
