// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace bfa {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarn, kError };

// Receives log lines. Passed in by options structs; an empty one drops them. Called from any thread: it must
// be thread-safe and must not throw. `line` lives until the call returns.
using LogHook = std::function<void(LogLevel level, std::string_view line)>;

}  // namespace bfa
