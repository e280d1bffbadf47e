// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/ascii.h"
#include "feed/build.h"

namespace bfa {
namespace {

constexpr std::string_view kItunesScheme = "http://www.itunes.com/";

// itunes:category has its name in an attribute, and contains narrower categories.
void add_itunes_tags(const ElementMap& map, std::vector<FeedCategory>& categories,
                     std::vector<std::string>& tags) {
  const auto name_of = [](const XmlNode& node) { return std::string(trim_c_space(node.attribute("text"))); };
  for (const XmlNode* node : map.all("itunes:category")) {
    add_category(categories, tags, {name_of(*node), std::string(kItunesScheme), {}});
    const ElementMap inner(*node, "");
    for (const XmlNode* narrower : inner.all("itunes:category")) {
      add_category(categories, tags, {name_of(*narrower), std::string(kItunesScheme), {}});
    }
  }
  for (const XmlNode* node : map.all("itunes:keywords")) {
    add_category_list(node->all_text(), kItunesScheme, categories, tags);
  }
}

void add_media(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  for (const XmlNode* node : map.all("media:content")) {
    const BaseAddress inner = base.within(*node);
    std::string type(trim_c_space(node->attribute("type")));
    if (type.empty()) type = std::string(trim_c_space(node->attribute("medium")));
    add_enclosure(entry,
                  {inner.resolve(node->attribute("url")), type, parse_length(node->attribute("fileSize"))});
  }
  for (const XmlNode* node : map.all("media:peerlink")) {
    add_enclosure(entry, {base.within(*node).resolve(node->attribute("href")),
                          std::string(trim_c_space(node->attribute("type"))), 0});
  }
  if (const XmlNode* node = map.first("media:thumbnail");
      node != nullptr && entry.extra["thumbnail"].empty()) {
    entry.extra["thumbnail"] = base.within(*node).resolve(node->attribute("url"));
  }
  if (entry.extra["thumbnail"].empty()) entry.extra.erase("thumbnail");
  // Media RSS 1.5.1, media:category: the default scheme.
  constexpr std::string_view kMediaScheme = "http://search.yahoo.com/mrss/category_schema";
  for (const XmlNode* node : map.all("media:category")) {
    const std::string_view scheme = trim_c_space(node->attribute("scheme"));
    add_category(
        entry.categories, entry.tags,
        {std::string(trim_c_space(node->all_text())), std::string(scheme.empty() ? kMediaScheme : scheme),
         std::string(trim_c_space(node->attribute("label")))});
  }
  for (const XmlNode* node : map.all("media:keywords")) {
    add_category_list(node->all_text(), {}, entry.categories, entry.tags);
  }
}

void add_media_text(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  if (entry.title.empty()) {
    if (const XmlNode* node = map.first_of({"media:title"})) {
      entry.title = take_plain(rss_text(*node, base), "title", entry.texts);
    }
  }
  if (entry.summary.empty() && entry.content.empty()) {
    if (const XmlNode* node = map.last_of("media:description")) {
      // Media RSS has the types "plain" (the default) and "html". Markup in plain descriptions is still
      // markup.
      FeedText text = rss_text(*node, base);
      text.is_html = node->attribute("type") == "html" || text.value.find("</") != std::string::npos;
      if (!text.is_html) text.type = "text/plain";
      entry.summary = take_html(text, "summary", entry.texts, &entry.embeds);
    }
  }
}

void add_dates(const ElementMap& item, FeedEntry& entry, Findings& findings) {
  set_date(item, {"created", "dcterms:created"}, entry.created, entry.created_raw, findings);
  set_date(item, {"dcterms:issued"}, entry.published, entry.published_raw, findings);
  set_date(item, {"dcterms:modified"}, entry.updated, entry.updated_raw, findings);
  set_date(item, {"expirationdate"}, entry.expires, entry.expires_raw, findings);
  if (entry.published_raw.empty()) {
    entry.published = entry.created;
    entry.published_raw = entry.created_raw;
  }
  set_date(item, {"dcterms:available"}, entry.published, entry.published_raw, findings);
  // dc:date can be either of the two dates.
  set_date(item, {"dc:date", "dcterms:date"}, entry.published, entry.published_raw, findings);
  Findings repeated;
  set_date(item, {"dc:date", "dcterms:date"}, entry.updated, entry.updated_raw, repeated);
}

// "start=...;end=...;scheme=W3C-DTF" (DCMI Period).
void add_validity(const ElementMap& map, std::map<std::string, std::string>& extra) {
  const std::string text = map.text_of({"dcterms:valid"});
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view part = trim_c_space(rest.substr(0, end));
    for (const std::string_view name : {"start", "end"}) {
      if (part.starts_with(name) && part.substr(name.size()).starts_with('=')) {
        set_extra(extra, "validity_" + std::string(name),
                  std::string(trim_c_space(part.substr(name.size() + 1))));
      }
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void add_people(const ElementMap& map, const BaseAddress& base, std::vector<FeedPerson>& people) {
  for (const std::string_view key : {"dc:creator", "dc:author", "itunes:author"}) {
    if (!people.empty()) return;
    for (const XmlNode* node : map.all(key)) add_person(people, read_person(*node, base));
  }
}

void add_rights(const ElementMap& map, const BaseAddress& base, std::vector<FeedTextInfo>& texts,
                std::map<std::string, std::string>& extra) {
  if (extra.contains("rights")) return;
  if (const XmlNode* node = map.first_of({"dc:rights", "dcterms:rights", "media:copyright"})) {
    set_extra(extra, "rights", take_plain(rss_line(*node, base), "rights", texts));
  }
}

std::string subject_scheme(const XmlNode& node) {
  return std::string(trim_c_space(node.attribute("scheme")));
}

// Media RSS: elements of the item, of its groups, and of single files.
void add_all_media(const ElementMap& item, const BaseAddress& base, FeedEntry& entry) {
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
}

}  // namespace

void add_shared_modules(const ElementMap& item, const BaseAddress& base, FeedEntry& entry,
                        Findings& findings) {
  if (const XmlNode* node = item.first_of({"feedburner:origlink"})) {
    const std::string original = base.within(*node).resolve(node->all_text());
    if (is_http_address(original)) entry.link = original;
  }
  add_people(item, base, entry.people);
  for (const XmlNode* node : item.all("dc:contributor")) {
    add_person(entry.contributors, read_person(*node, base));
  }
  set_extra(entry.extra, "publisher", item.text_of({"dc:publisher"}));
  for (const XmlNode* node : item.all("dc:subject")) {
    add_category(entry.categories, entry.tags,
                 {plain_title(rss_text(*node, base)), subject_scheme(*node), {}});
  }
  add_dates(item, entry, findings);
  if (entry.comments_feed.empty()) entry.comments_feed = base.resolve(item.text_of({"wfw:commentrss"}));
  for (const auto& [key, node] : item.items()) {
    const bool is_link = key == "link" || key == "atom:link";
    if (is_link && !entry.comment_count && node->attribute("rel") == "replies") {
      entry.comment_count = parse_count(node->attribute("count"));
    }
  }
  if (!entry.comment_count) entry.comment_count = parse_count(item.text_of({"slash:comments", "thr:total"}));
  if (const XmlNode* node = item.first("thr:in-reply-to")) {
    entry.in_reply_to = std::string(trim_c_space(node->attribute("ref")));
    if (entry.in_reply_to.empty()) entry.in_reply_to = base.resolve(node->attribute("href"));
  }
  add_itunes_tags(item, entry.categories, entry.tags);
  add_all_media(item, base, entry);
  if (entry.summary.empty() && entry.content.empty()) {
    if (const XmlNode* node = item.first_of({"itunes:summary", "itunes:subtitle"})) {
      entry.summary = take_html(rss_text(*node, base), "summary", entry.texts, &entry.embeds);
    }
  }
  if (entry.language.empty()) entry.language = language_tag(item.text_of({"dc:language"}));
  for (const std::string_view key : {"image", "itunes:image"}) {
    if (const XmlNode* node = item.first(key); node != nullptr && !entry.image) {
      entry.image = read_image(*node, node->ns, base);
    }
  }
  entry.place = read_place(item);
  add_rights(item, base, entry.texts, entry.extra);
  add_validity(item, entry.extra);
  set_extra(entry.extra, "duration", item.text_of({"itunes:duration"}));
  add_fields(item, base, entry.fields);
  entry.authors = names_of(entry.people);
}

void add_shared_modules(const ElementMap& channel, const BaseAddress& base, Feed& feed, Findings& findings) {
  add_people(channel, base, feed.people);
  for (const XmlNode* node : channel.all("dc:contributor")) {
    add_person(feed.contributors, read_person(*node, base));
  }
  for (const XmlNode* node : channel.all("dc:subject")) {
    add_category(feed.categories, feed.tags, {plain_title(rss_text(*node, base)), subject_scheme(*node), {}});
  }
  add_itunes_tags(channel, feed.categories, feed.tags);
  for (const XmlNode* node : channel.all("dc:publisher")) {
    if (!feed.publisher) feed.publisher = read_person(*node, base);
  }
  for (const XmlNode* owner : channel.all("itunes:owner")) {
    const FeedPerson person = read_person(*owner, base);
    if (person == FeedPerson()) continue;
    if (!feed.publisher) feed.publisher = person;
    if (feed.people.empty()) add_person(feed.people, person);
  }
  if (feed.language.empty()) feed.language = language_tag(channel.text_of({"dc:language"}));
  for (const std::string_view key : {"itunes:image", "itunes:link"}) {
    if (const XmlNode* node = channel.first(key); node != nullptr && !feed.image) {
      feed.image = read_image(*node, node->ns, base);
    }
  }
  set_date(channel, {"dcterms:issued", "dcterms:created"}, feed.published, feed.published_raw, findings);
  set_extra(feed.extra, "created", channel.text_of({"created", "dcterms:created"}));
  set_date(channel, {"dcterms:modified", "dc:date"}, feed.updated, feed.updated_raw, findings);
  set_date(channel, {"expirationdate"}, feed.expires, feed.expires_raw, findings);
  if (feed.updated_raw.empty()) {
    feed.updated = feed.published;
    feed.updated_raw = feed.published_raw;
  }
  feed.place = read_place(channel);
  add_rights(channel, base, feed.texts, feed.extra);
  add_validity(channel, feed.extra);
  add_fields(channel, base, feed.fields);
  feed.authors = names_of(feed.people);
}

}  // namespace bfa
