// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/io/blob.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/record.h"

namespace bfa {

// Input formats of captures. Recognised by content, never by a file's name.
enum class CaptureFormat : std::uint8_t {
  kWarc,
  kArc,
  kHar,
  kHttrack,  // a mirror folder made by HTTrack, or a container of one
  kWget,     // host folders made by wget
  kTree      // files of one site; the caller gives its address
};
BFA_EXPORT std::string_view capture_format_name(CaptureFormat format);

// One input: a file, or a tree of files. Containers of captures, WACZ files too, give several units.
struct CaptureUnit {
  CaptureFormat format = CaptureFormat::kWarc;
  std::string path;  // of a file or folder; "FILE!/MEMBER" within a container, "FILE!/" for all of one
  std::vector<std::string> beside;  // of a tree: WARC files in it with the same pages and their headers
};

// A fact about the migration that the archivist must know.
struct MigrationNote {
  enum class Kind : std::uint8_t {
    kNotCarried,   // not in the output
    kChanged,      // in the output in another form
    kUnknownTime,  // the capture time is unknown; WARC-Date is the time of the migration
    kDamage        // the input is damaged here
  } kind = Kind::kNotCarried;
  std::string id;       // stable short name: "har_body_missing"
  std::string message;  // one line
  std::string source;   // file
  std::string url;      // may be empty
};
BFA_EXPORT std::string_view migration_note_name(MigrationNote::Kind kind);  // "not_carried", "changed", ...

// A WARC record in transit. From WARC input: unchanged, except that its Content-Length is corrected if the
// block is shorter.
struct MigratedRecord {
  std::string version = "WARC/1.1";
  WarcFields fields;  // without Content-Length
  Blob block;
};

// A page listed by its source.
struct CapturePage {
  std::string url, title;
  UtcTime time{};
};

// Receives what is read. Functions may be empty. An error of `record` ends the reading.
struct CaptureVisitor {
  std::function<Status(MigratedRecord&& record)> record;
  std::function<void(MigrationNote note)> note;
  std::function<void(CapturePage page)> page;
};

struct CaptureInputOptions {
  std::string base_url;    // of a plain tree: the address of its top folder
  Clock* clock = nullptr;  // for records whose capture time is unknown; system_clock() when null
  std::function<std::string()> make_uuid;     // as in WarcWriteOptions
  std::uint64_t max_file_bytes = 4ull << 30;  // of one file of a tree; larger ones are skipped with a note
  std::uint64_t max_har_entry_bytes = 256u << 20;  // of one exchange in a HAR file, as JSON; held in memory
  std::uint64_t max_files = 4'000'000;             // of one tree or container
  int max_nesting = 4;                             // of containers in containers
};

// The inputs in `path`: a WARC, ARC or HAR file, a container of any of these, or a folder. `fs` must
// be made by make_container_file_system(); folders are read from the machine's disk. Links that lead out of a
// folder are not followed; they, and members with names that leave their container, are noted. Errors:
// kNotFound, kIo, kUnsupported (an unknown format), kLimit.
BFA_EXPORT Result<std::vector<CaptureUnit>> find_captures(FileSystem& fs, std::string_view path,
                                                          const CaptureInputOptions& options,
                                                          const CaptureVisitor& visitor);

// Reads one unit as a stream of WARC records: those of WARC files unchanged, others made of what their
// format contains. A response record if HTTP headers were kept, otherwise a resource record; nothing is
// invented, and metadata records document the sources of dates and types (docs/formats/migrate.md). Damage
// is noted and skipped. Memory: one record up to 1 MiB, larger ones in a spool file; or one HAR entry. Not
// thread-safe. Errors: kNotFound, kIo, kUnsupported, kLimit (an entry beyond its limit), kInvalidArgument (a
// plain tree without base_url), those of the visitor.
BFA_EXPORT Status read_captures(FileSystem& fs, const CaptureUnit& unit, const CaptureInputOptions& options,
                                const CaptureVisitor& visitor);

}  // namespace bfa
