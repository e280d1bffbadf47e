// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// exttextcat's answer about a text (UTF-8), a BCP 47 tag: the language whose most frequent n-grams rank as
// in the text, however little it leads before the second. Its fingerprints are files of the system, read at
// the first call: without them, or without one that their list names, each answer is empty.
//
// Only the first 2,000 bytes count, and of these only the words: exttextcat trusts its input to be UTF-8
// without zeros. Its handle keeps state, so that one thread at a time does the work. Thread-safe; throws
// std::bad_alloc.
std::string detect_fingerprint(std::string_view text);

}  // namespace bfa
