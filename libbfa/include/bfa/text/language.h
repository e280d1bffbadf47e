// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/export.h"

namespace bfa {

// The language of `text` (UTF-8) as a BCP 47 tag ("en", "zh-Hant"), empty when unsure. CLD2 answers first;
// where it is not sure, a trigram classifier and exttextcat know languages that it lacks, in texts of 100
// letters or more. The languages and their errors: docs/languages.md. exttextcat's fingerprints are files of
// the system: without them close decisions between related languages stay empty. Deterministic on a machine,
// thread-safe.
BFA_EXPORT std::string detect_language(std::string_view text);

}  // namespace bfa
