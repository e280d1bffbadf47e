// SPDX-License-Identifier: Apache-2.0
// Queries of the CDX servers: each is refused with a sentence, or has ranges that can be read and columns
// that a row fills. Keys to go on with are read back.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "serve/programs/cdx_format.h"
#include "serve/programs/cdx_query.h"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

bfa::CdxRow sample_row(std::string_view bytes) {
  bfa::CdxRow row;
  row.capture.key = "example,blog)/" + std::string(bytes.substr(0, 20));
  row.capture.url = "http://blog.example/" + std::string(bytes.substr(0, 20));
  row.capture.time = bfa::UtcTime(std::chrono::seconds(1'700'000'000));
  row.capture.status = 200;
  row.capture.mime = "text/html";
  row.capture.digest = "sha256:00";
  row.capture.warc = {"a.warc.gz", 12, 34, {}};
  return row;
}

void check_query(const bfa::CdxQuery& query, std::string_view bytes) {
  check(!query.ranges.empty() && !query.fields.empty());
  for (const auto& range : query.ranges) check(range.last.empty() || range.first <= range.last);
  check(!query.closest || (query.ranges.size() == 1 && query.ranges[0].last.empty()));
  const bfa::CdxRow row = sample_row(bytes);
  for (const auto& filter : query.filters) (void)filter.accepts(row, query.resolve_revisits);
  const std::string line = bfa::cdx_line(row, query.fields);
  check(static_cast<std::size_t>(std::count(line.begin(), line.end(), ' ')) + 1 == query.fields.size());
  check(line.find('\n') == std::string::npos);
  bfa::CdxFormat format(query, "http://127.0.0.1:1");
  check(!format.row(row).empty());
}

void check_key(std::string_view bytes) {
  (void)bfa::parse_resume_key(bytes);
  const bfa::CapturePlace place{std::string(bytes), bfa::UtcTime(std::chrono::microseconds(-5)), 7, 3};
  const bfa::QueryString sent("k=" + bfa::resume_key(place));
  const auto read = bfa::parse_resume_key(sent.value("k"));
  check(read.has_value());
  if (sent.value("k").find("\xef\xbf\xbd") == std::string_view::npos) check(read->key == place.key);
  check(read->time == place.time && read->sequence == 7 && read->hop == place.hop);
}

}  // namespace

BFA_FUZZ_TARGET(serve_cdx_query) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  for (const auto dialect : {bfa::CdxDialect::kWayback, bfa::CdxDialect::kPywb}) {
    const auto query = bfa::parse_cdx_query(dialect, bfa::QueryString(input));
    if (query) check_query(*query, input);
    if (!query) check(!query.error().message.empty() && query.error().code == bfa::Code::kInvalidArgument);
  }
  check_key(input.substr(0, 4096));
  return 0;
}
