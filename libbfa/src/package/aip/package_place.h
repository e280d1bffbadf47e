// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "package/aip/source_note.h"

namespace bfa {

// A package or bag that is there: a folder, or the folder inside of a container. One of this software that
// has lost its METS.xml or bagit.txt is known by its source.json, its README, or its MARC records.
struct PackagePlace {
  std::string root;  // without "/" at its end: "packages/blog.example", "a.zip!/blog.example", "a.zip!"
  std::vector<std::string> files;  // all below it, by relative paths, sorted
  bool mets = false, bag = false;  // has METS.xml (or mets.xml), bagit.txt at its root
  // Of an object of OCFL: where the files of its newest version are, from the root.
  std::map<std::string, std::string> content = {};
  // Of a WACZ or WARC file: the paths of its WARC files, for `container_fs`. `root` is the file itself.
  std::vector<std::string> captures = {};

  std::string path_of(const std::string& file) const;

  // The WARC files of the package, as paths for `container_fs`.
  std::vector<std::string> warcs() const;
};

// True for the root of a package of this software, also of one that has lost its METS.xml or bagit.txt.
// `root`: as PackagePlace::root.
bool is_own_package(FileSystem& container_fs, const std::string& root);

// The container on the disk that a package at `root` is in; `root` of a package that is in none.
std::string outer_path(const std::string& root);

inline constexpr const char* kNoPackage =
    "no package of a known form: METS, BagIt, E-ARK, DSpace or OCFL, also in zip, tar or 7z; WACZ; WARC";
// kNotFound, for a path without a package.
Error no_package_at(const std::string& path);

// The packages at `path`: itself when it is one, the objects of an OCFL storage root, a container that has
// one at its top or in a folder there, or one of this software in any of its folders, else the folders in it
// when it has nothing but packages. `container_fs`: of
// make_container_file_system(). Errors: kNotFound (there is none), kIo, those of Container and of
// read_ocfl_inventory().
Result<std::vector<PackagePlace>> find_packages(FileSystem& container_fs, const std::string& path);

// The note of a package of this software; nothing when it has none. Errors: kCorrupt, kUnsupported, kIo.
Result<std::optional<SourceNote>> source_note_of(FileSystem& container_fs, const PackagePlace& place);

}  // namespace bfa
