// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bfa::tool {

// Text of any origin with its control characters made visible, as "\u001b": C0 but for tab and line end, DEL,
// C1, and with `bidi` the characters that turn the direction of a line. With `colours` the colours that this
// program sets itself stay. In a JSON text these escapes mean the same characters as before. Bytes that are
// no UTF-8 stay.
std::string with_visible_controls(std::string_view text, bool bidi, bool colours);

// "1 post", "2 posts".
std::string counted(std::uint64_t count, const char* one, const char* many);

}  // namespace bfa::tool
