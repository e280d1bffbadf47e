// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/ascii.h"
#include "feed/build.h"

namespace bfa {
namespace {

bool is_html_type(std::string_view type) {
  return type.empty() || type == "text/html" || type == "application/xhtml+xml" || type == "html" ||
         type == "xhtml";
}

bool is_feed_type(std::string_view type) {
  return type.find("atom") != std::string_view::npos || type.find("rss") != std::string_view::npos ||
         type.find("rdf") != std::string_view::npos || type.find("feed") != std::string_view::npos;
}

// The last part of a rel that is a registry URI; "alternate" when it is empty (RFC 4287 section 4.2.7.2).
std::string short_rel(std::string_view rel) {
  const std::string lower = ascii_lower_case(trim_c_space(rel));
  constexpr std::string_view kRegistry = "http://www.iana.org/assignments/relation/";
  if (lower.empty()) return "alternate";
  return lower.starts_with(kRegistry) ? lower.substr(kRegistry.size()) : lower;
}

bool names_an_address(const XmlNode& node) {
  return std::any_of(node.attributes.begin(), node.attributes.end(),
                     [](const XmlNode::Attribute& a) { return a.name == "href"; });
}

FeedLink read_link(const XmlNode& node, const BaseAddress& outer) {
  const BaseAddress base = outer.within(node);
  FeedLink link;
  link.rel = short_rel(node.attribute("rel"));
  link.type = ascii_lower_case(trim_c_space(node.attribute("type")));
  link.title = std::string(trim_c_space(node.attribute("title")));
  link.hreflang = std::string(trim_c_space(node.attribute("hreflang")));
  link.length = parse_length(node.attribute("length"));
  // An empty href is the base itself (RFC 3986 section 4.4); an element without one has its address as text.
  const bool is_attribute = names_an_address(node);
  const std::string text = is_attribute ? std::string(trim_c_space(node.attribute("href"))) : node.all_text();
  link.href = is_attribute && text.empty() ? base.text() : base.resolve(text);
  return link;
}

void add_license(const std::string& href, std::vector<FeedLink>& links) {
  if (href.empty()) return;
  FeedLink link;
  link.rel = "license";
  link.href = href;
  links.push_back(std::move(link));
}

}  // namespace

std::vector<FeedLink> read_links(const ElementMap& map, const BaseAddress& base) {
  std::vector<FeedLink> out;
  for (const auto& [key, node] : map.items()) {
    if (key == "link" || key == "atom:link") {
      FeedLink link = read_link(*node, base);
      if (!link.href.empty()) out.push_back(std::move(link));
    } else if (key == "enclosure") {
      const std::string_view url =
          node->attribute("url").empty() ? node->attribute("href") : node->attribute("url");
      FeedLink link;
      link.rel = "enclosure";
      link.href = base.within(*node).resolve(url);
      link.type = std::string(trim_c_space(node->attribute("type")));
      link.length = parse_length(node->attribute("length"));
      if (!link.href.empty()) out.push_back(std::move(link));
    } else if (key == "cc:license") {
      const std::string_view resource = node->attribute("resource");
      add_license(base.within(*node).resolve(resource.empty() ? node->all_text() : std::string(resource)),
                  out);
    }
  }
  return out;
}

std::string alternate_link(const std::vector<FeedLink>& links) {
  const FeedLink* best = nullptr;
  for (const FeedLink& link : links) {
    if (link.rel != "alternate") continue;
    // Among equals the last one counts, as for all elements that may occur once.
    if (best == nullptr || is_html_type(link.type) || !is_html_type(best->type)) best = &link;
  }
  return best == nullptr ? std::string() : best->href;
}

void apply_links(FeedEntry& entry) {
  for (const FeedLink& link : entry.links) {
    if (link.rel == "enclosure") {
      add_enclosure(entry, {link.href, link.type, link.length});
    } else if (link.rel == "replies" || link.rel == "comments") {
      if (is_feed_type(link.type)) {
        if (entry.comments_feed.empty()) entry.comments_feed = link.href;
      } else if (!link.type.empty() && is_html_type(link.type) && entry.comments_url.empty()) {
        entry.comments_url = link.href;
      }
    } else if (link.rel == "via" || link.rel == "related" || link.rel == "license") {
      set_extra(entry.extra, link.rel, link.href);
    }
  }
}

void apply_links(Feed& feed) {
  for (const FeedLink& link : feed.links) {
    if (link.rel == "self" && feed.self.empty()) feed.self = link.href;
    if (link.rel == "hub") add_unique(feed.hubs, link.href);
    if (link.rel == "next" && feed.next.empty()) feed.next = link.href;
    if (link.rel == "license") set_extra(feed.extra, "license", link.href);
  }
}

}  // namespace bfa
