// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/base/warc_ref.h"
#include "bfa/io/source.h"

namespace bfa {

// Named fields in order: of a record header, or of an application/warc-fields block (WARC 1.1, sections 4 and
// 6.2). Names can repeat.
using WarcFields = std::vector<std::pair<std::string, std::string>>;

// An application/warc-fields block: "name: value" lines with CRLF. A line end within a value would begin
// another field and becomes a space. Empty when memory runs out. Thread-safe.
BFA_EXPORT std::string format_warc_fields(const WarcFields& fields);

// Record types of WARC 1.1, section 6.
enum class WarcType : std::uint8_t {
  kWarcinfo,
  kResponse,
  kResource,
  kRequest,
  kMetadata,
  kRevisit,
  kConversion,
  kContinuation,
  kUnknown
};
BFA_EXPORT std::string_view warc_type_name(WarcType type);

// The header of a WARC record, or of an ARC record translated to WARC fields. Field names are compared
// without regard to case. Strings are empty when memory runs out. Thread-safe for reading.
struct BFA_EXPORT WarcHeader {
  std::string version;                                  // "WARC/1.1"
  WarcFields fields;                                    // in order, unfolded
  std::string_view field(std::string_view name) const;  // the first of that name; empty when absent
  WarcType type() const;
  std::string record_id() const;   // without < >
  std::string target_uri() const;  // without < >
  std::string content_type() const;
  std::optional<UtcTime> date() const;
  std::uint64_t content_length = 0;
};

// Profiles of revisit records (WARC 1.1, section 6.7).
inline constexpr std::string_view kRevisitIdenticalPayload =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
inline constexpr std::string_view kRevisitServerNotModified =
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

}  // namespace bfa
