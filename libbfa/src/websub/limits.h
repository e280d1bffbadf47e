// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace bfa::websub {

inline constexpr std::size_t kMostUrlBytes = 2048;
inline constexpr std::size_t kMostChallengeBytes = 1024;
inline constexpr std::size_t kMostReasonBytes = 200;
inline constexpr std::size_t kMostSecretBytes = 199;  // W3C WebSub section 5.1: less than 200
inline constexpr std::size_t kTokenBytes = 24;        // random; twice as many characters in the path
inline constexpr std::size_t kSecretBytes = 32;

}  // namespace bfa::websub
