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

// The header of a WARC (or, translated, ARC) record.
struct BFA_EXPORT WarcHeader {
  std::string version;                                      // "WARC/1.1"
  std::vector<std::pair<std::string, std::string>> fields;  // in order, unfolded
  std::string_view field(std::string_view name) const;      // first of that name, any case; empty when absent
  WarcType type() const;
  std::string record_id() const;   // without < >
  std::string target_uri() const;  // without < >
  std::string content_type() const;
  std::optional<UtcTime> date() const;
  std::uint64_t content_length = 0;
};

// Profiles of revisit records (WARC 1.1 section 6.7).
inline constexpr std::string_view kRevisitIdenticalPayload =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
inline constexpr std::string_view kRevisitServerNotModified =
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

}  // namespace bfa
