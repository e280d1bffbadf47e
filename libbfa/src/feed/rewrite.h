// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "feed/address.h"

namespace bfa {

// A fragment of HTML, parsed and written again: only known elements, no scripts, style sheets, event handlers
// and script addresses, style attributes cut to formatting, addresses absolute. Classes and other attributes
// stay, so that it can be matched with the page. Addresses of the frames and players that are left out go
// to `embeds` unless it is null. Deterministic.
std::string rewrite_html(std::string_view html, const BaseAddress& base,
                         std::vector<std::string>* embeds = nullptr);

}  // namespace bfa
