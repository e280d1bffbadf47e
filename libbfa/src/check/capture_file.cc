// SPDX-License-Identifier: Apache-2.0
#include "check/capture_file.h"

#include <algorithm>
#include <string_view>

#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/wacz/wacz.h"
#include "bfa/warc/validate.h"
#include "package/aip/premis.h"
#include "package/forms/warc_package.h"
#include "store/journal.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxDescription = 8u << 20;  // datapackage.json
constexpr const char* kAgain =
    "restore the file from a copy, or make it again with bfa pack after the archive was checked";

const char* id_of(WarcPackageFault::Kind kind) {
  switch (kind) {
    case WarcPackageFault::Kind::kNoEnd:
      return "package_end_missing";
    case WarcPackageFault::Kind::kNoStart:
      return "package_start_missing";
    case WarcPackageFault::Kind::kDiffers:
      return "package_records_differ";
    case WarcPackageFault::Kind::kForeign:
      break;
  }
  return "record_foreign";
}

// Whether the bytes of the file are to blame: nothing of it can be read as what its name says.
bool is_unreadable(const Error& error) {
  return error.code == Code::kUnsupported || error.code == Code::kCorrupt || error.code == Code::kTruncated;
}

// Whether the packages in it are whole.
Status check_ends(FileSystem& files, const std::string& path, const std::string& shown, CheckLog& log,
                  bool damaged) {
  return check_warc_packages(files, path, [&](const WarcPackageFault& fault) {
    // Damaged records are reported before.
    if (damaged && fault.kind == WarcPackageFault::Kind::kDiffers) return;
    log.damage(id_of(fault.kind), shown, fault.message, kAgain, fault.offset);
  });
}

// `files`: that can read the WARC file, also within a container. `ends`: what it has of packages is looked
// at; a WACZ file has digests of its WARC files, which can be parts of such packages.
Status check_warc(FileSystem& files, const std::string& path, const std::string& shown, CheckLog& log,
                  CheckReport& counts, bool ends) {
  const auto validated = validate_warc(files, path);
  ++counts.package_files;
  if (!validated && is_unreadable(validated.error())) {
    log.damage("warc_damaged", shown, "no WARC file can be read: " + validated.error().message, kAgain,
               validated.error().offset);
    return {};
  }
  if (!validated) return validated.error();
  const WarcReport& report = *validated;
  const bool damaged = report.corrupt || report.truncated || report.digests_bad > 0;
  for (const Finding& finding : report.findings) {
    const bool bad = finding.code == Code::kCorrupt || finding.code == Code::kTruncated;
    if (damaged && bad) log.damage("record_damaged", shown, finding.message, kAgain, finding.offset);
  }
  if (damaged) log.damage("warc_damaged", shown, "the WARC file is not whole", kAgain);
  if (ends) BFA_RETURN_IF_ERROR(check_ends(files, path, shown, log, damaged));
  if (report.records == 0)
    log.unseen("package_empty", shown, "the file has no record: there is nothing that could be checked",
               "compare it with what it was made from");
  return {};
}

// "MEMBER: ", if it is about a member of the file.
std::string member_of(const std::string& path, const std::string& where) {
  const std::string inside = path + "!/";
  return where.starts_with(inside) ? where.substr(inside.size()) + ": " : std::string();
}

Status tell_lost_digest(FileSystem& fs, const std::string& path, const std::string& shown, CheckLog& log) {
  const auto files = make_container_file_system(fs);
  const auto text = read_file(*files, path + "!/datapackage.json", kMaxDescription);
  if (!text && text.error().code == Code::kIo) return text.error();
  if (text && text->find("\"" + software_name() + " ") != std::string::npos)
    log.damage("wacz_digest_missing", shown, "the file has lost its datapackage-digest.json", kAgain);
  return {};
}

}  // namespace

bool is_capture_file(const std::string& path) {
  return path.ends_with(".wacz") || is_warc_name(path);
}

Status check_capture_file(FileSystem& fs, const std::string& path, const std::string& shown, CheckLog& log,
                          CheckReport& counts) {
  ++counts.packages;
  if (!path.ends_with(".wacz")) return check_warc(fs, path, shown, log, counts, true);
  const auto validated = validate_wacz(fs, path);
  ++counts.package_files;
  if (!validated && is_unreadable(validated.error())) {
    log.damage("wacz_damaged", shown, "no WACZ file can be read: " + validated.error().message, kAgain,
               validated.error().offset);
    return {};
  }
  if (!validated) return validated.error();
  const WaczValidation& report = *validated;
  for (const Finding& finding : report.violations)
    log.damage(finding.id.empty() ? "wacz_damaged" : finding.id, shown,
               member_of(path, finding.where) + finding.message, kAgain, finding.offset);
  // A file of this software has it: without it nothing vouches for datapackage.json.
  const bool unsealed = std::ranges::any_of(
      report.remarks, [](const Finding& finding) { return finding.id == "wacz_digest_missing"; });
  if (unsealed) BFA_RETURN_IF_ERROR(tell_lost_digest(fs, path, shown, log));
  const bool damaged = report.truncated || report.corrupt || report.digests_bad > 0 ||
                       (report.signed_package && !report.signature_right);
  if (damaged) log.damage("wacz_damaged", shown, "the WACZ file is not whole", kAgain);
  if (damaged) return {};
  BFA_ASSIGN_OR_RETURN(const auto wacz, WaczReader::open(fs, path));
  for (const std::string& name : wacz->archives())
    BFA_RETURN_IF_ERROR(check_warc(fs, path + "!/" + name, shown + "!/" + name, log, counts, false));
  return {};
}

}  // namespace bfa
