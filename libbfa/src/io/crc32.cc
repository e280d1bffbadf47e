// SPDX-License-Identifier: Apache-2.0
#include "io/crc32.h"

#include <libdeflate.h>

namespace bfa {

std::uint32_t crc32_of(std::string_view bytes, std::uint32_t crc) noexcept {
  return libdeflate_crc32(crc, bytes.data(), bytes.size());
}

}  // namespace bfa
