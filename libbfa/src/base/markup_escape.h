// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// Appends `text` for use between tags or in double quotes of HTML: & < > " become character references.
void append_escaped_markup(std::string_view text, std::string& out);
std::string escaped_markup(std::string_view text);

}  // namespace bfa
