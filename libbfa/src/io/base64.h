// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bfa {

// RFC 4648 section 4, with padding. Thread-safe.
std::string base64_encode(std::string_view bytes);
// Nothing when `text` is none; white space and padding may be left out.
std::optional<std::string> base64_decode(std::string_view text);

}  // namespace bfa
