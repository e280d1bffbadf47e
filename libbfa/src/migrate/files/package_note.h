// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "package/aip/package_place.h"

namespace bfa {

// What a package says of its archive.
struct PackageNote {
  std::optional<SourceNote> note;  // absent: none was made by this software
  bool recovered = false;          // source.json is lost or damaged: read from the captures and from METS
};

// A WACZ or WARC file that bfa pack wrote, with its note, or of one object with what was read; nothing for
// another file, and for one in which several packages follow each other. Cost: one reading of a WARC file.
// Errors: kIo, kUnsupported (of a newer version).
Result<std::optional<PackagePlace>> capture_package_place(FileSystem& container_fs, const std::string& path);

// The same of a file, or of each file of a folder with only such files; else nothing. Errors: as above.
Result<std::vector<PackagePlace>> capture_package_places(FileSystem& container_fs, const std::string& path);

// Whether a WARC file has what was read of one object: bfa pack writes that first. Errors: kIo.
Result<bool> begins_with_readings(FileSystem& container_fs, const std::string& path);

// The note of a package; of a WACZ or WARC file without one it is made from what its records say. When it is
// damaged, or missing although METS, datapackage.json or the first record names it, the steps and the blog
// are read from the WARC files, which have a record of each; OBJID says whether the package is about one
// object, or has what came since a time. Not recovered: the address of that object, the name of the package
// before. Cost then: one reading of all WARC files. Errors: kUnsupported (of a newer version), kIo.
Result<PackageNote> package_note_of(FileSystem& container_fs, const PackagePlace& place);

// False when METS names another SHA-256 for source.json than it has. True when METS says none. Errors: kIo,
// kCorrupt (METS cannot be read).
Result<bool> note_has_its_digest(FileSystem& container_fs, const PackagePlace& place);

// How many of the steps of a note are in none of the package's WARC files, 1 when its readings alone are
// in none: files are lost, if the lists that would name them are lost as well. Cost: one reading of all WARC
// files. Errors: kIo.
Result<std::uint64_t> count_missing_steps(FileSystem& container_fs, const PackagePlace& place,
                                          const SourceNote& note);

// True when an archive can be restored from the package: that of one object has to have what was read.
bool is_restorable(const std::optional<SourceNote>& note);

}  // namespace bfa
