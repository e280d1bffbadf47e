// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "package/aip/package_place.h"

namespace bfa {

// What a package says of its archive.
struct PackageNote {
  std::optional<SourceNote> note;  // absent: none was made by this software
  bool recovered = false;          // source.json is lost or damaged: read from the captures and from METS
};

// A WACZ or WARC file that bfa pack wrote of one object, with what was read; nothing for another file.
// Errors: kIo.
Result<std::optional<PackagePlace>> capture_package_place(FileSystem& container_fs, const std::string& path);

// The note of a package; of a WACZ or WARC file it is made from what its records say. When its source.json is
// damaged, or missing although METS names it, the steps and the blog are read from the WARC files, which have
// a record of each; OBJID says whether the package is about one object, or has what came since a time. Not
// recovered: the address of that object, the name of the package before. Cost then: one reading of all WARC
// files. Errors: kUnsupported (of a newer version), kIo.
Result<PackageNote> package_note_of(FileSystem& container_fs, const PackagePlace& place);

// How many of the steps of a note are in none of the package's WARC files, 1 when its readings alone are
// in none: files are lost, if the lists that would name them are lost as well. Cost: one reading of all WARC
// files. Errors: kIo.
Result<std::uint64_t> count_missing_steps(FileSystem& container_fs, const PackagePlace& place,
                                          const SourceNote& note);

// True when an archive can be restored from the package: that of one object has to have what was read.
bool is_restorable(const std::optional<SourceNote>& note);

}  // namespace bfa
