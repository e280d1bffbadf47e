// SPDX-License-Identifier: Apache-2.0
#include "subscribe/missing_warcs.h"

#include <algorithm>
#include <utility>

#include "base/counted.h"
#include "base/try.h"
#include "bfa/io/file_system.h"
#include "store/files/fixity.h"

namespace bfa {
namespace {

constexpr std::size_t kMostNamed = 3;  // files of a sentence

}  // namespace

Result<std::vector<std::string>> known_warcs(const Archive& archive) {
  std::vector<std::string> names;
  BFA_ASSIGN_OR_RETURN(const auto digests, archive.decisions(kFixityDecision));
  for (const Decision& digest : digests) {
    if (digest.target.starts_with(kFixityTarget)) names.push_back(digest.target.substr(kFixityTarget.size()));
  }
  // A file that a killed writer left has no digest yet.
  for (const Reconciliation::File& file : archive.reconciliation().missing) names.push_back(file.name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Result<std::vector<std::string>> missing_of(const Archive& archive, const std::vector<std::string>& names) {
  FileSystem& fs = posix_file_system();
  std::vector<std::string> missing;
  for (const std::string& name : names) {
    const std::string path = archive.warc_directory() + "/" + name;
    BFA_ASSIGN_OR_RETURN(bool there, fs.exists(path));
    if (!there) {
      BFA_ASSIGN_OR_RETURN(there, fs.exists(path + ".open"));
    }
    if (!there) missing.push_back(name);
  }
  return missing;
}

Result<std::vector<MissingWarc>> missing_warcs(const Archive& archive, const std::vector<std::string>& names,
                                               const BlogOwners& owners) {
  std::vector<MissingWarc> found;
  if (names.empty()) return found;
  std::map<std::string, MissingWarc> by_name;
  for (const std::string& name : names) by_name[name].name = name;
  BFA_RETURN_IF_ERROR(archive.for_each_capture([&](const Capture& capture) {
    const auto at = by_name.find(capture.warc.file);
    if (at == by_name.end()) return true;
    ++at->second.captures;
    if (const auto blog = owners.owner_of(capture.url)) ++at->second.of_blog[*blog];
    return true;
  }));
  for (auto& [name, file] : by_name) {
    if (file.captures > 0) found.push_back(std::move(file));
  }
  return found;
}

std::string missing_warcs_sentence(const std::vector<MissingWarc>& missing, std::size_t blog) {
  std::uint64_t captures = 0;
  std::size_t files = 0;
  std::string names;
  for (const MissingWarc& file : missing) {
    const auto own = file.of_blog.find(blog);
    if (own == file.of_blog.end()) continue;
    captures += own->second;
    if (++files <= kMostNamed) names += (names.empty() ? "" : ", ") + file.name;
  }
  if (files == 0) return {};
  if (files > kMostNamed) names += " and " + std::to_string(files - kMostNamed) + " more";
  return counted(captures, "capture is in ", "captures are in ") +
         (files == 1 ? "a WARC file that is missing: " : "WARC files that are missing: ") + names;
}

}  // namespace bfa
