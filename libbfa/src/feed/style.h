// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// The declarations of a style attribute that format text and boxes where they stand, as "name: value;"
// separated by spaces; empty when none is left. What positions, layers, loads or computes goes: docs/feeds.md
// says which properties and values stay. A function other than a colour's, an escape or an at-sign anywhere
// makes all of it suspect: nothing stays.
std::string safe_style(std::string_view style);

}  // namespace bfa
