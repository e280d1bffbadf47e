// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

struct CopiedFile {
  std::uint64_t bytes = 0;
  std::string sha256;  // of the copied bytes, lower-case hexadecimal
};
inline constexpr std::uint64_t kWholeLength = ~std::uint64_t{0};

// Copies the first `limit` bytes of a file, fewer where it is shorter, to a new file that is durable when
// this returns. What stood at `to` is removed first, so that no other name of it changes. Errors: kNotFound,
// kIo.
Result<CopiedFile> copy_file(FileSystem& fs, const std::string& from, const std::string& to,
                             std::uint64_t limit = kWholeLength);

// Gives a file a second name where the disk has such, else copies it: for names that go away with their
// folder. Errors: as copy_file.
Status keep_file(FileSystem& fs, const std::string& from, const std::string& to);

}  // namespace bfa
