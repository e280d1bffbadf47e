// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

enum class HmacHash : std::uint8_t { kSha1, kSha256, kSha384, kSha512 };

// The raw code of `bytes` under `key` (20, 32, 48 or 64 bytes). Errors: kInternal (the system's cryptography
// refuses the hash). Thread-safe. Source: RFC 2104.
Result<std::string> hmac(HmacHash hash, std::string_view key, std::string_view bytes);

// Whether both are the same bytes; the time depends on the lengths alone. Thread-safe.
bool equal_in_constant_time(std::string_view a, std::string_view b) noexcept;

// So many bytes that nobody can guess, from the kernel. Errors: kIo. Thread-safe.
Result<std::string> random_bytes(std::size_t count);

}  // namespace bfa
