// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace bfa {

// A style sheet in which `place` replaces the address of each url() and @import. It receives the address as
// written in the sheet, with escapes decoded. Addresses within the document ("#id") and data: stay. Comments
// are removed. Linear for any bytes. Source: CSS Syntax 3, 4.3.
std::string rewrite_css(std::string_view css,
                        const std::function<std::string(const std::string& url)>& place);

// The same for sheets of which nothing may be fetched but what `place` gives: names with escapes (u\72l() and
// addresses in image-set() are seen too, and data: is given to `place`. `sheet`: the address is that of an
// @import.
std::string rewrite_css_strictly(std::string_view css,
                                 const std::function<std::string(const std::string& url, bool sheet)>& place);

}  // namespace bfa
