// SPDX-License-Identifier: Apache-2.0
#include "bfa/wacz/wacz.h"

#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "wacz/wacz_checks.h"

namespace bfa {
namespace {

constexpr std::size_t kMostFindings =
    1000;  // of each list: more findings of a broken file add no information

void add(Findings& list, Finding finding) {
  if (list.size() < kMostFindings) list.push_back(std::move(finding));
}

bool leads_outside(const std::string& name) {
  const bool drive = name.size() > 1 && name[1] == ':';
  if (name.empty() || drive || name.starts_with('/') || name.find('\\') != std::string::npos ||
      name.find('\0') != std::string::npos)
    return true;
  const std::string slashed = "/" + name + "/";
  return slashed.find("/../") != std::string::npos || slashed.find("/./") != std::string::npos;
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
  const auto broken = [&](const ContainerEntry& entry, const char* id, const char* message) {
    add(check.report.violations, {Code::kCorrupt, id, message, static_cast<std::int64_t>(entry.offset),
                                  check.inside(printable_name(entry.name))});
  };
  bool overlap = false;
  for (const auto& entry : check.container.entries()) {
    check.members.insert_or_assign(entry.name, &entry);
    if (check.container.find(entry.name) != &entry)
      broken(entry, "zip_member_twice", "another member of this name follows; that one is checked");
    if (leads_outside(entry.name)) broken(entry, "zip_path_unsafe", "name leads out of the folder");
    if (entry.link || entry.special) broken(entry, "zip_member_kind", "a link, or no regular file");
    if (entry.method == ContainerMethod::kOther || entry.method == ContainerMethod::kPacked)
      broken(entry, "zip_method", "packed in a way that WACZ readers do not know, or encrypted");
    overlap = overlap || entry.overlaps;
  }
  return !overlap;  // a finding of the container says so
}

Result<WaczValidation> validate_wacz(FileSystem& fs, std::string_view path_name) {
  return guarded([&]() -> Result<WaczValidation> {
    const std::string path(path_name);
    WaczValidation report;
    report.file = path;
    const auto files = make_container_file_system(fs);
    BFA_ASSIGN_OR_RETURN(const auto container, Container::open_shared(*files, path));
    if (container->kind() != ContainerKind::kZip) return Error{Code::kUnsupported, "no zip file", path, 0};
    WaczCheck check{*files, *container, report, {}};
    BFA_ASSIGN_OR_RETURN(Findings findings, container->compare_headers());
    findings.insert(findings.begin(), container->findings().begin(), container->findings().end());
    for (const auto& finding : findings) {
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
