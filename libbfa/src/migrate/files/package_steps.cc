// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/package_steps.h"

#include <algorithm>
#include <set>

#include "base/try.h"
#include "package/aip/package_warcs.h"
#include "store/archive_impl.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace bfa {
namespace {

// The file of the archive that a file of a package was taken from.
std::string origin_of(const std::string& path) {
  return source_of_part(path.substr(path.rfind('/') + 1));
}

bool holds_readings(const std::string& path) {
  return path.find("-readings.warc") != std::string::npos;  // of the object's package alone
}

}  // namespace

bool has_step(const SourceNote& note, std::uint64_t step) {
  return std::ranges::any_of(note.steps,
                             [&](const auto& range) { return range.first <= step && step <= range.second; });
}

bool is_within(const SourceNote& object, const std::vector<std::string>& warcs, const SourceNote& whole,
               const std::vector<std::string>& warcs_of_whole) {
  if (object.object.empty() || !whole.object.empty() || whole.since || !whole.all_versions) return false;
  if (object.blog != whole.blog || object.last_step > whole.last_step) return false;
  std::set<std::string> origins;
  for (const std::string& warc : warcs_of_whole) origins.insert(origin_of(warc));
  const auto known = [&](const std::string& warc) {
    return holds_readings(warc) || origins.contains(origin_of(warc));
  };
  if (!std::ranges::all_of(warcs, known)) return false;
  return std::ranges::all_of(object.steps, [&](const auto& range) {
    return std::ranges::any_of(
        whole.steps, [&](const auto& of) { return of.first <= range.first && range.second <= of.second; });
  });
}

Status refuse_without_beginning(const std::vector<NotedPackage>& packages) {
  for (const NotedPackage& package : packages) {
    const SourceNote& note = *package.note;
    if (!note.since) continue;
    const bool begins = std::ranges::any_of(packages, [&](const NotedPackage& other) {
      return !other.note->since && other.note->object.empty() && other.note->blog == note.blog;
    });
    if (!begins)
      return Error{Code::kInvalidArgument,
                   "the package has only what came since " + format_rfc3339(*note.since) +
                       ": import the one that it continues" + (note.before.empty() ? "" : ", " + note.before),
                   package.root, -1};
  }
  return {};
}

Status refuse_gap(const NotedPackage& package, const std::vector<NotedPackage>& packages,
                  const Archive* archive) {
  const SourceNote& note = *package.note;
  if (note.after_step == 0 || !note.object.empty()) return {};
  bool there = std::ranges::any_of(packages, [&](const NotedPackage& other) {
    return other.note->blog == note.blog && has_step(*other.note, note.after_step);
  });
  if (const auto* const stored = dynamic_cast<const ArchiveImpl*>(archive); !there && stored != nullptr) {
    BFA_ASSIGN_OR_RETURN(there,
                         stored->database().contains(Family::kSteps, "s:" + u64_bytes(note.after_step)));
  }
  if (there) return {};
  return Error{Code::kInvalidArgument,
               "the package continues step " + std::to_string(note.after_step) +
                   " of its blog, which is not there: import " +
                   (note.before.empty() ? "the package before it" : note.before) +
                   " first; if it was, make this package again with an earlier time",
               package.root, -1};
}

bool has_neighbours(const PackageContents& package) {
  return package.among_others &&
         (package.warcs == std::vector{package.path} || package.path.find("!/") != std::string::npos);
}

}  // namespace bfa
