// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/io/file_system.h"
#include "bfa/store/archive.h"

namespace bfa {

// What a check says of all that it was asked to look at.
enum class CheckResult : std::uint8_t {
  kSound = 0,       // all of it was looked at and is whole
  kSampled = 1,     // what was looked at is whole; the rest was not looked at, as it was asked for
  kIncomplete = 2,  // no damage was found; something could not be looked at
  kDamaged = 3,
};
// "sound", "sampled", "incomplete", "damaged".
BFA_EXPORT std::string_view check_result_name(CheckResult result);

// Something that a problem affects: a capture, or an object with a version that was read from such a capture.
struct CheckAffected {
  std::string id, file;  // of the problem
  bool object = false;   // else a capture
  std::string url;
  UtcTime time{};  // of the capture; of the version
};

// A place in a file where something was found.
struct CheckPlace {
  std::int64_t offset = -1;  // in bytes; -1: it has none
  std::string message;
};

// What was found, once for each kind and file.
struct CheckProblem {
  enum class Kind : std::uint8_t {
    kDamage,  // something is not whole
    kUnseen,  // something could not be looked at: it is not known whether it is whole
    kNote,    // worth knowing; nothing is missing
  } kind = Kind::kDamage;
  std::string id;            // stable: "file_missing", "digest_differs", ...; docs/check.md lists them
  std::string file;          // relative to the archive or package; empty: no file
  std::int64_t offset = -1;  // of the first place in the file, in bytes
  std::uint64_t count = 1;   // how often in this file
  std::string message;       // what was found first, one line
  // When `count` is above 1: the first 100 different ones, in the order of their offsets.
  std::vector<CheckPlace> places;
  std::string advice;                       // what to do, one sentence
  std::uint64_t captures = 0, objects = 0;  // affected
  std::vector<CheckAffected> first;         // some of them
};

struct CheckProgress {
  std::string doing;                            // "WARC files", "objects", "packages"
  std::uint64_t done = 0, all = 0;              // files or objects; `all` 0: not known
  std::uint64_t bytes_done = 0, bytes_all = 0;  // of WARC files that are read whole
};

struct CheckOptions {
  // Read all bytes of WARC files and packages: their digests against the manifest, and every record.
  bool read_data = false;
  // Read all bytes, and compare digests only: as fast as sha256sum.
  bool digests = false;
  // How much is looked at, in percent of the bytes of files, of captures and of objects: above 0, at most
  // 100.
  double sample = 100;
  std::uint64_t seed = 0;   // which ones; 0: others each time
  std::size_t threads = 1;  // WARC files that are looked at at once; 0: one per core; at most 256
  bool packages = true;     // the folders in packages/
  bool record = true;       // store the result, when the archive can be written to
  std::size_t listed = 10;  // how many affected captures, and objects, a problem lists
  std::stop_token stop;     // ends the check soon; its result is then kIncomplete
  std::function<void(const CheckProgress&)> progress;  // called from one thread at a time
  // Every affected capture and object, when the check ends; called from one thread.
  std::function<void(const CheckAffected&)> affected;
  FileSystem* fs = nullptr;  // posix_file_system() when null
  Clock* clock = nullptr;    // system_clock() when null
};

struct CheckReport {
  CheckResult result = CheckResult::kIncomplete;
  UtcTime began{}, ended{};
  bool read_data = false, digests = false;
  double sample = 100;
  std::vector<CheckProblem> problems;            // damage first, then what was not seen, then notes
  std::uint64_t files = 0, bytes = 0;            // WARC files, and their length
  std::uint64_t files_read = 0, bytes_read = 0;  // of them read whole
  std::uint64_t bytes_unwritten = 0;             // being written, or left by a killed crawl: not looked at
  std::uint64_t digests_compared = 0;            // of WARC files, with the manifest
  std::uint64_t records = 0;                     // records read
  std::uint64_t captures = 0, places = 0;        // captures in the store; those whose record was looked at
  std::uint64_t objects = 0, versions = 0;
  std::uint64_t steps = 0;  // records of steps that were looked up in the store
  std::uint64_t packages = 0, package_files = 0;
  std::vector<std::string> files_checked;  // names of those that were read whole
  bool stopped = false;
  bool recorded = false;
  std::string not_recorded;  // why not
};

// A result that the archive has recorded.
struct PastCheck {
  UtcTime began{}, ended{};
  CheckResult result = CheckResult::kIncomplete;
  bool read_data = false, digests = false;
  double sample = 100;
  std::uint64_t files = 0, bytes = 0, bytes_read = 0, records = 0, places = 0, objects = 0, packages = 0;
  std::uint64_t damages = 0, unseen = 0;
  std::vector<std::string> problems;  // the first ones: "id file: message"
};

// Looks at an archive: its folder, the manifest of its WARC files, each file, each capture at its place, the
// store against the WARC files and back, and its packages. Nothing is repaired or changed. The result is
// recorded as a decision of kind "check" (Archive::put_decision) when nobody writes to the archive, its
// store and files agree, and it may be written to; `recorded` and `not_recorded` say so. Works beside a
// running crawl: what is synced is looked at. Damage is no error but a problem in the report.
// Memory: about 100 MB, for any size. Errors: kNotFound (no archive there), kUnsupported (a newer format),
// kInvalidArgument (options out of range), kIo (no memory). Thread-safe. Source: docs/check.md.
BFA_EXPORT Result<CheckReport> check_archive(const std::string& directory, const CheckOptions& options);

// Looks at a package (a folder with METS.xml or mets.xml), a bag (bagit.txt, RFC 8493), an OCFL object or
// storage root (OCFL 1.1), or a WACZ or WARC file: all its files are read and compared with its manifests.
// Errors: kNotFound (none of these), kInvalidArgument, kIo. Thread-safe.
BFA_EXPORT Result<CheckReport> check_package(const std::string& directory, const CheckOptions& options);

// "damage", "not seen", "note". Cannot fail.
BFA_EXPORT std::string_view check_kind_name(CheckProblem::Kind kind);

// A problem and a whole report as lines of JSON without the line end, as `bfa check --json` prints them
// (schemas/check.schema.json). Empty when memory runs out. Thread-safe.
BFA_EXPORT std::string check_problem_to_json(const CheckProblem& problem);
BFA_EXPORT std::string check_report_to_json(const CheckReport& report);

// The results that an archive has recorded, oldest first. Errors: those of Archive::decisions.
BFA_EXPORT Result<std::vector<PastCheck>> past_checks(const Archive& archive);

}  // namespace bfa
