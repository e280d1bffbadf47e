// SPDX-License-Identifier: Apache-2.0
#include "input.h"

#include <array>
#include <cstdio>

#include "bfa/io/file_system.h"

namespace bfa::tool {

Result<std::string> read_input(const std::string& path, std::uint64_t max_bytes) {
  if (path != "-") return read_file(posix_file_system(), path, max_bytes);
  std::string bytes;
  std::array<char, 65536> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), stdin)) {
    bytes.append(buffer.data(), got);
    if (bytes.size() > max_bytes)
      return Error{Code::kLimit, "larger than " + std::to_string(max_bytes) + " bytes", "stdin", -1};
  }
  if (std::ferror(stdin) != 0) return Error{Code::kIo, "cannot read", "stdin", -1};
  return bytes;
}

}  // namespace bfa::tool
