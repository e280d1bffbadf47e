// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/io/digest.h"
#include "bfa/warc/record.h"
#include "warc/read/entity_stream.h"

namespace bfa {

// "sha1" or "SHA-256" as an algorithm; nothing if it is unknown.
std::optional<DigestAlgorithm> digest_algorithm(std::string_view name);

// The result of checking one record's digests.
struct DigestReport {
  struct Mismatch {
    const char* id;
    std::string message;
  };
  std::uint64_t good = 0, bad = 0;
  bool payload_good = false, payload_bad = false, payload_raw = false;
  std::vector<Mismatch> mismatches;  // of the bad digests
  std::vector<Mismatch> remarks;     // of good digests that do not follow the standard
};

// Checks the block and payload digests that a record declares, while its block is read. The payload is hashed
// in two ways: without transfer coding, as the standard says, and as sent, as many tools wrote it. Not
// thread-safe.
class BlockDigests {
 public:
  void begin(const WarcHeader& header);
  // For a record joined from segments, whose first header this is: only its payload digest is checked, which
  // is that of the whole record.
  void begin_joined(const WarcHeader& header);
  void update(std::string_view bytes);
  DigestReport finish();

 private:
  struct Declared {
    std::string value;  // as in the header, with a label added if it has none
    DigestAlgorithm algorithm = DigestAlgorithm::kSha1;
    bool labelled = true;
  };
  enum class Payload : std::uint8_t { kNone, kBlock, kHttp };

  void begin_payload(const WarcHeader& header);
  static std::optional<Declared> declared(std::string_view value);
  Digester& digester(std::size_t slot, DigestAlgorithm algorithm);
  void payload(const EntityStream::Parts& parts);
  void check_framing(DigestReport& report) const;
  void compare(const Declared& declared, const char* what, const std::string& seen, const std::string* raw,
               DigestReport& report);

  std::optional<Declared> block_, payload_;
  Payload kind_ = Payload::kNone;
  std::uint64_t entity_size_ = 0;
  bool hash_raw_ = false;  // the body is chunked: its raw form differs
  EntityStream entity_;
  // Block, entity and raw body, by algorithm; made when first wanted, kept from record to record.
  std::unique_ptr<Digester> digesters_[3][4];
};

}  // namespace bfa
