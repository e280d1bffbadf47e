// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/pagination.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "bfa/html/content.h"
#include "bfa/url/canonical.h"
#include "extract/decide/page_address.h"
#include "extract/page/address_identity.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxLinkLine = 120;     // bytes of a line of links to pages
constexpr std::uint32_t kMaxBlocksBehind = 30;  // after the article
constexpr std::uint32_t kMaxTextBehind = 400;   // bytes between the article and its links

bool is_inside(const HtmlDocument& doc, NodeId around, NodeId n) {
  return n >= around && n < doc.end(around);
}

// The links of a line, by their elements.
std::vector<NodeId> anchors_of(const PageIndex& page, const TextBlock& block) {
  std::vector<NodeId> out;
  for (NodeId n = block.first; n <= block.last; ++n) {
    if (page.tag(n) != Tag::kText || !(page.zones(n) & kZoneLink)) continue;
    NodeId anchor = n;
    while (anchor != HtmlDocument::kNone && page.tag(anchor) != Tag::kA) anchor = page.doc().parent(anchor);
    if (anchor != HtmlDocument::kNone && (out.empty() || out.back() != anchor)) out.push_back(anchor);
  }
  return out;
}

// The pages of a post by the links in and after its article.
struct PageLinks {
  std::map<std::uint32_t, std::string> later;  // of the post with the given first page
  bool back = false;                           // a link to that first page
  std::vector<std::uint32_t> lines;            // blocks that contain such links
};

class LinkReader {
 public:
  LinkReader(const PageInput& input, const PageIndex& page, NodeId article)
      : page_(page), base_(base_url(page.doc(), input.url)), own_(address_identity(input.url)) {
    const std::optional<PageAddress> address = page_address(input.url);
    own_plain_ = !address || address->plain;
    const auto& blocks = page.blocks();
    const std::uint32_t end = page.end_block(article);
    for (std::uint32_t i = page.first_block(article); i < end; ++i) keep(i);
    std::uint32_t text = 0;
    const auto last =
        std::min<std::uint32_t>(end + kMaxBlocksBehind, static_cast<std::uint32_t>(blocks.size()));
    for (std::uint32_t i = end; i < last && text <= kMaxTextBehind; ++i) {
      if (blocks[i].zones & kZoneComments) break;
      keep(i);
      text += blocks[i].bytes;
    }
  }

  bool empty() const { return lines_.empty(); }

  // Links among the pages of the post that begins at `first`.
  PageLinks of(const std::string& first) const {
    PageLinks out;
    for (const std::uint32_t line : lines_) {
      bool any = false;
      for (const NodeId anchor : anchors_of(page_, page_.blocks()[line]))
        any = add(anchor, first, out) || any;
      if (any) out.lines.push_back(line);
    }
    return out;
  }

 private:
  void keep(std::uint32_t i) {
    const TextBlock& block = page_.blocks()[i];
    const bool small = block.link_bytes > 0 && block.bytes <= kMaxLinkLine;
    if (small && !(block.zones & (kZoneComments | kZonePre | kZoneHeading))) lines_.push_back(i);
  }

  // False for most links to other sites: a fast test, because keys begin with hosts.
  static bool may_begin(std::string_view key, std::string_view host) {
    while (host.starts_with("www.")) host.remove_prefix(4);
    return key.find(host) != std::string_view::npos;
  }

  // A plain address of another host, before it is parsed.
  static bool leads_away(std::string_view href, std::string_view key) {
    if (!href.starts_with("http://") && !href.starts_with("https://")) return false;
    href.remove_prefix(href.find('/') + 2);
    const std::string_view host = href.substr(0, href.find('/'));
    const bool plain = std::all_of(host.begin(), host.end(), [](char c) {
      return is_lower_letter(c) || is_digit(c) || c == '.' || c == '-';
    });
    return plain && !may_begin(key, host);
  }

  // A plain address without a number whose last name is not in the key: neither the first page nor one of the
  // next.
  static bool names_another(std::string_view href, std::string_view key) {
    if (href.find_first_of("%?#;&\\") != std::string_view::npos) return false;
    while (href.ends_with('/')) href.remove_suffix(1);
    const std::string_view name = href.substr(href.rfind('/') + 1);
    // A name such as index.html, a link to this page or to a host does not identify a page.
    if (name.size() < 3 || name.starts_with("index.") || name.starts_with("default.")) return false;
    const std::size_t host = href.find("//");
    const bool is_host = host != std::string_view::npos && host + 2 == href.size() - name.size();
    if (name.size() == href.size() || is_host) return false;
    const bool plain = std::all_of(name.begin(), name.end(),
                                   [](char c) { return is_letter(c) || c == '-' || c == '_' || c == '.'; });
    return plain && key.find(name) == std::string_view::npos;
  }

  bool add(NodeId anchor, const std::string& first, PageLinks& out) const {
    const std::string_view href = page_.attribute(anchor, "href");
    if (leads_away(href, first) || names_another(href, first)) return false;
    const Result<Url> url = Url::parse(href, &base_);
    if (!url || !url->is_http() || !url->fragment().empty() || !may_begin(first, url->host())) return false;
    const std::string key = address_identity(*url);
    if (key == first) {
      // The story before this one may have its name without a number.
      if (own_ == first || (!own_plain_ && line_of(page_, anchor) != "1")) return false;
      out.back = true;
      return true;
    }
    const std::optional<PageAddress> address = page_address(*url);
    if (!address || address_identity(address->first) != first) return false;
    if (!address->plain && line_of(page_, anchor) != std::to_string(address->number)) return false;
    if (address->number == 1) out.back = true;
    if (address->number > 1) {
      out.later.try_emplace(address->number, canonical_url(*url, {.drop_fragment = true}).href());
    }
    return true;
  }

  const PageIndex& page_;
  const Url base_;
  const std::string own_;
  bool own_plain_ = true;
  std::vector<std::uint32_t> lines_;
};

bool is_like_post(const PageView& view, const Url& url, const PageDecision& decision) {
  if (url.path() == "/" && !url.has_query()) return false;  // a home page has many pages
  const Template* t = view.learned();
  if (t == nullptr || t->post_pattern.empty()) return decision.kind == ObjectKind::kPost;
  return view.rules->posts.matches(url);
}

// The element with a line of links and little else.
void cut_line(const PageIndex& page, const TextBlock& block, NodeId article, RemovalMask& cut) {
  NodeId place = block.container;
  while (place != article && is_inside(page.doc(), article, page.doc().parent(place)) &&
         page.doc().parent(place) != article && page.text_bytes(page.doc().parent(place)) <= kMaxLinkLine)
    place = page.doc().parent(place);
  if (place != article && page.text_bytes(place) <= kMaxLinkLine) {
    cut_subtree(page, place, cut);
    return;
  }
  for (NodeId n = block.first; n <= block.last; ++n) {
    NodeId top = n;  // with the inline elements around it
    while (page.doc().parent(top) != place && is_inside(page.doc(), place, page.doc().parent(top)))
      top = page.doc().parent(top);
    cut_subtree(page, top, cut);
  }
}

PageLinks read_pagination(const PageView& view, const PageDecision& decision, Pagination& pagination) {
  const PageInput& input = view.input;
  if (decision.article == HtmlDocument::kNone) return {};
  const LinkReader reader(input, view.page, decision.article);
  if (reader.empty()) return {};
  const std::optional<PageAddress> own = page_address(input.url);
  if (own && own->number > 1 && input.entry == nullptr && is_like_post(view, own->first, decision)) {
    PageLinks links = reader.of(address_identity(own->first));
    if (links.back) {
      pagination.number = own->number;
      pagination.first = canonical_url(own->first, {.drop_fragment = true}).href();
      for (const auto& [number, url] : links.later)
        if (number > own->number) pagination.later.push_back({number, url});
      return links;
    }
  }
  if (decision.kind != ObjectKind::kPost || !decision.duplicate_of.empty()) return {};
  PageLinks links = reader.of(address_identity(input.url));
  if (links.later.count(2) == 0) return {};
  pagination.number = 1;
  pagination.first = canonical_url(input.url, {.drop_fragment = true}).href();
  for (const auto& [number, url] : links.later) pagination.later.push_back({number, url});
  return links;
}

}  // namespace

Pagination find_pagination(const PageView& view, const PageDecision& decision) {
  Pagination pagination;
  read_pagination(view, decision, pagination);
  return pagination;
}

Pagination settle_pagination(const PageView& view, PageDecision& decision) {
  const PageIndex& page = view.page;
  Pagination pagination;
  const PageLinks links = read_pagination(view, decision, pagination);
  if (pagination.number > 1) {
    decision.kind = ObjectKind::kPage;
    decision.duplicate_of = pagination.first;
    decision.is_later_page = true;
  }
  for (const std::uint32_t line : links.lines) {
    const TextBlock& block = page.blocks()[line];
    if (is_inside(page.doc(), decision.article, block.first))
      cut_line(page, block, decision.article, decision.cut);
  }
  return pagination;
}

}  // namespace bfa
