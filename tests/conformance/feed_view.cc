// SPDX-License-Identifier: Apache-2.0
#include "feed_view.h"

#include <algorithm>
#include <array>

#include "bfa/html/content.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"

namespace bfa::conformance {
namespace {

Json or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json time_or_null(const std::optional<Timestamp>& time) {
  return time ? Json(format_timestamp(*time)) : Json();
}

Json any_of(std::vector<std::string> texts) {
  std::erase_if(texts, [](const std::string& text) { return text.empty(); });
  if (texts.empty()) return {};
  return Json{{"$any", std::move(texts)}};
}

const FeedTextInfo* info_of(const std::vector<FeedTextInfo>& texts, std::string_view field) {
  const auto found =
      std::find_if(texts.begin(), texts.end(), [&](const auto& info) { return info.field == field; });
  return found == texts.end() ? nullptr : &*found;
}

// A text as plain or as HTML; where it was plain in the feed, HTML of ours is read back to text.
Json text_value(const std::string& value, const FeedTextInfo* info) {
  std::vector<std::string> all{value};
  if (info != nullptr) all.push_back(info->html);
  if (info != nullptr && info->html.empty() && info->type == "text/plain") all.push_back(html_to_text(value));
  return any_of(std::move(all));
}

Json detail_value(const Json& value, const FeedTextInfo& info) {
  return {{"value", value}, {"type", info.type}, {"language", or_null(info.language)}, {"base", info.base}};
}

// "title" and "title_detail".
void put_text(Json& out, const std::string& name, const std::string& value,
              const std::vector<FeedTextInfo>& texts, std::string_view field) {
  const FeedTextInfo* info = info_of(texts, field);
  const Json text = text_value(value, info);
  if (text.is_null()) return;
  out[name] = text;
  if (info != nullptr) out[name + "_detail"] = detail_value(text, *info);
}

Json person_value(const FeedPerson& person) {
  Json out = Json::object();
  if (!person.name.empty()) out["name"] = person.name;
  if (!person.email.empty()) out["email"] = person.email;
  if (!person.uri.empty()) out["href"] = person.uri;
  return out;
}

std::string joined(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& item : list) out += (out.empty() ? "" : ", ") + item;
  return out;
}

// A person as one string: feedparser writes "name (mail)", or the element's own text.
std::vector<std::string> person_texts(const FeedPerson& person) {
  std::vector<std::string> out{person.name, person.email, person.uri};
  if (!person.name.empty() && !person.email.empty()) {
    out.push_back(person.name + " (" + person.email + ")");
    out.push_back(person.email + " (" + person.name + ")");
    out.push_back(person.name + " <" + person.email + ">");
  }
  return out;
}

Json list_of_people(const std::vector<FeedPerson>& people) {
  Json out = Json::array();
  for (const FeedPerson& person : people) out.push_back(person_value(person));
  return out;
}

void put_authors(Json& out, const std::vector<FeedPerson>& people, const std::vector<std::string>& names) {
  if (people.empty()) return;
  std::vector<std::string> texts = person_texts(people.back());
  texts.push_back(joined(names));
  if (!names.empty()) texts.push_back(names[0]);
  out["author"] = any_of(std::move(texts));
  out["author_detail"] = person_value(people.back());
  out["authors"] = list_of_people(people);
}

void put_publisher(Json& out, const FeedPerson& publisher) {
  out["publisher"] = any_of(person_texts(publisher));
  out["publisher_detail"] = person_value(publisher);
}

Json category_values(const std::vector<FeedCategory>& categories) {
  Json out = Json::array();
  for (const FeedCategory& c : categories) {
    out.push_back({{"term", or_null(c.term)}, {"scheme", or_null(c.scheme)}, {"label", or_null(c.label)}});
  }
  return out;
}

void put_categories(Json& out, const std::vector<FeedCategory>& categories) {
  if (categories.empty()) return;
  out["tags"] = category_values(categories);
  out["category"] = categories[0].term;
  for (const FeedCategory& c : categories) out["categories"].push_back({or_null(c.scheme), or_null(c.term)});
}

// feedparser fills in the type that a link most often has.
Json link_value(const FeedLink& link) {
  const std::string usual = link.rel == "self" ? "application/atom+xml" : "text/html";
  Json out = {{"rel", link.rel}, {"href", link.href}, {"type", link.type.empty() ? usual : link.type}};
  if (!link.title.empty()) out["title"] = link.title;
  if (!link.hreflang.empty()) out["hreflang"] = link.hreflang;
  if (link.length != 0) out["length"] = std::to_string(link.length);
  return out;
}

void put_links(Json& out, const std::vector<FeedLink>& links) {
  out["links"] = Json::array();
  for (const FeedLink& link : links) {
    Json value = link_value(link);
    if (link.rel == "license") out["license"] = link.href;
    out["links"].push_back(value);
    if (link.rel != "enclosure") continue;
    value.erase("rel");
    value["type"] = link.type;
    value["url"] = link.href;
    value["length"] = std::to_string(link.length);
    out["enclosures"].push_back(std::move(value));
  }
}

Json generator_value(const FeedGenerator& generator) {
  return {{"name", or_null(generator.name)},
          {"href", or_null(generator.uri)},
          {"version", or_null(generator.version)}};
}

Json image_value(const FeedImage& image) {
  Json out = {{"href", or_null(image.url)}, {"title", or_null(image.title)}, {"link", or_null(image.link)}};
  out["description"] = or_null(image.description);
  if (image.width != 0) out["width"] = image.width;
  if (image.height != 0) out["height"] = image.height;
  return out;
}

Json place_value(const FeedPlace& place) {
  Json pairs = Json::array();
  for (const auto& [longitude, latitude] : place.coordinates) pairs.push_back({longitude, latitude});
  if (place.type == "Point") return {{"type", place.type}, {"coordinates", pairs[0]}};
  if (place.type == "Polygon") return {{"type", place.type}, {"coordinates", Json::array({pairs})}};
  return {{"type", place.type}, {"coordinates", std::move(pairs)}};
}

void put_dates(Json& out, const std::string& name, const std::optional<Timestamp>& time,
               const std::string& raw) {
  if (raw.empty() && !time) return;
  out[name] = raw;
  out[name + "_parsed"] = time_or_null(time);
}

void put_validity(Json& out, const std::map<std::string, std::string>& extra) {
  for (const std::string name : {"validity_start", "validity_end"}) {
    const auto found = extra.find(name);
    if (found == extra.end()) continue;
    out[name] = found->second;
    const auto time = parse_feed_date(found->second);
    if (time) out[name + "_parsed"] = format_timestamp(*time);
  }
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Json field_value(const FeedField& field, bool is_always_object) {
  if (field.attributes.empty() && !is_always_object) return field.value;
  Json out = field.attributes;
  if (!field.value.empty()) out["content"] = field.value;
  return out;
}

// Elements of modules: "media:credit" is media_credit, a list for elements that may occur several times.
void put_field(Json& out, const FeedField& field) {
  std::string name = field.name;
  if (const std::size_t slash = name.find('/'); slash != std::string::npos) {
    Json& parent = out[name.substr(0, slash)];
    if (parent.is_object() || parent.is_null()) parent[name.substr(slash + 1)] = field.value;
    return;
  }
  if (name.starts_with('{')) name = name.substr(name.find('}') + 1);
  std::replace(name.begin(), name.end(), ':', '_');
  if (name == "itunes_block") {
    out[name] = field.value == "yes" || field.value == "Yes" ? 1 : 0;
  } else if (name == "itunes_explicit") {
    out[name] = is_one_of(field.value, {"yes", "true", "explicit"});
  } else if (is_one_of(name, {"media_content", "media_thumbnail", "media_credit"})) {
    out[name].push_back(field_value(field, true));
  } else if (name == "media_restriction") {
    Json value = field_value(field, true);
    Json words = Json::array();
    for (const std::string_view word : split_words(field.value)) words.push_back(std::string(word));
    value["content"] = std::move(words);
    out[name] = std::move(value);
  } else if (name == "psc_chapter") {
    out["psc_chapters"]["chapters"].push_back(field_value(field, true));
  } else if (name == "admin_errorreportsto") {
    out["errorreportsto"] = field_value(field, true).value("resource", "");
  } else if (!out.contains(name)) {
    out[name] = field_value(field, is_one_of(name, {"media_rating", "media_license", "media_player"}));
  }
}

void put_extra(Json& out, const std::map<std::string, std::string>& extra,
               const std::vector<FeedTextInfo>& texts) {
  for (const auto& [name, value] : extra) {
    if (!out.contains(name)) out[name] = value;
  }
  for (const std::string name : {"rights", "info"}) {
    const auto found = extra.find(name);
    put_text(out, name, found == extra.end() ? std::string() : found->second, texts, name);
  }
}

Json source_value(const FeedSource& source) {
  Json out = {
      {"id", or_null(source.id)}, {"link", or_null(source.link)}, {"language", or_null(source.language)}};
  put_text(out, "title", source.title, source.texts, "title");
  put_text(out, "subtitle", source.subtitle, source.texts, "subtitle");
  put_text(out, "rights", source.rights, source.texts, "rights");
  out["icon"] = or_null(source.icon);
  out["logo"] = or_null(source.logo);
  out["updated_parsed"] = time_or_null(source.updated);
  out["updated"] = out["updated_parsed"];
  out["generator"] = or_null(source.generator.name);
  out["generator_detail"] = generator_value(source.generator);
  put_authors(out, source.people, {});
  out["contributors"] = list_of_people(source.contributors);
  put_categories(out, source.categories);
  put_links(out, source.links);
  for (const FeedLink& link : source.links) {
    if (link.rel == "self") out["href"] = link.href;
  }
  return out;
}

Json content_value(const FeedEntry& entry) {
  const FeedTextInfo* info = info_of(entry.texts, "content");
  if (info == nullptr) info = info_of(entry.texts, "summary");
  const Json text = text_value(entry.content, info);
  if (text.is_null()) return Json::array();
  return Json::array({info == nullptr ? Json{{"value", text}} : detail_value(text, *info)});
}

Json entry_view(const FeedEntry& entry) {
  Json out = Json::object();
  for (const FeedField& field : entry.fields) put_field(out, field);
  put_text(out, "title", entry.title, entry.texts, "title");
  // feedparser gives the content as summary if the entry has no summary.
  if (entry.summary.empty()) {
    put_text(out, "summary", entry.content, entry.texts, "content");
  } else {
    put_text(out, "summary", entry.summary, entry.texts, "summary");
  }
  out["content"] = content_value(entry);
  out["link"] = or_null(entry.link);
  out["id"] = or_null(entry.id);
  out["guidislink"] = entry.id_is_link;
  put_dates(out, "published", entry.published, entry.published_raw);
  put_dates(out, "updated", entry.updated, entry.updated_raw);
  put_dates(out, "created", entry.created, entry.created_raw);
  put_dates(out, "expired", entry.expires, entry.expires_raw);
  out["date_iso"] = time_or_null(entry.published ? entry.published : entry.updated);
  put_validity(out, entry.extra);
  put_authors(out, entry.people, entry.authors);
  out["contributors"] = list_of_people(entry.contributors);
  put_categories(out, entry.categories);
  put_links(out, entry.links);
  out["comments"] = or_null(entry.comments_url);
  out["comments_url"] = out["comments"];
  out["wfw_commentrss"] = or_null(entry.comments_feed);
  if (entry.comment_count) out["slash_comments"] = std::to_string(*entry.comment_count);
  if (out.contains("itunes_subtitle")) out["subtitle"] = out["itunes_subtitle"];
  if (entry.image) out["image"] = image_value(*entry.image);
  if (entry.place) out["where"] = place_value(*entry.place);
  if (entry.source) out["source"] = source_value(*entry.source);
  out["language"] = or_null(entry.language);
  put_extra(out, entry.extra, entry.texts);
  return out;
}

// RSS 0.91 came from two houses; Netscape's has a document type.
bool is_netscape(const Feed& feed) {
  const auto dtd = feed.extra.find("dtd");
  return dtd != feed.extra.end() && dtd->second.find("netscape.com") != std::string::npos;
}

// "rss20", "atom10": feedparser's names of formats.
std::string version_name(const Feed& feed) {
  std::string digits = feed.version;
  std::erase(digits, '.');
  if (feed.format == "atom") return digits == "10" || digits == "03" ? "atom" + digits : "atom";
  if (feed.format == "cdf") return "cdf";
  if (feed.format == "rss" && digits.starts_with('2')) return "rss20";
  if (feed.format == "rss" && digits == "091") return is_netscape(feed) ? "rss091n" : "rss091u";
  if (feed.format == "rdf" || feed.format == "rss") return digits.empty() ? "rss" : "rss" + digits;
  return feed.format + digits;
}

Json head_view(const Feed& feed) {
  Json out = Json::object();
  for (const FeedField& field : feed.fields) put_field(out, field);
  put_text(out, "title", feed.title, feed.texts, "title");
  put_text(out, "subtitle", feed.subtitle, feed.texts, "subtitle");
  out["link"] = or_null(feed.link);
  out["id"] = or_null(feed.id);
  out["feed_url"] = or_null(feed.self);
  out["language"] = or_null(feed.language);
  out["generator"] = or_null(feed.generator);
  out["generator_detail"] = generator_value(feed.generator_info);
  if (feed.ttl) out["ttl"] = std::to_string(*feed.ttl / std::chrono::minutes(1));
  put_dates(out, "published", feed.published, feed.published_raw);
  put_dates(out, "updated", feed.updated, feed.updated_raw);
  put_dates(out, "expired", feed.expires, feed.expires_raw);
  put_validity(out, feed.extra);
  put_authors(out, feed.people, feed.authors);
  out["contributors"] = list_of_people(feed.contributors);
  if (feed.publisher) put_publisher(out, *feed.publisher);
  put_categories(out, feed.categories);
  put_links(out, feed.links);
  if (feed.image) out["image"] = image_value(*feed.image);
  if (feed.place) out["where"] = place_value(*feed.place);
  put_extra(out, feed.extra, feed.texts);
  const auto icon = feed.extra.find("icon"), logo = feed.extra.find("logo");
  out["icon_url"] = any_of({icon == feed.extra.end() ? "" : icon->second, feed.image ? feed.image->url : "",
                            logo == feed.extra.end() ? "" : logo->second});
  return out;
}

const Json kNothing;

}  // namespace

Json feed_view(const Feed& feed) {
  Json out = {{"version", version_name(feed)}, {"encoding", feed.encoding}, {"namespaces", feed.namespaces}};
  out["feed"] = head_view(feed);
  out["entries"] = Json::array();
  for (const FeedEntry& entry : feed.entries) out["entries"].push_back(entry_view(entry));
  return out;
}

Json miniflux_view(const Feed& feed, const std::string& address) {
  Json out = feed_view(feed);
  Json& head = out["feed"];
  if (head["link"].is_null()) head["link"] = or_null(address);
  if (feed.title.empty()) head["title"] = or_null(display_title(feed));
  if (head["feed_url"].is_null()) head["feed_url"] = or_null(address);
  for (std::size_t i = 0; i < feed.entries.size(); ++i) {
    Json& entry = out["entries"][i];
    if (entry["link"].is_null()) entry["link"] = head["link"];
    if (!feed.entries[i].title.empty()) continue;
    const std::string title = display_title(feed.entries[i]);
    entry["title"] = title.empty() ? entry["link"] : Json(title);
  }
  return out;
}

const Json& member(const Json& object, const std::string& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kAliases{{
      {"channel", "feed"},
      {"items", "entries"},
      {"guid", "id"},
      {"date", "updated"},
      {"date_parsed", "updated_parsed"},
      {"modified", "updated"},
      {"modified_parsed", "updated_parsed"},
      {"issued", "published"},
      {"issued_parsed", "published_parsed"},
      {"copyright", "rights"},
      {"copyright_detail", "rights_detail"},
      {"tagline", "subtitle"},
      {"tagline_detail", "subtitle_detail"},
      {"description", "summary"},
      {"description", "subtitle"},
      {"description_detail", "summary_detail"},
      {"description_detail", "subtitle_detail"},
      {"url", "href"},
      {"href", "url"},
      {"updated_parsed", "published_parsed"},
  }};
  if (!object.is_object()) return kNothing;
  if (const auto found = object.find(name); found != object.end() && !found->is_null()) return *found;
  for (const auto& [alias, real] : kAliases) {
    if (alias != name) continue;
    if (const auto found = object.find(std::string(real)); found != object.end()) return *found;
  }
  return kNothing;
}

}  // namespace bfa::conformance
