// SPDX-License-Identifier: Apache-2.0
#include "store/files/fixity.h"

#include <cstddef>
#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kWriteAfter = 16;  // files that were read: a killed command has not read them in vain

}  // namespace

std::string fixity_target(const std::string& file) {
  return std::string(kFixityTarget) + file;
}

Status update_fixity_manifest(FileSystem& fs, const std::string& folder,
                              const std::vector<std::string>& names,
                              const std::map<std::string, std::string>& closed,
                              const std::function<void(const std::string&)>& tell, FixityManifest& manifest) {
  BFA_ASSIGN_OR_RETURN(manifest, read_fixity_manifest(fs, folder));
  Status status;
  bool changed = false;
  std::vector<std::string> unknown;
  for (const auto& name : names) {
    const auto written = closed.find(name);
    const bool known = written != closed.end() && !written->second.empty();
    const auto line = manifest.find(name);
    if (line == manifest.end() && known) {
      manifest[name] = written->second;
      changed = true;
    } else if (line == manifest.end()) {
      unknown.push_back(name);
    } else if (known && line->second != written->second) {
      status = Error{Code::kCorrupt,
                     "manifest-sha256.txt has another digest for this file than was written; bfa check says "
                     "what is damaged",
                     folder + "/" + name, -1};
    }
  }
  if (!unknown.empty())
    tell("reading " + std::to_string(unknown.size()) + " WARC files without a digest for " + folder +
         "/manifest-sha256.txt");
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    BFA_ASSIGN_OR_RETURN(manifest[unknown[i]], sha256_of_file(fs, folder + "/" + unknown[i]));
    changed = true;
    if (i % kWriteAfter == kWriteAfter - 1) BFA_RETURN_IF_ERROR(write_fixity_manifest(fs, folder, manifest));
  }
  if (changed) BFA_RETURN_IF_ERROR(write_fixity_manifest(fs, folder, manifest));
  return status;
}

}  // namespace bfa
