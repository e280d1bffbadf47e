// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/search/search_index.h"

namespace bfa {

// CDX servers of two kinds differ in names and defaults: the Wayback Machine's and pywb's.
enum class CdxDialect : std::uint8_t { kWayback, kPywb };

enum class CdxField : std::uint8_t {
  kUrlKey,
  kTimestamp,
  kUrl,
  kMime,
  kStatus,
  kDigest,
  kRedirect,
  kRobotFlags,
  kLength,
  kOffset,
  kFilename,
  kOriginalLength,
  kOriginalOffset,
  kOriginalFilename,
  kDupeCount,
  kSkipCount,
  kEndTimestamp
};

// A capture as a row of an answer.
struct CdxRow {
  IndexedCapture capture;
  std::optional<WarcRef> original;  // of a revisit, when it was asked for
  std::uint64_t duplicates = 0;     // rows before it with its key and digest
  std::uint64_t skipped = 0;        // rows behind it that filters and collapsing left out
  UtcTime end{};                    // of the last one of these, else its own
};

// Names of both dialects are known in both; a number counts the default columns from 0.
std::optional<CdxField> parse_cdx_field(std::string_view name);
std::string_view cdx_field_name(CdxDialect dialect, CdxField field);

// The columns of lines without a choice of fields.
const std::vector<CdxField>& default_cdx_fields(CdxDialect dialect);

// A value without spaces and control characters, which are percent-encoded; empty when it is unknown.
// `resolved`: revisits have the media type of their content.
std::string cdx_value(const CdxRow& row, CdxField field, bool resolved = false);

// The values of columns with a space between them, "-" for what is unknown.
std::string cdx_line(const CdxRow& row, const std::vector<CdxField>& fields, bool resolved = false);

}  // namespace bfa
