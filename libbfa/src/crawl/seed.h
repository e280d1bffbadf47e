// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bfa/crawlmodel/crawl_store.h"

namespace bfa {

// How a crawl and an import begin with a blog.

// The canonical form of a home page's address as users write it; the scheme may be missing. Errors:
// kInvalidArgument.
Result<std::string> home_url(const std::string& text);

// The state of a blog that was never crawled. Errors: kInvalidArgument.
Result<BlogState> new_blog(const std::string& home);

// A task that no page led to.
CrawlTask first_task(TaskKind kind, Stage stage, const std::string& home, const std::string& url,
                     std::uint64_t crawl);

// Adds a task; a known one is left out. Errors: those of the frontier.
Status add_task(Frontier& frontier, const CrawlTask& task);

}  // namespace bfa
