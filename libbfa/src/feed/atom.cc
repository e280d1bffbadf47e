// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/ascii.h"
#include "feed/build.h"

namespace bfa {
namespace {

void add_people(const ElementMap& map, std::string_view key, const BaseAddress& base,
                std::vector<FeedPerson>& people) {
  for (const XmlNode* node : map.all(key)) add_person(people, read_person(*node, base));
}

void add_categories(const ElementMap& map, std::vector<FeedCategory>& categories,
                    std::vector<std::string>& tags) {
  for (const XmlNode* node : map.all("category")) {
    FeedCategory category{std::string(trim_c_space(node->attribute("term"))),
                          std::string(trim_c_space(node->attribute("scheme"))),
                          std::string(trim_c_space(node->attribute("label")))};
    if (category.term.empty()) category.term = std::string(trim_c_space(node->all_text()));
    add_category(categories, tags, std::move(category));
  }
}

bool has_base(const XmlNode& node) {
  return std::any_of(node.attributes.begin(), node.attributes.end(), [](const XmlNode::Attribute& a) {
    return a.name == "base" && a.ns == "http://www.w3.org/XML/1998/namespace";
  });
}

// Ids are opaque (RFC 4287 section 4.2.6), but never relative: a relative id is an address. Without an
// xml:base a bare word is kept unchanged.
std::string read_id(const XmlNode& node, const BaseAddress& outer, bool has_outer_base) {
  std::string id(trim_c_space(node.all_text()));
  const bool is_based = has_outer_base || has_base(node);
  const bool is_path = id.starts_with('/') || (is_based && id.find('/') != std::string::npos);
  return is_path && id.find(':') == std::string::npos ? outer.within(node).resolve(id) : id;
}

// The feed from which the entry was taken, as the entry states it (RFC 4287 section 4.2.11).
void add_source(const ElementMap& map, std::string_view core, const BaseAddress& outer, FeedEntry& entry,
                Findings& findings) {
  const XmlNode* node = map.first("source");
  if (node == nullptr) return;
  const BaseAddress base = outer.within(*node);
  const ElementMap inner(*node, core);
  FeedSource source;
  source.id = inner.text_of({"id"});
  const auto plain = [&](std::initializer_list<std::string_view> keys, std::string_view field) {
    const XmlNode* found = inner.first_of(keys);
    return found == nullptr ? std::string() : take_plain(atom_text(*found, base), field, source.texts);
  };
  source.title = plain({"title"}, "title");
  source.subtitle = plain({"subtitle", "tagline"}, "subtitle");
  source.rights = plain({"rights", "copyright"}, "rights");
  source.icon = base.resolve(inner.text_of({"icon"}));
  source.logo = base.resolve(inner.text_of({"logo"}));
  source.language = base.language();
  source.links = read_links(inner, base);
  source.link = alternate_link(source.links);
  std::string raw;
  set_date(inner, {"updated", "modified"}, source.updated, raw, findings);
  if (const XmlNode* generator = inner.first("generator"))
    source.generator = read_generator(*generator, base);
  add_people(inner, "author", base, source.people);
  add_people(inner, "contributor", base, source.contributors);
  std::vector<std::string> tags;
  add_categories(inner, source.categories, tags);
  if (entry.people.empty()) entry.people = source.people;
  if (source != FeedSource()) entry.source = std::move(source);
}

void set_content(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  if (const XmlNode* node = map.first_of({"summary", "description"})) {
    entry.summary = take_html(atom_content(*node, base), "summary", entry.texts, &entry.embeds);
  }
  bool is_html = false;
  for (const XmlNode* node : map.all("content")) {
    const std::string src = base.within(*node).resolve(node->attribute("src"));
    if (!src.empty()) {
      if (entry.link.empty()) entry.link = src;
      add_enclosure(entry, {src, std::string(trim_c_space(node->attribute("type"))), 0});
    }
    // Several contents are versions of the same text; markup is preferred to plain text.
    const FeedText text = atom_content(*node, base);
    if (!entry.content.empty() && (is_html || !text.is_html)) continue;
    std::vector<FeedTextInfo> texts;
    std::string html = take_html(text, "content", texts, &entry.embeds);
    if (html.empty()) continue;
    std::erase_if(entry.texts, [](const FeedTextInfo& info) { return info.field == "content"; });
    entry.texts.insert(entry.texts.end(), texts.begin(), texts.end());
    entry.content = std::move(html);
    is_html = text.is_html;
  }
  if (entry.content.empty()) {
    if (const XmlNode* node = map.first_of({"content:encoded", "xhtml:body", "xhtml:div"})) {
      entry.content = take_html(rss_text(*node, base), "content", entry.texts, &entry.embeds);
    }
  }
}

FeedEntry read_entry(const XmlNode& node, std::string_view core, const BaseAddress& outer,
                     Findings& findings) {
  const BaseAddress base = outer.within(node);
  const ElementMap map(node, core);
  FeedEntry entry;
  entry.links = read_links(map, base);
  const XmlNode* id = map.last_of("id");
  if (id == nullptr) id = map.last_of("guid");
  if (id != nullptr) entry.id = read_id(*id, base, has_base(node));
  entry.link = alternate_link(entry.links);
  if (const XmlNode* title = map.first_of({"title", "dc:title"})) {
    entry.title = take_plain(atom_text(*title, base), "title", entry.texts);
  }
  set_content(map, base, entry);
  entry.id_is_link = entry.link.empty() && !entry.id.empty();
  if (entry.link.empty() && is_http_address(entry.id)) entry.link = entry.id;
  add_people(map, "author", base, entry.people);
  add_people(map, "contributor", base, entry.contributors);
  add_categories(map, entry.categories, entry.tags);
  set_date(map, {"published", "issued", "pubdate"}, entry.published, entry.published_raw, findings);
  set_date(map, {"updated", "modified"}, entry.updated, entry.updated_raw, findings);
  apply_links(entry);
  entry.language = base.language();
  if (const XmlNode* content = map.first("content")) {
    const std::string inner = base.within(*content).language();
    if (!inner.empty()) entry.language = inner;
  }
  add_source(map, core, base, entry, findings);
  if (const XmlNode* rights = map.first_of({"rights", "copyright"})) {
    set_extra(entry.extra, "rights", take_plain(atom_text(*rights, base), "rights", entry.texts));
  }
  add_shared_modules(map, base, entry, findings);
  return entry;
}

void read_head(const XmlNode& root, std::string_view core, const BaseAddress& base, Feed& feed,
               Findings& findings) {
  const ElementMap map(root, core);
  feed.links = read_links(map, base);
  if (const XmlNode* id = map.last_of("id")) feed.id = read_id(*id, base, has_base(root));
  feed.link = alternate_link(feed.links);
  if (feed.link.empty() && is_http_address(feed.id)) feed.link = feed.id;
  const auto plain = [&](std::initializer_list<std::string_view> keys, std::string_view field) {
    const XmlNode* found = map.first_of(keys);
    return found == nullptr ? std::string() : take_plain(atom_text(*found, base), field, feed.texts);
  };
  feed.title = plain({"title", "dc:title"}, "title");
  feed.subtitle = plain({"subtitle", "tagline", "description"}, "subtitle");
  if (const XmlNode* node = map.first("generator")) feed.generator_info = read_generator(*node, base);
  feed.generator = feed.generator_info.name;
  feed.language = base.language();
  set_date(map, {"updated", "modified"}, feed.updated, feed.updated_raw, findings);
  set_date(map, {"published", "issued"}, feed.published, feed.published_raw, findings);
  add_people(map, "author", base, feed.people);
  add_people(map, "contributor", base, feed.contributors);
  add_categories(map, feed.categories, feed.tags);
  apply_links(feed);
  set_extra(feed.extra, "rights", plain({"rights", "copyright"}, "rights"));
  set_extra(feed.extra, "info", plain({"info", "feedburner:browserfriendly"}, "info"));
  set_extra(feed.extra, "logo", base.resolve(map.text_of({"logo"})));
  set_extra(feed.extra, "icon", base.resolve(map.text_of({"icon"})));
  for (const XmlNode* node : map.all("image")) {
    if (!feed.image) feed.image = read_image(*node, core, base);
  }
  add_shared_modules(map, base, feed, findings);
}

void collect_entries(const XmlNode& node, std::string_view core, const BaseAddress& base,
                     const FeedLimits& limits, Feed& feed, Findings& findings) {
  for (const XmlNode& child : node.children) {
    if (child.kind != XmlNode::Kind::kElement) continue;
    const std::string key = element_key(child, core);
    if (key != "entry" && key != "item" && key != "atom:entry") continue;
    if (is_full(feed, limits, findings)) return;
    feed.entries.push_back(read_entry(child, core, base, findings));
    collect_entries(child, core, base.within(child), limits, feed, findings);
  }
}

}  // namespace

Feed read_atom(const XmlNode& root, const BaseAddress& outer, const FeedLimits& limits, Findings& findings) {
  Feed feed;
  feed.format = "atom";
  const std::string uri = ascii_lower_case(root.ns);
  const std::string version(trim_c_space(root.attribute("version")));
  const bool is_old = uri.find("purl.org/atom/ns") != std::string::npos ||
                      (uri.find("2005/atom") == std::string::npos && !version.empty());
  feed.version = is_old ? (version.empty() ? "0.3" : version) : "1.0";
  const BaseAddress base = outer.within(root);
  if (equals_ignoring_case(root.name, "entry")) {  // an entry document, RFC 4287 section 2
    feed.entries.push_back(read_entry(root, root.ns, outer, findings));
    return feed;
  }
  read_head(root, root.ns, base, feed, findings);
  const BaseAddress site = base.known() ? base : BaseAddress(feed.link, base.language());
  collect_entries(root, root.ns, site, limits, feed, findings);
  return feed;
}

}  // namespace bfa
