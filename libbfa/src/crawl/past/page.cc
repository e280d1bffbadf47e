// SPDX-License-Identifier: Apache-2.0
#include "crawl/past/page.h"

#include <algorithm>

#include "base/try.h"
#include "bfa/html/content.h"
#include "bfa/text/charset.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

// Of the decoded bytes of a page: parsed and extracted they take about twelve times as much memory, and two
// threads are to stay under 300 MB. What is over it is archived, and said.
constexpr std::uint64_t kMostPageBytes = std::uint64_t{4} << 20;

// A node takes about 250 bytes while a page is read and learned from.
HtmlLimits page_limits() {
  HtmlLimits limits;
  limits.max_nodes = 250'000;
  return limits;
}

bool looks_like_html(std::string_view body) {
  const std::string head = fold_case(body.substr(0, 1024));
  return head.find("<html") != std::string::npos || head.find("<!doctype html") != std::string::npos ||
         head.find("<body") != std::string::npos;
}

bool is_html_type(const MediaType& type, std::string_view body) {
  if (type.essence == "text/html" || type.essence == "application/xhtml+xml")
    return looks_like_html(body) || !looks_like_feed(body);
  if (type.essence.empty() || type.essence == "text/plain" || type.essence == "application/octet-stream")
    return looks_like_html(body);
  return false;
}

void add_meta_tags(Page& page, std::string_view agent, Findings& findings) {
  const HtmlDocument& doc = page.doc;
  for (HtmlDocument::NodeId n = 0; n < doc.size(); ++n) {
    if (doc.tag(n) == "meta")
      page.robots.add(
          parse_robots_meta(doc.attribute(n, "name"), doc.attribute(n, "content"), agent, findings));
  }
}

// Servers that answer for a site to keep bots away name themselves.
AnswerSigns answer_signs(const HttpHead& head) {
  AnswerSigns signs;
  signs.mitigated = head.header("cf-mitigated") == "challenge";
  signs.retry_after = !head.header("retry-after").empty();
  const std::string server = fold_case(head.header("server"));
  for (const std::string_view guard :
       {"cloudflare", "ddos-guard", "sucuri", "akamaighost", "qrator", "imperva", "variti", "stackpath"}) {
    if (server.find(guard) != std::string::npos) signs.guarded = true;
  }
  for (const char* name : {"x-datadome", "x-sucuri-id", "x-iinfo", "x-amzn-waf-action"}) {
    if (!head.header(name).empty()) signs.guarded = true;
  }
  return signs;
}

}  // namespace

std::size_t bytes_of(const Page& page, const Exchange& exchange) {
  // A parsed page keeps its text once, and about 64 bytes for each node.
  return 2 * static_cast<std::size_t>(exchange.response.size()) + 64 * page.doc.size();
}

Result<Page> read_page(const Exchange& exchange, const StepOptions& options, const RobotsTags* head_tags,
                       Findings& findings) {
  Page page;
  BFA_ASSIGN_OR_RETURN(page.url, Url::parse(exchange.url));
  page.status = exchange.head.status;
  page.captured = exchange.started;
  page.truncated = exchange.truncated != Truncation::kNone;
  page.answer = answer_signs(exchange.head);
  const bool wants_tags = options.robots_tags != RobotsTagPolicy::kIgnore;
  if (wants_tags)
    page.robots = head_tags != nullptr ? *head_tags : robots_tags_of(exchange.head, options.agent, findings);
  BFA_ASSIGN_OR_RETURN(page.body,
                       decoded_prefix(exchange, std::min(options.max_body_bytes, kMostPageBytes), findings));
  const MediaType type = parse_media_type(exchange.head.header("content-type"));
  page.is_html = is_html_type(type, page.body);
  if (!page.is_html) return page;
  const DecodedText decoded = decode_text(page.body, type.charset, CharsetContext::kHtml, findings);
  BFA_ASSIGN_OR_RETURN(page.doc,
                       HtmlDocument::parse(decoded.text, findings, page_limits(), decoded.encoding));
  page.refresh = meta_refresh(page.doc, page.url);
  if (wants_tags) add_meta_tags(page, options.agent, findings);
  page.body.clear();
  page.body.shrink_to_fit();
  return page;
}

}  // namespace bfa
