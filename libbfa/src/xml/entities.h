// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa {

// The code point of an HTML 4 character entity ("nbsp", "eacute"; case matters); 0 for unknown names.
// Thread-safe.
char32_t html_entity(std::string_view name) noexcept;

}  // namespace bfa
