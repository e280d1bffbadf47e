// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "package/ocfl/inventory.h"

namespace bfa {

inline constexpr const char* kOcflRootNamaste = "0=ocfl_1.1";
inline constexpr const char* kOcflLayoutName = "0003-hash-and-id-n-tuple-storage-layout";
inline constexpr std::uint64_t kMaxInventoryBytes = 256u << 20;

// The root inventory of an object, compared with its sidecar. `folder` may be within a container. Errors:
// those of parse_ocfl_inventory; kCorrupt (the sidecar is missing or differs), kNotFound, kIo.
Result<OcflInventory> read_ocfl_inventory(FileSystem& fs, const std::string& folder);

// Compares inventory.json of a folder with its sidecar, and gives its text. Errors: kCorrupt, kNotFound, kIo.
Result<std::string> read_checked_inventory(FileSystem& fs, const std::string& folder);

// Writes inventory.json and its sidecar. Errors: kIo.
Status write_ocfl_inventory(FileSystem& fs, const std::string& folder, const OcflInventory& inventory);

// What a new version of an object holds.
struct OcflCommit {
  std::string id;
  std::string created;  // RFC 3339
  std::string message, user_name, user_address;
};

struct OcflCommitted {
  std::string version;      // "v3"
  std::uint64_t files = 0;  // that the version stores
  std::uint64_t bytes = 0;  // of these, and of the inventories that were written
};

// Whether a storage root has the layout 0003 with the parameters that make_ocfl_root() gives it. Errors:
// kUnsupported (another layout, or none is named), kCorrupt, kIo.
Status check_ocfl_layout(FileSystem& fs, const std::string& root);

// Makes a folder a storage root of OCFL 1.1 with the layout 0003, when it is empty or absent. Errors:
// kInvalidArgument (it has other things), kUnsupported (a storage root of another version or layout), kIo.
Status make_ocfl_root(FileSystem& fs, const std::string& root);

// The logical files of a folder, by the digest that inventories use. Reads all files. Errors: kIo.
Result<OcflPaths> ocfl_state_of(FileSystem& fs, const std::string& folder);

// Makes the files of the folder `draft` the next version of an object in the storage root, or its first:
// files whose bytes the object has are not stored again. `state`: of ocfl_state_of(draft). `draft` is used
// up. A crash leaves the object as it was, or with the version. Errors: kCorrupt (the object is damaged),
// kUnsupported, kIo.
Result<OcflCommitted> commit_ocfl_version(FileSystem& fs, const std::string& root, const std::string& draft,
                                          const OcflPaths& state, const OcflCommit& commit);

// The inventory of an object of the storage root; nothing when it is not there. An interrupted commit is
// completed. Errors: as read_ocfl_inventory.
Result<std::optional<OcflInventory>> find_ocfl_object(FileSystem& fs, const std::string& root,
                                                      const std::string& id);

// True for the folder of an object, also of one that lost its declaration or its inventory; for a storage
// root.
bool is_ocfl_object(const std::string& folder);
bool is_ocfl_root(const std::string& folder);

// The folders of the objects at `path`: itself, or all of a storage root, sorted. Empty: neither. Errors:
// kIo.
Result<std::vector<std::string>> list_ocfl_objects(const std::string& path);

}  // namespace bfa
