// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "build.h"

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

// The last part of a rel that is a registry URI.
std::string short_rel(std::string_view rel) {
  const std::string lower = lower_ascii(trimmed_space(rel));
  constexpr std::string_view kRegistry = "http://www.iana.org/assignments/relation/";
  return lower.starts_with(kRegistry) ? lower.substr(kRegistry.size()) : lower;
}

void add_list(std::string_view list, std::vector<std::string>& tags) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    add_unique(tags, list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

// itunes:category holds its name in an attribute, and narrower ones inside.
void add_itunes_tags(const ElementMap& map, std::vector<std::string>& tags) {
  for (const XmlNode* node : map.all("itunes:category")) {
    add_unique(tags, node->attribute("text"));
    const ElementMap inner(*node, "");
    for (const XmlNode* narrower : inner.all("itunes:category"))
      add_unique(tags, narrower->attribute("text"));
  }
  for (const XmlNode* node : map.all("itunes:keywords")) add_list(node->all_text(), tags);
}

void add_media(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  for (const XmlNode* node : map.all("media:content")) {
    const BaseAddress inner = base.within(*node);
    std::string type(trimmed_space(node->attribute("type")));
    if (type.empty()) type = std::string(trimmed_space(node->attribute("medium")));
    add_enclosure(entry,
                  {inner.resolve(node->attribute("url")), type, parse_length(node->attribute("fileSize"))});
  }
  for (const XmlNode* node : map.all("media:peerlink")) {
    add_enclosure(entry, {base.within(*node).resolve(node->attribute("href")),
                          std::string(trimmed_space(node->attribute("type"))), 0});
  }
  if (const XmlNode* node = map.first("media:thumbnail");
      node != nullptr && entry.extra["thumbnail"].empty()) {
    entry.extra["thumbnail"] = base.within(*node).resolve(node->attribute("url"));
  }
  if (entry.extra["thumbnail"].empty()) entry.extra.erase("thumbnail");
  for (const XmlNode* node : map.all("media:category")) add_unique(entry.tags, node->all_text());
  for (const XmlNode* node : map.all("media:keywords")) add_list(node->all_text(), entry.tags);
}

void add_media_text(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  if (entry.title.empty()) {
    if (const XmlNode* node = map.first_of({"media:title"})) entry.title = plain_title(rss_text(*node, base));
  }
  if (entry.summary.empty() && entry.content.empty()) {
    if (const XmlNode* node = map.first_of({"media:description"})) {
      const bool is_html = node->attribute("type") == "html";
      FeedText text = rss_text(*node, base);
      text.is_html = is_html;
      entry.summary = safe_html(text);
    }
  }
}

void add_dates(const ElementMap& item, FeedEntry& entry, Findings& findings) {
  for (const std::string_view key : {"dcterms:issued", "dcterms:created", "dcterms:available"}) {
    if (const XmlNode* node = item.first_of({key})) {
      set_date(node->all_text(), entry.published, entry.published_raw, findings, node->offset);
    }
  }
  if (const XmlNode* node = item.first_of({"dcterms:modified"})) {
    set_date(node->all_text(), entry.updated, entry.updated_raw, findings, node->offset);
  }
  // dc:date does not say which of both it is.
  if (const XmlNode* node = item.first_of({"dc:date", "dcterms:date"})) {
    set_date(node->all_text(), entry.published, entry.published_raw, findings, node->offset);
    Findings repeated;
    set_date(node->all_text(), entry.updated, entry.updated_raw, repeated, node->offset);
  }
}

}  // namespace

std::vector<AtomLink> atom_links(const std::vector<const XmlNode*>& nodes, const BaseAddress& base) {
  std::vector<AtomLink> out;
  for (const XmlNode* node : nodes) {
    AtomLink link;
    link.rel = short_rel(node->attribute("rel"));
    link.type = lower_ascii(trimmed_space(node->attribute("type")));
    link.title = std::string(trimmed_space(node->attribute("title")));
    link.count = std::string(node->attribute("count"));
    link.length = parse_length(node->attribute("length"));
    const std::string_view href = node->attribute("href");
    const std::string text = href.empty() ? node->all_text() : std::string();
    link.href = base.within(*node).resolve(href.empty() ? std::string_view(text) : href);
    if (!link.href.empty()) out.push_back(std::move(link));
  }
  return out;
}

std::string alternate_link(const std::vector<AtomLink>& links) {
  const AtomLink* best = nullptr;
  for (const AtomLink& link : links) {
    if (!link.rel.empty() && link.rel != "alternate") continue;
    if (best == nullptr || (!is_html_type(best->type) && is_html_type(link.type))) best = &link;
  }
  return best == nullptr ? std::string() : best->href;
}

void apply_links(const std::vector<AtomLink>& links, FeedEntry& entry) {
  for (const AtomLink& link : links) {
    if (link.rel == "enclosure") {
      add_enclosure(entry, {link.href, link.type, link.length});
    } else if (link.rel == "replies" || link.rel == "comments") {
      if (is_feed_type(link.type)) {
        if (entry.comments_feed.empty()) entry.comments_feed = link.href;
        if (!entry.comment_count) entry.comment_count = parse_count(link.count);
      } else if (!link.type.empty() && is_html_type(link.type) && entry.comments_url.empty()) {
        entry.comments_url = link.href;
      }
    } else if (link.rel == "via" || link.rel == "related" || link.rel == "license") {
      set_extra(entry.extra, link.rel, link.href);
    }
  }
}

void apply_links(const std::vector<AtomLink>& links, Feed& feed) {
  for (const AtomLink& link : links) {
    if (link.rel == "self" && feed.self.empty()) feed.self = link.href;
    if (link.rel == "hub") add_unique(feed.hubs, link.href);
    if (link.rel == "next" && feed.next.empty()) feed.next = link.href;
    if (link.rel == "license") set_extra(feed.extra, "license", link.href);
  }
}

void add_shared_modules(const ElementMap& item, const BaseAddress& base, FeedEntry& entry,
                        Findings& findings) {
  if (const XmlNode* node = item.first_of({"feedburner:origlink"})) {
    const std::string original = base.within(*node).resolve(node->all_text());
    if (is_http_address(original)) entry.link = original;
  }
  if (entry.authors.empty()) {
    for (const XmlNode* node : item.all(item.first("dc:creator") != nullptr ? "dc:creator" : "dc:author")) {
      add_unique(entry.authors, author_name(plain_title(rss_text(*node, base))));
    }
  }
  if (entry.authors.empty()) add_unique(entry.authors, author_name(item.text_of({"itunes:author"})));
  for (const XmlNode* node : item.all("dc:subject"))
    add_unique(entry.tags, plain_title(rss_text(*node, base)));
  add_dates(item, entry, findings);
  if (entry.comments_feed.empty()) entry.comments_feed = base.resolve(item.text_of({"wfw:commentrss"}));
  if (!entry.comment_count) entry.comment_count = parse_count(item.text_of({"slash:comments", "thr:total"}));
  if (const XmlNode* node = item.first("thr:in-reply-to")) {
    entry.in_reply_to = std::string(trimmed_space(node->attribute("ref")));
    if (entry.in_reply_to.empty()) entry.in_reply_to = base.resolve(node->attribute("href"));
  }
  add_itunes_tags(item, entry.tags);
  add_media(item, base, entry);
  for (const XmlNode* group : item.all("media:group")) {
    const ElementMap inner(*group, "");
    add_media(inner, base.within(*group), entry);
    add_media_text(inner, base.within(*group), entry);
    for (const XmlNode* content : inner.all("media:content")) {
      add_media_text(ElementMap(*content, ""), base.within(*content), entry);
    }
  }
  for (const XmlNode* content : item.all("media:content")) {
    add_media_text(ElementMap(*content, ""), base.within(*content), entry);
  }
  add_media_text(item, base, entry);
  if (entry.summary.empty() && entry.content.empty()) {
    if (const XmlNode* node = item.first_of({"itunes:summary", "itunes:subtitle"})) {
      entry.summary = safe_html(rss_text(*node, base));
    }
  }
  if (entry.language.empty()) entry.language = item.text_of({"dc:language"});
  set_extra(entry.extra, "rights", item.text_of({"dc:rights", "dcterms:rights"}));
  set_extra(entry.extra, "contributors", item.text_of({"dc:contributor"}));
  set_extra(entry.extra, "author_email", author_email(item.text_of({"dc:creator"})));
  set_extra(entry.extra, "geo_point", item.text_of({"georss:point"}));
  set_extra(entry.extra, "duration", item.text_of({"itunes:duration"}));
}

void add_shared_modules(const ElementMap& channel, const BaseAddress& base, Feed& feed) {
  if (feed.authors.empty()) {
    for (const XmlNode* node : channel.all("dc:creator")) {
      add_unique(feed.authors, author_name(plain_title(rss_text(*node, base))));
    }
  }
  if (feed.authors.empty()) add_unique(feed.authors, author_name(channel.text_of({"itunes:author"})));
  for (const XmlNode* node : channel.all("dc:subject")) add_unique(feed.tags, node->all_text());
  add_itunes_tags(channel, feed.tags);
  for (const XmlNode* owner : channel.all("itunes:owner")) {
    const ElementMap inner(*owner, "");
    set_extra(feed.extra, "author_email", inner.text_of({"itunes:email"}));
    if (feed.authors.empty()) add_unique(feed.authors, inner.text_of({"itunes:name"}));
  }
  if (feed.language.empty()) feed.language = channel.text_of({"dc:language"});
  if (const XmlNode* image = channel.first("itunes:image")) {
    set_extra(
        feed.extra, "image",
        base.within(*image).resolve(image->attribute(image->attribute("href").empty() ? "url" : "href")));
  }
  set_extra(feed.extra, "rights", channel.text_of({"dc:rights", "dcterms:rights"}));
  set_extra(feed.extra, "publisher", channel.text_of({"dc:publisher"}));
  set_extra(feed.extra, "contributors", channel.text_of({"dc:contributor"}));
  set_extra(feed.extra, "author_email", author_email(channel.text_of({"dc:creator"})));
}

}  // namespace bfa
