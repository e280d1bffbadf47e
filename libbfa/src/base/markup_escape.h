// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// Appends `text` as it may stand between tags or within double quotes of HTML: & < > " as references.
void append_escaped_markup(std::string_view text, std::string& out);
std::string escaped_markup(std::string_view text);

}  // namespace bfa
