// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa {

// The MARC language code (ISO 639-2/B) of a BCP 47 tag: "eng" for "en-US"; "und" when the language has no
// code. Static.
std::string_view marc_language(std::string_view bcp47) noexcept;

}  // namespace bfa
