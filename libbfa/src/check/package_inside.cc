// SPDX-License-Identifier: Apache-2.0
// What a path has in it: packages of a container, of a folder, files of captures.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/try.h"
#include "check/capture_file.h"
#include "check/capture_packages.h"
#include "check/package_checker.h"
#include "check/watched_file.h"
#include "package/files/folder_files.h"

namespace bfa {
namespace {

constexpr std::array<std::string_view, 7> kContainerEndings = {".zip",    ".tar",     ".7z",     ".tar.gz",
                                                               ".tar.xz", ".tar.zst", ".tar.bz2"};

bool has_container_ending(std::string_view name) {
  return std::ranges::any_of(kContainerEndings,
                             [&](std::string_view ending) { return name.ends_with(ending); });
}

// Of a file that cannot be read as what its name says.
bool is_damage(const Error& error) {
  return error.code == Code::kCorrupt || error.code == Code::kTruncated;
}

}  // namespace

Status PackageCheck::check_file() {
  const std::string name = shown_.empty() ? directory_.substr(directory_.rfind('/') + 1) : shown_;
  if (is_capture_file(directory_)) return check_capture_file(fs_, directory_, name, log_, counts_);
  auto places = find_packages(fs_, directory_);
  if (!places && is_damage(places.error())) {
    ++counts_.packages;
    log_.damage("container_damaged", name, places.error().message, kPackAgain, places.error().offset);
    return {};
  }
  if (!places && places.error().code == Code::kNotFound) return check_captures_inside(name);
  if (!places) return std::move(places).error();
  BFA_RETURN_IF_ERROR(tell_container(name));
  BFA_RETURN_IF_ERROR(tell_members_outside(*places));
  for (const PackagePlace& place : *places) {
    directory_ = place.root;
    files_ = {place.files.begin(), place.files.end()};
    BFA_RETURN_IF_ERROR(look());
  }
  return {};
}

Status PackageCheck::check_captures_inside(const std::string& name) {
  const auto container = is_container(fs_, directory_);
  if (!container || !*container) {
    if (!has_container_ending(name)) return no_package_at(directory_);
    ++counts_.packages;
    log_.damage("container_damaged", name, "no container can be read of it, as its name says", kPackAgain);
    return {};
  }
  BFA_ASSIGN_OR_RETURN(const std::vector<std::string> captures, find_packages_inside(fs_, directory_));
  if (captures.empty()) return no_package_at(directory_);
  BFA_RETURN_IF_ERROR(tell_container(name));
  std::vector<PackagePlace> places;
  for (const std::string& path : captures) {
    if (options_.stop.stop_requested()) return stopped_error();
    places.push_back({path, {}, false, false, {}});
    const std::string shown = name + path.substr(directory_.size());
    if (is_capture_file(path)) {
      BFA_RETURN_IF_ERROR(check_capture_file(fs_, path, shown, log_, counts_));
    } else {
      BFA_RETURN_IF_ERROR(PackageCheck(fs_, path, shown, options_, log_, counts_).check_file());
    }
  }
  return tell_members_outside(places);
}

Status PackageCheck::look_below() {
  BFA_ASSIGN_OR_RETURN(const bool archive, fs_.exists(directory_ + "/bfa.toml"));
  if (archive) return no_package_at(directory_);  // bfa check -a is for it
  std::set<std::string> roots;
  auto places = find_packages(fs_, directory_);
  if (!places && places.error().code != Code::kNotFound) return std::move(places).error();
  if (places) {
    for (const PackagePlace& place : *places) roots.insert(outer_path(place.root));
  } else {
    BFA_ASSIGN_OR_RETURN(const std::vector<std::string> captures, find_packages_inside(fs_, directory_));
    for (const std::string& path : captures) roots.insert(outer_path(path));
  }
  roots.erase(directory_);
  if (roots.empty()) return no_package_at(directory_);
  const std::string folder = directory_.ends_with('/') ? directory_ : directory_ + "/";
  for (const std::string& root : roots) {
    const std::string name = root.substr(folder.size());
    BFA_RETURN_IF_ERROR(
        PackageCheck(fs_, root, shown_.empty() ? name : shown_ + "/" + name, options_, log_, counts_).run());
  }
  BFA_ASSIGN_OR_RETURN(const std::vector<std::string> files, files_below(directory_));
  for (const std::string& file : files) {
    const auto holds = [&](const std::string& root) {
      return folder + file == root || (folder + file).starts_with(root + "/");
    };
    if (std::ranges::none_of(roots, holds))
      log_.note("file_foreign", name_of(file), "a file that belongs to no package of the folder",
                "move it elsewhere, if it does not belong here");
  }
  return {};
}

// What the container itself shows, apart from its members: bytes behind its end, a damaged list of members.
Status PackageCheck::tell_container(const std::string& name) {
  BFA_ASSIGN_OR_RETURN(const auto container, Container::open_shared(fs_, directory_));
  BFA_ASSIGN_OR_RETURN(Findings findings, container->compare_headers());
  findings.insert(findings.begin(), container->findings().begin(), container->findings().end());
  for (const Finding& finding : findings)
    log_.damage(finding.id.empty() ? "container_damaged" : finding.id, name, finding.message, kPackAgain,
                finding.offset);
  return {};
}

// Members of a container that are in no package of it.
Status PackageCheck::tell_members_outside(const std::vector<PackagePlace>& places) {
  BFA_ASSIGN_OR_RETURN(const auto members, fs_.list(directory_ + "!/"));
  for (const std::string& member : members) {
    const std::string path = directory_ + "!/" + member;
    if (member.ends_with('/') || std::ranges::any_of(places, [&](const PackagePlace& place) {
          return path == place.root || path.starts_with(place.root + "/") ||
                 place.root.starts_with(path + "!/");
        }))
      continue;
    log_.note("file_foreign", name_of(member), "a member that belongs to no package of the container",
              "move it elsewhere, or make the container again");
  }
  return {};
}

}  // namespace bfa
