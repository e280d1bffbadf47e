// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "bfa/io/file_system.h"

namespace bfa {

// The digests of the WARC files of a folder, in the syntax of BagIt's manifests (RFC 8493, section 2.1.3), so
// that `sha256sum -c manifest-sha256.txt` checks them.

inline constexpr std::string_view kFixityManifestName = "manifest-sha256.txt";

// SHA-256 in lower-case hexadecimal by file name. The names have no folder.
using FixityManifest = std::map<std::string, std::string>;

// Errors: kCorrupt with the number of the line: no digest, no name, a path that leads elsewhere, a name that
// comes twice with different digests. `where` is for the error. Thread-safe.
BFA_EXPORT Result<FixityManifest> parse_fixity_manifest(std::string_view text, const std::string& where);
// A line for each file, sorted by name.
BFA_EXPORT std::string format_fixity_manifest(const FixityManifest& manifest);

// The manifest of a folder; empty when it has none. Errors: as parsing, kIo.
BFA_EXPORT Result<FixityManifest> read_fixity_manifest(FileSystem& fs, const std::string& folder);
// Writes it anew: the old one or the new one is there at any moment. Errors: kIo.
BFA_EXPORT Status write_fixity_manifest(FileSystem& fs, const std::string& folder,
                                        const FixityManifest& manifest);

// SHA-256 of a file in lower-case hexadecimal, by reading all of it. Errors: kNotFound, kIo.
BFA_EXPORT Result<std::string> sha256_of_file(FileSystem& fs, const std::string& path);

}  // namespace bfa
