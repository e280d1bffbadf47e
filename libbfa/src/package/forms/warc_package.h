// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bfa/base/time.h"
#include "bfa/io/file_system.h"

namespace bfa {

// A package that is one WARC file has a mark of its end: it begins with a warcinfo record that names the last
// record, and this one, of the type metadata, has the number, the bytes and the digest of all before it.
// docs/formats/packages.md, "wacz, warc".

// Who the package is of, for its first record.
struct WarcPackageName {
  std::string name;   // of the package
  std::string title;  // of the blog or object
  std::string url;
  UtcTime now{};
};

// Writes the file `path` with the first record. Errors: kInvalidArgument (`path` exists), kIo.
Status write_warc_package_start(FileSystem& fs, const std::string& path, const WarcPackageName& package);

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

}  // namespace bfa
