// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/warc/fixity_manifest.h"

namespace bfa {

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
