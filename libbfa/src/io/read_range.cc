// SPDX-License-Identifier: Apache-2.0
#include "io/read_range.h"

#include <algorithm>
#include <span>

#include "base/try.h"

namespace bfa {

Status read_into(const ReadableFile& file, std::uint64_t offset, std::string& bytes) {
  std::size_t used = 0;
  while (used < bytes.size()) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got,
                         file.read_at(offset + used, std::as_writable_bytes(std::span(bytes)).subspan(used)));
    if (got == 0) break;
    used += got;
  }
  bytes.resize(used);
  return {};
}

Result<std::string> read_range(const ReadableFile& file, std::uint64_t offset, std::uint64_t size) {
  const std::uint64_t end = file.size();
  std::string bytes(static_cast<std::size_t>(std::min(size, end - std::min(end, offset))), '\0');
  BFA_RETURN_IF_ERROR(read_into(file, offset, bytes));
  return bytes;
}

}  // namespace bfa
