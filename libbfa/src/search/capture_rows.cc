// SPDX-License-Identifier: Apache-2.0
#include "search/capture_rows.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "search/capture_blocks.h"

namespace bfa {
namespace {

constexpr std::string_view kSha256 = "sha256:";
constexpr char kPackedSha256 = 1;

std::int64_t micros(UtcTime time) {
  return std::int64_t{time.time_since_epoch().count()};
}

// The condition of a range; bind_range binds its positions. A place to go on from is compared as a row value
// in place of the bound on its side, so that the primary key leads to it, however many captures are before
// it.
std::string condition_of(const CaptureRange& range) {
  constexpr std::string_view kAfter = "(key, time, step, hop)";
  if (range.last.empty()) {
    std::string sql = "key=?1 AND ?2='' AND time BETWEEN ?3 AND ?4";
    if (range.after) ((sql += " AND ") += kAfter) += range.backwards ? "<(?1,?6,?7,?8)" : ">(?1,?6,?7,?8)";
    return sql;
  }
  std::string sql;
  if (!range.after) {
    sql = "key>=?1 AND key<?2";
  } else if (range.backwards) {
    sql = std::string(kAfter) + "<(?5,?6,?7,?8) AND key>=?1 AND ?2<>''";
  } else {
    sql = std::string(kAfter) + ">(?5,?6,?7,?8) AND key<?2 AND ?1<>?2";
  }
  return sql + " AND +time BETWEEN ?3 AND ?4";
}

// Of one key, the bound of time moves to the place as well.
void bind_range(SqliteStatement& row, const CaptureRange& range) {
  std::int64_t from = range.from ? micros(*range.from) : INT64_MIN;
  std::int64_t to = range.to ? micros(*range.to) : INT64_MAX;
  row.bind(1, range.first).bind(2, range.last);
  if (range.after) {
    const CapturePlace& after = *range.after;
    const std::int64_t time = micros(after.time);
    if (range.last.empty() && range.backwards) to = std::min(to, time);
    if (range.last.empty() && !range.backwards) from = std::max(from, time);
    if (!range.last.empty()) row.bind(5, after.key);
    row.bind(6, time).bind(7, static_cast<std::int64_t>(after.sequence));
    row.bind(8, static_cast<std::int64_t>(after.hop));
  }
  row.bind(3, from).bind(4, to);
}

IndexedCapture capture_of(const SqliteStatement& row) {
  IndexedCapture capture;
  capture.key = row.text(0);
  capture.time = UtcTime(std::chrono::microseconds(row.number(1)));
  capture.sequence = static_cast<std::uint64_t>(row.number(2));
  capture.hop = static_cast<std::uint32_t>(row.number(3));
  capture.url = row.text(4);
  capture.status = static_cast<int>(row.number(5));
  capture.mime = row.text(6);
  capture.digest = unpacked_digest(row.text(7));
  capture.warc.file = row.text(8);
  capture.warc.offset = static_cast<std::uint64_t>(row.number(9));
  capture.warc.length = static_cast<std::uint64_t>(row.number(10));
  capture.revisit = row.number(11) != 0;
  capture.redirect = row.text(12);
  return capture;
}

Status visit_rows(SqliteConnection& connection, const CaptureRange& range,
                  const std::function<bool(const IndexedCapture&)>& visit) {
  std::string sql =
      "SELECT key, time, step, hop, url, status, mime, digest, (SELECT w.name FROM warc w WHERE "
      "w.id=file), offset, length, revisit, redirect FROM capture WHERE " +
      condition_of(range) + " ORDER BY ";
  sql += range.backwards ? "key DESC, time DESC, step DESC, hop DESC" : "key, time, step, hop";
  if (range.skip > 0) sql += " LIMIT -1 OFFSET ?9";
  BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection, sql.c_str()));
  bind_range(row, range);
  if (range.skip > 0) row.bind(9, static_cast<std::int64_t>(range.skip));
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row.step());
    if (!more || !visit(capture_of(row))) return {};
  }
}

}  // namespace

Status visit_captures(SqliteConnection& connection, const CaptureRange& range,
                      const std::function<bool(const IndexedCapture&)>& visit) {
  if (range.skip == 0) return visit_rows(connection, range, visit);
  BFA_ASSIGN_OR_RETURN(auto one_state, SqliteTransaction::begin(connection, "BEGIN"));
  CaptureRange rest = range;
  BFA_RETURN_IF_ERROR(skip_blocks(connection, rest));
  return visit_rows(connection, rest, visit);
}

Result<std::uint64_t> count_captures(SqliteConnection& connection, const CaptureRange& range) {
  if (const auto bounds = bounds_of(range)) return count_rows(connection, *bounds);
  const std::string sql = "SELECT count(*) FROM capture WHERE " + condition_of(range);
  BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection, sql.c_str()));
  bind_range(row, range);
  BFA_ASSIGN_OR_RETURN(const bool there, row.step());
  return there ? static_cast<std::uint64_t>(row.number(0)) : 0;
}

std::string packed_digest(std::string_view digest) {
  if (!digest.starts_with(kSha256) || digest.size() != kSha256.size() + 64) return std::string(digest);
  std::string bytes(1, kPackedSha256);
  for (std::size_t i = kSha256.size(); i < digest.size(); i += 2) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(&digest[i], &digest[i] + 2, value, 16);
    if (error != std::errc() || end != &digest[i] + 2) return std::string(digest);
    bytes += static_cast<char>(value);
  }
  // Only what comes back as it was.
  return unpacked_digest(bytes) == digest ? bytes : std::string(digest);
}

std::string unpacked_digest(std::string digest) {
  if (digest.size() != 33 || digest[0] != kPackedSha256) return digest;
  return std::string(kSha256) + hex_encode(std::string_view(digest).substr(1));
}

std::int64_t record_number(std::string_view record_id) {
  const std::string bytes = digest(DigestAlgorithm::kSha256, ascii_lower_case(record_id));
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i) number = number << 8U | static_cast<unsigned char>(bytes[i]);
  return static_cast<std::int64_t>(number);
}

Result<std::vector<std::uint64_t>> find_record(SqliteConnection& connection, std::string_view record_id) {
  BFA_ASSIGN_OR_RETURN(auto row, SqliteStatement::prepare(connection, "SELECT step FROM record WHERE id=?1"));
  row.bind(1, record_number(record_id));
  std::vector<std::uint64_t> steps;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row.step());
    if (!more) return steps;
    steps.push_back(static_cast<std::uint64_t>(row.number(0)));
  }
}

}  // namespace bfa
