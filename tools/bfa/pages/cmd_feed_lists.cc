// SPDX-License-Identifier: Apache-2.0
// bfa feed opml FILE, bfa feed sitemap FILE: lists of addresses that others wrote.
#include "pages/cmd_feed_lists.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "args.h"
#include "bfa/feed/opml.h"
#include "bfa/feed/sitemap.h"
#include "input.h"

namespace bfa::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxBytes = 64u << 20;
constexpr const char* kExitCodes =
    "Exit codes: 0 done, 1 nothing in it, 2 usage, 3 unreadable or another format, 9 local disk.\n";

void print_json(const Json& json) {
  print_line(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void print_list_findings(const Findings& findings) {
  for (const Finding& finding : findings) {
    std::fprintf(stderr, "bfa: %s%s: %s\n", finding.id.c_str(),
                 finding.offset >= 0 ? (" at " + std::to_string(finding.offset)).c_str() : "",
                 finding.message.c_str());
  }
}

void print_feed(const OpmlFeed& feed, bool json) {
  std::string path;
  for (const std::string& folder : feed.folders) path += folder + "/";
  if (!json) {
    print_line(feed.xml_url + (feed.title.empty() && path.empty() ? "" : "  " + path + feed.title));
    return;
  }
  Json line = {{"v", 1}, {"xml_url", feed.xml_url}};
  if (!feed.html_url.empty()) line["html_url"] = feed.html_url;
  if (!feed.title.empty()) line["title"] = feed.title;
  if (!feed.folders.empty()) line["folders"] = feed.folders;
  print_json(line);
}

void print_page(const SitemapEntry& entry, bool json) {
  if (!json) {
    print_line(entry.loc + (entry.lastmod ? "  " + format_timestamp(*entry.lastmod) : ""));
    return;
  }
  Json line = {{"v", 1}, {"loc", entry.loc}};
  if (entry.lastmod) line["lastmod"] = format_timestamp(*entry.lastmod);
  if (!entry.changefreq.empty()) line["changefreq"] = entry.changefreq;
  if (entry.priority) line["priority"] = *entry.priority;
  for (const SitemapImage& image : entry.images) line["images"].push_back(image.loc);
  if (entry.news) {
    line["news"] = Json{{"title", entry.news->title}, {"publication", entry.news->publication}};
    if (entry.news->published) line["news"]["published"] = format_timestamp(*entry.news->published);
  }
  for (const auto& [language, url] : entry.alternates) line["alternates"][language] = url;
  print_json(line);
}

}  // namespace

Result<std::vector<Subscription>> read_subscriptions(const std::string& path, Findings& refused) {
  const auto bytes = read_input(path, kMaxBytes);
  if (!bytes) return bytes.error();
  Findings findings;
  auto opml = parse_opml(*bytes, {}, findings);
  if (!opml) {
    opml.error().where = path;
    return std::move(opml).error();
  }
  for (Finding& finding : findings) {
    const bool cut = finding.id == "truncated" || finding.id == "unclosed_quote";
    if (finding.id != "bad_address" && finding.code != Code::kLimit && !cut) continue;
    finding.where = path;
    refused.push_back(std::move(finding));
  }
  std::vector<Subscription> out;
  for (const OpmlFeed& feed : feeds_of(*opml)) {
    const std::string& url = feed.html_url.empty() ? feed.xml_url : feed.html_url;
    // Programs that know no title write the address, as OPML wants a text.
    out.push_back({url, {}, feed.title == url ? std::string() : feed.title, {}});
    if (!feed.html_url.empty()) out.back().feeds.push_back(feed.xml_url);
  }
  for (const OpmlFeed& page : pages_of(*opml)) {
    out.push_back({page.html_url, {}, page.title == page.html_url ? std::string() : page.title, {}});
  }
  if (out.empty() && refused.empty())
    refused.push_back({Code::kNotFound, "empty_list", "the list names no feed and no blog", -1, path});
  return out;
}

int cmd_feed_opml(const Arguments& arguments) {
  std::string file, base;
  bool json = false, write = false;
  Args args("feed opml", "Lists the subscriptions of an OPML document with the folders that they stand in.",
            std::string(kExitCodes) + "Example: bfa feed opml subscriptions.opml --json");
  args.positional("FILE", file, "the document; - for stdin");
  args.option("--base", base, "the document's URL, from which relative addresses count");
  args.flag("--write", write, "write it again, as well-formed OPML 2.0, on stdout");
  args.flag("--json", json, "one JSON object per line");
  if (const auto exit = args.parse(arguments)) return *exit;
  const auto bytes = read_input(file, kMaxBytes);
  if (!bytes) return report_error(bytes.error(), json);
  Findings findings;
  auto opml = parse_opml(*bytes, base, findings);
  if (!opml) {
    opml.error().where = file;
    return report_error(opml.error(), json);
  }
  print_list_findings(findings);
  const std::vector<OpmlFeed> feeds = feeds_of(*opml);
  if (write) {
    const auto text = write_opml(*opml);
    if (!text) return report_error(text.error(), json);
    print_line(text->ends_with('\n') ? text->substr(0, text->size() - 1) : *text);
  } else {
    for (const OpmlFeed& feed : feeds) print_feed(feed, json);
  }
  return feeds.empty() ? kNo : kDone;
}

int cmd_feed_sitemap(const Arguments& arguments) {
  std::string file, base;
  bool json = false;
  Args args("feed sitemap", "Lists the addresses of a sitemap (XML, text or a feed; gzip is undone).",
            std::string(kExitCodes) + "Example: bfa feed sitemap sitemap.xml.gz --json");
  args.positional("FILE", file, "the sitemap; - for stdin");
  args.option("--base", base, "the sitemap's URL, from which relative addresses count");
  args.flag("--json", json, "one JSON object per line, with images, news and languages");
  if (const auto exit = args.parse(arguments)) return *exit;
  const auto bytes = read_input(file, kMaxBytes);
  if (!bytes) return report_error(bytes.error(), json);
  Findings findings;
  auto map = parse_sitemap(*bytes, base, findings);
  if (!map) {
    map.error().where = file;
    return report_error(map.error(), json);
  }
  print_list_findings(findings);
  if (map->type == Sitemap::Type::kIndex) std::fputs("bfa: an index: its entries are sitemaps\n", stderr);
  for (const SitemapEntry& entry : map->entries) print_page(entry, json);
  return map->entries.empty() ? kNo : kDone;
}

}  // namespace bfa::tool
