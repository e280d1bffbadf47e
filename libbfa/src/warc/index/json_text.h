// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// Appends `text` as a JSON string with its quotes. UTF-8 is kept; other bytes are read as Latin-1 and
// escaped, so that the line is valid whatever a header contained.
void append_json_string(std::string& out, std::string_view text);

// True if no value of the JSON `text` is nested deeper than `depth`; deeper text must not be given to a
// recursive parser.
bool is_shallow_json(std::string_view text, int depth = 64);

}  // namespace bfa
