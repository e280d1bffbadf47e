// SPDX-License-Identifier: Apache-2.0
#include "bfa/package/wacz_validate.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "io/guard.h"
#include "wacz_checks.h"

namespace bfa {
namespace {

constexpr std::size_t kMostFindings =
    1000;  // of each list: a file of broken lines says nothing more after that

void add(Findings& list, Finding finding) {
  if (list.size() < kMostFindings) list.push_back(std::move(finding));
}

bool leads_outside(const std::string& name) {
  if (name.starts_with('/') || name.find('\\') != std::string::npos || name.find('\0') != std::string::npos)
    return true;
  const std::string slashed = "/" + name + "/";
  return slashed.find("/../") != std::string::npos || slashed.find("/./") != std::string::npos;
}

bool lie_over_each_other(const Container& container) {
  std::vector<const ContainerEntry*> entries;
  for (const auto& entry : container.entries()) entries.push_back(&entry);
  std::sort(entries.begin(), entries.end(),
            [](const auto* a, const auto* b) { return a->offset < b->offset; });
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const ContainerEntry& before = *entries[i - 1];
    if (entries[i]->offset < before.offset + before.stored_size) return true;
    if (entries[i]->offset == before.offset) return true;
  }
  return false;
}

}  // namespace

const ContainerEntry* WaczCheck::member(const std::string& name) const {
  const auto found = members.find(name);
  return found == members.end() ? nullptr : found->second;
}

void WaczCheck::violation(const char* id, std::string message, const std::string& name) {
  add(report.violations,
      {Code::kCorrupt, id, std::move(message), -1, name.empty() ? report.file : inside(name)});
}

void WaczCheck::remark(const char* id, std::string message, const std::string& name) {
  add(report.remarks,
      {Code::kCorrupt, id, std::move(message), -1, name.empty() ? report.file : inside(name)});
}

bool check_members(WaczCheck& check) {
  for (const auto& entry : check.container.entries()) {
    const bool is_new = check.members.emplace(entry.name, &entry).second;
    if (!is_new) check.violation("zip_member_twice", "two members of one name", entry.name);
    if (leads_outside(entry.name))
      check.violation("zip_path_unsafe", "name leads out of the folder", entry.name);
    if (entry.method == ContainerMethod::kOther) {
      check.violation("zip_method", "packed in a way that WACZ readers do not know, or encrypted",
                      entry.name);
    }
  }
  if (!lie_over_each_other(check.container)) return true;
  check.violation("zip_members_overlap", "members lie over each other; they are not read");
  return false;
}

Result<WaczValidation> validate_wacz(FileSystem& fs, const std::string& path) {
  return guarded([&]() -> Result<WaczValidation> {
    WaczValidation report;
    report.file = path;
    BFA_ASSIGN_OR_RETURN(const auto container, Container::open(fs, path));
    if (container->kind() != ContainerKind::kZip) return Error{Code::kUnsupported, "no zip file", path, 0};
    const auto files = make_container_file_system(fs);
    WaczCheck check{*files, *container, report, {}};
    for (const auto& finding : container->findings()) {
      report.truncated = report.truncated || finding.id == "zip_directory_missing";
      report.violations.push_back(finding);
    }
    if (!check_members(check)) return report;
    BFA_RETURN_IF_ERROR(check_package(check));
    BFA_RETURN_IF_ERROR(check_archives(check));
    BFA_RETURN_IF_ERROR(check_pages(check));
    BFA_RETURN_IF_ERROR(check_indexes(check));
    return report;
  });
}

}  // namespace bfa
