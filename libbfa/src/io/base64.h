// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bfa {

// RFC 4648 section 4, with padding. Thread-safe.
std::string base64_encode(std::string_view bytes);
// Also the URL alphabet; white space is ignored, padding can be missing. Nothing if there are other
// characters.
std::optional<std::string> base64_decode(std::string_view text);

}  // namespace bfa
