// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace bfa {

// The place of a record in a WARC file. A value, of the lowest module, because objects name their capture by
// it and the module of WARC files is not below that of objects.
struct WarcRef {
  std::string file;          // name within the archive's warc/ folder, or a path
  std::uint64_t offset = 0;  // of its first (compressed) byte
  std::uint64_t length = 0;  // compressed bytes
  std::string record_id;     // "urn:uuid:...": without the angle brackets

  bool operator==(const WarcRef&) const = default;
};

}  // namespace bfa
