// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace bfa {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarn, kError };

// Receives log lines. It is set in options structs; an empty hook drops the lines. The library calls it from
// any thread, so it must be thread-safe, and it must not throw. `line` is valid until the call returns.
using LogHook = std::function<void(LogLevel level, std::string_view line)>;

}  // namespace bfa
