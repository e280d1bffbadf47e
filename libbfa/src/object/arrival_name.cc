// SPDX-License-Identifier: Apache-2.0
#include "object/arrival_name.h"

#include "io/name_uuid.h"

namespace bfa {

std::string arrival_name(std::string_view key, std::uint64_t sequence, UtcTime captured) {
  std::string name = "libbfa arrival";
  name += '\0';
  name += key;
  name += '\0' + std::to_string(sequence) + '\0';
  return "urn:uuid:" + name_uuid(name + format_rfc3339(captured));
}

}  // namespace bfa
