// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa {

// True when a browser that parses `html` finds nothing that runs: no script, plug-in or frame with content of
// its own, no handler, no address of another scheme than those of documents. Markup that was written from one
// parse may read otherwise in the next (mutation), above all where HTML and MathML or SVG meet. False when it
// cannot be parsed within the limits. Cost: one parse. Thread-safe.
bool is_inert(std::string_view html);

}  // namespace bfa
