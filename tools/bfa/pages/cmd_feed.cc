// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "args.h"
#include "bfa/feed/discover.h"
#include "bfa/feed/feed.h"
#include "bfa/text/charset.h"
#include "bfa/text/utf8.h"
#include "command.h"
#include "input.h"
#include "pages/cmd_feed_lists.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

constexpr std::uint64_t kMaxBytes = 64u << 20;
constexpr const char* kExitCodes =
    "Exit codes: 0 done, 1 no feed found, 2 usage, 3 no feed or unreadable, 9 local disk.\n";

// The value of the last header of that name among "Name: value" lines; empty when absent.
std::string header_value(const std::vector<std::string>& headers, const std::string& name) {
  std::string found;
  for (const std::string& header : headers) {
    const std::size_t colon = header.find(':');
    if (colon == std::string::npos || fold_case(header.substr(0, colon)) != name) continue;
    const std::size_t begin = header.find_first_not_of(" \t", colon + 1);
    found = begin == std::string::npos ? std::string() : header.substr(begin);
  }
  return found;
}

// The address that the document counts as: Content-Location (RFC 9110 section 8.7) against --base.
std::string effective_base(const std::string& base, const std::vector<std::string>& headers) {
  const std::string location = header_value(headers, "content-location");
  if (location.empty()) return base;
  const auto outer = Url::parse(base);
  const auto url = Url::parse(location, outer ? &*outer : nullptr);
  return url ? url->href() : base;
}

void print_field(const char* name, const std::string& value) {
  if (!value.empty()) print_line(std::string(name) + std::string(12 - std::string(name).size(), ' ') + value);
}

void print_feed(const Feed& feed, const Findings& findings) {
  print_field("format", feed.format + (feed.version.empty() ? "" : " " + feed.version) +
                            (feed.is_comments ? ", comments" : ""));
  print_field("title", feed.title);
  print_field("link", feed.link);
  print_field("subtitle", feed.subtitle);
  print_field("language", feed.language);
  print_field("generator", feed.generator);
  print_field("encoding", feed.encoding);
  if (feed.updated) print_field("updated", format_timestamp(*feed.updated));
  print_field("entries", std::to_string(feed.entries.size()));
  for (const FeedEntry& entry : feed.entries) {
    const auto& time = entry.published ? entry.published : entry.updated;
    print_line("");
    print_line((time ? format_timestamp(*time) : std::string("no date")) + "  " +
               (display_title(entry).empty() ? "(no title)" : display_title(entry)));
    print_line("  " + (entry.link.empty() ? entry.id : entry.link));
    std::string line = "  " + counted(entry.content.size(), "byte", "bytes") + " of content";
    for (const std::string& author : entry.authors) line += ", by " + author;
    if (entry.comment_count) line += ", " + counted(*entry.comment_count, "comment", "comments");
    print_line(line);
  }
  for (const Finding& finding : findings) {
    std::fprintf(stderr, "bfa: %s%s: %s\n", finding.id.c_str(),
                 finding.offset >= 0 ? (" at " + std::to_string(finding.offset)).c_str() : "",
                 on_one_line(finding.message).c_str());
  }
}

const char* from_name(FeedCandidate::From from) {
  switch (from) {
    case FeedCandidate::From::kLinkElement:
      return "link";
    case FeedCandidate::From::kAnchor:
      return "anchor";
    case FeedCandidate::From::kConvention:
      return "convention";
  }
  return "";
}

void print_candidate(const FeedCandidate& found, bool json) {
  if (!json) {
    print_line(found.url + (found.comments ? "  comments" : "") +
               (found.title.empty() ? "" : "  " + found.title));
    return;
  }
  nlohmann::ordered_json line;
  line["v"] = 1;
  line["url"] = found.url;
  if (!found.type.empty()) line["type"] = found.type;
  if (!found.title.empty()) line["title"] = found.title;
  line["from"] = from_name(found.from);
  line["comments"] = found.comments;
  print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

int cmd_feed_discover(const Arguments& arguments) {
  std::string file, base;
  std::vector<std::string> headers;
  bool json = false, conventional = false;
  Args args("feed discover", "Lists the feeds that a page names, the blog's own first, comment feeds last.",
            std::string(kExitCodes) + "Example: bfa feed discover index.html --base https://blog.example/");
  args.positional("FILE", file, "the HTML page; - for stdin");
  args.option("--base", base, "the page's URL, from which relative addresses count");
  args.option("--header", headers, "a header of the response, \"Name: value\"; repeatable");
  args.flag("--conventional", conventional, "list the usual addresses of feeds as well");
  args.flag("--json", json, "one JSON object per line");
  if (const auto exit = args.parse(arguments)) return *exit;
  const auto page = Url::parse(effective_base(base, headers));
  if (!page) {
    return report_error({Code::kInvalidArgument, "--base must be an absolute URL", base, -1}, json);
  }
  const auto bytes = read_input(file, kMaxBytes);
  if (!bytes) return report_error(bytes.error(), json);
  Findings findings;
  const std::string type = header_value(headers, "content-type");
  const std::size_t charset = fold_case(type).find("charset=");
  const DecodedText decoded =
      decode_text(*bytes, charset == std::string::npos ? std::string() : type.substr(charset + 8),
                  CharsetContext::kHtml, findings);
  const auto doc = HtmlDocument::parse(decoded.text, findings, {}, decoded.encoding);
  if (!doc) return report_error(doc.error(), json);
  std::vector<FeedCandidate> found = discover_feeds(*doc, *page);
  if (conventional) {
    for (FeedCandidate& candidate : conventional_feeds(*page)) found.push_back(std::move(candidate));
  }
  for (const FeedCandidate& candidate : found) print_candidate(candidate, json);
  if (found.empty())
    std::fprintf(stderr, "bfa: the page names no feed; --conventional lists usual addresses\n");
  return found.empty() ? kNo : kDone;
}

}  // namespace

int cmd_feed(const Arguments& arguments) {
  if (CommandOutline* const outline = outline_target(); outline != nullptr && arguments.empty())
    outline->subcommands = {"discover", "opml", "sitemap"};
  if (!arguments.empty() && arguments[0] == "discover") {
    return cmd_feed_discover({arguments.begin() + 1, arguments.end()});
  }
  if (!arguments.empty() && arguments[0] == "opml")
    return cmd_feed_opml({arguments.begin() + 1, arguments.end()});
  if (!arguments.empty() && arguments[0] == "sitemap") {
    return cmd_feed_sitemap({arguments.begin() + 1, arguments.end()});
  }
  std::string file, base;
  std::vector<std::string> headers;
  bool json = false;
  Args args("feed", "Reads a feed (RSS, RDF, Atom, JSON Feed) and shows what is in it.",
            std::string(kExitCodes) +
                "bfa feed discover FILE --base URL lists the feeds of a page, bfa feed opml FILE the\n"
                "subscriptions of an OPML document, bfa feed sitemap FILE the pages of a sitemap.\n"
                "Example: bfa feed atom.xml --base https://blog.example/atom.xml --json");
  args.positional("FILE", file, "the feed; - for stdin");
  args.option("--base", base, "the feed's URL, from which relative addresses count");
  args.option("--header", headers, "a header of the response, \"Name: value\"; repeatable");
  args.flag("--json", json, "one JSON object on stdout (docs/formats/feed.md)");
  if (const auto exit = args.parse(arguments)) return *exit;
  const auto bytes = read_input(file, kMaxBytes);
  if (!bytes) return report_error(bytes.error(), json);
  Findings findings;
  const FeedOrigin origin{effective_base(base, headers), header_value(headers, "content-type"),
                          header_value(headers, "content-language")};
  auto feed = parse_feed(*bytes, origin, findings);
  if (!feed) {
    feed.error().where = file;
    return report_error(feed.error(), json);
  }
  if (json) {
    print_line(feed_to_json(*feed, findings));
  } else {
    print_feed(*feed, findings);
  }
  return kDone;
}

}  // namespace bfa::tool
