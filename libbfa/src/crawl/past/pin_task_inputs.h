// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "crawl/past/parsed_view.h"

namespace bfa {

// Writes into a task, when it is handed out, the template and the feed entry that its step has to use. They
// are recorded with the capture, so that a rebuild does the same step again. Not thread-safe.
class TaskInputs {
 public:
  // `view` must outlive it.
  explicit TaskInputs(const ParsedView& view) : view_(view) {}

  // Errors: those of the view.
  Status pin(CrawlTask& task);
  // Call it when the state of the blog may have changed: the next task then reads it again.
  void forget(const std::string& blog) { blogs_.erase(blog); }

 private:
  struct Known {
    std::uint64_t template_sequence = 0;
    // By fetch_dedup_key of the entry's link: feed capture, index of the entry.
    std::unordered_map<std::string, std::pair<std::uint64_t, std::int32_t>> entries;
  };
  Result<const Known*> known(const std::string& blog);

  const ParsedView& view_;
  std::map<std::string, Known> blogs_;
};

}  // namespace bfa
