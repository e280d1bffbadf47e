// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "address.h"

namespace bfa {

// A fragment of HTML, parsed and written again: without scripts, styles, event handlers and script
// addresses, with addresses made absolute. All else stays, classes and unknown elements included, so that it
// can be matched with the page. Deterministic.
std::string rewrite_html(std::string_view html, const BaseAddress& base);

}  // namespace bfa
