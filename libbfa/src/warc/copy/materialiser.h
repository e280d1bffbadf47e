// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "warc/copy/record_feed.h"
#include "warc/read/originals.h"

namespace bfa {

// Writes revisits as the full responses they refer to. Not thread-safe.
class Materialiser {
 public:
  // Decides whether a revisit whose original was found is replaced.
  using Wanted = std::function<bool(const std::string& revisit_id, const OriginalFinder::Place& original)>;

  // All must outlive it. `finder` has read all files.
  Materialiser(const OriginalFinder& finder, Wanted wanted, WarcCopyReport& report)
      : finder_(finder), wanted_(std::move(wanted)), report_(report) {}

  // The id of the response that replaces a revisit; the same each time.
  static std::string new_id(const std::string& revisit_id);

  // Writes the feed's record: a revisit to be replaced as a response with a metadata record about it; a
  // record concurrent to such a revisit with the new id; every other unchanged. `out` may be null. Errors:
  // kIo, those of RecordFeed.
  Status write(RecordFeed& feed, OutputFile* out);

 private:
  const OriginalFinder::Place* replaced(const std::string& id) const;
  Status write_response(RecordFeed& feed, const OriginalFinder::Place& place, OutputFile* out);
  Status write_relinked(RecordFeed& feed, OutputFile* out);

  const OriginalFinder& finder_;
  Wanted wanted_;
  WarcCopyReport& report_;
};

}  // namespace bfa
