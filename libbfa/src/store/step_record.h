// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/warc/warc_fields.h"

namespace bfa {

// What an archive writes of its own into WARC metadata records, so that its store can be made again from the
// WARC files alone. Fields and examples: docs/formats/store.md.
struct ArchiveRecord {
  enum class Kind : std::uint8_t {
    kStep,       // a step of a crawl: beside each exchange, or alone when it had none
    kCrawl,      // the begin of a crawl
    kVoid,       // steps whose bytes were written but which never counted
    kOriginals,  // a file outside of the archive whose payloads count as stored
    kBlog,       // what is known of a blog besides its steps: how often it was crawled, when it is due
  } kind = Kind::kStep;

  // kStep
  std::uint64_t sequence = 0;
  std::uint32_t hop = 0, hops = 0;  // which exchange of the step, of how many; hops 0: it had none
  CrawlTask task;
  Outcome outcome = Outcome::kDone;
  std::string error;          // why it failed, for people; may be empty
  std::string template_json;  // kLearn: what was learned; empty otherwise

  // kCrawl
  std::uint64_t crawl = 0;
  std::vector<std::string> blogs;
  std::string settings;  // JSON

  // kVoid
  std::vector<std::uint64_t> voided;  // sequence numbers to skip

  // kOriginals
  std::string originals_file;  // absolute

  // kBlog
  BlogState blog;
};

// The record as application/warc-fields, in a fixed order. `result`: the step; its exchanges are not read.
BFA_EXPORT WarcFields step_fields(const StepResult& result, std::uint64_t sequence, std::uint32_t hop,
                                  std::uint32_t hops);

// Of a crawl's begin, and of steps that never counted.
BFA_EXPORT WarcFields crawl_fields(std::uint64_t crawl, const std::vector<std::string>& blogs,
                                   const std::string& settings);
BFA_EXPORT WarcFields void_fields(const std::vector<std::uint64_t>& sequences);

// Of a file that Archive::index_originals took.
BFA_EXPORT WarcFields originals_fields(const std::string& file);

// Of a blog's state as Archive::put_blog took it.
BFA_EXPORT WarcFields blog_fields(const BlogState& blog);

// Reads the block of a metadata record. Nothing when it is none of an archive's own. Thread-safe. Errors:
// kCorrupt when it has the marks of one but cannot be read.
BFA_EXPORT Result<std::optional<ArchiveRecord>> parse_archive_record(std::string_view block);

}  // namespace bfa
