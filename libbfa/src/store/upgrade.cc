// SPDX-License-Identifier: Apache-2.0
#include "store/upgrade.h"

#include <optional>
#include <string>
#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"
#include "store/bytes.h"
#include "store/format1.h"
#include "store/keys.h"
#include "store/object_rows.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxPendingBytes = 16u << 20;

class Upgrader {
 public:
  Upgrader(const Database& from, Database& to) : from_(from), to_(to), rows_(to) {}

  Status run() {
    for (const Family family : {Family::kMeta, Family::kCaptures, Family::kUrls, Family::kFeeds,
                                Family::kDigests, Family::kFrontier, Family::kSeen, Family::kSteps})
      BFA_RETURN_IF_ERROR(copy(family));
    const auto convert = [&](const Database::Row& row) -> Result<bool> {
      BFA_RETURN_IF_ERROR(object(row.first));
      return true;
    };
    BFA_RETURN_IF_ERROR(from_.for_each(Family::kObjects1, {}, {}, convert));
    BFA_RETURN_IF_ERROR(to_.write_pending());
    return to_.put_now(Family::kMeta, meta::kFormat, u64_bytes(kStoreFormat));
  }

 private:
  // Indexes of objects are made again with the objects.
  static bool is_derived(Family family, std::string_view key) {
    if (family == Family::kMeta) return key == meta::kFormat;
    return family == Family::kUrls && (key.starts_with("c:") || key.starts_with("u:"));
  }

  Status copy(Family family) {
    return from_.for_each(family, {}, {}, [&](const Database::Row& row) -> Result<bool> {
      if (is_derived(family, row.first)) return true;
      to_.put(family, row.first, row.second);
      BFA_RETURN_IF_ERROR(write_some());
      return true;
    });
  }

  Status write_some() { return to_.pending_bytes() > kMaxPendingBytes ? to_.write_pending() : Status(); }

  Status object(const std::string& key) {
    const std::string prefix = format1::moment_prefix(key);
    std::optional<FoundObject> object;
    std::string status;
    const auto take_version = [&](const Database::Row& row) -> Result<bool> {
      BFA_ASSIGN_OR_RETURN(StoredVersion version, read_version(row));
      if (!object) {
        version.verdict = Verdict::kNew;
        BFA_ASSIGN_OR_RETURN(object, rows_.begin(key, version));
      } else {
        version.verdict = verdict_after(status, version.version.object.status);
        BFA_RETURN_IF_ERROR(rows_.put_version(*object, version));
      }
      status = version.version.object.status;
      return true;
    };
    BFA_RETURN_IF_ERROR(from_.for_each(Family::kVersions1, prefix, prefix_end(prefix), take_version));
    if (!object) return corrupt_row("object without a version");
    BFA_RETURN_IF_ERROR(from_.for_each(
        Family::kSightings1, prefix, prefix_end(prefix), [&](const Database::Row& row) -> Result<bool> {
          BFA_ASSIGN_OR_RETURN(const Moment moment, format1::parse_moment(row.first));
          BFA_ASSIGN_OR_RETURN(const bool added, rows_.put_sighting(*object, moment));
          (void)added;
          return true;
        }));
    return write_some();
  }

  Result<StoredVersion> read_version(const Database::Row& row) const {
    BFA_ASSIGN_OR_RETURN(const Moment moment, format1::parse_moment(row.first));
    StoredVersion out;
    out.version.observed = moment.time;
    out.version.sequence = moment.sequence;
    BFA_ASSIGN_OR_RETURN(out.version.object, object_from_json(row.second));
    // The digest says later whether the same bytes are read again.
    BFA_ASSIGN_OR_RETURN(const auto bytes, from_.get(Family::kCaptures, u64_bytes(moment.sequence)));
    if (!bytes) return out;
    BFA_ASSIGN_OR_RETURN(const CaptureRecord record, decode_capture_record(*bytes));
    if (record.capture.warc.record_id == out.version.object.provenance.warc.record_id)
      out.payload = record.capture.payload_digest;
    return out;
  }

  static Verdict verdict_after(const std::string& before, const std::string& after) {
    if (after == "gone") return Verdict::kGone;
    return before == "gone" ? Verdict::kBack : Verdict::kContent;
  }

  const Database& from_;
  Database& to_;
  ObjectRowWriter rows_;
};

}  // namespace

Status upgrade_store(const Database& from, Database& to) {
  Upgrader upgrader(from, to);
  return upgrader.run();
}

}  // namespace bfa
