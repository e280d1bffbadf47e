// SPDX-License-Identifier: Apache-2.0
#include "check/capture_file.h"

#include <string_view>

#include "base/try.h"
#include "bfa/wacz/wacz.h"
#include "bfa/warc/validate.h"
#include "store/journal.h"

namespace bfa {
namespace {

constexpr const char* kAgain =
    "restore the file from a copy, or make it again with bfa pack after the archive was checked";

// `files`: that can read the WARC file, also within a container.
Status check_warc(FileSystem& files, const std::string& path, const std::string& shown, CheckLog& log,
                  CheckReport& counts) {
  BFA_ASSIGN_OR_RETURN(const WarcReport report, validate_warc(files, path));
  ++counts.package_files;
  const bool damaged = report.corrupt || report.truncated || report.digests_bad > 0;
  for (const Finding& finding : report.findings) {
    const bool bad = finding.code == Code::kCorrupt || finding.code == Code::kTruncated;
    if (damaged && bad) log.damage("record_damaged", shown, finding.message, kAgain, finding.offset);
  }
  if (damaged) log.damage("warc_damaged", shown, "the WARC file is not whole", kAgain);
  if (report.records == 0)
    log.unseen("package_empty", shown, "the file has no record: there is nothing that could be checked",
               "compare it with what it was made from");
  return {};
}

}  // namespace

bool is_capture_file(const std::string& path) {
  return path.ends_with(".wacz") || is_warc_name(path);
}

Status check_capture_file(FileSystem& fs, const std::string& path, const std::string& shown, CheckLog& log,
                          CheckReport& counts) {
  ++counts.packages;
  if (!path.ends_with(".wacz")) return check_warc(fs, path, shown, log, counts);
  BFA_ASSIGN_OR_RETURN(const WaczValidation report, validate_wacz(fs, path));
  ++counts.package_files;
  for (const Finding& finding : report.violations)
    log.damage(finding.id.empty() ? "wacz_damaged" : finding.id, shown, finding.message, kAgain,
               finding.offset);
  const bool damaged = report.truncated || report.corrupt || report.digests_bad > 0 ||
                       (report.signed_package && !report.signature_right);
  if (damaged) log.damage("wacz_damaged", shown, "the WACZ file is not whole", kAgain);
  if (damaged) return {};
  BFA_ASSIGN_OR_RETURN(const auto wacz, WaczReader::open(fs, path));
  for (const std::string& name : wacz->archives())
    BFA_RETURN_IF_ERROR(check_warc(fs, path + "!/" + name, shown + "!/" + name, log, counts));
  return {};
}

}  // namespace bfa
