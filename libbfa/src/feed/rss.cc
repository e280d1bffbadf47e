// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "build.h"

namespace bfa {
namespace {

std::string title_of(const ElementMap& map, const BaseAddress& base) {
  const XmlNode* node = map.first_of({"title", "dc:title", "dcterms:title", "itunes:title", "atom:title"});
  if (node == nullptr) return {};
  // An Atom title carries its type; so does none of the others.
  return plain_title(node->attribute("type").empty() ? rss_text(*node, base) : atom_text(*node, base));
}

std::vector<const XmlNode*> link_nodes(const ElementMap& map) {
  std::vector<const XmlNode*> out = map.all("atom:link");
  for (const XmlNode* node : map.all("link")) {
    if (!node->attribute("href").empty()) out.push_back(node);
  }
  return out;
}

// The page: <link>, else an Atom link, else a guid that is one.
std::string page_link(const ElementMap& map, const std::vector<AtomLink>& links, const BaseAddress& base) {
  for (const XmlNode* node : map.all("link")) {
    std::string link = base.within(*node).resolve(node->all_text());
    if (!link.empty()) return link;
  }
  std::string link = alternate_link(links);
  if (link.empty()) link = base.resolve(map.text_of({"url", "uri"}));
  return link;
}

void set_identity(const XmlNode& item, const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  if (const XmlNode* guid = map.first_of({"guid"})) {
    entry.id = std::string(trimmed_space(guid->all_text()));
    // RSS 2.0 says that a guid is a permalink unless it denies it, but bare numbers are common.
    const std::string_view flag = trimmed_space(guid->attribute("isPermaLink"));
    const bool is_permalink =
        is_http_address(entry.id) ? !same_ignoring_case(flag, "false") : same_ignoring_case(flag, "true");
    if (entry.link.empty() && is_permalink) {
      const std::string link = base.within(*guid).resolve(entry.id);
      if (is_http_address(link)) entry.link = link;
    }
  }
  if (entry.id.empty()) entry.id = map.text_of({"atom:id", "id"});
  for (const XmlNode::Attribute& a : item.attributes) {
    if (a.name != "about" || trimmed_space(a.value).empty()) continue;
    if (entry.id.empty()) entry.id = std::string(trimmed_space(a.value));
    if (entry.link.empty() && is_http_address(base.resolve(a.value))) entry.link = base.resolve(a.value);
  }
  if (entry.id.empty()) entry.id = map.text_of({"dc:identifier"});
}

void set_texts(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  if (const XmlNode* node = map.first_of(
          {"description", "atom:summary", "summary", "dc:description", "dcterms:abstract", "abstract"})) {
    entry.summary = safe_html(element_key(*node, "") == "atom:summary" ? atom_content(*node, base)
                                                                       : rss_text(*node, base));
  }
  if (const XmlNode* node = map.first_of({"content:encoded", "xhtml:body", "body", "fullitem"})) {
    entry.content = safe_html(rss_text(*node, base));
  } else if (const XmlNode* atom = map.first_of({"atom:content", "content"})) {
    FeedText text = atom_content(*atom, base);
    if (atom->attribute("type").empty()) text.is_html = true;
    entry.content = safe_html(text);
  }
}

void set_people_and_tags(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  for (const std::string_view key : {"author", "atom:author"}) {
    for (const XmlNode* node : map.all(key)) {
      const XmlNode* name = node->child("name");
      const XmlNode* email = node->child("email");
      if (name == nullptr || trimmed_space(name->all_text()).empty()) name = email != nullptr ? email : node;
      const std::string text = plain_title(rss_text(*name, base));
      add_unique(entry.authors, author_name(text));
      set_extra(entry.extra, "author_email", author_email(email != nullptr ? email->all_text() : text));
    }
  }
  for (const XmlNode* node : map.all("category")) add_unique(entry.tags, plain_title(rss_text(*node, base)));
  for (const XmlNode* node : map.all("atom:category")) add_unique(entry.tags, node->attribute("term"));
}

FeedEntry read_item(const XmlNode& item, std::string_view core, const BaseAddress& outer,
                    Findings& findings) {
  const BaseAddress base = outer.within(item);
  const ElementMap map(item, core);
  FeedEntry entry;
  const std::vector<AtomLink> links = atom_links(link_nodes(map), base);
  entry.title = title_of(map, base);
  entry.link = page_link(map, links, base);
  set_identity(item, map, base, entry);
  set_texts(map, base, entry);
  set_people_and_tags(map, base, entry);
  if (const XmlNode* node = map.first_of({"pubdate", "atom:published", "published", "date", "issued"})) {
    set_date(node->all_text(), entry.published, entry.published_raw, findings, node->offset);
  }
  if (const XmlNode* node = map.first_of({"atom:updated", "updated", "lastbuilddate", "modified"})) {
    set_date(node->all_text(), entry.updated, entry.updated_raw, findings, node->offset);
  }
  entry.comments_url = base.resolve(map.text_of({"comments"}));
  for (const XmlNode* node : map.all("enclosure")) {
    const std::string_view url =
        node->attribute("url").empty() ? node->attribute("href") : node->attribute("url");
    add_enclosure(entry,
                  {base.within(*node).resolve(url), std::string(trimmed_space(node->attribute("type"))),
                   parse_length(node->attribute("length"))});
  }
  apply_links(links, entry);
  entry.language = language_of(item);
  if (const XmlNode* source = map.first("source"); source != nullptr) {
    set_extra(entry.extra, "source_title", std::string(trimmed_space(source->all_text())));
    set_extra(entry.extra, "source_url", base.within(*source).resolve(source->attribute("url")));
  }
  add_shared_modules(map, base, entry, findings);
  return entry;
}

// Items wherever they stand: in the channel (2.0), beside it (1.0), or in each other where an end tag is
// missing.
void collect_items(const XmlNode& node, std::string_view core, const BaseAddress& outer,
                   const FeedLimits& limits, Feed& feed, Findings& findings) {
  const BaseAddress base = outer.within(node);
  for (const XmlNode& child : node.children) {
    if (child.kind != XmlNode::Kind::kElement) continue;
    const std::string key = element_key(child, core);
    const bool is_item = key == "item" || key == "atom:entry" || key == "entry";
    if (is_item) {
      if (is_full(feed, limits, findings)) return;
      feed.entries.push_back(read_item(child, core, base, findings));
    }
    if (is_item || key == "channel" || key == "items" || key == "rss" || key == "atom:feed") {
      collect_items(child, core, base, limits, feed, findings);
    }
  }
}

std::string rss_version(const XmlNode& root, const XmlNode* channel) {
  std::string version(trimmed_space(root.attribute("version")));
  if (!version.empty() && root.name != "channel") return version;
  const std::string uri = lower_ascii(channel != nullptr ? channel->ns : root.ns);
  if (uri.find("purl.org/rss/1.0") != std::string::npos) return "1.0";
  if (uri.find("purl.org/net/rss1.1") != std::string::npos) return "1.1";
  if (uri.find("netscape.com/rdf/simple/0.9") != std::string::npos) return "0.90";
  return {};
}

void read_channel(const XmlNode& channel, std::string_view core, const BaseAddress& outer, Feed& feed,
                  Findings& findings) {
  const BaseAddress base = outer.within(channel);
  const ElementMap map(channel, core);
  const std::vector<AtomLink> links = atom_links(link_nodes(map), base);
  feed.title = title_of(map, base);
  feed.link = page_link(map, links, base);
  if (feed.link.empty()) {
    for (const XmlNode::Attribute& a : channel.attributes) {
      if (a.name == "about" && feed.format == "rdf") feed.id = std::string(trimmed_space(a.value));
    }
  }
  if (const XmlNode* node = map.first_of({"description", "tagline", "atom:subtitle", "subtitle",
                                          "dc:description", "itunes:summary", "itunes:subtitle"})) {
    feed.subtitle = plain_title(rss_text(*node, base));
  }
  feed.language = language_tag(map.text_of({"language", "dc:language"}));
  if (feed.language.empty()) feed.language = language_of(channel);
  feed.generator = map.text_of({"generator", "atom:generator"});
  if (feed.generator.empty()) {
    for (const XmlNode* node : map.all("?:generatoragent")) feed.generator = node->attribute("resource");
  }
  if (feed.id.empty()) feed.id = map.text_of({"atom:id", "guid", "dc:identifier"});
  std::string raw;
  for (const std::string_view key :
       {"lastbuilddate", "atom:updated", "dcterms:modified", "dc:date", "pubdate"}) {
    if (const XmlNode* node = map.first_of({key}); node != nullptr && !feed.updated) {
      raw.clear();
      set_date(node->all_text(), feed.updated, raw, findings, node->offset);
    }
  }
  if (const auto minutes = parse_count(map.text_of({"ttl"}))) {
    if (*minutes < (1u << 24)) feed.ttl_s = *minutes * 60;
  }
  for (const XmlNode* node : map.all("managingeditor")) {
    add_unique(feed.authors, author_name(node->all_text()));
    set_extra(feed.extra, "author_email", author_email(node->all_text()));
  }
  for (const XmlNode* node : map.all("category")) add_unique(feed.tags, plain_title(rss_text(*node, base)));
  for (const std::string_view key : {"author", "atom:author"}) {
    for (const XmlNode* node : map.all(key)) {
      const XmlNode* name = node->child("name");
      add_unique(feed.authors, author_name(plain_title(rss_text(name != nullptr ? *name : *node, base))));
    }
  }
  apply_links(links, feed);
  for (const XmlNode* image : map.all("image")) {
    const ElementMap inner(*image, core);
    set_extra(feed.extra, "image", base.resolve(inner.text_of({"url"})));
  }
  set_extra(feed.extra, "rights", map.text_of({"copyright"}));
  set_extra(feed.extra, "publisher", author_name(map.text_of({"webmaster"})));
  add_shared_modules(map, base, feed);
}

}  // namespace

Feed read_rss(const XmlNode& root, const BaseAddress& outer, const FeedLimits& limits, Findings& findings) {
  Feed feed;
  const BaseAddress base = outer.within(root);
  const XmlNode* channel = same_ignoring_case(root.name, "channel") ? &root : nullptr;
  for (const XmlNode& child : root.children) {
    if (channel == nullptr && child.kind == XmlNode::Kind::kElement &&
        same_ignoring_case(child.name, "channel")) {
      channel = &child;
    }
  }
  feed.format = same_ignoring_case(root.name, "rdf") ? "rdf" : "rss";
  feed.version = rss_version(root, channel);
  // The namespace of the format itself, whatever it is: some feeds declare a default one that is wrong.
  const std::string core = channel != nullptr ? channel->ns : root.ns;
  if (channel != nullptr) {
    read_channel(*channel, core, base, feed, findings);
  }
  if (feed.language.empty()) feed.language = language_of(root);
  const BaseAddress site = base.known() ? base : BaseAddress(feed.link);
  collect_items(root, core, site, limits, feed, findings);
  return feed;
}

}  // namespace bfa
