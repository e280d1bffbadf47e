// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/export.h"

namespace bfa {

// The language of `text` (UTF-8) as a BCP 47 tag ("en", "zh-Hant"), empty when unsure. Deterministic,
// thread-safe.
BFA_EXPORT std::string detect_language(std::string_view text);

}  // namespace bfa
