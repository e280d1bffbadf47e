// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/ascii.h"
#include "feed/build.h"

namespace bfa {
namespace {

std::string_view attribute_of(const XmlNode& node, std::string_view name) {
  const auto found =
      std::find_if(node.attributes.begin(), node.attributes.end(),
                   [&](const XmlNode::Attribute& a) { return equals_ignoring_case(a.name, name); });
  return found == node.attributes.end() ? std::string_view() : std::string_view(found->value);
}

FeedEntry read_cdf_item(const XmlNode& item, std::string_view core, const BaseAddress& base,
                        Findings& findings) {
  const ElementMap map(item, core);
  FeedEntry entry;
  entry.link = base.resolve(attribute_of(item, "href"));
  for (const XmlNode* a : map.all("a")) {
    if (entry.link.empty()) entry.link = base.resolve(attribute_of(*a, "href"));
  }
  if (!entry.link.empty()) {
    FeedLink link;
    link.href = entry.link;
    entry.links.push_back(std::move(link));
  }
  if (const XmlNode* title = map.first_of({"title"})) {
    entry.title = take_plain(rss_text(*title, base), "title", entry.texts);
  }
  if (const XmlNode* text = map.first_of({"abstract", "description"})) {
    entry.summary = take_html(rss_text(*text, base), "summary", entry.texts, &entry.embeds);
  }
  const std::string_view modified = attribute_of(item, "lastmod");
  set_date(modified, entry.updated, entry.updated_raw, findings, item.offset);
  return entry;
}

}  // namespace

// Channel Definition Format, W3C note of 1997: it occurs in archives.
Feed read_cdf(const XmlNode& root, const BaseAddress& outer, const FeedLimits& limits, Findings& findings) {
  Feed feed;
  feed.format = "cdf";
  const BaseAddress base = outer.within(root);
  const ElementMap map(root, root.ns);
  if (const XmlNode* title = map.first_of({"title"})) {
    feed.title = take_plain(rss_text(*title, base), "title", feed.texts);
  }
  if (const XmlNode* text = map.first_of({"abstract", "description"})) {
    feed.subtitle = take_plain(rss_text(*text, base), "subtitle", feed.texts);
  }
  feed.link = base.resolve(attribute_of(root, "href"));
  feed.self = base.resolve(attribute_of(root, "self"));
  for (const XmlNode* logo : map.all("logo"))
    set_extra(feed.extra, "logo", base.resolve(attribute_of(*logo, "href")));
  set_date(attribute_of(root, "lastmod"), feed.updated, feed.updated_raw, findings, root.offset);
  for (const XmlNode* item : map.all("item")) {
    if (is_full(feed, limits, findings)) break;
    feed.entries.push_back(read_cdf_item(*item, root.ns, base, findings));
  }
  return feed;
}

}  // namespace bfa
