// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// The dictionary at the beginning of a .warc.zst file; empty without one. Errors: kIo, kLimit (larger
// than 64 MiB), kCorrupt.
Result<std::string> dictionary_of(const ReadableFile& file);

}  // namespace bfa
