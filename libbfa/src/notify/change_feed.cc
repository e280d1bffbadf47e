// SPDX-License-Identifier: Apache-2.0
#include "bfa/notify/change_feed.h"

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "io/name_uuid.h"

namespace bfa {
namespace {

struct Collected {
  std::deque<Arrival> newest;  // oldest first
  std::string id, title;
  UtcTime updated{};
};

// The time of the first crawl tells archives apart: it is in their WARC files, so a rebuild or another folder
// keeps it.
// Feeds of different queries are different feeds.
std::string feed_id(const std::vector<RecordedCrawl>& crawls, const ArrivalQuery& query) {
  std::string name = "libbfa changes";
  name += '\0' + (crawls.empty() ? std::string() : format_rfc3339(crawls.front().began)) + '\0';
  name += query.blog_host;
  for (const ObjectKind kind : query.kinds) name += '\0' + std::string(kind_name(kind));
  if (query.least_change > 0) name += '\0' + std::to_string(query.least_change);
  return "urn:uuid:" + name_uuid(name);
}

Result<Collected> collect(const Archive& archive, const ChangeFeedOptions& options) {
  Collected out;
  BFA_ASSIGN_OR_RETURN(const auto crawls, archive.crawls());
  const std::string& host = options.query.blog_host;
  out.id = feed_id(crawls, options.query);
  out.title = options.title;
  if (out.title.empty()) out.title = host.empty() ? "Changes in the archive" : "Changes of " + host;
  if (!crawls.empty()) out.updated = crawls.front().began;
  BFA_RETURN_IF_ERROR(for_each_arrival(archive, options.query, [&](const Arrival& arrival) {
    out.newest.push_back(arrival);
    if (out.newest.size() > options.entries) out.newest.pop_front();
    return true;
  }));
  for (const Arrival& arrival : out.newest) out.updated = std::max(out.updated, arrival.arrived);
  return out;
}

// Text for an element or an attribute: what XML 1.0 does not allow becomes U+FFFD.
std::string xml_text(std::string_view bytes) {
  std::string repaired = repair_utf8(bytes);
  for (const char* const none : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {
    for (auto at = repaired.find(none); at != std::string::npos; at = repaired.find(none, at))
      repaired.replace(at, 3, "\xef\xbf\xbd");
  }
  std::string out;
  for (const char c : repaired) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (byte < 0x20 && c != '\t' && c != '\n') {
      out += "\xef\xbf\xbd";
    } else {
      out += c;
    }
  }
  return out;
}

// The address in the form of the URL standard, which is ASCII; empty when it is no address of the web.
std::string web_address(const std::string& text) {
  const auto url = Url::parse(text);
  return url && (url->scheme() == "http" || url->scheme() == "https") ? std::string(url->href())
                                                                      : std::string();
}

std::string link_of(const Arrival& arrival) {
  const std::string own = web_address(arrival.change.url);
  return own.empty() ? web_address(arrival.post) : own;
}

// Atom wants no empty titles.
std::string title_of(const Arrival& arrival) {
  const std::string title = collapse_space(arrival.title);
  return title.empty() ? "(no title)" : title;
}

std::string element(const std::string& name, std::string_view text) {
  return "<" + name + ">" + xml_text(text) + "</" + name + ">\n";
}

std::string atom_entry(const Arrival& arrival) {
  const std::string link = link_of(arrival);
  const std::string summary = arrival_summary(arrival);
  std::string out = "<entry>\n" + element("id", arrival_id(arrival)) + element("title", title_of(arrival)) +
                    element("updated", format_rfc3339(arrival.arrived));
  // Without a link an entry has content (RFC 4287, section 4.1.2).
  if (link.empty()) {
    out += "<content type=\"text\">" + xml_text(summary) + "</content>\n";
  } else {
    out += "<link rel=\"alternate\" href=\"" + xml_text(link) + "\"/>\n";
  }
  out += "<summary type=\"text\">" + xml_text(summary) + "</summary>\n";
  out += "<category term=\"" + std::string(verdict_name(arrival.change.verdict)) + "\"/>\n";
  out += "<category term=\"" + std::string(kind_name(arrival.kind)) + "\"/>\n";
  return out + "</entry>\n";
}

}  // namespace

Result<std::string> changes_as_atom(const Archive& archive, const ChangeFeedOptions& options) {
  return guarded([&]() -> Result<std::string> {
    BFA_ASSIGN_OR_RETURN(const auto found, collect(archive, options));
    std::string out =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n" +
        element("id", found.id) + element("title", found.title) +
        element("updated", format_rfc3339(found.updated)) + "<author><name>libbfa</name></author>\n";
    if (!options.self_url.empty())
      out += "<link rel=\"self\" href=\"" + xml_text(options.self_url) + "\"/>\n";
    for (auto at = found.newest.rbegin(); at != found.newest.rend(); ++at) out += atom_entry(*at);
    return out + "</feed>\n";
  });
}

Result<std::string> changes_as_json_feed(const Archive& archive, const ChangeFeedOptions& options) {
  return guarded([&]() -> Result<std::string> {
    BFA_ASSIGN_OR_RETURN(const auto found, collect(archive, options));
    nlohmann::ordered_json feed;
    feed["version"] = "https://jsonfeed.org/version/1.1";
    feed["title"] = found.title;
    if (!options.self_url.empty()) feed["feed_url"] = options.self_url;
    feed["items"] = nlohmann::ordered_json::array();
    for (auto at = found.newest.rbegin(); at != found.newest.rend(); ++at) {
      nlohmann::ordered_json item;
      item["id"] = arrival_id(*at);
      if (const std::string link = link_of(*at); !link.empty()) item["url"] = link;
      item["title"] = title_of(*at);
      item["content_text"] = arrival_summary(*at);
      item["date_modified"] = format_rfc3339(at->arrived);
      item["tags"] = {verdict_name(at->change.verdict), kind_name(at->kind)};
      feed["items"].push_back(std::move(item));
    }
    return feed.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  });
}

}  // namespace bfa
