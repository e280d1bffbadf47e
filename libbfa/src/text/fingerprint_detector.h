// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// exttextcat's answer about a text (UTF-8), a BCP 47 tag: the language whose most frequent n-grams rank as
// in the text. Its fingerprints are files of the system, read at the first call. Empty without them, for a
// language that is not asked of exttextcat here, and when exttextcat finds more languages that fit.
//
// Only the first 2,000 bytes count, and of these only words: exttextcat trusts its input to be UTF-8.
// Thread-safe; one thread at a time does the work. Throws std::bad_alloc.
std::string detect_fingerprint(std::string_view text);

}  // namespace bfa
