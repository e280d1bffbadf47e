// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/time.h"
#include "bfa/io/file_system.h"
#include "package/aip/source_note.h"

namespace bfa {

// A package that is one WARC file has a mark of its end: it begins with a warcinfo record that names the last
// record, and this one, of the type metadata, has the number, the bytes and the digest of all before it. The
// second record is its note, source_note.h. What is between may have marks of its own: records of an archive
// that was restored from such a package. They count as any other record.
// docs/formats/packages.md, "wacz, warc".

// Who the package is of, for its first record.
struct WarcPackageName {
  std::string name;   // of the package
  std::string title;  // of the blog or object
  std::string url;
  UtcTime now{};
  std::string content = {};  // digests of what it is made from: another content has records of other ids
};

// Writes the file `path` with the first record, and the second one, which has the JSON `note`. Errors:
// kInvalidArgument (`path` exists), kIo.
Status write_warc_package_start(FileSystem& fs, const std::string& path, const WarcPackageName& package,
                                std::string_view note);

// What the first records of a package say.
struct WarcPackageStart {
  std::string name;                // of the package; empty: the first record is lost
  bool names_note = false;         // packages of versions before have none
  std::optional<SourceNote> note;  // nothing when it is lost, damaged or too large
};

// Reads the first records of a WARC file; nothing when they are not those of a package. `files`: also within
// containers. Errors: kIo, kUnsupported (the note is of a newer version).
Result<std::optional<WarcPackageStart>> read_warc_package_start(FileSystem& files, const std::string& path);

// Copies the WARC file `from`, which begins with that record, to the new file `to`, and adds the last one.
// Both are packed in the same way. Returns the number of all records. Errors: kInvalidArgument (`to` exists),
// kIo.
Result<std::uint64_t> close_warc_package(FileSystem& fs, const std::string& from, const std::string& to,
                                         const WarcPackageName& package);

// One thing that is wrong with the packages of a WARC file.
struct WarcPackageFault {
  enum class Kind : std::uint8_t {
    kNoEnd,    // a package has no last record
    kNoStart,  // a last record without the package's first one
    kDiffers,  // the records between them are not those that the last one describes
    kForeign   // records that are in no package
  } kind = Kind::kNoEnd;
  std::string message;
  std::int64_t offset = -1;  // of the record that shows it; -1: the end of the file
};

// Reads a WARC file whole and reports what is wrong with the packages in it, of which several can follow each
// other; a file without any has no faults, and warcinfo records may be before the first one. Damaged records
// are left to validate_warc(). `files`: also within containers. Errors: kNotFound, kIo, kUnsupported.
Status check_warc_packages(FileSystem& files, const std::string& path,
                           const std::function<void(WarcPackageFault)>& tell);

// How many packages follow each other in the file. Cost: one reading. Errors: as check_warc_packages().
Result<std::uint64_t> count_warc_packages(FileSystem& files, const std::string& path);

}  // namespace bfa
