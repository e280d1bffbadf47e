// SPDX-License-Identifier: Apache-2.0
#include "feed_checks.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "bfa/text/charset.h"
#include "bfa/text/utf8.h"
#include "measure.h"

namespace bfa::conformance {
namespace {

// What a path names: texts (several where feedparser's name covers several of our fields: any may match), a
// time, a number or a truth value.
struct Value {
  bool is_known = false;
  std::vector<std::string> texts;
  std::optional<Timestamp> time;
  bool is_time = false;
  std::optional<std::size_t> count;

  bool truthy() const {
    if (count) return *count != 0;
    if (is_time) return time.has_value();
    return std::any_of(texts.begin(), texts.end(), [](const std::string& text) { return !text.empty(); });
  }
};

Value text_value(std::string text) {
  return {true, {std::move(text)}, {}, false, {}};
}
Value any_value(std::vector<std::string> texts) {
  return {true, std::move(texts), {}, false, {}};
}
Value time_value(const std::optional<Timestamp>& time) {
  return {true, {}, time, true, {}};
}
Value count_value(std::size_t count) {
  return {true, {}, {}, false, count};
}

using Path = std::vector<Json>;

std::string name_at(const Path& path, std::size_t i) {
  return i < path.size() && path[i].is_string() ? path[i].get<std::string>() : std::string();
}
std::size_t index_at(const Path& path, std::size_t i) {
  return i < path.size() && path[i].is_number_unsigned() ? path[i].get<std::size_t>() : 0;
}

std::string joined(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& item : list) out += (out.empty() ? "" : ", ") + item;
  return out;
}

std::string item_of(const std::vector<std::string>& list, std::size_t i) {
  return i < list.size() ? list[i] : std::string();
}

std::string extra_of(const std::map<std::string, std::string>& extra, const std::string& name) {
  const auto found = extra.find(name);
  return found == extra.end() ? std::string() : found->second;
}

// "title_detail", "value" means "title".
std::string field_name(const Path& path, std::size_t at) {
  std::string name = name_at(path, at);
  if (name.ends_with("_detail") && name_at(path, at + 1) == "value") name.resize(name.size() - 7);
  return name;
}

Value author_value(const std::vector<std::string>& authors, const Path& path, std::size_t at) {
  const std::string name = name_at(path, at);
  if (name == "author") return text_value(joined(authors));
  if (name == "author_detail" && name_at(path, at + 1) == "name") return text_value(item_of(authors, 0));
  if (name == "authors" && name_at(path, at + 2) == "name") {
    return text_value(item_of(authors, index_at(path, at + 1)));
  }
  return {};
}

// ["author_detail", "email"], ["authors", 0, "url"]
bool is_contact(const Path& path, std::size_t at) {
  const std::string name = name_at(path, at), last = name_at(path, path.size() - 1);
  const bool is_author = name == "author_detail" || (name == "authors" && index_at(path, at + 1) == 0);
  return is_author && (last == "email" || last == "url" || last == "href");
}

std::string version_name(const Feed& feed) {
  std::string digits = feed.version;
  std::erase(digits, '.');
  if (feed.format == "atom") return digits == "10" || digits == "03" ? "atom" + digits : "atom";
  if (feed.format == "cdf") return "cdf";
  if (feed.format == "rss" && digits.starts_with('2')) return "rss20";
  if (feed.format == "rdf" || feed.format == "rss") return digits.empty() ? "rss" : "rss" + digits;
  return feed.format + digits;
}

Value feed_value(const Feed& feed, const Path& path) {
  const std::string name = field_name(path, 1);
  if (name == "title") return text_value(feed.title);
  if (name == "subtitle" || name == "tagline" || name == "description") return text_value(feed.subtitle);
  if (name == "link") return text_value(feed.link);
  if (name == "feed_url") return text_value(feed.self);
  if (name == "links" && name_at(path, 3) == "href") {
    std::vector<std::string> all{feed.link, feed.self, feed.next};
    all.insert(all.end(), feed.hubs.begin(), feed.hubs.end());
    return any_value(std::move(all));
  }
  if (name == "language") return text_value(feed.language);
  if (name == "id" || name == "guid") return text_value(feed.id);
  if (name == "generator") return text_value(feed.generator);
  if (name == "copyright" || name == "rights") return text_value(extra_of(feed.extra, "rights"));
  if (name == "info" || name == "publisher" || name == "icon") return text_value(extra_of(feed.extra, name));
  if (name == "icon_url") return any_value({extra_of(feed.extra, "icon"), extra_of(feed.extra, "image")});
  if (name == "image" && name_at(path, 2) == "href") return text_value(extra_of(feed.extra, "image"));
  if (name == "contributors" && name_at(path, 3) == "name")
    return text_value(extra_of(feed.extra, "contributors"));
  if (name == "updated_parsed" || name == "published_parsed" || name == "updated" || name == "published") {
    return time_value(feed.updated);
  }
  if (name == "tags" && name_at(path, 3) == "term") return text_value(item_of(feed.tags, index_at(path, 2)));
  if (name == "tags" && path.size() == 2) return count_value(feed.tags.size());
  if (name == "category") return text_value(item_of(feed.tags, 0));
  if (is_contact(path, 1))
    return text_value(extra_of(feed.extra, "author_" + name_at(path, path.size() - 1)));
  return author_value(feed.authors, path, 1);
}

Value enclosure_value(const FeedEntry& entry, const Path& path) {
  const std::size_t i = index_at(path, 3);
  if (i >= entry.enclosures.size()) return text_value("");
  const FeedEnclosure& enclosure = entry.enclosures[i];
  const std::string name = name_at(path, 4);
  if (name == "href" || name == "url") return text_value(enclosure.url);
  if (name == "type") return text_value(enclosure.type);
  if (name == "length") return text_value(std::to_string(enclosure.length));
  return {};
}

std::vector<std::string> links_of_entry(const FeedEntry& entry) {
  std::vector<std::string> out{entry.link, entry.comments_url, entry.comments_feed,
                               extra_of(entry.extra, "via"), extra_of(entry.extra, "related")};
  for (const FeedEnclosure& enclosure : entry.enclosures) out.push_back(enclosure.url);
  return out;
}

Value entry_value(const FeedEntry& entry, const Path& path) {
  const std::string name = field_name(path, 2);
  if (name == "title") return text_value(entry.title);
  if (name == "link") return text_value(entry.link);
  if (name == "id" || name == "guid") return text_value(entry.id);
  if (name == "description" || name == "summary") {
    return text_value(entry.summary.empty() ? entry.content : entry.summary);
  }
  if (name == "content" && (path.size() == 3 || name_at(path, 4) == "value"))
    return text_value(entry.content);
  if (name == "published" || name == "created" || name == "published_parsed" || name == "created_parsed" ||
      name == "date_iso") {
    return time_value(entry.published);
  }
  if (name == "updated" || name == "updated_parsed") return time_value(entry.updated);
  if (name == "tags" && name_at(path, 4) == "term") return text_value(item_of(entry.tags, index_at(path, 3)));
  if (name == "category") return text_value(item_of(entry.tags, 0));
  if (name == "comments" || name == "comments_url") return text_value(entry.comments_url);
  if (name == "wfw_commentrss") return text_value(entry.comments_feed);
  if (name == "enclosures") return enclosure_value(entry, path);
  if (name == "links" && name_at(path, 4) == "href") return any_value(links_of_entry(entry));
  if (name == "rights") return text_value(extra_of(entry.extra, "rights"));
  if (name == "source" && path.size() == 4)
    return text_value(extra_of(entry.extra, "source_" + name_at(path, 3)));
  if (name == "contributors" && name_at(path, 4) == "name")
    return text_value(extra_of(entry.extra, "contributors"));
  if (name == "thr_in-reply-to" && name_at(path, 3) == "ref") return text_value(entry.in_reply_to);
  if (name == "itunes_duration") return text_value(extra_of(entry.extra, "duration"));
  if (is_contact(path, 2))
    return text_value(extra_of(entry.extra, "author_" + name_at(path, path.size() - 1)));
  if (name == "content" && name_at(path, 4) == "language") return text_value(entry.language);
  return author_value(entry.authors, path, 2);
}

Value value_at(const ParsedFeed& parsed, const Path& path) {
  const std::string root = name_at(path, 0);
  if (root == "bozo") return count_value(parsed.feed == nullptr || !parsed.findings->empty() ? 1 : 0);
  if (parsed.feed == nullptr) return {};
  const Feed& feed = *parsed.feed;
  if (root == "encoding") return text_value(feed.encoding);
  if (root == "version") return text_value(version_name(feed));
  if (root == "feed") return feed_value(feed, path);
  if (root != "entries") return {};
  if (path.size() == 1) return count_value(feed.entries.size());
  const std::size_t i = index_at(path, 1);
  return i < feed.entries.size() ? entry_value(feed.entries[i], path) : text_value("");
}

// feedparser's time tuple [y, m, d, h, min, s, ...] or an RFC 3339 text.
std::optional<UtcTime> wanted_time(const Json& value) {
  if (value.is_string()) {
    if (const auto time = parse_timestamp(value.get<std::string>())) return time->utc;
    if (const auto time = parse_http_date(value.get<std::string>())) return *time;
    return std::nullopt;
  }
  if (!value.is_array() || value.size() < 6) return std::nullopt;
  int part[6];
  for (std::size_t i = 0; i < 6; ++i) {
    if (!value[i].is_number_integer()) return std::nullopt;
    part[i] = value[i].get<int>();
  }
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): for its calendar
  const sys_days day = year_month_day(year(part[0]), month(static_cast<unsigned>(part[1])),
                                      std::chrono::day(static_cast<unsigned>(part[2])));
  return UtcTime(day + hours(part[3]) + minutes(part[4]) + seconds(part[5]));
}

bool same_name(const std::string& got, const std::string& wanted) {
  return !got.empty() &&
         (wanted.starts_with(got + " (") || wanted.ends_with("(" + got + ")") || wanted == got);
}

bool equals(const Value& value, const Json& wanted, const std::string& field) {
  if (value.is_time) {
    const auto time = wanted_time(wanted);
    if (!time) return value.time.has_value() == !wanted.is_null();
    return value.time && std::chrono::floor<std::chrono::seconds>(value.time->utc) ==
                             std::chrono::floor<std::chrono::seconds>(*time);
  }
  if (value.count) return wanted.is_number() && *value.count == wanted.get<std::size_t>();
  if (wanted.is_null()) return !value.truthy();
  const std::string text = wanted.is_string() ? wanted.get<std::string>() : wanted.dump();
  return std::any_of(value.texts.begin(), value.texts.end(), [&](const std::string& got) {
    // A superset of the wanted encoding is as good.
    if (field == "encoding" && text == "us-ascii" && got == "utf-8") return true;
    if (field == "encoding" && text == "gb18030" && got == "gbk") return true;
    if (field == "encoding") return encoding_name(got) == encoding_name(text);
    if (field.starts_with("author") && same_name(got, text)) return true;
    return got == text || same_markup(got, text);
  });
}

std::string describe(const Value& value) {
  if (value.count) return std::to_string(*value.count);
  if (value.is_time) return value.time ? format_timestamp(*value.time) : "no time";
  return value.texts.empty() ? "nothing" : shown(value.texts[0]);
}

}  // namespace

bool same_markup(const std::string& got, const std::string& wanted) {
  if (got == wanted) return true;
  const bool has_markup =
      got.find_first_of("<&") != std::string::npos || wanted.find_first_of("<&") != std::string::npos;
  if (!has_markup) return collapse_space(got) == collapse_space(wanted);
  // One side may be plain text where the other is HTML.
  const std::string wanted_text = html_text(wanted);
  if (html_text(got) != wanted_text && collapse_space(got) != wanted_text) return false;
  return got.find('<') == std::string::npos || wanted.find('<') == std::string::npos ||
         html_links(got) == html_links(wanted);
}

std::string run_check(const ParsedFeed& parsed, const Json& check) {
  const Path path = check.value("path", Path());
  const std::string op = text_at(check, "op");
  const Json wanted = check.value("value", Json());
  const Value value = value_at(parsed, path);
  const std::string where = Json(path).dump();
  if (!value.is_known) return parsed.feed == nullptr ? "no feed, so no " + where : "no field for " + where;
  bool holds = false;
  if (op == "truthy") holds = value.truthy();
  if (op == "falsy") holds = !value.truthy();
  if (op == "eq") holds = equals(value, wanted, name_at(path, path.size() > 2 ? 2 : path.size() - 1));
  if (op == "ne") holds = !equals(value, wanted, "");
  if (op == "len_eq") holds = value.count && wanted.is_number() && *value.count == wanted.get<std::size_t>();
  if (op == "contains" || op == "not_contains") {
    const bool contains = wanted.is_string() && !value.texts.empty() &&
                          value.texts[0].find(wanted.get<std::string>()) != std::string::npos;
    holds = contains == (op == "contains");
  }
  if (op == "ge") holds = value.count && wanted.is_number() && *value.count >= wanted.get<std::size_t>();
  if (op == "gt") holds = value.count && wanted.is_number() && *value.count > wanted.get<std::size_t>();
  return holds ? std::string()
               : where + " is " + describe(value) + ", wanted " + op + " " + shown(wanted.dump());
}

namespace {

bool same_address(const std::string& got, const std::string& wanted) {
  if (got == wanted) return true;
  const auto squeezed = [](std::string text) {
    std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) <= 0x20; });
    return text;
  };
  return squeezed(got) == squeezed(wanted);
}

// feedparser puts an id that is no address where a link is missing.
bool is_stand_in(const std::string& id, const std::string& link) {
  return link.empty() || (link == id && !link.starts_with("http"));
}

auto seconds_of(const Timestamp& time) {
  return std::chrono::floor<std::chrono::seconds>(time.utc);
}

std::string compare_entry(const FeedEntry& got, const Json& wanted) {
  const auto differs = [](const char* name, const std::string& a, const std::string& b) {
    return std::string(name) + " is " + shown(a) + ", feedparser says " + shown(b);
  };
  const std::string id = text_at(wanted, "id"), link = text_at(wanted, "link"),
                    title = text_at(wanted, "title");
  if (!id.empty() && !same_address(got.id, id)) return differs("id", got.id, id);
  if (!is_stand_in(id, link) && !same_address(got.link, link)) return differs("link", got.link, link);
  if (!title.empty() && !same_markup(got.title, title)) return differs("title", got.title, title);
  const auto date = [&](const char* name, const std::optional<Timestamp>& time) -> std::string {
    const std::string text = text_at(wanted, name);
    const auto want = parse_timestamp(text);
    if (text.empty() || !want || (time && seconds_of(*time) == seconds_of(*want))) return {};
    return differs(name, time ? format_timestamp(*time) : "", text);
  };
  std::string reason = date("published_iso", got.published);
  if (reason.empty()) reason = date("updated_iso", got.updated ? got.updated : got.published);
  if (!reason.empty()) return reason;
  const Json contents = wanted.value("content", Json::array());
  const std::string content = !contents.empty() && contents[0].is_string() ? contents[0].get<std::string>()
                                                                           : text_at(wanted, "summary");
  if (content.empty() || html_text(got.content) == html_text(content) ||
      html_text(got.summary) == html_text(content)) {
    return {};
  }
  return differs("content", html_text(got.content), html_text(content));
}

}  // namespace

std::string compare_with_oracle(const ParsedFeed& parsed, const Json& item) {
  const Json entries = item.value("entries", Json::array());
  if (parsed.feed == nullptr) {
    return entries.empty() && text_at(item, "version").empty() ? std::string()
                                                               : "no feed, feedparser reads one";
  }
  const Feed& feed = *parsed.feed;
  if (feed.entries.size() != entries.size()) {
    return std::to_string(feed.entries.size()) + " entries, feedparser has " + std::to_string(entries.size());
  }
  const Json head = item.value("feed", Json::object());
  const std::string title = text_at(head, "title"), link = text_at(head, "link");
  if (!title.empty() && !same_markup(feed.title, title)) {
    return "feed title is " + shown(feed.title) + ", feedparser says " + shown(title);
  }
  if (!is_stand_in(text_at(head, "id"), link) && !same_address(feed.link, link)) {
    return "feed link is " + shown(feed.link) + ", feedparser says " + shown(link);
  }
  for (std::size_t i = 0; i < feed.entries.size(); ++i) {
    const std::string reason = compare_entry(feed.entries[i], entries[i]);
    if (!reason.empty()) return "entry " + std::to_string(i) + ": " + reason;
  }
  return {};
}

}  // namespace bfa::conformance
