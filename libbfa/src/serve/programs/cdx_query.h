// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/data/query_string.h"
#include "serve/programs/cdx_fields.h"
#include "warc/copy/url_pattern.h"

namespace bfa {

// A condition on rows. Wayback: `[!]field:regex`, of the whole value. pywb: `[!]field:text` is contained,
// `=field:text` equal, `~field:regex` from the beginning. Without a field: on the line.
class CdxFilter {
 public:
  // Errors: kInvalidArgument with a sentence.
  static Result<CdxFilter> parse(CdxDialect dialect, std::string_view text);
  bool accepts(const CdxRow& row, bool resolved) const;
  // Whether the value of the field decides.
  bool reads(CdxField field) const;

 private:
  CdxFilter() = default;

  bool inverted_ = false;
  std::optional<CdxField> field_;
  std::vector<CdxField> line_;  // without a field
  std::optional<UrlPattern> pattern_;
  std::string text_;
  bool equal_ = false;
};

// Rows whose values are equal in the first `length` characters are one row.
struct CdxCollapse {
  CdxField field = CdxField::kUrlKey;
  std::size_t length = 0;  // 0: all
};

enum class CdxOutput : std::uint8_t { kText, kJson, kCdxj, kLink };

struct CdxQuery {
  static constexpr std::uint64_t kBlockRows = 3000;  // of a page
  static constexpr std::uint64_t kMostLast = 10'000;
  static constexpr std::uint64_t kMostNumber = 1'000'000'000'000;

  CdxDialect dialect = CdxDialect::kWayback;
  CdxOutput output = CdxOutput::kText;
  std::vector<CaptureRange> ranges;  // in the order in which they are read
  std::optional<UtcTime> closest;    // rows by their distance; `ranges` is one key then
  std::vector<CdxFilter> filters;
  std::vector<CdxCollapse> collapses;
  std::vector<CdxField> fields;                   // columns, counters included
  bool fields_given = false;                      // they are a choice of the client
  std::uint64_t offset = 0, limit = 0, last = 0;  // 0: no limit; `last`: the last so many
  bool resolve_revisits = false, show_resume_key = false;
  std::optional<std::uint64_t> page;
  std::uint64_t page_blocks = 5;
  bool show_page_count = false;

  bool has(CdxField field) const;  // as a column
  // Whether answers need the value of `redirect`: as a column, in a filter or to collapse rows.
  bool reads_redirect() const;
};

// Errors: kInvalidArgument with a sentence about the parameter.
Result<CdxQuery> parse_cdx_query(CdxDialect dialect, const QueryString& query);

// What a client gives back to go on behind a row (resumeKey), as it stands in an address.
std::string resume_key(const CapturePlace& place);
std::optional<CapturePlace> parse_resume_key(std::string_view text);

}  // namespace bfa
