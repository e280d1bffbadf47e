// SPDX-License-Identifier: Apache-2.0
#include "post_tags.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxTagBytes = 80;
constexpr std::uint32_t kMaxListBytes = 600;  // of an element that holds tags and little else
constexpr std::uint32_t kElsewhere = kZoneIgnored | kZoneComments | kZoneRelated | kZoneSide;
constexpr int kSurroundings = 3;  // steps up from the article

enum class Filed : std::uint8_t { kNone, kTag, kCategory };

// Words of names and addresses, as publishing systems write them in several languages.
constexpr std::array<std::string_view, 14> kTagWords{
    "etiqueta",    "etiquetas", "keyword", "keywords", "label", "labels",    "schlagwort",
    "schlagworte", "tag",       "tagged",  "taglist",  "tags",  "mots-cles", "etiquettes"};
constexpr std::array<std::string_view, 16> kCategoryWords{
    "cat",       "categoria",  "categorias", "categorie",       "categories", "category",
    "cats",      "categoryid", "kategorie",  "kategorien",      "rubrica",    "rubrik",
    "rubriques", "rubrique",   "filed",      "archive-category"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Filed filed_by_word(std::string_view word) {
  if (is_one_of(kTagWords, word)) return Filed::kTag;
  return is_one_of(kCategoryWords, word) ? Filed::kCategory : Filed::kNone;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// What the words of a class or id say; "tag-cloud" is no post's.
Filed filed_by_names(std::string_view names) {
  Filed out = Filed::kNone;
  std::array<char, 16> word{};
  for (std::size_t pos = 0; pos < names.size();) {
    std::size_t length = 0;
    while (pos < names.size() && is_letter(names[pos])) {
      if (length > 0 && names[pos] <= 'Z' && names[pos - 1] >= 'a') break;
      if (length < word.size()) {
        word[length] = names[pos] <= 'Z' ? static_cast<char>(names[pos] - 'A' + 'a') : names[pos];
      }
      ++length;
      ++pos;
    }
    if (length > 0 && length < word.size()) {
      const std::string_view key(word.data(), length);
      if (key == "cloud" || key == "widget") return Filed::kNone;
      if (const Filed filed = filed_by_word(key); filed != Filed::kNone && out == Filed::kNone) out = filed;
    }
    while (pos < names.size() && !is_letter(names[pos])) ++pos;
  }
  return out;
}

// What the address of a link says: the segment before its last one, or the name of its query's value.
Filed filed_by_address(std::string_view href) {
  const std::size_t query = href.find('?');
  if (query != std::string_view::npos) {
    const std::size_t equals = href.find('=', query);
    if (equals == std::string_view::npos || equals + 1 >= href.size()) return Filed::kNone;
    return filed_by_word(href.substr(query + 1, equals - query - 1));
  }
  href = href.substr(0, href.find('#'));
  while (href.ends_with('/')) href.remove_suffix(1);
  if (href.ends_with("/index.html")) href.remove_suffix(11);
  const std::size_t last = href.rfind('/');
  if (last == std::string_view::npos || last == 0) return Filed::kNone;
  const std::string_view before = href.substr(0, last);
  const std::size_t slash = before.rfind('/');
  return filed_by_word(slash == std::string_view::npos ? before : before.substr(slash + 1));
}

class TagFinder {
 public:
  TagFinder(const PageIndex& page, NodeId article)
      : page_(page), doc_(page.doc()), article_(article), top_(article) {
    for (int up = 0; up < kSurroundings; ++up) {
      const NodeId parent = doc_.parent(top_);
      if (parent == HtmlDocument::kNone || page_.tag(parent) == Tag::kBody) break;
      top_ = parent;
    }
  }

  PostTags run() {
    for (NodeId n = top_; n < doc_.end(top_); ++n) {
      if (page_.tag(n) != Tag::kA || (page_.zones(n) & kElsewhere)) continue;
      const std::uint32_t bytes = page_.text_bytes(n);
      if (bytes == 0 || bytes > kMaxTagBytes) continue;
      const Filed filed = filed_of(n);
      if (filed != Filed::kNone) add(n, filed == Filed::kTag ? out_.tags : out_.categories);
    }
    // One word is not both: what the page names a tag somewhere and a category elsewhere is a category.
    std::erase_if(out_.tags, [this](const std::string& tag) {
      return std::find(out_.categories.begin(), out_.categories.end(), tag) != out_.categories.end();
    });
    return std::move(out_);
  }

 private:
  Filed filed_of(NodeId n) const {
    const std::string_view rel = doc_.attribute(n, "rel");
    const std::string_view href = doc_.attribute(n, "href");
    if (has_rel(rel, "category")) return Filed::kCategory;
    const Filed names = filed_by_holder(n);
    if (has_rel(rel, "tag")) {
      const Filed address = filed_by_address(href);
      const bool category =
          names == Filed::kCategory || (address == Filed::kCategory && names != Filed::kTag);
      return category ? Filed::kCategory : Filed::kTag;
    }
    // A place on this page is none, nor is an aside that does not say it.
    if (href.starts_with('#') || href.empty() || (page_.zones(n) & kZoneAside)) return Filed::kNone;
    const bool beside = !doc_.contains(article_, n);
    if (names == Filed::kNone && !beside && !is_line_of_links(n)) return Filed::kNone;
    const Filed address = filed_by_address(href);
    return address != Filed::kNone ? address : names;
  }

  // What the names of the link and of the elements around it say, as long as these hold links and little
  // else.
  Filed filed_by_holder(NodeId n) const {
    for (int up = 0; up < 4 && n != top_ && n != HtmlDocument::kNone; ++up) {
      if (page_.text_bytes(n) > kMaxListBytes || page_.text_bytes(n) > 3 * page_.link_bytes(n) + 24) break;
      for (const std::string_view name : {"class", "id"}) {
        const Filed filed = filed_by_names(doc_.attribute(n, name));
        if (filed != Filed::kNone) return filed;
      }
      n = doc_.parent(n);
    }
    return Filed::kNone;
  }

  // In running text a link to a tag's page is a link.
  bool is_line_of_links(NodeId n) const {
    const std::uint32_t block = page_.first_block(n);
    if (block >= page_.blocks().size()) return false;
    const TextBlock& line = page_.blocks()[block > 0 && page_.blocks()[block].first > n ? block - 1 : block];
    return line.bytes <= 3 * line.link_bytes + 24;
  }

  void add(NodeId n, std::vector<std::string>& list) const {
    std::string text = line_of(page_, n);
    std::size_t begin = 0;
    while (begin < text.size() && (text[begin] == '#' || text[begin] == ' ')) ++begin;
    text.erase(0, begin);
    while (!text.empty() && (text.back() == ',' || text.back() == ' ')) text.pop_back();
    if (text.empty() || filed_by_word(fold_case(text)) != Filed::kNone)
      return;  // "Tags": a link to all of them
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  NodeId article_, top_;
  PostTags out_;
};

}  // namespace

bool has_rel(std::string_view rel, std::string_view word) noexcept {
  for (std::size_t at = rel.find(word); at != std::string_view::npos; at = rel.find(word, at + 1)) {
    const bool begins = at == 0 || rel[at - 1] == ' ';
    if (begins && (at + word.size() == rel.size() || rel[at + word.size()] == ' ')) return true;
  }
  return false;
}

PostTags tags_of_post(const PageIndex& page, NodeId article) {
  return TagFinder(page, article).run();
}

}  // namespace bfa
