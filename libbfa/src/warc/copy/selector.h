// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bfa/http/message.h"
#include "bfa/warc/reader.h"
#include "bfa/warc/select.h"

namespace bfa {

// A parsed WarcSelection. Not thread-safe.
class Selector {
 public:
  // Errors: kInvalidArgument.
  static Result<std::unique_ptr<Selector>> make(const WarcSelection& selection);
  virtual ~Selector() = default;
  // True if status or MIME type are tested.
  virtual bool wants_head() const = 0;
  // `head`: of the HTTP response; null if it is unknown or absent.
  virtual bool matches(const WarcHeader& header, const HttpHead* head) const = 0;
};

// One bit for each record of some files, in order.
using RecordBits = std::vector<bool>;

// Decides on the records of the files capture by capture: `decide` is called for the main record of a capture
// (for each of several), and its result applies to all its records, also to those elsewhere that name one of
// them by Concurrent-To. warcinfo records get false. Reads the files once, and again if there are such
// records. Errors: those of WarcReader and `decide`, kUnsupported (ARC).
Result<RecordBits> decide_captures(FileSystem& fs, const std::vector<std::string>& files,
                                   const std::function<Result<bool>(WarcRecord& record)>& decide);

// The head of the HTTP response in a response or revisit record, read from its block. Errors: kIo.
Result<std::optional<HttpHead>> answer_head(WarcRecord& record);

}  // namespace bfa
