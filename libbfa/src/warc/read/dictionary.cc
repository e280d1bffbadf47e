// SPDX-License-Identifier: Apache-2.0
#include "warc/read/dictionary.h"

#include <array>
#include <cstdint>
#include <span>

#include "base/try.h"
#include "io/members/member_codec.h"

namespace bfa {

Result<std::string> dictionary_of(const ReadableFile& file) {
  constexpr std::uint64_t kMost = 64u << 20;
  std::array<std::byte, 8> head{};
  BFA_ASSIGN_OR_RETURN(const std::size_t got, file.read_at(0, head));
  const auto byte = [&](std::size_t i) { return std::to_integer<std::uint64_t>(head[i]); };
  if (got < 8 || byte(0) != 0x5d || byte(1) != 0x2a || byte(2) != 0x4d || byte(3) != 0x18) {
    return std::string();
  }
  const std::uint64_t size = byte(4) | (byte(5) << 8U) | (byte(6) << 16U) | (byte(7) << 24U);
  if (size > kMost) return Error{Code::kLimit, "dictionary frame too large", {}, 0};
  std::string content(static_cast<std::size_t>(size), '\0');
  std::size_t used = 0;
  while (used < content.size()) {
    BFA_ASSIGN_OR_RETURN(const std::size_t more,
                         file.read_at(8 + used, std::as_writable_bytes(std::span(content)).subspan(used)));
    if (more == 0) break;
    used += more;
  }
  content.resize(used);
  return unpack_dictionary(content);
}

}  // namespace bfa
