// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace bfa {

// The place of a record in a WARC file. A value. It belongs to the lowest module because objects refer to
// their captures by it, and `object` does not depend on `warc`.
struct WarcRef {
  std::string file;          // name within the archive's warc/ folder, or a path
  std::uint64_t offset = 0;  // of its first (compressed) byte
  std::uint64_t length = 0;  // compressed bytes
  std::string record_id;     // "urn:uuid:...": without the angle brackets

  bool operator==(const WarcRef&) const = default;
};

}  // namespace bfa
