// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/result.h"

namespace bfa {

inline constexpr const char* kOcflInventoryName = "inventory.json";
inline constexpr const char* kOcflObjectNamaste = "0=ocfl_object_1.1";

// Paths by the digest (lower-case hexadecimal) of the bytes that stand there.
using OcflPaths = std::map<std::string, std::vector<std::string>>;

// A version of an OCFL object. `state` has logical paths.
struct OcflVersion {
  std::string created;  // RFC 3339 with a zone, as written
  std::string message, user_name, user_address;
  OcflPaths state;
};

// The inventory of an OCFL object (OCFL 1.1, section 3.5). `manifest` has content paths from its root.
struct OcflInventory {
  std::string id;
  std::string algorithm = "sha512";  // or "sha256"
  std::string content_directory = "content";
  std::string head;  // "v3"
  OcflPaths manifest;
  std::vector<OcflVersion> versions;        // the first is version 1
  std::map<std::string, OcflPaths> fixity;  // further digests, by algorithm
  std::size_t padding = 0;                  // digits of "v003"; 0: none

  std::string version_name(std::size_t number) const;  // "v3", "v003"
  // The content path of the bytes of each logical path of a version (from 1).
  std::map<std::string, std::string> files_of(std::size_t number) const;
};

// Reads an inventory and checks all rules that need no other file: members, order of versions, digests that
// are used and known, paths that stay within the object, paths that cannot stand together. Memory: 5 times
// the text. Errors: kCorrupt with the rule that is broken, kUnsupported (another version of OCFL, an
// algorithm that is not sha512 or sha256). Thread-safe. Source: OCFL 1.1, sections 3.5 and 3.3.
BFA_EXPORT Result<OcflInventory> parse_ocfl_inventory(std::string_view json);

// The same inventory gives the same bytes. Thread-safe.
BFA_EXPORT std::string format_ocfl_inventory(const OcflInventory& inventory);

// The path of an object below its storage root, by the layout 0003-hash-and-id-n-tuple-storage-layout with
// its default parameters: "3c0/ff4/240/object-01". Thread-safe.
BFA_EXPORT std::string ocfl_object_path(std::string_view id);

}  // namespace bfa
