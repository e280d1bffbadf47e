// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/ascii.h"
#include "feed/build.h"

namespace bfa {
namespace {

std::string title_of(const ElementMap& map, const BaseAddress& base, std::vector<FeedTextInfo>& texts) {
  const XmlNode* node = map.first_of({"title", "dc:title", "dcterms:title", "itunes:title", "atom:title"});
  if (node == nullptr) return {};
  // Only an Atom title has a type attribute.
  if (!node->attribute("type").empty()) return take_plain(atom_text(*node, base), "title", texts);
  return take_plain(rss_line(*node, base), "title", texts);
}

// The page: <link>, otherwise an Atom link. Of several the last one is used.
std::string page_link(const ElementMap& map, const std::vector<FeedLink>& links, const BaseAddress& base) {
  std::string link;
  for (const XmlNode* node : map.all("link")) {
    const bool is_alternate =
        node->attribute("rel").empty() || equals_ignoring_case(node->attribute("rel"), "alternate");
    const std::string text = node->all_text();
    const std::string_view href =
        trim_c_space(text).empty() ? node->attribute("href") : std::string_view(text);
    std::string found = is_alternate ? base.within(*node).resolve(href) : std::string();
    if (!found.empty()) link = std::move(found);
  }
  if (link.empty()) link = alternate_link(links);
  if (link.empty()) link = base.resolve(map.text_of({"url", "uri"}));
  return link;
}

void set_identity(const XmlNode& item, const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  if (const XmlNode* guid = map.last_of("guid")) {
    entry.id = std::string(trim_c_space(guid->all_text()));
    // By RSS 2.0 a guid is a permalink unless isPermaLink is false, but bare numbers are common.
    std::string_view flag;
    for (const XmlNode::Attribute& a : guid->attributes) {
      if (equals_ignoring_case(a.name, "isPermaLink")) flag = trim_c_space(a.value);
    }
    const bool is_denied = !flag.empty() && !equals_ignoring_case(flag, "true");
    entry.id_is_link = !is_denied && entry.link.empty();
    const bool is_permalink = is_http_address(entry.id) ? !is_denied : equals_ignoring_case(flag, "true");
    if (entry.link.empty() && is_permalink) {
      const std::string link = base.within(*guid).resolve(entry.id);
      if (is_http_address(link)) entry.link = link;
    }
  }
  if (entry.id.empty()) entry.id = map.text_of({"atom:id", "id"});
  for (const XmlNode::Attribute& a : item.attributes) {
    if (a.name != "about" || trim_c_space(a.value).empty()) continue;
    if (entry.id.empty()) entry.id = std::string(trim_c_space(a.value));
    if (entry.link.empty() && is_http_address(base.resolve(a.value))) entry.link = base.resolve(a.value);
  }
  if (entry.id.empty()) entry.id = map.text_of({"dc:identifier"});
}

void set_texts(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  if (const XmlNode* node = map.first_of(
          {"description", "atom:summary", "summary", "dc:description", "dcterms:abstract", "abstract"})) {
    entry.summary = take_html(
        element_key(*node, "") == "atom:summary" ? atom_content(*node, base) : rss_text(*node, base),
        "summary", entry.texts, &entry.embeds);
  }
  if (const XmlNode* node = map.first_of({"content:encoded", "xhtml:body", "body", "fullitem"})) {
    entry.content = take_html(rss_text(*node, base), "content", entry.texts, &entry.embeds);
  } else if (const XmlNode* atom = map.first_of({"atom:content", "content"})) {
    FeedText text = atom_content(*atom, base);
    if (atom->attribute("type").empty()) {
      text.is_html = true;
      text.type = "text/html";
    }
    entry.content = take_html(text, "content", entry.texts, &entry.embeds);
  } else if (const std::vector<const XmlNode*> all = map.all("description"); all.size() > 1) {
    // Two descriptions are the short and the long text.
    entry.content = take_html(rss_text(*all.back(), base), "content", entry.texts, &entry.embeds);
  }
}

void set_people_and_tags(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  for (const std::string_view key : {"author", "atom:author"}) {
    for (const XmlNode* node : map.all(key)) add_person(entry.people, read_person(*node, base));
  }
  for (const std::string_view key : {"contributor", "atom:contributor"}) {
    for (const XmlNode* node : map.all(key)) add_person(entry.contributors, read_person(*node, base));
  }
  for (const auto& [key, node] : map.items()) {
    if (key == "category") {
      const std::string_view scheme =
          trim_c_space(node->attribute(node->attribute("domain").empty() ? "scheme" : "domain"));
      std::string term = plain_title(rss_text(*node, base));
      if (term.empty()) term = std::string(trim_c_space(node->attribute("term")));
      add_category(entry.categories, entry.tags, {std::move(term), std::string(scheme), {}});
    } else if (key == "atom:category") {
      add_category(entry.categories, entry.tags,
                   {std::string(trim_c_space(node->attribute("term"))),
                    std::string(trim_c_space(node->attribute("scheme"))),
                    std::string(trim_c_space(node->attribute("label")))});
    } else if (key == "tags" || key == "keywords") {
      add_category_list(node->all_text(), {}, entry.categories, entry.tags);
    }
  }
}

void add_source(const ElementMap& map, const BaseAddress& base, FeedEntry& entry) {
  const XmlNode* node = map.first("source");
  if (node == nullptr) return;
  FeedSource source;
  source.title = take_plain(rss_text(*node, base), "title", source.texts);
  FeedLink link;
  link.rel = "self";  // RSS 2.0: the address of the feed, not of a page
  link.href = base.within(*node).resolve(node->attribute("url"));
  if (!link.href.empty()) source.links.push_back(std::move(link));
  if (source != FeedSource()) entry.source = std::move(source);
}

FeedEntry read_item(const XmlNode& item, std::string_view core, const BaseAddress& outer,
                    Findings& findings) {
  const BaseAddress base = outer.within(item);
  const ElementMap map(item, core);
  FeedEntry entry;
  entry.links = read_links(map, base);
  entry.title = title_of(map, base, entry.texts);
  entry.link = page_link(map, entry.links, base);
  set_identity(item, map, base, entry);
  set_texts(map, base, entry);
  set_people_and_tags(map, base, entry);
  set_date(map, {"pubdate", "atom:published", "published", "date", "issued"}, entry.published,
           entry.published_raw, findings);
  set_date(map, {"atom:updated", "updated", "lastbuilddate", "modified"}, entry.updated, entry.updated_raw,
           findings);
  entry.comments_url = base.resolve(map.text_of({"comments"}));
  apply_links(entry);
  entry.language = base.language();
  add_source(map, base, entry);
  if (const XmlNode* rights = map.first_of({"copyright", "rights", "atom:rights"})) {
    set_extra(entry.extra, "rights", take_plain(rss_line(*rights, base), "rights", entry.texts));
  }
  add_shared_modules(map, base, entry, findings);
  return entry;
}

// Items at any position: in the channel (2.0), next to it (1.0), or in each other when an end tag is
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
  std::string version(trim_c_space(root.attribute("version")));
  if (!version.empty() && root.name != "channel") return version;
  // Without channel and item, only the default namespace shows the format.
  for (const XmlNode* node : {channel, &root}) {
    const std::string uri = node == nullptr ? std::string() : ascii_lower_case(node->ns);
    if (uri.find("purl.org/rss/1.0") != std::string::npos) return "1.0";
    if (uri.find("purl.org/net/rss1.1") != std::string::npos) return "1.1";
    if (uri.find("netscape.com/rdf/simple/0.9") != std::string::npos) return "0.90";
  }
  return {};
}

void read_skips(const XmlNode& channel, std::string_view core, Feed& feed) {
  const ElementMap map(channel, core);
  for (const XmlNode* list : map.all("skiphours")) {
    for (const XmlNode* hour : ElementMap(*list, core).all("hour")) {
      const auto value = parse_count(hour->all_text());
      if (value && *value <= 24 && feed.skip_hours.size() < 24) {
        feed.skip_hours.push_back(static_cast<unsigned>(*value % 24));  // some count from 1 to 24
      }
    }
  }
  for (const XmlNode* list : map.all("skipdays")) {
    for (const XmlNode* day : ElementMap(*list, core).all("day")) {
      if (feed.skip_days.size() < 7) add_unique(feed.skip_days, day->all_text());
    }
  }
}

void read_channel_people(const ElementMap& map, const BaseAddress& base, Feed& feed) {
  for (const std::string_view key : {"managingeditor", "author", "atom:author"}) {
    for (const XmlNode* node : map.all(key)) add_person(feed.people, read_person(*node, base));
  }
  for (const std::string_view key : {"contributor", "atom:contributor"}) {
    for (const XmlNode* node : map.all(key)) add_person(feed.contributors, read_person(*node, base));
  }
  if (const XmlNode* node = map.first_of({"webmaster"})) feed.publisher = read_person(*node, base);
}

void read_channel(const XmlNode& channel, std::string_view core, const BaseAddress& outer, Feed& feed,
                  Findings& findings) {
  const BaseAddress base = outer.within(channel);
  const ElementMap map(channel, core);
  feed.links = read_links(map, base);
  feed.title = title_of(map, base, feed.texts);
  feed.link = page_link(map, feed.links, base);
  if (feed.link.empty()) {
    for (const XmlNode::Attribute& a : channel.attributes) {
      if (a.name == "about" && feed.format == "rdf") feed.id = std::string(trim_c_space(a.value));
    }
  }
  if (const XmlNode* node = map.first_of({"description", "tagline", "atom:subtitle", "subtitle",
                                          "dc:description", "itunes:summary", "itunes:subtitle"})) {
    feed.subtitle = take_plain(rss_text(*node, base), "subtitle", feed.texts);
  }
  feed.language = language_tag(map.text_of({"language", "dc:language"}));
  if (feed.language.empty()) feed.language = base.language();
  for (const std::string_view key : {"generator", "atom:generator", "admin:generatoragent"}) {
    if (const XmlNode* node = map.first(key); node != nullptr && feed.generator_info == FeedGenerator()) {
      feed.generator_info = read_generator(*node, base);
    }
  }
  feed.generator = feed.generator_info.name.empty() ? feed.generator_info.uri : feed.generator_info.name;
  if (feed.id.empty()) feed.id = map.text_of({"atom:id", "guid", "dc:identifier"});
  set_date(map, {"lastbuilddate", "atom:updated", "updated", "modified"}, feed.updated, feed.updated_raw,
           findings);
  set_date(map, {"pubdate", "atom:published", "published"}, feed.published, feed.published_raw, findings);
  if (const auto minutes = parse_count(map.text_of({"ttl"}))) {
    if (*minutes < (1u << 24)) feed.ttl = std::chrono::minutes(*minutes);
  }
  read_channel_people(map, base, feed);
  for (const XmlNode* node : map.all("category")) {
    add_category(
        feed.categories, feed.tags,
        {plain_title(rss_text(*node, base)), std::string(trim_c_space(node->attribute("domain"))), {}});
  }
  for (const XmlNode* node : map.all("keywords")) {
    add_category_list(node->all_text(), {}, feed.categories, feed.tags);
  }
  apply_links(feed);
  for (const XmlNode* image : map.all("image")) {
    if (auto found = read_image(*image, core, base)) feed.image = std::move(found);
  }
  read_skips(channel, core, feed);
  set_extra(feed.extra, "icon", base.resolve(map.text_of({"atom:icon"})));
  set_extra(feed.extra, "logo", base.resolve(map.text_of({"atom:logo"})));
  if (const XmlNode* rights = map.first_of({"copyright", "rights", "atom:rights"})) {
    set_extra(feed.extra, "rights", take_plain(rss_line(*rights, base), "rights", feed.texts));
  }
  if (const XmlNode* info = map.first_of({"info", "feedburner:browserfriendly"})) {
    set_extra(feed.extra, "info", take_plain(rss_line(*info, base), "info", feed.texts));
  }
  add_shared_modules(map, base, feed, findings);
}

// RSS 0.90 and 1.0 have the image next to the channel.
void read_siblings(const XmlNode& root, std::string_view core, const BaseAddress& base, Feed& feed) {
  for (const XmlNode& child : root.children) {
    if (child.kind != XmlNode::Kind::kElement) continue;
    if (element_key(child, core) == "image" && (!feed.image || feed.image->title.empty())) {
      if (auto found = read_image(child, core, base)) feed.image = std::move(found);
    }
    if (element_key(child, core) == "textinput" && find_field(feed.fields, "textinput/link") == nullptr) {
      add_element_field(child, core, base, feed.fields);
    }
  }
}

}  // namespace

Feed read_rss(const XmlNode& root, const BaseAddress& outer, const FeedLimits& limits, Findings& findings) {
  Feed feed;
  const BaseAddress base = outer.within(root);
  const XmlNode* channel = equals_ignoring_case(root.name, "channel") ? &root : nullptr;
  for (const XmlNode& child : root.children) {
    if (channel == nullptr && child.kind == XmlNode::Kind::kElement &&
        equals_ignoring_case(child.name, "channel")) {
      channel = &child;
    }
  }
  feed.format = equals_ignoring_case(root.name, "rdf") ? "rdf" : "rss";
  feed.version = rss_version(root, channel);
  // The namespace of the format's elements in this feed: some feeds declare a wrong default namespace.
  const std::string core = channel != nullptr ? channel->ns : root.ns;
  if (channel != nullptr) {
    read_channel(*channel, core, base, feed, findings);
  }
  if (feed.language.empty()) feed.language = base.language();
  if (feed.format == "rdf") read_siblings(root, core, base, feed);
  const BaseAddress site = base.known() ? base : BaseAddress(feed.link, base.language());
  collect_items(root, core, site, limits, feed, findings);
  return feed;
}

}  // namespace bfa
