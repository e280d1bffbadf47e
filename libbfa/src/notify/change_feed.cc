// SPDX-License-Identifier: Apache-2.0
#include "bfa/notify/change_feed.h"
#include "bfa/object/filters.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/subscribe/blog_filter.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "io/name_uuid.h"

namespace bfa {
namespace {

struct Collected {
  std::vector<Arrival> newest;  // newest first
  std::string id, title, self_url;
  UtcTime updated{};
  std::function<ArrivalPages(const Arrival&)> pages;

  ArrivalPages pages_of(const Arrival& arrival) const { return pages ? pages(arrival) : ArrivalPages(); }
};

// The time of the first crawl tells archives apart: it is in their WARC files, so a rebuild or another folder
// keeps it.
std::string feed_id(const std::vector<RecordedCrawl>& crawls, const std::string& name) {
  const std::string archive = crawls.empty() ? std::string() : format_rfc3339(crawls.front().began);
  return "urn:uuid:" + name_uuid(std::string("libbfa changes") + '\0' + archive + '\0' + name);
}

// The host, unless the blog shares it with others.
Result<std::string> blog_name(const Archive& archive, const std::string& blog) {
  if (blog.empty()) return blog;
  BFA_ASSIGN_OR_RETURN(const BlogPlaces places, BlogPlaces::of(archive));
  const BlogFilter filter = places.filter(blog);
  return filter.belongs ? blog : filter.host;
}

// Feeds of different queries are different feeds.
std::string name_of(const ArrivalQuery& query, const std::string& blog) {
  std::string name = blog;
  for (const ObjectKind kind : query.kinds) name += '\0' + std::string(listed_kind_name(kind));
  for (const Verdict verdict : query.verdicts) name += '\0' + std::string(verdict_name(verdict));
  if (query.least_change > 0) name += '\0' + std::to_string(query.least_change);
  return name;
}

Result<Collected> collect(const Archive& archive, const ArrivalFeed& feed) {
  BFA_ASSIGN_OR_RETURN(const auto crawls, archive.crawls());
  Collected out{feed.newest, feed_id(crawls, feed.name), feed.title, feed.self_url, {}, feed.pages};
  if (!crawls.empty()) out.updated = crawls.front().began;
  for (Arrival& arrival : out.newest) {
    out.updated = std::max(out.updated, arrival.arrived);
    if (arrival.kind != ObjectKind::kComment || !arrival.title.empty()) continue;
    const auto comment = archive.summary(arrival.key);
    if (comment) arrival.title = comment_name(archive, comment->latest);
  }
  return out;
}

Result<Collected> collect(const Archive& archive, const ChangeFeedOptions& options) {
  std::deque<Arrival> newest;  // oldest first
  BFA_RETURN_IF_ERROR(for_each_arrival(archive, options.query, [&](const Arrival& arrival) {
    newest.push_back(arrival);
    if (newest.size() > options.entries) newest.pop_front();
    return true;
  }));
  ArrivalFeed feed;
  feed.newest.assign(std::make_move_iterator(newest.rbegin()), std::make_move_iterator(newest.rend()));
  BFA_ASSIGN_OR_RETURN(const std::string blog, blog_name(archive, options.query.blog_host));
  feed.name = name_of(options.query, blog);
  feed.title = options.title;
  feed.self_url = options.self_url;
  if (feed.title.empty()) feed.title = blog.empty() ? "Changes in the archive" : "Changes of " + blog;
  return collect(archive, feed);
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

std::string atom_link(std::string_view rel, std::string_view address, std::string_view rest) {
  if (address.empty()) return {};
  return "<link rel=\"" + std::string(rel) + "\" href=\"" + xml_text(address) + "\"" + std::string(rest) +
         "/>\n";
}

// RFC 4287 section 4.2.7.2: `alternate` shows what the entry describes, `via` is where it is from.
std::string atom_links(const std::string& link, const ArrivalPages& pages) {
  if (pages.page.empty()) return atom_link("alternate", link, {});
  return atom_link("alternate", pages.page, " type=\"text/html\" title=\"in the archive\"") +
         atom_link("via", link, " title=\"on the web\"") +
         atom_link("related", pages.difference, " type=\"text/html\" title=\"what changed\"");
}

std::string atom_entry(const Arrival& arrival, const ArrivalPages& pages) {
  const std::string link = link_of(arrival);
  const std::string summary = arrival_summary(arrival);
  std::string out = "<entry>\n" + element("id", arrival_id(arrival)) + element("title", title_of(arrival)) +
                    element("updated", format_rfc3339(arrival.arrived));
  // Without a link an entry has content (RFC 4287, section 4.1.2).
  if (link.empty() && pages.page.empty()) {
    out += "<content type=\"text\">" + xml_text(summary) + "</content>\n";
  } else {
    out += atom_links(link, pages);
  }
  out += "<summary type=\"text\">" + xml_text(summary) + "</summary>\n";
  out += "<category term=\"" + std::string(verdict_name(arrival.change.verdict)) + "\"/>\n";
  out += "<category term=\"" + std::string(kind_name(arrival.kind)) + "\"/>\n";
  return out + "</entry>\n";
}

std::string atom_of(const Collected& found) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n" +
      element("id", found.id) + element("title", found.title) +
      element("updated", format_rfc3339(found.updated)) + "<author><name>libbfa</name></author>\n";
  if (!found.self_url.empty()) out += "<link rel=\"self\" href=\"" + xml_text(found.self_url) + "\"/>\n";
  for (const Arrival& arrival : found.newest) out += atom_entry(arrival, found.pages_of(arrival));
  return out + "</feed>\n";
}

std::string json_feed_of(const Collected& found) {
  nlohmann::ordered_json feed;
  feed["version"] = "https://jsonfeed.org/version/1.1";
  feed["title"] = found.title;
  if (!found.self_url.empty()) feed["feed_url"] = found.self_url;
  feed["items"] = nlohmann::ordered_json::array();
  for (const Arrival& arrival : found.newest) {
    nlohmann::ordered_json item;
    item["id"] = arrival_id(arrival);
    const std::string link = link_of(arrival);
    const ArrivalPages pages = found.pages_of(arrival);
    if (const std::string& url = pages.page.empty() ? link : pages.page; !url.empty()) item["url"] = url;
    if (!pages.page.empty() && !link.empty()) item["external_url"] = link;
    item["title"] = title_of(arrival);
    item["content_text"] = arrival_summary(arrival);
    item["date_modified"] = format_rfc3339(arrival.arrived);
    item["tags"] = {verdict_name(arrival.change.verdict), kind_name(arrival.kind)};
    feed["items"].push_back(std::move(item));
  }
  return feed.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

template <class Options>
Result<std::string> as_atom(const Archive& archive, const Options& options) {
  return guarded([&]() -> Result<std::string> {
    BFA_ASSIGN_OR_RETURN(const Collected found, collect(archive, options));
    return atom_of(found);
  });
}

template <class Options>
Result<std::string> as_json_feed(const Archive& archive, const Options& options) {
  return guarded([&]() -> Result<std::string> {
    BFA_ASSIGN_OR_RETURN(const Collected found, collect(archive, options));
    return json_feed_of(found);
  });
}

std::string name_of_comment(const Archive& archive, const DataObject& comment) {
  std::string author, title = comment.post;
  if (!comment.authors.empty()) author = comment.authors.front();
  if (comment.authors.empty()) {
    const auto whole = archive.summary(object_key(comment));
    if (whole && !whole->latest.authors.empty()) author = whole->latest.authors.front();
  }
  const auto post = archive.summary(object_key(ObjectKind::kPost, comment.post));
  if (post && !collapse_space(post->latest.title).empty()) title = post->latest.title;
  author = collapse_space(author);
  return comment_words(comment_type(comment), !author.empty()) + author + (author.empty() ? "" : " on ") +
         collapse_space(title);
}

}  // namespace

std::string comment_name(const Archive& archive, const DataObject& comment) {
  return guarded_or_empty([&] { return name_of_comment(archive, comment); });
}

Result<std::string> changes_as_atom(const Archive& archive, const ChangeFeedOptions& options) {
  return as_atom(archive, options);
}

Result<std::string> changes_as_json_feed(const Archive& archive, const ChangeFeedOptions& options) {
  return as_json_feed(archive, options);
}

Result<std::string> arrivals_as_atom(const Archive& archive, const ArrivalFeed& feed) {
  return as_atom(archive, feed);
}

Result<std::string> arrivals_as_json_feed(const Archive& archive, const ArrivalFeed& feed) {
  return as_json_feed(archive, feed);
}

}  // namespace bfa
