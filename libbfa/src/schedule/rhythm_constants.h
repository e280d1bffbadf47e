// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bfa {

// How fast a burst and a busy day fade.
inline constexpr double kBurstSeconds = 2 * 3600, kBusyDaySeconds = 24 * 3600;

}  // namespace bfa
