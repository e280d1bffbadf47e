// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "bfa/crawlmodel/crawl_store.h"

namespace bfa {

// Writes into a task, when it is handed out, which template and which feed entry it is to be done with. They
// are recorded with the capture, so that a rebuild does the same step again. Not thread-safe.
class TaskStamp {
 public:
  explicit TaskStamp(const BlogView& view) : view_(view) {}

  // Errors: those of the view.
  Status stamp(CrawlTask& task);
  // What is known of the blog may have changed: read it again at the next task.
  void forget(const std::string& blog) { blogs_.erase(blog); }

 private:
  struct Known {
    std::uint64_t template_sequence = 0;
    std::map<std::string, std::pair<std::uint64_t, std::int32_t>> entries;  // twin key: feed capture, entry
  };
  Result<const Known*> known(const std::string& blog);

  const BlogView& view_;
  std::map<std::string, Known> blogs_;
};

}  // namespace bfa
