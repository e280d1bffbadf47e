// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// Appends `text` as a JSON string with its quotes. UTF-8 stays; bytes that are none are taken for Latin-1 and
// escaped, so that the line can be read whatever a header held.
void append_json_string(std::string& out, std::string_view text);

// True when no value of the JSON `text` stands deeper than `depth`; what is deeper must not go to code that
// calls itself for each level.
bool is_shallow_json(std::string_view text, int depth = 64);

}  // namespace bfa
