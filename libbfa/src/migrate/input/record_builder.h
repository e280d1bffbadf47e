// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/http/message.h"
#include "bfa/migrate/capture_input.h"
#include "bfa/warc/record.h"

namespace bfa {

// A URL fit for WARC-Target-URI: blanks, control characters and non-ASCII bytes as %XX.
std::string target_uri_of(std::string_view url);

// Makes the records that a migration adds or converts, with their ids, dates and digests.
class RecordBuilder {
 public:
  explicit RecordBuilder(const CaptureInputOptions& options);

  // A warcinfo record about the source; the following records refer to it.
  MigratedRecord warcinfo(const std::string& source, CaptureFormat format, const WarcFields& more);

  // A capture: type "request", "response", "resource" or "conversion", its block digested. The payload of a
  // response is its entity, of a resource or conversion the block. `id`: set to the record's id. Errors:
  // kIo.
  struct Capture {
    std::string_view type;
    std::string url;
    UtcTime date{};
    std::string content_type;
    Blob block;
    std::optional<HttpHead> head;  // of a response
    WarcFields more;               // further header fields: WARC-IP-Address, ...
  };
  Result<MigratedRecord> capture(Capture capture, std::string& id);

  // A metadata record about `about`: the sources of its parts. Its date is the current time.
  MigratedRecord metadata(const std::string& url, const std::string& about, const WarcFields& fields);
  // The same with another block.
  MigratedRecord metadata_block(const std::string& url, const std::string& about,
                                const std::string& content_type, std::string block);

  UtcTime now() const { return clock_->now(); }

 private:
  MigratedRecord begin(std::string_view type, const std::string& id, UtcTime date,
                       const std::string& url) const;
  std::string new_id() const { return "urn:uuid:" + make_uuid_(); }

  Clock* clock_;
  std::function<std::string()> make_uuid_;
  std::string warcinfo_id_;
};

}  // namespace bfa
