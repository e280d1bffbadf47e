// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "bfa/io/digest.h"
#include "bfa/io/file_system.h"

namespace bfa {

// "SHA-256" or "sha256"; nothing for one that is not known here.
std::optional<DigestAlgorithm> algorithm_named(std::string_view name);

// The digest of a whole file in lower-case hexadecimal. Errors: kNotFound, kIo, stopped_error().
Result<std::string> digest_of_file(FileSystem& fs, const std::string& path, DigestAlgorithm algorithm,
                                   const std::stop_token& stop);

}  // namespace bfa
