// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/io/digest.h"
#include "bfa/warc/writer.h"
#include "warc/write/record_writer.h"

namespace bfa {

// Makes the records whose header is the library's own: warcinfo, those of an exchange, metadata; and puts
// them into a RecordWriter. Not thread-safe. Errors of all: kIo.
class ExchangeWriter {
 public:
  // All must outlive this; `dedup` may be null.
  ExchangeWriter(RecordWriter& out, const WarcWriteOptions& options, DedupIndex* dedup)
      : out_(out), options_(options), dedup_(dedup) {}

  // The warcinfo record of the file `name`; the records after it refer to its id.
  Status warcinfo(const std::string& name);
  // The next records are in `name` and refer to no warcinfo record.
  void no_warcinfo(const std::string& name);
  Result<WarcWritten> exchange(const Exchange& exchange, const WarcFields& metadata_fields);
  Result<WarcRef> metadata(std::string_view target_uri, UtcTime date, std::string_view content_type,
                           std::string_view block);

 private:
  // The digests of one response, computed in one pass.
  struct Digests {
    std::string block, payload;  // labelled
    std::uint64_t payload_bytes = 0;
  };

  Result<Digests> digest_response(const Exchange& exchange);
  Result<std::string> digest_block(const Blob& blob);
  Result<std::optional<PayloadOriginal>> original_of(const Exchange& exchange, const Digests& digests);
  Result<WarcRef> request(const Exchange& exchange, const std::string& response_id);
  Result<WarcRef> response(const Exchange& exchange, const Digests& digests, std::string id,
                           const std::optional<PayloadOriginal>& original);
  Result<WarcRef> exchange_metadata(const Exchange& exchange, const WarcFields& fields,
                                    const std::string& response_id);
  std::string new_id() { return "urn:uuid:" + options_.make_uuid(); }
  void begin_header(std::string_view type, const std::string& id, UtcTime date, std::string_view target_uri);
  WarcRef ref(std::uint64_t offset, std::string id) const {
    return {name_, offset, out_.position() - offset, std::move(id)};
  }

  RecordWriter& out_;
  const WarcWriteOptions& options_;
  DedupIndex* dedup_;
  std::string name_, warcinfo_id_;
  HeaderText header_;
  Digester block_digester_{DigestAlgorithm::kSha256};
  Digester payload_digester_{DigestAlgorithm::kSha256};
};

}  // namespace bfa
