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

// A WarcSelection made ready. Not thread-safe.
class Selector {
 public:
  // Errors: kInvalidArgument.
  static Result<std::unique_ptr<Selector>> make(const WarcSelection& selection);
  virtual ~Selector() = default;
  // True when status or MIME type are asked for.
  virtual bool wants_head() const = 0;
  // `head`: of the HTTP answer; null when it is not known or there is none.
  virtual bool matches(const WarcHeader& header, const HttpHead* head) const = 0;
};

// One bit for each record of some files, in order.
using RecordBits = std::vector<bool>;

// Decides on the records of the files capture by capture: `decide` is asked for the record that a capture is
// about (all of them when there are several), and its answer counts for all its records, those that stand
// elsewhere and name one of them by Concurrent-To included. warcinfo records get false. Reads the files once,
// and once more when there are such records. Errors: those of WarcReader and `decide`, kUnsupported (ARC).
Result<RecordBits> decide_captures(FileSystem& fs, const std::vector<std::string>& files,
                                   const std::function<Result<bool>(WarcRecord& record)>& decide);

// The head of the HTTP answer in a response or revisit record, read from its block. Errors: kIo.
Result<std::optional<HttpHead>> answer_head(WarcRecord& record);

}  // namespace bfa
