// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/store/archive.h"
#include "bfa/warc/record.h"

namespace bfa {

// The archive's own WARC metadata records. With them its store can be made again from the WARC files alone.
// Fields and examples: docs/formats/store.md.
struct ArchiveRecord {
  enum class Kind : std::uint8_t {
    kStep,       // a step of a crawl: with each exchange, or alone for a step without an exchange
    kCrawl,      // crawl start
    kAborted,    // steps of which only a part was written
    kOriginals,  // a file outside of the archive whose payloads count as stored
    kBlog,       // the state of a blog that is not in its steps: how often it was crawled, when it is due
    kCrawlEnd,   // crawl end
    kDecision,   // a decision of a person
    kReadings,   // what a step read, for an archive that cannot read it again: in packages of one object
  } kind = Kind::kStep;

  // kStep
  std::uint64_t sequence = 0;
  std::uint32_t hop = 0, hops = 0;  // index and number of the step's exchanges; hops 0: no exchange
  CrawlTask task;
  Outcome outcome = Outcome::kDone;
  std::string error;           // why it failed, for people; may be empty
  std::string template_json;   // kLearn: what was learned; empty otherwise
  std::uint64_t task_key = 0;  // a hash of the task as it is written

  // kCrawl, kCrawlEnd
  std::uint64_t crawl = 0;
  std::vector<std::string> blogs;
  std::string settings;  // JSON
  UtcTime ended{};

  // kAborted
  std::vector<std::uint64_t> aborted;  // sequence numbers to skip

  // kOriginals
  std::string originals_file;  // absolute

  // kBlog
  BlogState blog;

  // kDecision
  Decision decision;

  // kReadings; `sequence` and `blogs` too
  std::string step_record;          // id of the last record of the step: its response, or its own
  std::string readings_json;        // crawlmodel/readings_json.h
  std::string object, object_kind;  // what the package is about: address and kind
};

// The record as application/warc-fields, in a fixed order. `result`: the step; its exchanges are not read.
// `task_json`: its task, as task_to_json() writes it.
BFA_EXPORT WarcFields step_fields(const StepResult& result, const std::string& task_json,
                                  std::uint64_t sequence, std::uint32_t hop, std::uint32_t hops);

// Of a crawl's start, and of steps that were aborted.
BFA_EXPORT WarcFields crawl_fields(std::uint64_t crawl, const std::vector<std::string>& blogs,
                                   const std::string& settings);
BFA_EXPORT WarcFields aborted_fields(const std::vector<std::uint64_t>& sequences);
BFA_EXPORT WarcFields crawl_end_fields(std::uint64_t crawl, UtcTime ended);

// Of a file that Archive::index_originals took.
BFA_EXPORT WarcFields originals_fields(const std::string& file);

// Of a blog's state as Archive::put_blog took it.
BFA_EXPORT WarcFields blog_fields(const BlogState& blog);

// Of a decision as Archive::put_decision took it, and as the store keeps it.
BFA_EXPORT WarcFields decision_fields(const Decision& decision);
BFA_EXPORT std::string decision_to_json(const Decision& decision);
BFA_EXPORT Result<Decision> decision_from_json(std::string_view text);

// Of what a step read: `blogs`, `sequence` and what kReadings has.
BFA_EXPORT WarcFields readings_fields(const ArchiveRecord& record);

// Reads the block of a metadata record. Nothing when the record is not an archive's own, or of a kind that
// this version does not know. Thread-safe.
// Errors: kCorrupt when it is marked as one and cannot be read.
BFA_EXPORT Result<std::optional<ArchiveRecord>> parse_archive_record(std::string_view block);

}  // namespace bfa
