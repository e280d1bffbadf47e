// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/io/blob.h"
#include "bfa/io/file_system.h"

namespace bfa {

// What captures come in. Told by content, never by a file's name.
enum class CaptureFormat : std::uint8_t {
  kWarc,
  kArc,
  kHar,
  kHttrack,  // a folder, or a zip or tar of one, that HTTrack mirrored
  kWget,     // host folders as wget makes them
  kTree      // files of one site, whose address the caller gives
};
BFA_EXPORT std::string_view capture_format_name(CaptureFormat format);

// One thing to read: a file, or a tree of files. WACZ files, and zip and tar files of captures, are several.
struct CaptureUnit {
  CaptureFormat format = CaptureFormat::kWarc;
  std::string path;  // of a file or folder; "FILE!/MEMBER" within a container, "FILE!/" for all of one
  std::vector<std::string> beside;  // of a tree: WARC files in it, which hold its pages with their headers
};

// A fact about the migration that a keeper of the archive has to know.
struct MigrationNote {
  enum class Kind : std::uint8_t {
    kNotCarried,   // is not in the output
    kChanged,      // is in the output in another form
    kUnknownTime,  // when it was captured is not known; WARC-Date is the time of the migration
    kDamage        // the input was broken here
  } kind = Kind::kNotCarried;
  std::string id;       // stable short name: "har_body_missing"
  std::string message;  // one line
  std::string source;   // file
  std::string url;      // may be empty
};
BFA_EXPORT std::string_view migration_note_name(MigrationNote::Kind kind);  // "not_carried", "changed", ...

// A WARC record on its way. Of WARC input: as it stands there, its Content-Length put right where the block
// is shorter.
struct MigratedRecord {
  std::string version = "WARC/1.1";
  std::vector<std::pair<std::string, std::string>> fields;  // without Content-Length
  Blob block;
};

// A page as its source names it.
struct CapturePage {
  std::string url, title;
  UtcTime time{};
};

// Who takes what is read. Functions may be empty. An error of `record` ends the reading.
struct CaptureVisitor {
  std::function<Status(MigratedRecord&& record)> record;
  std::function<void(MigrationNote note)> note;
  std::function<void(CapturePage page)> page;
};

struct CaptureInputOptions {
  std::string base_url;    // of a plain tree: the address of its top folder
  Clock* clock = nullptr;  // for records whose capture time is unknown; system_clock() when null
  std::function<std::string()> make_uuid;     // as in WarcWriteOptions
  std::uint64_t max_file_bytes = 4ull << 30;  // of one file of a tree; larger ones are left out and noted
  std::uint64_t max_har_entry_bytes = 256u << 20;  // of one exchange in a HAR file, as JSON; held in memory
  std::uint64_t max_files = 4'000'000;             // of one tree or container
  int max_nesting = 4;                             // of containers in containers
};

// What `path` holds: a WARC, ARC or HAR file, a WACZ, a zip or tar of any of these, or a folder. `fs` must be
// one of make_container_file_system(); folders are looked at on the machine's disk. Links that lead out of a
// folder are not followed; they, and members with names that leave their container, are noted. Errors:
// kNotFound, kIo, kUnsupported (nothing that is known), kLimit.
BFA_EXPORT Result<std::vector<CaptureUnit>> find_captures(FileSystem& fs, const std::string& path,
                                                          const CaptureInputOptions& options,
                                                          const CaptureVisitor& visitor);

// Reads one unit as a stream of WARC records: those of WARC files as they are, others made of what their
// format kept. A response record where HTTP headers were kept, else a resource record; nothing is made up,
// and metadata records say where dates and types come from (docs/formats/migrate.md). Damage is noted and
// passed over. Memory: one record up to 1 MiB, larger ones in a spool file; a HAR entry. Not thread-safe.
// Errors: kNotFound, kIo, kUnsupported, kLimit (an entry beyond its limit), kInvalidArgument (a plain tree
// without base_url), those of the visitor.
BFA_EXPORT Status read_captures(FileSystem& fs, const CaptureUnit& unit, const CaptureInputOptions& options,
                                const CaptureVisitor& visitor);

}  // namespace bfa
