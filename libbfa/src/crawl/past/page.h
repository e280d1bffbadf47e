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
#include "crawl/judge/not_page.h"
#include "crawl/past/parsed_view.h"

namespace bfa {

// A fetched answer, decoded and parsed.
struct Page {
  Url url;  // final
  int status = 0;
  UtcTime captured{};
  bool is_html = false;
  bool truncated = false;      // its transfer was cut
  std::string body;            // content codings undone; empty once it has been parsed as HTML
  HtmlDocument doc;            // when is_html
  std::optional<Url> refresh;  // target of a meta refresh
  RobotsTags robots;           // its directives; empty when the crawl ignores them
  AnswerSigns answer;          // what its head says about a challenge or maintenance
};

// Reads a page from its exchange; bytes over a limit are left out with a finding. `head_tags`: the robots
// directives of the exchange's head, if they were read already. Errors: kInvalidArgument (its URL), kIo.
Result<Page> read_page(const Exchange& exchange, const StepOptions& options, const RobotsTags* head_tags,
                       Findings& findings);

// A page with all findings of reading it from its capture.
struct StoredPage {
  Page page;
  Findings findings;
  std::size_t bytes = 0;  // approximate memory
};

// The approximate memory of a page that was read from `exchange`.
std::size_t bytes_of(const Page& page, const Exchange& exchange);

// The feed of a capture, and the entry in it that a task refers to.
struct EntryRef {
  std::shared_ptr<const StoredFeed> feed;
  const FeedEntry* entry = nullptr;  // into `feed`
};

}  // namespace bfa
