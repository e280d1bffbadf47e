// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/crawl/step.h"
#include "bfa/feed/feed.h"
#include "bfa/html/document.h"
#include "bfa/http/message.h"
#include "bfa/http/robots.h"
#include "bfa/url/url.h"

namespace bfa {

// A fetched answer, decoded and parsed.
struct Page {
  Url url;  // final
  int status = 0;
  UtcTime captured{};
  bool is_html = false;
  std::string body;   // content codings undone; empty once it has been parsed as HTML
  HtmlDocument doc;   // when is_html
  RobotsTags robots;  // what it asks for; empty where the crawl does not look
};

// Reads a page from the exchange that holds it; what lies over a limit is left out with a finding. Errors:
// kInvalidArgument (its URL), kIo.
Result<Page> read_page(const Exchange& exchange, const StepOptions& options, Findings& findings);

// The feed that a capture gave, and the entry of it that a task names.
struct EntryRef {
  Feed feed;
  const FeedEntry* entry = nullptr;  // into `feed`
  std::string feed_url;
};

}  // namespace bfa
