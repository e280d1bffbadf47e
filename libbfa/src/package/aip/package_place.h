// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "package/aip/source_note.h"

namespace bfa {

// A package or bag that is there: a folder, or the folder inside of a container.
struct PackagePlace {
  std::string root;                // without "/" at its end: "packages/blog.example", "a.zip!/blog.example"
  std::vector<std::string> files;  // all below it, by relative paths, sorted
  bool mets = false, bag = false;  // has METS.xml, bagit.txt at its root

  // The WARC files of the package, as paths for `container_fs`.
  std::vector<std::string> warcs() const;
};

// The packages at `path`: itself when it is one, a container that has one, else the folders in it when it has
// nothing but packages. `container_fs`: of make_container_file_system(). Errors: kNotFound (there is none),
// kIo, those of Container.
Result<std::vector<PackagePlace>> find_packages(FileSystem& container_fs, const std::string& path);

// The note of a package of this software; nothing when it has none. Errors: kCorrupt, kUnsupported, kIo.
Result<std::optional<SourceNote>> source_note_of(FileSystem& container_fs, const PackagePlace& place);

}  // namespace bfa
