// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/warc/record.h"

namespace bfa {

// The archive's own WARC metadata records. With them its store can be made again from the WARC files alone.
// Fields and examples: docs/formats/store.md.
struct ArchiveRecord {
  enum class Kind : std::uint8_t {
    kStep,       // a step of a crawl: with each exchange, or alone for a step without an exchange
    kCrawl,      // crawl start
    kAborted,    // steps whose bytes were written and which were never committed
    kOriginals,  // a file outside of the archive whose payloads count as stored
    kBlog,       // the state of a blog that is not in its steps: how often it was crawled, when it is due
  } kind = Kind::kStep;

  // kStep
  std::uint64_t sequence = 0;
  std::uint32_t hop = 0, hops = 0;  // index and number of the step's exchanges; hops 0: no exchange
  CrawlTask task;
  Outcome outcome = Outcome::kDone;
  std::string error;          // why it failed, for people; may be empty
  std::string template_json;  // kLearn: what was learned; empty otherwise

  // kCrawl
  std::uint64_t crawl = 0;
  std::vector<std::string> blogs;
  std::string settings;  // JSON

  // kAborted
  std::vector<std::uint64_t> aborted;  // sequence numbers to skip

  // kOriginals
  std::string originals_file;  // absolute

  // kBlog
  BlogState blog;
};

// The record as application/warc-fields, in a fixed order. `result`: the step; its exchanges are not read.
// `task_json`: its task, as task_to_json() writes it.
BFA_EXPORT WarcFields step_fields(const StepResult& result, const std::string& task_json,
                                  std::uint64_t sequence, std::uint32_t hop, std::uint32_t hops);

// Of a crawl's start, and of steps that were aborted.
BFA_EXPORT WarcFields crawl_fields(std::uint64_t crawl, const std::vector<std::string>& blogs,
                                   const std::string& settings);
BFA_EXPORT WarcFields aborted_fields(const std::vector<std::uint64_t>& sequences);

// Of a file that Archive::index_originals took.
BFA_EXPORT WarcFields originals_fields(const std::string& file);

// Of a blog's state as Archive::put_blog took it.
BFA_EXPORT WarcFields blog_fields(const BlogState& blog);

// Reads the block of a metadata record. Nothing when the record is not an archive's own. Thread-safe.
// Errors: kCorrupt when it is marked as one and cannot be read.
BFA_EXPORT Result<std::optional<ArchiveRecord>> parse_archive_record(std::string_view block);

}  // namespace bfa
