// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/crawlmodel/step_result.h"

namespace bfa {

// JSON of the values that a crawl works with, as the store and the WARC metadata records keep it: one line,
// "v": 1, keys in a fixed order, absent fields left out. from(to(x)) == x. Thread-safe. Errors of reading:
// kCorrupt, kUnsupported (a newer "v").
BFA_EXPORT std::string task_to_json(const CrawlTask& task);
BFA_EXPORT Result<CrawlTask> task_from_json(std::string_view json);

BFA_EXPORT std::string blog_to_json(const BlogState& blog);
BFA_EXPORT Result<BlogState> blog_from_json(std::string_view json);

BFA_EXPORT std::string capture_to_json(const Capture& capture);
BFA_EXPORT Result<Capture> capture_from_json(std::string_view json);

}  // namespace bfa
