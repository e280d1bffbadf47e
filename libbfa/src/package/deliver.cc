// SPDX-License-Identifier: Apache-2.0
#include "package/deliver.h"

#include <fcntl.h>

#include <cstdio>  // renameat2
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "base/try.h"
#include "package/aip/pack_folder.h"
#include "package/aip/package_place.h"
#include "package/ocfl/object_folder.h"

namespace bfa {
namespace {

// Of a form that is one file; "" for the others.
const char* file_ending(PackageForm form) {
  return form == PackageForm::kWacz ? ".wacz" : form == PackageForm::kWarc ? ".warc.gz" : "";
}

// The digests of the files that do not say when the package was made.
std::map<std::string, std::string> lasting(const OcflPaths& state) {
  std::map<std::string, std::string> files;
  for (const auto& [digest, paths] : state) {
    for (const std::string& path : paths) {
      if (path != "METS.xml" && path != "README.txt") files[path] = digest;
    }
  }
  return files;
}

// Whether the package, made at the time of the newest version, is that version.
Result<bool> is_same(FileSystem& fs, const OcflVersion& newest, const OcflPaths& state,
                     const std::string& draft, const RepeatPackage& again) {
  if (lasting(newest.state) != lasting(state)) return false;
  BFA_ASSIGN_OR_RETURN(const Timestamp then, parse_timestamp(newest.created));
  const std::string folder = draft + ".same";
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  const Status made = again(folder, then.utc);
  auto same = made ? ocfl_state_of(fs, folder) : Result<OcflPaths>(made.error());
  std::filesystem::remove_all(folder, error);
  if (!same) return std::move(same).error();
  return *same == newest.state;
}

// Puts the finished folder in the place of an older one of that name.
Status replace_folder(FileSystem& fs, const std::string& from, const std::string& to) {
  std::error_code error;
  const std::string old = from + ".old";
  std::filesystem::remove_all(old, error);
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(to));
  if (there) {
    if (!is_own_package(fs, to) && !std::filesystem::is_empty(to, error))
      return Error{Code::kInvalidArgument, "this is there already and is no package of bfa pack", to, -1};
    // The name always leads to a complete package.
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) {
      std::filesystem::remove_all(from, error);
      return {};
    }
    BFA_RETURN_IF_ERROR(fs.rename(to, old));  // a file system that cannot exchange
  }
  BFA_RETURN_IF_ERROR(fs.rename(from, to));
  std::filesystem::remove_all(old, error);
  return {};
}

}  // namespace

Status deliver_package(const PackageOptions& options, const std::string& draft, const std::string& name,
                       const std::string& parent, UtcTime now, PackageReport& report) {
  FileSystem& fs = posix_file_system();
  if (const char* const ending = file_ending(options.form); *ending != '\0') {
    report.directory = parent + "/" + name + ending;
    BFA_RETURN_IF_ERROR(fs.rename(draft + "/" + name + ending, report.directory));
    std::error_code error;
    std::filesystem::remove_all(draft, error);
    return fs.sync_directory(parent);
  }
  report.directory = parent + "/" + name + container_ending(options.into);
  if (options.into == PackageContainer::kFolder) {
    BFA_RETURN_IF_ERROR(replace_folder(fs, draft, report.directory));
    return fs.sync_directory(parent);
  }
  // DSpace looks for its manifest at the top.
  const std::string folder = options.form == PackageForm::kDspace ? std::string() : name;
  BFA_ASSIGN_OR_RETURN(report.bytes, pack_folder(fs, draft, folder, options.into, now, report.directory));
  std::error_code error;
  std::filesystem::remove_all(draft, error);
  return fs.sync_directory(parent);
}

Status deliver_ocfl(const PackageOptions& options, const std::string& draft, const std::string& root,
                    const PackageModel& model, const RepeatPackage& again, PackageReport& report) {
  FileSystem& fs = posix_file_system();
  BFA_ASSIGN_OR_RETURN(const OcflPaths state, ocfl_state_of(fs, draft));
  BFA_ASSIGN_OR_RETURN(const auto there, find_ocfl_object(fs, root, model.url));
  report.directory = root + "/" + ocfl_object_path(model.url);
  if (there) {
    BFA_ASSIGN_OR_RETURN(report.unchanged, is_same(fs, there->versions.back(), state, draft, again));
  }
  if (report.unchanged) {
    report.version = there->head;
    report.bytes = 0;
    std::error_code error;
    std::filesystem::remove_all(draft, error);
    return {};
  }
  OcflCommit commit;
  commit.id = model.url;
  commit.created = format_rfc3339(model.now);
  commit.message = there ? "what the archive had by then" : "first package of the archive";
  const PremisAgent& agent = model.agents.size() > 1 ? model.agents[1] : model.agents.front();
  commit.user_name = agent.name;
  if (!options.keeper.person.empty()) commit.user_name = options.keeper.person;
  BFA_ASSIGN_OR_RETURN(const OcflCommitted made, commit_ocfl_version(fs, root, draft, state, commit));
  report.version = made.version;
  report.bytes = made.bytes;
  return {};
}

}  // namespace bfa
