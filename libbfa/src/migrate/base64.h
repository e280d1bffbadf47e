// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bfa {

// Decodes base64 (RFC 4648, also the URL alphabet; line ends are passed over, padding may be missing).
// Nothing when other characters stand in it.
std::optional<std::string> base64_decode(std::string_view text);

}  // namespace bfa
