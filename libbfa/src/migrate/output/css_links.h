// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace bfa {

// A style sheet with the address of each url() and @import replaced by what `place` gives for it, as written
// in the sheet, escapes undone. Addresses within the document ("#id") and data: stay. Comments go. Linear,
// whatever the bytes. Source: CSS Syntax 3, 4.3.
std::string rewrite_css(std::string_view css,
                        const std::function<std::string(const std::string& url)>& place);

}  // namespace bfa
