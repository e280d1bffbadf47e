// SPDX-License-Identifier: Apache-2.0
#include "feed_checks.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "bfa/text/charset.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "feed_view.h"
#include "markup.h"
#include "measure.h"

namespace bfa::conformance {
namespace {

using Path = std::vector<Json>;

bool truthy(const Json& value) {
  if (value.is_object() && value.contains("$any")) return true;
  if (value.is_string() || value.is_array() || value.is_object()) {
    return value.is_string() ? !value.get<std::string>().empty() : !value.empty();
  }
  if (value.is_boolean()) return value.get<bool>();
  return value.is_number() && value.get<double>() != 0;
}

// feedparser's time tuple [y, m, d, h, min, s, ...].
std::optional<UtcTime> time_of_tuple(const Json& value) {
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

bool same_time(const std::string& got, const Json& wanted) {
  const auto time = parse_timestamp(got);
  std::optional<UtcTime> other = time_of_tuple(wanted);
  if (wanted.is_string()) {
    if (const auto parsed = parse_timestamp(wanted.get<std::string>())) other = parsed->utc;
  }
  return time && other &&
         std::chrono::floor<std::chrono::seconds>(time->utc) ==
             std::chrono::floor<std::chrono::seconds>(*other);
}

bool same_url(const std::string& got, const std::string& wanted) {
  const auto a = Url::parse(got), b = Url::parse(wanted);
  return a && b && a->is_http() && *a == *b;
}

bool same_encoding(const std::string& got, const std::string& wanted) {
  // A superset of the wanted encoding is as good; labels mean what WHATWG says.
  if (wanted == "us-ascii" && got == "utf-8") return true;
  if (encoding_name(wanted) == "gbk" && got == "gb18030") return true;
  if (wanted == "gb18030" && got == "gbk") return true;
  return encoding_name(got) == encoding_name(wanted);
}

bool equals(const Json& got, const Json& wanted, const std::string& name) {
  if (got.is_object() && got.contains("$any")) {
    const Json& all = got["$any"];
    return std::any_of(all.begin(), all.end(), [&](const Json& one) { return equals(one, wanted, name); });
  }
  if (wanted.is_null() || (wanted.is_string() && wanted.get<std::string>().empty())) return !truthy(got);
  const bool is_number = wanted.is_number() || wanted.is_boolean();
  if (is_number && (got.is_number() || got.is_boolean() || got.is_null())) {
    const auto number = [](const Json& json) {
      return json.is_boolean() ? (json.get<bool>() ? 1.0 : 0.0) : json.is_number() ? json.get<double>() : 0.0;
    };
    return std::abs(number(got) - number(wanted)) < 1e-9;
  }
  // Of a list of contents the first one is used.
  if (got.is_array() && wanted.is_string())
    return !got.empty() && equals(member(got[0], "value"), wanted, name);
  if (got.is_string() && (wanted.is_array() || name == "date_iso"))
    return same_time(got.get<std::string>(), wanted);
  if (got.is_array() && wanted.is_array()) {
    if (got.size() != wanted.size()) return false;
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (!equals(got[i], wanted[i], name)) return false;
    }
    return true;
  }
  if (got.is_object() && wanted.is_object()) {
    for (const auto& [key, value] : wanted.items()) {
      if (!equals(member(got, key), value, key)) return false;
    }
    return got.size() == wanted.size();
  }
  if (!got.is_string() && !got.is_null()) return false;
  const auto a = got.is_null() ? std::string() : got.get<std::string>();
  const auto b = wanted.is_string() ? wanted.get<std::string>() : wanted.dump();
  if (name == "encoding") return same_encoding(a, b);
  return same_markup(a, b) || same_url(a, b);
}

const Json kNothing;

const Json& value_at(const Json& view, const Path& path) {
  const Json* at = &view;
  for (const Json& step : path) {
    if (step.is_string()) {
      at = &member(*at, step.get<std::string>());
    } else if (step.is_number_integer() && at->is_array() && !at->empty()) {
      const auto index = step.get<std::int64_t>();
      const auto real = index < 0 ? index + static_cast<std::int64_t>(at->size()) : index;
      const bool is_inside = real >= 0 && static_cast<std::size_t>(real) < at->size();
      at = is_inside ? &(*at)[static_cast<std::size_t>(real)] : &kNothing;
    } else {
      at = &kNothing;
    }
  }
  return *at;
}

bool contains(const Json& got, const std::string& wanted) {
  if (got.is_object() && got.contains("$any")) {
    return std::any_of(got["$any"].begin(), got["$any"].end(),
                       [&](const Json& one) { return contains(one, wanted); });
  }
  if (got.is_object()) return !member(got, wanted).is_null();
  if (got.is_array())
    return std::any_of(got.begin(), got.end(), [&](const Json& one) { return one == wanted; });
  return got.is_string() && got.get<std::string>().find(wanted) != std::string::npos;
}

std::optional<std::size_t> size_of(const Json& got) {
  if (got.is_array() || got.is_object()) return got.size();
  if (got.is_string()) return got.get<std::string>().size();
  return got.is_null() ? std::optional<std::size_t>(0) : std::nullopt;
}

// feedparser's "bozo" says that the document is not well-formed or in another encoding than it says. Dates
// that cannot be read, and our limits, are other matters.
bool is_ill_formed(const Findings& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.id != "unreadable_date" && finding.id != "too_many_entries";
  });
}

}  // namespace

std::string run_check(const ParsedFeed& parsed, const Json& view, const Json& check) {
  const Path path = check.value("path", Path());
  const std::string op = text_at(check, "op");
  const Json wanted = check.value("value", Json());
  const std::string where = Json(path).dump();
  const bool is_bozo = path.size() == 1 && path[0] == "bozo";
  if (parsed.feed == nullptr && !is_bozo) return "no feed, so no " + where;
  const Json bozo(parsed.feed == nullptr || is_ill_formed(*parsed.findings));
  const Json& got = is_bozo ? bozo : value_at(view, path);
  const std::string name = !path.empty() && path.back().is_string() ? path.back().get<std::string>() : "";
  const auto size = size_of(got);
  const std::size_t count = wanted.is_number_unsigned() ? wanted.get<std::size_t>() : 0;
  bool holds = false;
  if (op == "truthy") holds = truthy(got);
  if (op == "falsy") holds = !truthy(got);
  if (op == "eq") holds = equals(got, wanted, name);
  if (op == "ne") holds = !equals(got, wanted, name);
  if (op == "len_eq") holds = size == count;
  if (op == "contains") holds = wanted.is_string() && contains(got, wanted.get<std::string>());
  if (op == "not_contains") holds = !(wanted.is_string() && contains(got, wanted.get<std::string>()));
  if (op == "ge") holds = got.is_number() && got.get<double>() >= wanted.get<double>();
  if (op == "gt") holds = got.is_number() && got.get<double>() > wanted.get<double>();
  return holds ? std::string()
               : where + " is " + shown(got.dump(-1, ' ', false, Json::error_handler_t::replace)) +
                     ", wanted " + op + " " + shown(wanted.dump());
}

std::string unsafe_part(const Feed& feed) {
  const auto in_texts = [](const std::vector<FeedTextInfo>& texts) {
    for (const FeedTextInfo& info : texts) {
      if (std::string found = unsafe_markup(info.html); !found.empty()) return found;
    }
    return std::string();
  };
  std::string found = in_texts(feed.texts);
  for (const FeedEntry& entry : feed.entries) {
    if (found.empty()) found = in_texts(entry.texts);
    if (found.empty()) found = unsafe_markup(entry.summary);
    if (found.empty()) found = unsafe_markup(entry.content);
  }
  return found;
}

namespace {

// Titles compare as text: feedparser's may be HTML, ours are plain.
bool same_title(const std::string& got, const std::string& wanted) {
  return collapse_space(got) == collapse_space(wanted) || collapse_space(got) == html_text(wanted);
}

bool same_address(const std::string& got, const std::string& wanted) {
  if (got == wanted) return true;
  const auto squeezed = [](std::string text) {
    std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) <= 0x20; });
    return text;
  };
  return squeezed(got) == squeezed(wanted);
}

// feedparser uses an id that is not an address as a missing link.
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
  if (!title.empty() && !same_title(got.title, title)) return differs("title", got.title, title);
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
  if (!title.empty() && !same_title(feed.title, title)) {
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
