// SPDX-License-Identifier: Apache-2.0
#include "check/objects.h"

#include <algorithm>
#include <set>

#include "base/try.h"
#include "check/store_reader.h"
#include "check/watched_file.h"
#include "store/keys.h"
#include "store/object_rows.h"

namespace bfa {
namespace {

constexpr const char* kRebuild = "run bfa rebuild: it makes the store again from the WARC files";

class ObjectWalk {
 public:
  ObjectWalk(const Database& database, const SampleChoice& sample, const CheckOptions& options, CheckLog& log,
             CheckReport& counts)
      : database_(database), sample_(sample), options_(options), log_(log), counts_(counts) {}

  Status run() {
    BFA_RETURN_IF_ERROR(tell_captures());
    // A copy: rows that cannot be read add problems meanwhile.
    bad_ = log_.bad_captures();
    const ObjectRows rows(database_);
    const Status walked = rows.for_each_head({}, {}, [&](const FoundObject& object) -> Result<bool> {
      if (options_.stop.stop_requested()) return stopped_error();
      if (bad_.empty() && !sample_.takes(object.key)) return true;
      BFA_RETURN_IF_ERROR(visit(rows, object));
      if (options_.progress && counts_.objects % 256 == 0)
        options_.progress({"objects", counts_.objects, 0, 0, 0});
      return true;
    });
    if (walked || is_stopped(walked.error())) return walked;
    if (is_refused(walked.error())) {
      log_.failure(walked.error(), "store", "the objects");
      return {};
    }
    log_.damage("store_damaged", "store", "the objects cannot be read: " + walked.error().message, kRebuild);
    return {};
  }

 private:
  Status tell_captures() {
    for (const BadCapture& bad : log_.bad_captures()) {
      const auto bytes = database_.get(Family::kCaptures, u64_bytes(bad.sequence));
      if (!bytes || !*bytes) continue;
      const auto row = decode_capture_record(**bytes);
      if (!row) continue;
      log_.affected(options_, bad.problem, false, row->capture.url, row->capture.time);
    }
    return {};
  }

  Status visit(const ObjectRows& rows, const FoundObject& object) {
    ++counts_.objects;
    std::uint64_t versions = 0;
    std::set<std::size_t> told;
    const Status read = rows.for_each_version(object, [&](const StoredVersion& version) -> Result<bool> {
      if (options_.stop.stop_requested()) return stopped_error();
      ++versions;
      tell(version, told);
      return check_version(rows, object, version);
    });
    counts_.versions += versions;
    if (!read && is_stopped(read.error())) return read;
    if (!read) {
      damaged(object, "a version cannot be read: " + read.error().message);
    } else if (versions != object.head.versions) {
      damaged(object, "the object has " + std::to_string(versions) + " versions, and by its head " +
                          std::to_string(object.head.versions));
    }
    return {};
  }

  void damaged(const FoundObject& object, const std::string& what) {
    const std::size_t problem =
        log_.damage("object_damaged", "store", object.head.url + ": " + what, kRebuild);
    log_.affected(options_, problem, true, object.head.url, object.head.last_seen);
  }

  // The problems of the capture that this version was read from.
  void tell(const StoredVersion& version, std::set<std::size_t>& told) {
    const std::uint64_t sequence =
        version.version.capture != 0 ? version.version.capture : version.version.sequence;
    for (auto bad = std::lower_bound(bad_.begin(), bad_.end(), BadCapture{sequence, 0});
         bad != bad_.end() && bad->sequence == sequence; ++bad) {
      if (!told.insert(bad->problem).second) continue;
      log_.affected(options_, bad->problem, true, version.version.object.url, version.version.observed);
    }
  }

  Result<bool> check_version(const ObjectRows& rows, const FoundObject& object,
                             const StoredVersion& version) {
    if (version.version.capture != 0) {
      const auto there = database_.contains(Family::kCaptures, u64_bytes(version.version.capture));
      if (!there) return there.error();
      if (!*there) damaged(object, "the capture of a version is not in the store");
    }
    if (version.version.readings > 1) {
      const auto readings = rows.readings(object, {version.version.observed, version.version.sequence});
      if (!readings) return readings.error();
    }
    return true;
  }

  const Database& database_;
  const SampleChoice& sample_;
  const CheckOptions& options_;
  CheckLog& log_;
  CheckReport& counts_;
  std::vector<BadCapture> bad_;
};

}  // namespace

Status check_objects(const Database& database, const SampleChoice& sample, const CheckOptions& options,
                     CheckLog& log, CheckReport& counts) {
  return ObjectWalk(database, sample, options, log, counts).run();
}

}  // namespace bfa
