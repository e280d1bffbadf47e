// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// Fills `bytes` from `offset`; it is shortened at the end of the file. Errors: kIo.
Status read_into(const ReadableFile& file, std::uint64_t offset, std::string& bytes);

// At most `size` bytes from `offset`; fewer at the end of the file. Errors: kIo.
Result<std::string> read_range(const ReadableFile& file, std::uint64_t offset, std::uint64_t size);

}  // namespace bfa
