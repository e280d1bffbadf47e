// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bfa/crawl/step.h"
#include "bfa/feed/feed.h"
#include "bfa/html/document.h"
#include "bfa/http/message.h"
#include "bfa/http/robots.h"
#include "bfa/url/url.h"
#include "crawl/parsed_view.h"

namespace bfa {

// A fetched answer, decoded and parsed.
struct Page {
  Url url;  // final
  int status = 0;
  UtcTime captured{};
  bool is_html = false;
  std::string body;            // content codings undone; empty once it has been parsed as HTML
  HtmlDocument doc;            // when is_html
  std::optional<Url> refresh;  // where a meta element sends its reader
  RobotsTags robots;           // its directives; empty where the crawl ignores them
};

// Reads a page from its exchange; bytes over a limit are left out with a finding. `head_tags`: the robots
// directives of the exchange's head where they were read already. Errors: kInvalidArgument (its URL), kIo.
Result<Page> read_page(const Exchange& exchange, const StepOptions& options, const RobotsTags* head_tags,
                       Findings& findings);

// A page with all findings of reading it from its capture.
struct StoredPage {
  Page page;
  Findings findings;
  std::size_t bytes = 0;  // about what it takes
};

// About what a page takes in memory that was read from `exchange`.
std::size_t bytes_of(const Page& page, const Exchange& exchange);

// The feed that a capture gave, and the entry of it that a task names.
struct EntryRef {
  std::shared_ptr<const StoredFeed> feed;
  const FeedEntry* entry = nullptr;  // into `feed`
};

}  // namespace bfa
