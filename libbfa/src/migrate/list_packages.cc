// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/migrate/import.h"
#include "check/capture_packages.h"
#include "migrate/files/package_note.h"
#include "package/aip/package_place.h"
#include "package/ocfl/object_folder.h"

namespace bfa {
namespace {

Result<PackageContents> contents_of(FileSystem& files, const PackagePlace& place) {
  BFA_ASSIGN_OR_RETURN(const PackageNote found, package_note_of(files, place));
  const std::optional<SourceNote>& note = found.note;
  PackageContents contents;
  contents.path = place.root;
  contents.blog = note ? note->blog : std::string();
  contents.warcs = place.warcs();
  contents.has_steps = is_restorable(note);
  if (note && note->kind == "post" && !found.recovered) contents.post = note->object;
  return contents;
}

// Of what find_packages_inside() found. Its note is not read: it is not restored.
Result<PackageContents> contents_inside(FileSystem& files, const std::string& root) {
  PackageContents contents;
  contents.path = root;
  contents.among_others = true;
  BFA_ASSIGN_OR_RETURN(const bool captures, is_capture_package(files, root));
  if (captures) {
    contents.warcs = {root};
    return contents;
  }
  BFA_ASSIGN_OR_RETURN(const std::vector<PackagePlace> places, find_packages(files, root));
  for (const PackagePlace& place : places) {
    for (std::string& warc : place.warcs()) contents.warcs.push_back(std::move(warc));
  }
  return contents;
}

Result<EarlierPackage> earlier_of(FileSystem& files, const PackagePlace& place) {
  BFA_ASSIGN_OR_RETURN(PackageNote found, package_note_of(files, place));
  if (!found.note)
    return Error{Code::kNotFound,
                 "this package does not say what it has of an archive: bfa pack did not make it", place.root,
                 -1};
  BFA_ASSIGN_OR_RETURN(const bool sound, note_has_its_digest(files, place));
  if (found.recovered || !sound)
    return Error{Code::kCorrupt,
                 "what the package says of its archive is damaged or lost; name a time instead", place.root,
                 -1};
  if (!found.note->object.empty())
    return Error{Code::kInvalidArgument, "the package is of one object: only packages of blogs are continued",
                 place.root, -1};
  SourceNote& note = *found.note;
  const auto wrong = [&note](const auto& range) {
    return range.first > range.second || range.second > note.last_step;
  };
  if (std::ranges::any_of(note.steps, wrong))
    return Error{Code::kCorrupt, "the package says that it has steps which its archive did not have",
                 place.root, -1};
  return EarlierPackage{std::move(note.package), std::move(note.blog), std::move(note.steps), note.after_step,
                        note.last_step,          note.noted,           note.last_time};
}

}  // namespace

Result<std::vector<EarlierPackage>> earlier_packages(FileSystem& fs, const std::string& path) {
  return guarded([&]() -> Result<std::vector<EarlierPackage>> {
    const auto files = make_container_file_system(fs);
    BFA_ASSIGN_OR_RETURN(std::vector<PackagePlace> places, capture_package_places(*files, path));
    if (places.empty()) {
      BFA_ASSIGN_OR_RETURN(places, find_packages(*files, path));
    }
    std::vector<EarlierPackage> packages;
    for (const PackagePlace& place : places) {
      BFA_ASSIGN_OR_RETURN(packages.emplace_back(), earlier_of(*files, place));
    }
    return packages;
  });
}

Result<std::vector<PackageContents>> list_packages(FileSystem& fs, const std::string& path) {
  return guarded([&]() -> Result<std::vector<PackageContents>> {
    const auto files = make_container_file_system(fs);
    std::vector<PackageContents> packages;
    BFA_ASSIGN_OR_RETURN(const auto own, capture_package_places(*files, path));
    for (const PackagePlace& place : own) {
      BFA_ASSIGN_OR_RETURN(PackageContents contents, contents_of(*files, place));
      contents.warcs = {place.root};
      packages.push_back(std::move(contents));
    }
    if (!own.empty()) return packages;
    BFA_ASSIGN_OR_RETURN(const bool captures, is_capture_package(*files, path));
    if (captures) return std::vector<PackageContents>{{path, {}, {path}, false, {}, false}};
    auto places = find_packages(*files, path);
    const bool ocfl = is_ocfl_root(path) || is_ocfl_object(path);
    if (!places && (ocfl || places.error().code == Code::kIo)) return std::move(places).error();
    if (!places) {
      // An import says what it cannot read.
      BFA_ASSIGN_OR_RETURN(const std::vector<std::string> inside, find_packages_inside(*files, path));
      for (const std::string& root : inside) {
        BFA_ASSIGN_OR_RETURN(PackageContents contents, contents_inside(*files, root));
        packages.push_back(std::move(contents));
      }
      return packages;
    }
    for (const PackagePlace& place : *places) {
      BFA_ASSIGN_OR_RETURN(PackageContents contents, contents_of(*files, place));
      packages.push_back(std::move(contents));
    }
    return packages;
  });
}

}  // namespace bfa
