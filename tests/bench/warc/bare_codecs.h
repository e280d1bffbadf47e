// SPDX-License-Identifier: Apache-2.0
// What bounds reading and rewriting of a file: the libraries alone, with nothing parsed. Each reads the whole
// file and says whether all of it could be decoded.
#pragma once

#include <string>

namespace bfa::bench {

bool bare_libdeflate(const std::string& path);
bool bare_zlib(const std::string& path);
// libdeflate there and back, member by member, at its level 6.
bool bare_recode(const std::string& path);
// Frames of a file that begins with the frame of its dictionary.
bool bare_zstd(const std::string& path);

}  // namespace bfa::bench
