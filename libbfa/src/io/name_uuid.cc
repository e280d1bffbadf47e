// SPDX-License-Identifier: Apache-2.0
#include "io/name_uuid.h"

#include "bfa/io/digest.h"

namespace bfa {

std::string name_uuid(std::string_view name) {
  std::string raw = digest(DigestAlgorithm::kSha256, name).substr(0, 16);
  raw[6] = static_cast<char>((static_cast<unsigned char>(raw[6]) & 0x0FU) | 0x80U);
  raw[8] = static_cast<char>((static_cast<unsigned char>(raw[8]) & 0x3FU) | 0x80U);
  std::string hex = hex_encode(raw);
  for (const std::size_t at : {20U, 16U, 12U, 8U}) hex.insert(at, "-");
  return hex;
}

}  // namespace bfa
