// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/warc/fixity_manifest.h"

namespace bfa {

// The digest of a WARC file is kept as a decision of this kind: its target as below, its value "sha256:HEX".
inline constexpr const char* kFixityDecision = "fixity";
inline constexpr std::string_view kFixityTarget = "urn:bfa:warc:";  // WARC records are about URIs
// The reason of one that is in the store only: the next writer records it in WARC.
inline constexpr const char* kFixityNotRecorded = "to be recorded in the next WARC file";
std::string fixity_target(const std::string& file);

// Brings the manifest of a folder of WARC files up to date and returns it. `names`: the closed files that are
// there. `closed`: digests that are known from writing, by name; empty ones and those of other files that
// have no line are computed by reading, and `tell` gets a sentence. A line is never changed: a closed file
// whose line has another digest is kCorrupt, and so is a manifest that cannot be read. Then what is sound is
// written first. Errors: kCorrupt, kIo.
Status update_fixity_manifest(FileSystem& fs, const std::string& folder,
                              const std::vector<std::string>& names,
                              const std::map<std::string, std::string>& closed,
                              const std::function<void(const std::string&)>& tell, FixityManifest& manifest);

}  // namespace bfa
