// SPDX-License-Identifier: Apache-2.0
// Tags from the classes of a post's element: publishing systems write its type, its state and the slugs of
// its categories and tags there ("post-12 type-post category-boats tag-rye").
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/text/utf8.h"
#include "extract/fields/post_tags.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr int kSurroundings = 3;          // steps up from the article
constexpr std::size_t kMaxClasses = 100;  // of an element: for each the page's links are looked through
constexpr std::array<std::pair<std::string_view, Taxonomy>, 2> kPrefixes{
    {{"category-", Taxonomy::kCategory}, {"tag-", Taxonomy::kTag}}};

std::vector<std::string_view> words_of(std::string_view classes) {
  std::vector<std::string_view> out;
  constexpr std::string_view kSpace = " \t\r\n\f";
  for (std::size_t at = classes.find_first_not_of(kSpace); at != std::string_view::npos;
       at = classes.find_first_not_of(kSpace, at)) {
    if (out.size() == kMaxClasses) break;
    const std::size_t end = std::min(classes.find_first_of(kSpace, at), classes.size());
    out.push_back(classes.substr(at, end - at));
    at = end;
  }
  return out;
}

bool is_number(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

// A class that only the element of one post has.
bool says_post(std::string_view word) {
  return word == "hentry" || word == "type-post" || word == "status-publish" || word == "format-standard" ||
         (word.size() > 5 && word.starts_with("post-") && is_number(word.substr(5)));
}

// The classes of the element around the article that is marked as a post's.
std::vector<std::string_view> classes_of_post(const PageIndex& page, NodeId article) {
  NodeId n = article;
  for (int up = 0; up <= kSurroundings && n != HtmlDocument::kNone && page.tag(n) != Tag::kBody; ++up) {
    std::vector<std::string_view> classes = words_of(page.attribute(n, "class"));
    if (std::any_of(classes.begin(), classes.end(), says_post)) return classes;
    n = page.parent(n);
  }
  return {};
}

// The last part of a link's address: "/category/food-drink/" has "food-drink".
std::string_view last_segment(std::string_view href) {
  href = href.substr(0, href.find_first_of("?#"));
  if (href.ends_with("/index.html")) href.remove_suffix(11);
  while (href.ends_with('/')) href.remove_suffix(1);
  const std::size_t slash = href.rfind('/');
  return slash == std::string_view::npos ? "" : href.substr(slash + 1);
}

// The word that a link of the page shows for the slug: a link to a folder of categories or tags, or a word
// of the same letters. Otherwise the slug with spaces.
std::string word_of(const PageIndex& page, NodeId article, std::string_view slug) {
  for (const NodeId n : page.links(page.body(), page.end(page.body()))) {
    if (page.text_bytes(n) == 0 || page.text_bytes(n) > kMaxTagBytes) continue;
    const std::string_view href = page.attribute(n, "href");
    if (href.find(slug) == std::string_view::npos || last_segment(href) != slug) continue;
    std::string word = tag_text(page, n);
    if (word.empty()) continue;
    if (slug_of(word) == slug || taxonomy_by_surroundings(page, article, n) != Taxonomy::kNone) return word;
  }
  std::string word(slug);
  std::replace(word.begin(), word.end(), '-', ' ');
  return word;
}

void add_words(const PageIndex& page, NodeId article, const std::vector<std::string_view>& classes,
               PostTags& out) {
  for (const std::string_view word : classes) {
    for (const auto& [prefix, taxonomy] : kPrefixes) {
      if (!word.starts_with(prefix)) continue;
      const std::string_view slug = word.substr(prefix.size());
      // A number replaces a word in letters that slugs do not have; the other word means no category.
      if (slug.empty() || is_number(slug)) continue;
      std::vector<std::string>& list = taxonomy == Taxonomy::kTag ? out.tags : out.categories;
      std::string shown = word_of(page, article, slug);
      if (is_no_category(shown)) continue;
      if (std::find(list.begin(), list.end(), shown) == list.end()) list.push_back(std::move(shown));
    }
  }
}

}  // namespace

PostTags tags_of_classes(const PageIndex& page, NodeId article) {
  PostTags out;
  add_words(page, article, classes_of_post(page, article), out);
  return out;
}

PostTags tags_of_entry(const PageIndex& page, NodeId article, const std::vector<std::string>& words) {
  std::vector<std::string> classes;
  NodeId n = article;
  for (int up = 0; up <= kSurroundings && n != HtmlDocument::kNone && page.tag(n) != Tag::kBody; ++up) {
    for (const std::string_view word : words_of(page.attribute(n, "class")))
      classes.push_back(fold_case(word));
    n = page.parent(n);
  }
  const auto stands_there = [&](const std::string& word) {
    return std::find(classes.begin(), classes.end(), word) != classes.end();
  };
  const auto has = [&](std::string_view prefix) {
    return std::any_of(classes.begin(), classes.end(),
                       [&](const std::string& word) { return word.starts_with(prefix); });
  };
  PostTags out;
  std::vector<std::string> all;
  for (const std::string& word : words) {
    if (is_no_category(word)) continue;
    all.push_back(word);
    const std::string slug = slug_of(word);
    const bool category = !slug.empty() && stands_there("category-" + slug);
    if (category) out.categories.push_back(word);
    if (!category || stands_there("tag-" + slug)) out.tags.push_back(word);
  }
  // A post of categories alone: a slug may be any other word than the name.
  const bool taxonomy =
      !out.categories.empty() || (has("category-") && std::any_of(classes.begin(), classes.end(), says_post));
  if (taxonomy && !has("tag-")) return {{}, std::move(all)};
  return out;
}

}  // namespace bfa
