// SPDX-License-Identifier: Apache-2.0
#include "post_tags.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxListBytes = 600;  // of an element that holds tags and little else
constexpr std::uint32_t kElsewhere = kZoneIgnored | kZoneComments | kZoneRelated | kZoneSide;
constexpr int kSurroundings = 3;  // steps up from the article

struct Evidence {
  Filed filed = Filed::kNone;
  bool firm =
      false;  // the address or a name says it, so that a like word of the other kind does not unsay it
};

// Words of names and addresses, as publishing systems write them in several languages.
constexpr std::array<std::string_view, 14> kTagWords{
    "etiqueta",    "etiquetas", "keyword", "keywords", "label", "labels",    "schlagwort",
    "schlagworte", "tag",       "tagged",  "taglist",  "tags",  "mots-cles", "etiquettes"};
constexpr std::array<std::string_view, 16> kCategoryWords{
    "cat",       "categoria",  "categorias", "categorie",       "categories", "category",
    "cats",      "categoryid", "kategorie",  "kategorien",      "rubrica",    "rubrik",
    "rubriques", "rubrique",   "filed",      "archive-category"};

// Labels before such links in other scripts.
constexpr std::array<std::string_view, 6> kTagLabels{"\u043c\u0435\u0442\u043a\u0438",
                                                     "\u0442\u0435\u0433\u0438",
                                                     "\u30bf\u30b0",
                                                     "\u6807\u7b7e",
                                                     "\u6a19\u7c64",
                                                     "\ud0dc\uadf8"};
constexpr std::array<std::string_view, 7> kCategoryLabels{"\u0440\u0443\u0431\u0440\u0438\u043a",
                                                          "\u043a\u0430\u0442\u0435\u0433\u043e\u0440\u0438",
                                                          "\u30ab\u30c6\u30b4\u30ea",
                                                          "\u5206\u7c7b",
                                                          "\u5206\u985e",
                                                          "\uce74\ud14c\uace0\ub9ac",
                                                          "posted in"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Filed filed_by_word(std::string_view word) {
  if (is_one_of(kTagWords, word)) return Filed::kTag;
  return is_one_of(kCategoryWords, word) ? Filed::kCategory : Filed::kNone;
}

// The same where a theme writes what it files into the word: "posttag", "entrycategory".
Filed filed_by_name(std::string_view word) {
  for (const std::string_view what : {"post", "entry", "article", "blog"}) {
    if (word.starts_with(what) && word.size() > what.size()) {
      word.remove_prefix(what.size());
      break;
    }
  }
  return filed_by_word(word);
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
      if (const Filed filed = filed_by_name(key); filed != Filed::kNone && out == Filed::kNone) out = filed;
    }
    while (pos < names.size() && !is_letter(names[pos])) ++pos;
  }
  return out;
}

// An address without its last segment, "" where it has none to spare.
std::string_view folder_of(std::string_view href) {
  href = href.substr(0, std::min(href.find('?'), href.find('#')));
  if (href.ends_with("/index.html")) href.remove_suffix(11);
  while (href.ends_with('/')) href.remove_suffix(1);
  const std::size_t slash = href.rfind('/');
  return slash == std::string_view::npos ? "" : href.substr(0, slash);
}

// What the address of a link says: the segment before its last one, or the name of its query's value.
Filed filed_by_address(std::string_view href) {
  const std::size_t query = href.find('?');
  if (query != std::string_view::npos) {
    const std::size_t equals = href.find('=', query);
    if (equals == std::string_view::npos || equals + 1 >= href.size()) return Filed::kNone;
    return filed_by_word(href.substr(query + 1, equals - query - 1));
  }
  const std::string_view before = folder_of(href);
  const std::size_t slash = before.rfind('/');
  return filed_by_word(slash == std::string_view::npos ? before : before.substr(slash + 1));
}

bool has_class(std::string_view classes, std::string_view prefix, std::string_view slug) {
  for (std::size_t at = classes.find(prefix); at != std::string_view::npos;
       at = classes.find(prefix, at + 1)) {
    const std::string_view rest = classes.substr(at + prefix.size());
    const bool begins = at == 0 || classes[at - 1] == ' ';
    if (begins && rest.starts_with(slug) && (rest.size() == slug.size() || rest[slug.size()] == ' '))
      return true;
  }
  return false;
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

  Filed filed_by_surroundings(NodeId n) const {
    if (const Filed filed = filed_of(n).filed; filed != Filed::kNone) return filed;
    if (const Filed address = filed_by_address(page_.attribute(n, "href")); address != Filed::kNone)
      return address;
    return filed_by_label(n);
  }

  PostTags run() {
    for (NodeId n = top_; n < doc_.end(top_); ++n) {
      if (page_.tag(n) != Tag::kA || !may_hold_tag(page_, n)) continue;
      const Evidence evidence = filed_of(n);
      if (evidence.filed == Filed::kCategory) add(n, out_.categories);
      if (evidence.filed == Filed::kTag) add(n, out_.tags);
      if (evidence.filed == Filed::kTag && evidence.firm) add(n, firm_tags_);
    }
    // What only its rel names a tag and something else a category is a category.
    std::erase_if(out_.tags, [this](const std::string& tag) {
      return !holds(firm_tags_, tag) && holds(out_.categories, tag);
    });
    return std::move(out_);
  }

 private:
  Evidence filed_of(NodeId n) const {
    const std::string_view rel = page_.attribute(n, "rel");
    const std::string_view href = page_.attribute(n, "href");
    if (has_rel(rel, "category")) return {Filed::kCategory, true};
    const Filed names = filed_by_holder(n);
    if (has_rel(rel, "tag")) {
      const Filed address = filed_by_address(href);
      const bool category =
          names == Filed::kCategory || (address == Filed::kCategory && names != Filed::kTag);
      if (category) return {Filed::kCategory, true};
      return {Filed::kTag, names == Filed::kTag || address == Filed::kTag};
    }
    // A place on this page is none, nor is an aside that does not say it.
    if (href.starts_with('#') || href.empty() || (page_.zones(n) & kZoneAside)) return {};
    const bool beside = !doc_.contains(article_, n);
    if (names == Filed::kNone && !beside && !is_line_of_links(n)) return {};
    const Filed address = filed_by_address(href);
    if (address == Filed::kNone) return {names, true};
    const Filed site = names == Filed::kNone ? filed_by_site(folder_of(href)) : Filed::kNone;
    return {site == Filed::kNone ? address : site, true};
  }

  // What the blog itself calls the folder that an address lies in: <a href="/categories/">Tags</a>.
  Filed filed_by_site(std::string_view folder) const {
    for (NodeId n = 0; n < doc_.size(); ++n) {
      if (page_.tag(n) != Tag::kA || page_.text_bytes(n) > kMaxTagBytes) continue;
      std::string_view href = doc_.attribute(n, "href");
      if (!href.starts_with(folder)) continue;
      href.remove_prefix(folder.size());
      if (!href.empty() && href != "/" && href != "/index.html") continue;
      if (const Filed filed = filed_by_word(fold_case(line_of(page_, n))); filed != Filed::kNone)
        return filed;
    }
    return Filed::kNone;
  }

  // What the names of the link and of the elements around it say, as long as these hold links and little
  // else; what holds the article speaks of all its kinds.
  Filed filed_by_holder(NodeId n) const {
    for (int up = 0; up < 4 && n != HtmlDocument::kNone && !doc_.contains(n, article_); ++up) {
      if (page_.text_bytes(n) > kMaxListBytes || page_.text_bytes(n) > 3 * page_.link_bytes(n) + 24) break;
      for (const std::string_view name : {"class", "id"}) {
        const Filed filed = filed_by_names(page_.attribute(n, name));
        if (filed != Filed::kNone) return filed;
      }
      n = doc_.parent(n);
    }
    return Filed::kNone;
  }

  // What the words before the first link of its line say: "Filed under".
  Filed filed_by_label(NodeId n) const {
    const std::uint32_t block = page_.first_block(n);
    if (block >= page_.blocks().size()) return Filed::kNone;
    const TextBlock& line = page_.blocks()[block > 0 && page_.blocks()[block].first > n ? block - 1 : block];
    std::string label;
    for (NodeId at = line.first; at < n && page_.tag(at) != Tag::kA; ++at) label += doc_.text(at);
    label = fold_case(label);
    const auto stands_in = [&](std::string_view word) { return label.find(word) != std::string::npos; };
    if (std::any_of(kTagLabels.begin(), kTagLabels.end(), stands_in)) return Filed::kTag;
    if (std::any_of(kCategoryLabels.begin(), kCategoryLabels.end(), stands_in)) return Filed::kCategory;
    return filed_by_names(label);
  }

  // In running text a link to a tag's page is a link.
  bool is_line_of_links(NodeId n) const {
    const std::uint32_t block = page_.first_block(n);
    if (block >= page_.blocks().size()) return false;
    const TextBlock& line = page_.blocks()[block > 0 && page_.blocks()[block].first > n ? block - 1 : block];
    return line.bytes <= 3 * line.link_bytes + 24 && (begins_as_list(line, n) || is_beside_text(n));
  }

  // In the article's own header or footer.
  bool is_beside_text(NodeId n) const {
    for (; n != article_ && n != HtmlDocument::kNone; n = doc_.parent(n)) {
      if (page_.tag(n) == Tag::kHeader || page_.tag(n) == Tag::kFooter) return true;
    }
    return false;
  }

  // True for "Tags: <a>", "<a>, <a>" and "| <a>": no words run into the line's first link.
  bool begins_as_list(const TextBlock& line, NodeId n) const {
    char before = ':';
    for (NodeId at = line.first; at < n && page_.tag(at) != Tag::kA; ++at) {
      for (const char c : doc_.text(at)) {
        if (c != ' ' && c != '\n' && c != '\t' && c != '\r') before = c;
      }
    }
    constexpr std::string_view kWideColon = "\xEF\xBC\x9A";
    return before == ':' || before == kWideColon.back() || before == '#' || before == '|';
  }

  static bool holds(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  }

  void add(NodeId n, std::vector<std::string>& list) const {
    std::string text = tag_text(page_, n);
    if (!text.empty() && !holds(list, text)) list.push_back(std::move(text));
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  NodeId article_, top_;
  PostTags out_;
  std::vector<std::string> firm_tags_;
};

}  // namespace

std::string slug_of(std::string_view word) {
  std::string out;
  for (const char c : fold_case(word)) {
    if (static_cast<unsigned char>(c) >= 0x80) return "";
    if (is_letter(c) || (c >= '0' && c <= '9')) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (out.ends_with('-')) out.pop_back();
  return out;
}

bool has_rel(std::string_view rel, std::string_view word) noexcept {
  for (std::size_t at = rel.find(word); at != std::string_view::npos; at = rel.find(word, at + 1)) {
    const bool begins = at == 0 || rel[at - 1] == ' ';
    if (begins && (at + word.size() == rel.size() || rel[at + word.size()] == ' ')) return true;
  }
  return false;
}

bool may_hold_tag(const PageIndex& page, NodeId n) noexcept {
  const std::uint32_t bytes = page.text_bytes(n);
  return bytes > 0 && bytes <= kMaxTagBytes && !(page.zones(n) & kElsewhere);
}

std::string tag_text(const PageIndex& page, NodeId n) {
  std::string text = line_of(page, n);
  std::size_t begin = 0;
  while (begin < text.size() && (text[begin] == '#' || text[begin] == ' ')) ++begin;
  text.erase(0, begin);
  while (!text.empty() && (text.back() == ',' || text.back() == ' ')) text.pop_back();
  if (filed_by_word(fold_case(text)) != Filed::kNone) text.clear();  // "Tags": a link to all of them
  return text;
}

Filed filed_by_surroundings(const PageIndex& page, NodeId article, NodeId n) {
  return TagFinder(page, article).filed_by_surroundings(n);
}

PostTags tags_of_post(const PageIndex& page, NodeId article) {
  return TagFinder(page, article).run();
}

PostTags tags_of_entry(const PageIndex& page, NodeId article, const std::vector<std::string>& words) {
  std::string classes;
  NodeId n = article;
  for (int up = 0; up <= kSurroundings && n != HtmlDocument::kNone && page.tag(n) != Tag::kBody; ++up) {
    classes.append(" ").append(fold_case(page.doc().attribute(n, "class")));
    n = page.doc().parent(n);
  }
  PostTags out;
  for (const std::string& word : words) {
    const std::string slug = slug_of(word);
    const bool category = !slug.empty() && has_class(classes, "category-", slug);
    if (category) out.categories.push_back(word);
    if (!category || has_class(classes, "tag-", slug)) out.tags.push_back(word);
  }
  // A post of categories alone: a slug may be any other word than the name.
  if (!out.categories.empty() && classes.find(" tag-") == std::string::npos) return {{}, words};
  return out;
}

}  // namespace bfa
