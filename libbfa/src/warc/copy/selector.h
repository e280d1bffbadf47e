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

// How `urls` and `url_prefixes` are compared. kAll: also by fetch_dedup_key(), which is the same for all
// spellings of an address: host in capitals, default port, fragment, escaped letters, http and https, "www.".
enum class Spellings : std::uint8_t { kAsSaid, kAll };

// A parsed WarcSelection. Not thread-safe.
class Selector {
 public:
  // Errors: kInvalidArgument.
  static Result<std::unique_ptr<Selector>> make(const WarcSelection& selection,
                                                Spellings spellings = Spellings::kAsSaid);
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
