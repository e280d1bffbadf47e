// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "warc/copy/record_feed.h"
#include "warc/read/originals.h"

namespace bfa {

// Writes revisits as the responses that they stand for. Not thread-safe.
class Materialiser {
 public:
  // Says whether a revisit whose original was found is to be replaced.
  using Wanted = std::function<bool(const OriginalFinder::Place& original)>;

  // All must outlive it. `finder` has seen what there is to see.
  Materialiser(const OriginalFinder& finder, Wanted wanted, WarcCopyReport& report)
      : finder_(finder), wanted_(std::move(wanted)), report_(report) {}

  // The id of the response that replaces a revisit; the same each time.
  static std::string new_id(const std::string& revisit_id);

  // Writes the feed's record: a revisit that is to be replaced as a response with a metadata record that says
  // so; a record that is concurrent to such a revisit with the new id; every other as it is. `out` may be
  // null. Errors: kIo, those of RecordFeed.
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
