// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// XHTML as the HTML parser reads it alike: "<script src='x'/>" has an end tag of its own, and CDATA sections
// are text. Linear for any bytes.
std::string xhtml_as_html(std::string_view xhtml);

}  // namespace bfa
