// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/http/message.h"
#include "bfa/warc/cdx.h"
#include "bfa/warc/reader.h"

namespace bfa {

// The fields that link a request record to a response record.
struct RecordLinks {
  std::string id, url, date;
  std::vector<std::string> concurrent_to;  // ids

  static RecordLinks of(const WarcHeader& header);
  // True if one refers to the other, or if neither refers to any record and URL and date are equal.
  bool belongs_to(const RecordLinks& other) const;
};

// A capture that waits for its request.
struct HeldCapture {
  CdxEntry entry;
  UtcTime date{};
  std::string body;  // the first bytes of an HTML body
  std::optional<HttpHead> head;
  RecordLinks links;
  bool paired = false;
};

// Adds method and body of requests other than GET to their captures, and passes the captures on in their
// order. A request is expected within a few records of its response. Not thread-safe.
class RequestPairing {
 public:
  explicit RequestPairing(std::function<Status(HeldCapture&)> give) : give_(std::move(give)) {}

  // Errors: kIo, those of `give`.
  Status add_request(WarcRecord& record);
  Status add_capture(HeldCapture held);
  Status finish();

 private:
  struct Request {
    RecordLinks links;
    std::string method, query;
  };
  static Result<Request> read_request(WarcRecord& record);
  static void apply(const Request& request, HeldCapture& held);
  Status give_ready(std::size_t most_waiting);

  std::function<Status(HeldCapture&)> give_;
  std::deque<HeldCapture> waiting_;
  std::deque<Request> requests_;  // other than GET, without a response so far
};

}  // namespace bfa
