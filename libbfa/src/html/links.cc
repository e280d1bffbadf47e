// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/html/content.h"
#include "html/content_walks.h"
#include "html/flat_tree.h"
#include "html/media_source.h"
#include "html/text_shape.h"
#include "html/visibility.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMaxLinkText = 1000;  // bytes; the text of an anchor around half the page is not a name

std::string lower_token(std::string_view text) {
  return ascii_lower_case(trim_html_space(text));
}

bool has_token(std::string_view list, std::string_view token) {
  for (std::size_t at = 0; at < list.size();) {
    while (at < list.size() && is_html_space(list[at])) ++at;
    const std::size_t begin = at;
    while (at < list.size() && !is_html_space(list[at])) ++at;
    if (list.substr(begin, at - begin) == token) return true;
  }
  return false;
}

bool is_feed_type(std::string_view type) {
  type = trim_html_space(type.substr(0, type.find(';')));
  return type == "application/rss+xml" || type == "application/atom+xml" || type == "application/rdf+xml" ||
         type == "application/feed+json" || type == "text/rss+xml" || type == "text/atom+xml" ||
         type == "application/rss" || type == "application/atom" || type == "application/rdf";
}

class LinkWalk {
 public:
  LinkWalk(const HtmlDocument& doc, const Url& base) : doc_(doc), tree_(HtmlAccess::tree(doc)), base_(base) {}

  void visit(NodeId n);
  void expect(std::size_t links) { links_.reserve(links); }
  std::vector<HtmlLink> take() { return std::move(links_); }

 private:
  void add(LinkKind kind, NodeId n, std::string url, std::string text = {});
  void add_attribute(LinkKind kind, NodeId n, std::string_view attribute) {
    add(kind, n, absolute_url(doc_.attribute(n, attribute), base_));
  }
  void anchor(NodeId n);
  void link_element(NodeId n);
  void source(NodeId n);
  std::string anchor_text(NodeId n) const;

  std::string_view attribute(NodeId n, std::string_view name) const {
    return tree_.attribute(tree_.nodes[n], name);
  }

  std::string_view tag_of(NodeId n) const { return tree_.tags[tree_.nodes[n].tag].name; }

  const HtmlDocument& doc_;
  const FlatTree& tree_;
  const Url& base_;
  std::vector<HtmlLink> links_;
};

void LinkWalk::add(LinkKind kind, NodeId n, std::string url, std::string text) {
  if (url.empty()) return;
  HtmlLink& link = links_.emplace_back();
  link.kind = kind;
  link.url = std::move(url);
  link.text = std::move(text);
  if (const std::string_view rel = attribute(n, "rel"); !rel.empty()) link.rel = lower_token(rel);
  if (const std::string_view type = attribute(n, "type"); !type.empty()) link.type = lower_token(type);
  link.node = n;
}

// Adds `text` with white space collapsed.
void append_collapsed(std::string& out, std::string_view text, std::uint8_t shape = 0) {
  if ((shape & TextShape::kSingleSpaces) && out.size() + text.size() < kMaxLinkText) {
    const bool doubled = text.front() == ' ' && (out.empty() || out.back() == ' ');
    out.append(text, doubled ? 1 : 0);
    return;
  }
  for (const char c : text) {
    if (!is_html_space(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    if (out.size() >= kMaxLinkText) return;
  }
}

// Removes an incomplete character at the end.
void repair_end(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
  if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0U) text.pop_back();
}

// The visible text of the subtree on one line; otherwise the name that the markup gives it.
std::string LinkWalk::anchor_text(NodeId n) const {
  std::string text;
  std::string_view alt;
  for (NodeId i = n + 1; i < tree_.nodes[n].end && text.size() < kMaxLinkText;) {
    const FlatTree::Node& node = tree_.nodes[i];
    const TextRole role = tree_.tags[node.tag].traits.role;
    if (node.tag == 0) {
      if (node.text_size() != 0) append_collapsed(text, node.text(), node.shape());
    } else if (role == TextRole::kSkip || is_hidden(tree_, node)) {
      i = node.end;
      continue;
    } else if (role != TextRole::kInline) {
      append_collapsed(text, " ");
    } else if (alt.empty() && tree_.tags[node.tag].name == "img") {
      alt = trim_html_space(attribute(i, "alt"));
    }
    ++i;
  }
  if (text.size() >= kMaxLinkText) repair_end(text);
  text = std::string(trim_html_space(text));
  if (text.empty()) text = alt;
  for (const char* name : {"aria-label", "title"}) {
    if (text.empty()) text = trim_html_space(attribute(n, name));
  }
  return text;
}

void LinkWalk::anchor(NodeId n) {
  std::string url = absolute_url(attribute(n, "href"), base_);
  if (url.empty()) return;
  add(LinkKind::kLink, n, std::move(url),
      tag_of(n) == "a" ? anchor_text(n) : std::string(trim_html_space(attribute(n, "alt"))));
}

void LinkWalk::link_element(NodeId n) {
  const std::string rel = lower_token(attribute(n, "rel"));
  const std::string type = lower_token(attribute(n, "type"));
  std::string title(trim_html_space(attribute(n, "title")));
  LinkKind kind = LinkKind::kLink;
  if (has_token(rel, "stylesheet")) {
    kind = LinkKind::kStylesheet;
  } else if (has_token(rel, "feed") || (has_token(rel, "alternate") && is_feed_type(type))) {
    kind = LinkKind::kFeed;
  } else if (has_token(rel, "canonical")) {
    kind = LinkKind::kCanonical;
  } else if (has_token(rel, "icon") || has_token(rel, "apple-touch-icon") || has_token(rel, "mask-icon")) {
    kind = LinkKind::kIcon;
  } else if (!has_token(rel, "next") && !has_token(rel, "prev") && !has_token(rel, "alternate") &&
             !has_token(rel, "license") && !has_token(rel, "hub") && !has_token(rel, "sitemap")) {
    return;
  }
  add(kind, n, absolute_url(attribute(n, "href"), base_), std::move(title));
}

// A source of a picture, an audio or a video.
void LinkWalk::source(NodeId n) {
  NodeId up = doc_.parent(n);
  while (doc_.is_element(up) && doc_.tag(up) != "picture" && doc_.tag(up) != "audio" &&
         doc_.tag(up) != "video")
    up = doc_.parent(up);
  if (doc_.tag(up) == "audio") {
    add_attribute(LinkKind::kAudio, n, "src");
  } else if (doc_.tag(up) == "video") {
    add_attribute(LinkKind::kVideo, n, "src");
  } else {
    add(LinkKind::kImage, n, image_url(doc_, n, base_));
  }
}

void LinkWalk::visit(NodeId n) {
  const std::string_view tag = tag_of(n);
  if (tag == "a" || tag == "area") {
    anchor(n);
  } else if (tag == "img" || tag == "amp-img") {
    add(LinkKind::kImage, n, image_url(doc_, n, base_), std::string(trim_html_space(attribute(n, "alt"))));
  } else if (tag == "link") {
    link_element(n);
  } else if (tag == "script") {
    add_attribute(LinkKind::kScript, n, "src");
  } else if (tag == "source") {
    source(n);
  } else if (tag == "audio") {
    add_attribute(LinkKind::kAudio, n, "src");
  } else if (tag == "video") {
    add_attribute(LinkKind::kVideo, n, "src");
    add_attribute(LinkKind::kImage, n, "poster");
  } else if (tag == "iframe") {
    add_attribute(LinkKind::kEmbed, n, attribute(n, "data-src").empty() ? "src" : "data-src");
  } else if (tag == "embed") {
    add_attribute(LinkKind::kEmbed, n, "src");
  } else if (tag == "object") {
    add_attribute(LinkKind::kEmbed, n, "data");
  }
}

}  // namespace

std::vector<HtmlLink> walk_links(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base,
                                 NodeSkip skip) {
  LinkWalk walk(doc, base);
  const FlatTree& tree = HtmlAccess::tree(doc);
  const std::vector<FlatTree::Node>& nodes = tree.nodes;
  // Moving links is expensive: reserve one for every sixteen nodes, which running text seldom exceeds.
  walk.expect((nodes[root].end - root) / 16);
  for (NodeId n = root; n < nodes[root].end;) {
    if (n != root && skip(n)) {
      n = nodes[n].end;
      continue;
    }
    if (nodes[n].attributes() != 0 && tree.tags[nodes[n].tag].traits.may_link) walk.visit(n);
    ++n;
  }
  return walk.take();
}

std::vector<HtmlLink> links_of(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base,
                               const NodeFilter& skip) {
  return guarded_or_empty([&]() -> std::vector<HtmlLink> {
    return root < doc.size() ? walk_links(doc, root, base, {&skip, nullptr}) : std::vector<HtmlLink>();
  });
}

Url base_url(const HtmlDocument& doc, const Url& page_url) {
  return guarded_or_empty([&]() -> Url {
    for (NodeId n = doc.find_first("base"); n < doc.size(); ++n) {
      if (doc.tag(n) != "base" || !doc.has_attribute(n, "href")) continue;
      const Result<Url> url = Url::parse(trim_html_space(doc.attribute(n, "href")), &page_url);
      return url && url->is_http() ? *url : page_url;
    }
    return page_url;
  });
}

}  // namespace bfa
