// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bfa/store/archive.h"

namespace bfa {

// In Family::kSteps, the first byte of the value of "s:": the keys of the objects that the step changed
// follow. Older programs left the value empty.
inline constexpr char kTouchedRow = 1;

// The keys of the objects that steps with a number greater than `after` changed (versions, readings, moves),
// by step, until `visit` returns false. One may come several times, and lead to another one by a move since.
// False: one of these steps was stored by a program that did not note it, and any object may have changed.
// Errors: kIo, kCorrupt.
Result<bool> for_each_touched_after(const Archive& archive, std::uint64_t after,
                                    const std::function<bool(const std::string&)>& visit);

}  // namespace bfa
