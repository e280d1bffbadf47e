// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa {

// The CRC-32 of gzip and zip files, going on from `crc` (0 at first). Thread-safe, cannot fail.
std::uint32_t crc32_of(std::string_view bytes, std::uint32_t crc = 0) noexcept;

}  // namespace bfa
