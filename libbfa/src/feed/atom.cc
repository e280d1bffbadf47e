// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "build.h"

namespace bfa {
namespace {

std::vector<std::string> people(const std::vector<const XmlNode*>& nodes) {
  std::vector<std::string> out;
  for (const XmlNode* node : nodes) {
    const XmlNode* name = node->child("name");
    if (name == nullptr || trimmed_space(name->all_text()).empty()) name = node->child("email");
    if (name == nullptr) name = node->child("uri");
    if (name == nullptr) name = node->child("url");
    const bool has_elements = std::any_of(node->children.begin(), node->children.end(),
                                          [](const XmlNode& c) { return c.kind == XmlNode::Kind::kElement; });
    if (name == nullptr && has_elements) continue;
    add_unique(out, author_name((name != nullptr ? name : node)->all_text()));
  }
  return out;
}

std::string join(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& item : list) out += (out.empty() ? "" : ", ") + item;
  return out;
}

// How the first author can be reached.
void add_contact(const XmlNode* author, const BaseAddress& base, std::map<std::string, std::string>& extra) {
  if (author == nullptr) return;
  for (const XmlNode& child : author->children) {
    const std::string name = lower_ascii(child.name);
    const std::string text(trimmed_space(child.all_text()));
    if (name == "email") set_extra(extra, "author_email", text);
    if (name == "uri" || name == "url" || name == "homepage") {
      set_extra(extra, "author_url", base.within(*author).within(child).resolve(text));
    }
  }
}

void add_categories(const ElementMap& map, FeedEntry& entry) {
  for (const XmlNode* node : map.all("category")) {
    // Blogger's "kind#post" says what the entry is, not what it is about.
    if (node->attribute("scheme").ends_with("#kind")) continue;
    const std::string_view term = trimmed_space(node->attribute("term"));
    const std::string_view label = trimmed_space(node->attribute("label"));
    const bool is_address = is_http_address(term);
    add_unique(entry.tags, !label.empty() && (term.empty() || is_address) ? label : term);
    if (term.empty() && label.empty()) add_unique(entry.tags, node->all_text());
  }
}

// The entry's own words on where it was taken from (RFC 4287 section 4.2.11).
void add_source(const ElementMap& map, std::string_view core, const BaseAddress& outer, FeedEntry& entry) {
  const XmlNode* source = map.first("source");
  if (source == nullptr) return;
  const BaseAddress base = outer.within(*source);
  const ElementMap inner(*source, core);
  if (const XmlNode* title = inner.first_of({"title"})) {
    set_extra(entry.extra, "source_title", plain_title(atom_text(*title, base)));
  }
  set_extra(entry.extra, "source_id", inner.text_of({"id"}));
  set_extra(entry.extra, "source_url", alternate_link(atom_links(inner.all("link"), base)));
  if (const XmlNode* rights = inner.first_of({"rights", "copyright"})) {
    set_extra(entry.extra, "source_rights", plain_title(atom_text(*rights, base)));
  }
  if (const XmlNode* subtitle = inner.first_of({"subtitle", "tagline"})) {
    set_extra(entry.extra, "source_subtitle", plain_title(atom_text(*subtitle, base)));
  }
  const std::vector<std::string> authors = people(inner.all("author"));
  set_extra(entry.extra, "source_author", join(authors));
  if (entry.authors.empty()) entry.authors = authors;
}

void set_content(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  if (const XmlNode* node = map.first_of({"summary", "description"})) {
    entry.summary = safe_html(atom_content(*node, base));
  }
  bool is_html = false;
  for (const XmlNode* node : map.all("content")) {
    const std::string src = base.within(*node).resolve(node->attribute("src"));
    if (!src.empty()) {
      if (entry.link.empty()) entry.link = src;
      add_enclosure(entry, {src, std::string(trimmed_space(node->attribute("type"))), 0});
      continue;
    }
    // Several contents are versions of one; markup says more than plain text.
    const FeedText text = atom_content(*node, base);
    std::string html = safe_html(text);
    if (html.empty() || (!entry.content.empty() && (is_html || !text.is_html))) continue;
    entry.content = std::move(html);
    is_html = text.is_html;
  }
  if (entry.content.empty()) {
    if (const XmlNode* node = map.first_of({"content:encoded", "xhtml:body", "xhtml:div"})) {
      entry.content = safe_html(rss_text(*node, base));
    }
  }
}

FeedEntry read_entry(const XmlNode& node, std::string_view core, const BaseAddress& outer,
                     Findings& findings) {
  const BaseAddress base = outer.within(node);
  const ElementMap map(node, core);
  FeedEntry entry;
  const std::vector<AtomLink> links = atom_links(map.all("link"), base);
  entry.id = map.text_of({"id", "guid"});
  if (entry.id.starts_with('/')) entry.id = base.resolve(entry.id);  // ids are opaque, but never relative
  entry.link = alternate_link(links);
  if (const XmlNode* title = map.first_of({"title", "dc:title"})) {
    entry.title = plain_title(atom_text(*title, base));
  }
  set_content(map, base, entry);
  if (entry.link.empty() && is_http_address(entry.id)) entry.link = entry.id;
  entry.authors = people(map.all("author"));
  add_contact(map.first("author"), base, entry.extra);
  add_categories(map, entry);
  if (const XmlNode* date = map.first_of({"published", "issued", "created", "pubdate"})) {
    set_date(date->all_text(), entry.published, entry.published_raw, findings, date->offset);
  }
  if (const XmlNode* date = map.first_of({"updated", "modified"})) {
    set_date(date->all_text(), entry.updated, entry.updated_raw, findings, date->offset);
  }
  apply_links(links, entry);
  entry.language = language_of(node);
  if (const XmlNode* content = map.first("content"); content != nullptr && entry.language.empty()) {
    entry.language = language_of(*content);
  }
  add_source(map, core, base, entry);
  add_shared_modules(map, base, entry, findings);
  if (const XmlNode* rights = map.first_of({"rights", "copyright"})) {
    set_extra(entry.extra, "rights", plain_title(atom_text(*rights, base)));
  }
  set_extra(entry.extra, "contributors", join(people(map.all("contributor"))));
  return entry;
}

void read_head(const XmlNode& root, std::string_view core, const BaseAddress& base, Feed& feed,
               Findings& findings) {
  const ElementMap map(root, core);
  const std::vector<AtomLink> links = atom_links(map.all("link"), base);
  feed.id = map.text_of({"id"});
  if (feed.id.starts_with('/')) feed.id = base.resolve(feed.id);
  feed.link = alternate_link(links);
  if (feed.link.empty() && is_http_address(feed.id)) feed.link = feed.id;
  if (const XmlNode* node = map.first_of({"title", "dc:title"}))
    feed.title = plain_title(atom_text(*node, base));
  if (const XmlNode* node = map.first_of({"subtitle", "tagline", "description"})) {
    feed.subtitle = plain_title(atom_text(*node, base));
  }
  feed.generator = map.text_of({"generator"});
  feed.language = language_of(root);
  std::string raw;
  if (const XmlNode* node = map.first_of({"updated", "modified", "dc:date"})) {
    set_date(node->all_text(), feed.updated, raw, findings, node->offset);
  }
  feed.authors = people(map.all("author"));
  add_contact(map.first("author"), base, feed.extra);
  for (const XmlNode* node : map.all("category")) {
    const std::string_view term = trimmed_space(node->attribute("term"));
    add_unique(feed.tags, term.empty() ? trimmed_space(node->attribute("label")) : term);
  }
  apply_links(links, feed);
  if (const XmlNode* node = map.first_of({"rights", "copyright"})) {
    set_extra(feed.extra, "rights", plain_title(atom_text(*node, base)));
  }
  if (const XmlNode* node = map.first_of({"info"})) {
    set_extra(feed.extra, "info", plain_title(atom_text(*node, base)));
  }
  set_extra(feed.extra, "image", base.resolve(map.text_of({"logo"})));
  set_extra(feed.extra, "icon", base.resolve(map.text_of({"icon"})));
  set_extra(feed.extra, "contributors", join(people(map.all("contributor"))));
  add_shared_modules(map, base, feed);
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
  const std::string uri = lower_ascii(root.ns);
  const std::string version(trimmed_space(root.attribute("version")));
  const bool is_old = uri.find("purl.org/atom/ns") != std::string::npos ||
                      (uri.find("2005/atom") == std::string::npos && !version.empty());
  feed.version = is_old ? (version.empty() ? "0.3" : version) : "1.0";
  const BaseAddress base = outer.within(root);
  if (same_ignoring_case(root.name, "entry")) {  // an entry document, RFC 4287 section 2
    feed.entries.push_back(read_entry(root, root.ns, outer, findings));
    return feed;
  }
  read_head(root, root.ns, base, feed, findings);
  const BaseAddress site = base.known() ? base : BaseAddress(feed.link);
  collect_entries(root, root.ns, site, limits, feed, findings);
  return feed;
}

// Channel Definition Format, 1997: still seen in archives.
Feed read_cdf(const XmlNode& root, const BaseAddress& outer, const FeedLimits& limits, Findings& findings) {
  Feed feed;
  feed.format = "cdf";
  const auto href = [](const XmlNode& node) {
    for (const XmlNode::Attribute& a : node.attributes) {
      if (same_ignoring_case(a.name, "href")) return std::string(a.value);
    }
    return std::string();
  };
  const BaseAddress base = outer.within(root);
  const ElementMap map(root, root.ns);
  feed.title = map.text_of({"title"});
  feed.subtitle = map.text_of({"abstract"});
  feed.link = base.resolve(href(root));
  for (const XmlNode* item : map.all("item")) {
    if (is_full(feed, limits, findings)) break;
    const ElementMap inner(*item, root.ns);
    FeedEntry entry;
    entry.link = base.resolve(href(*item));
    for (const XmlNode* a : inner.all("a")) {
      if (entry.link.empty()) entry.link = base.resolve(href(*a));
    }
    entry.title = inner.text_of({"title"});
    if (const XmlNode* text = inner.first_of({"abstract"})) entry.summary = safe_html(rss_text(*text, base));
    feed.entries.push_back(std::move(entry));
  }
  return feed;
}

}  // namespace bfa
