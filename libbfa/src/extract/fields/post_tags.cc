// SPDX-License-Identifier: Apache-2.0
#include "extract/fields/post_tags.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/words/phrase_table.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxListBytes = 600;  // of an element with tags and little else
constexpr std::uint32_t kMaxLabelBytes = 60;  // of a line's words outside of links
constexpr std::uint32_t kMaxLineNodes = 200;
constexpr std::size_t kMaxTags = 500, kMaxFolders = 50;  // of a post
constexpr std::string_view kWideColon = "\xEF\xBC\x9A";
constexpr std::string_view kSpaces = " \n\t\r\f";
constexpr std::uint32_t kMaxBylineBytes = 160;
constexpr std::uint32_t kHeadBytes = 400;  // of the article, where a byline may be
constexpr std::uint32_t kElsewhere = kZoneIgnored | kZoneComments | kZoneRelated | kZoneSide;
constexpr int kSurroundings = 3;  // steps up from the article

struct Evidence {
  Taxonomy taxonomy = Taxonomy::kNone;
  bool firm =
      false;  // given by the address or a name, so that an equal word of the other kind does not change it
};

// An address without its last segment; "" if it has only one.
std::string_view folder_of(std::string_view href) {
  href = href.substr(0, std::min(href.find('?'), href.find('#')));
  if (href.ends_with("/index.html")) href.remove_suffix(11);
  while (href.ends_with('/')) href.remove_suffix(1);
  const std::size_t slash = href.rfind('/');
  return slash == std::string_view::npos ? "" : href.substr(0, slash);
}

// The position of the host in an absolute address; 0: no host.
std::size_t begin_of_host(std::string_view href) {
  for (const std::string_view begin : {"//", "http://", "https://"}) {
    if (href.starts_with(begin)) return begin.size();
  }
  return 0;
}

// "example.org" of "blog.example.org", and each host of itself.
bool is_below(std::string_view host, std::string_view other) {
  return host.ends_with(other) &&
         (host.size() == other.size() || host[host.size() - other.size() - 1] == '.');
}

// True for a link to the host, to a domain above or below it, or by a path.
bool stays_on(std::string_view href, std::string_view host) {
  const std::size_t begin = begin_of_host(href);
  if (begin == 0) return href.substr(0, href.find('/')).find(':') == std::string_view::npos;
  const std::string_view own = href.substr(begin, href.substr(begin).find_first_of("/?#"));
  return !own.empty() && !host.empty() && (is_below(own, host) || is_below(host, own));
}

// "/", "http://blog.example/index.html", "../".
bool leads_home(std::string_view href) {
  if (href.find('?') != std::string_view::npos) return false;
  href = href.substr(0, href.find('#'));
  if (href.ends_with("/index.html")) href.remove_suffix(10);
  if (const std::size_t host = begin_of_host(href); host != 0)
    href.remove_prefix(std::min(href.find('/', host), href.size()));
  return href.find_first_not_of("./") == std::string_view::npos;
}

// The kind by the address of a link: by a segment before its last one, or the name of its query's value.
Taxonomy taxonomy_by_address(std::string_view href) {
  const std::size_t query = href.find('?');
  if (query != std::string_view::npos) {
    const std::size_t equals = href.find('=', query);
    if (equals == std::string_view::npos || equals + 1 >= href.size()) return Taxonomy::kNone;
    return taxonomy_by_word(href.substr(query + 1, equals - query - 1));
  }
  std::string_view before = folder_of(href);
  // Categories may be in categories: /category/boats/sails/.
  for (int up = 0; up < 4 && !before.empty(); ++up) {
    const std::size_t slash = before.rfind('/');
    const std::string_view segment = slash == std::string_view::npos ? before : before.substr(slash + 1);
    const Taxonomy taxonomy = taxonomy_by_word(segment);
    if (taxonomy != Taxonomy::kNone || slash == std::string_view::npos || has_digit(segment)) return taxonomy;
    before = before.substr(0, slash);
  }
  return Taxonomy::kNone;
}

class TagFinder {
 public:
  TagFinder(const PageIndex& page, NodeId article, std::string_view host, std::span<const NodeId> menus)
      : page_(page), doc_(page.doc()), host_(host), menus_(menus), article_(article), top_(article) {
    for (int up = 0; up < kSurroundings; ++up) {
      const NodeId parent = doc_.parent(top_);
      if (parent == HtmlDocument::kNone || page_.tag(parent) == Tag::kBody) break;
      top_ = parent;
    }
  }

  Taxonomy taxonomy_by_surroundings(NodeId n) const {
    if (const Taxonomy taxonomy = taxonomy_of(n).taxonomy; taxonomy != Taxonomy::kNone) return taxonomy;
    if (const Taxonomy address = taxonomy_by_address(page_.attribute(n, "href")); address != Taxonomy::kNone)
      return address;
    return taxonomy_by_label(n);
  }

  PostTags run() {
    read_links();
    if (out_.categories.empty() && out_.tags.empty()) read_unlinked();
    return std::move(out_);
  }

  std::vector<NodeId> links() const {
    std::vector<NodeId> out;
    for (const NodeId n : page_.links(top_, page_.end(top_))) {
      if (!may_hold_tag(page_, n)) continue;
      const Taxonomy taxonomy = taxonomy_of(n).taxonomy;
      if (taxonomy == Taxonomy::kCategory || taxonomy == Taxonomy::kTag) out.push_back(n);
    }
    return out;
  }

 private:
  void read_links() {
    for (const NodeId n : page_.links(top_, page_.end(top_))) {
      if (!may_hold_tag(page_, n) || is_in_any(page_, menus_, n)) continue;
      const Evidence evidence = taxonomy_of(n);
      if (evidence.taxonomy == Taxonomy::kCategory) add(n, out_.categories);
      if (evidence.taxonomy == Taxonomy::kTag) add(n, out_.tags);
      if (evidence.taxonomy == Taxonomy::kTag && evidence.firm) add(n, firm_tags_);
    }
    // A link that only its rel marks as a tag, and other evidence as a category, is a category.
    std::erase_if(out_.tags, [this](const std::string& tag) {
      return !holds(firm_tags_, tag) && holds(out_.categories, tag);
    });
  }

  // A category that no link shows: <span class=category>Boats</span> in the line of the post's year.
  void read_unlinked() {
    const std::uint32_t end = page_.text_before(article_) + kHeadBytes;
    for (NodeId n = top_; n < doc_.end(top_) && page_.text_before(n) <= end; ++n) {
      const Tag tag = page_.tag(n);
      if (tag == Tag::kText || is_block(tag) || page_.link_bytes(n) > 0 || !may_hold_tag(page_, n)) continue;
      if (page_.class_hints(n).taxonomy == Taxonomy::kCategory && stands_in_dated_line(n))
        add(n, out_.categories);
    }
  }

  bool stands_in_dated_line(NodeId n) const {
    const TextBlock* line = own_block(n);
    if (line == nullptr || line->bytes > kMaxBylineBytes) return false;
    int digits = 0;
    for (NodeId at = line->first; at <= line->last; ++at) {
      for (const char c : doc_.text(at)) {
        digits = is_digit(c) ? digits + 1 : 0;
        if (digits == 4) return true;
      }
    }
    return false;
  }

  Evidence taxonomy_of(NodeId n) const {
    const std::string_view rel = page_.attribute(n, "rel");
    const std::string_view href = page_.attribute(n, "href");
    if (has_rel(rel, "category")) return {Taxonomy::kCategory, true};
    const Taxonomy names = taxonomy_by_holder(n);
    if (has_rel(rel, "tag")) {
      // The word of the standard for both kinds: names, addresses and labels tell more.
      Taxonomy said = names == Taxonomy::kNone ? taxonomy_by_address(href) : names;
      if (said == Taxonomy::kNone) said = taxonomy_by_label(n);
      if (said == Taxonomy::kCategory) return {Taxonomy::kCategory, true};
      return {Taxonomy::kTag, said == Taxonomy::kTag};
    }
    // A link within this page is not a tag, and neither is a link in an aside without marks.
    if (href.starts_with('#') || href.empty() || (page_.zones(n) & kZoneAside)) return {};
    const bool beside = !doc_.contains(article_, n);
    const bool listed = beside || is_line_of_links(n);
    const Taxonomy address = names != Taxonomy::kNone || listed ? taxonomy_by_address(href) : Taxonomy::kNone;
    if (address == Taxonomy::kNone) {
      return {names == Taxonomy::kNone ? taxonomy_by_own_label(n) : names, true};
    }
    if (names != Taxonomy::kNone) return {address, true};
    // What readers see counts more than the address.
    const Taxonomy label = taxonomy_by_own_label(n);
    const Taxonomy shown = label == Taxonomy::kNone ? taxonomy_by_site(folder_of(href)) : label;
    return {shown == Taxonomy::kNone ? address : shown, true};
  }

  // The blog's own name for the folder of an address: <a href="/categories/">Tags</a>.
  Taxonomy taxonomy_by_site(std::string_view folder) const {
    const auto [known, is_new] = sites_.try_emplace(folder, Taxonomy::kNone);
    if (is_new) known->second = read_site(folder);
    return known->second;
  }

  Taxonomy read_site(std::string_view folder) const {
    if (sites_.size() > kMaxFolders) return Taxonomy::kNone;
    for (const NodeId n : page_.links(0, static_cast<NodeId>(page_.size()))) {
      if (page_.text_bytes(n) > kMaxTagBytes) continue;
      std::string_view href = doc_.attribute(n, "href");
      if (!href.starts_with(folder)) continue;
      href.remove_prefix(folder.size());
      if (!href.empty() && href != "/" && href != "/index.html") continue;
      if (const Taxonomy taxonomy = taxonomy_by_word(fold_case(line_of(page_, n)));
          taxonomy != Taxonomy::kNone)
        return taxonomy;
    }
    return Taxonomy::kNone;
  }

  // The kind by the names of the link and of the elements around it, up to one with much other text: an
  // element around the article has words for all kinds.
  Taxonomy taxonomy_by_holder(NodeId n) const {
    for (int up = 0; up < 4 && n != HtmlDocument::kNone && !doc_.contains(n, article_); ++up) {
      if (page_.text_bytes(n) > kMaxListBytes || page_.text_bytes(n) > 3 * page_.link_bytes(n) + 24) break;
      for (const ClassNameHints* name : {&page_.class_hints(n), &page_.id_hints(n)}) {
        if (name->taxonomy != Taxonomy::kNone && name->taxonomy != Taxonomy::kList) return name->taxonomy;
      }
      n = doc_.parent(n);
    }
    return Taxonomy::kNone;
  }

  // The kind by the words before the first link of its line: "Filed under".
  Taxonomy taxonomy_by_label(NodeId n) const {
    const TextBlock* line = block_at(n);
    // The line above is a label only if it is no list of its own.
    if (line == nullptr || (line->last < n && line->link_bytes > 0)) return Taxonomy::kNone;
    std::string label;
    for (NodeId at = line->first; at < n && page_.tag(at) != Tag::kA; ++at) {
      if (!(page_.zones(at) & kZoneIgnored)) label += doc_.text(at);
    }
    return taxonomy_by_words(fold_case(label));
  }

  static Taxonomy taxonomy_by_words(const std::string& label) {
    const auto holds_any = [&](std::span<const std::string_view> words) {
      return std::any_of(words.begin(), words.end(),
                         [&](std::string_view word) { return label.find(word) != std::string::npos; });
    };
    if (holds_any(tag_labels())) return Taxonomy::kTag;
    if (holds_any(category_labels())) return Taxonomy::kCategory;
    const Taxonomy taxonomy = taxonomy_by_names(label);
    return taxonomy == Taxonomy::kList ? Taxonomy::kNone : taxonomy;
  }

  // In running text a link to a tag's page is an ordinary link.
  bool is_line_of_links(NodeId n) const {
    const TextBlock* line = block_at(n);
    return line != nullptr && line->bytes <= 3 * line->link_bytes + 24 &&
           (begins_as_list(*line, n) || is_beside_text(n));
  }

  // The kind by a short label before the links ("Filed under the category: <a>, <a>"). The blog's home, with
  // which paths of categories begin, is not a category.
  Taxonomy taxonomy_by_own_label(NodeId n) const {
    const std::string_view href = page_.attribute(n, "href");
    if (leads_home(href) || !stays_on(href, host_)) return Taxonomy::kNone;
    const std::optional<std::string> label = label_of_links(n);
    if (!label) return Taxonomy::kNone;
    // In prose "cat" does not mean category.
    const std::string words = fold_case(*label);
    const std::vector<std::string_view> split = split_words(words);
    const bool short_form = std::any_of(
        split.begin(), split.end(), [](std::string_view word) { return word == "cat" || word == "cats"; });
    return short_form ? Taxonomy::kNone : taxonomy_by_words(words);
  }

  // The words before the first link of the line (up to a <br>), if they end in a colon and the line has
  // little other text than its links.
  std::optional<std::string> label_of_links(NodeId n) const {
    const TextBlock* block = own_block(n);
    if (block == nullptr || block->first > n) return std::nullopt;
    NodeId first = n;
    while (first > block->first && page_.tag(first - 1) != Tag::kBr) {
      if (n - --first > kMaxLineNodes) return std::nullopt;
    }
    std::string label;
    bool before = true;
    std::uint32_t beside = 0;
    for (NodeId at = first; at <= block->last && page_.tag(at) != Tag::kBr; ++at) {
      if (at - first > kMaxLineNodes) return std::nullopt;
      before = before && page_.tag(at) != Tag::kA;
      if (page_.tag(at) != Tag::kText || (page_.zones(at) & (kZoneLink | kZoneIgnored))) continue;
      beside += page_.text_bytes(at);
      if (beside > kMaxLabelBytes) return std::nullopt;
      if (before) label += doc_.text(at);
    }
    const std::size_t end = label.find_last_not_of(kSpaces);
    if (end == std::string::npos) return std::nullopt;
    label.resize(end + 1);
    if (!label.ends_with(':') && !label.ends_with(kWideColon)) return std::nullopt;
    return label;
  }

  // The block of a link, or the previous block if the link begins one: a label may be a separate line. Null
  // without such a block.
  const TextBlock* block_at(NodeId n) const {
    const std::uint32_t block = page_.first_block(n);
    if (block >= page_.blocks().size()) return nullptr;
    return &page_.blocks()[block > 0 && page_.blocks()[block].first > n ? block - 1 : block];
  }

  // The block that the beginning of an element's text is in.
  const TextBlock* own_block(NodeId n) const {
    const std::uint32_t next = page_.first_block(n);
    if (next < page_.blocks().size() && page_.blocks()[next].first < doc_.end(n))
      return &page_.blocks()[next];
    return next == 0 ? nullptr : &page_.blocks()[next - 1];
  }

  // In the article's own header or footer.
  bool is_beside_text(NodeId n) const {
    for (; n != article_ && n != HtmlDocument::kNone; n = doc_.parent(n)) {
      if (page_.tag(n) == Tag::kHeader || page_.tag(n) == Tag::kFooter) return true;
    }
    return false;
  }

  // True for "Tags: <a>", "<a>, <a>" and "| <a>": the line's first link does not follow running words.
  bool begins_as_list(const TextBlock& line, NodeId n) const {
    char before = ':';
    for (NodeId at = line.first; at < n && page_.tag(at) != Tag::kA; ++at) {
      for (const char c : doc_.text(at)) {
        if (c != ' ' && c != '\n' && c != '\t' && c != '\r') before = c;
      }
    }
    return before == ':' || before == kWideColon.back() || before == '#' || before == '|';
  }

  static bool holds(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  }

  void add(NodeId n, std::vector<std::string>& list) const {
    std::string text = tag_text(page_, n);
    if (list.size() < kMaxTags && !text.empty() && !holds(list, text)) list.push_back(std::move(text));
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const std::string_view host_;  // of the page; empty: unknown
  const std::span<const NodeId> menus_;
  NodeId article_, top_;
  mutable std::map<std::string_view, Taxonomy> sites_;  // the blog's name of a folder
  PostTags out_;
  std::vector<std::string> firm_tags_;
};

}  // namespace

std::string slug_of(std::string_view word) {
  std::string out;
  for (const char c : fold_case(word)) {
    if (static_cast<unsigned char>(c) >= 0x80) return "";
    if (is_letter_or_digit(c)) {
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
  if (taxonomy_by_word(fold_case(text)) != Taxonomy::kNone) text.clear();  // "Tags": a link to all of them
  if (is_no_category(text)) text.clear();
  return text;
}

Taxonomy taxonomy_by_surroundings(const PageIndex& page, NodeId article, NodeId n) {
  return TagFinder(page, article, {}, {}).taxonomy_by_surroundings(n);
}

PostTags tags_of_post(const PageIndex& page, NodeId article, std::string_view host,
                      std::span<const NodeId> menus) {
  return TagFinder(page, article, host, menus).run();
}

std::vector<NodeId> tag_links(const PageIndex& page, NodeId article, std::string_view host) {
  return TagFinder(page, article, host, {}).links();
}

bool is_in_any(const PageIndex& page, std::span<const NodeId> elements, NodeId n) noexcept {
  return std::any_of(elements.begin(), elements.end(), [&](NodeId at) { return page.contains(at, n); });
}

}  // namespace bfa
