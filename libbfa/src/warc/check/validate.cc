// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/validate.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "warc/check/parallel_validate.h"
#include "warc/check/record_checker.h"
#include "warc/read/start_thread.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxRevisits = 1u << 18;  // remembered, to find chains of them

// Finds revisits of revisits in the order of the file.
class RevisitChains {
 public:
  void add(std::vector<RecordChecker::Revisit>& revisits, WarcReport& report) {
    for (const auto& revisit : revisits) {
      if (revisit.original != 0 && seen_.contains(revisit.original)) {
        report.findings.push_back({Code::kCorrupt, "revisit_of_revisit",
                                   "revisit that points at another revisit, not at the original",
                                   static_cast<std::int64_t>(revisit.offset), report.file});
      }
      if (seen_.size() < kMaxRevisits) seen_.insert(revisit.own);
    }
    revisits.clear();
  }

 private:
  std::unordered_set<std::uint64_t> seen_;
};

// By offset, then by id, so that the order does not depend on the number of threads.
void sort_findings(WarcReport& report) {
  std::stable_sort(report.findings.begin(), report.findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.offset, a.id) < std::tie(b.offset, b.id);
  });
}

Result<WarcReport> check_alone(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
  RecordChecker checker(fs, path);
  RevisitChains chains;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr) break;
    BFA_RETURN_IF_ERROR(checker.check(*record));
    chains.add(checker.revisits(), checker.report());
  }
  checker.take(*reader);
  sort_findings(checker.report());
  return std::move(checker.report());
}

// Findings that occur once per file.
bool said_once(std::string_view id) {
  return id == "several_records_in_member" || id == "record_in_several_members" || id == "zstd_frame_header";
}

void add_section(ValidatedSection& section, WarcReport& whole) {
  WarcReport& part = section.report;
  whole.records += part.records;
  for (const auto& [type, count] : part.by_type) whole.by_type[type] += count;
  whole.digests_ok += part.digests_ok;
  whole.digests_bad += part.digests_bad;
  for (const auto& [form, count] : part.payload_forms) whole.payload_forms[form] += count;
  whole.lost_bytes += part.lost_bytes;
  whole.truncated = whole.truncated || part.truncated;
  whole.corrupt = whole.corrupt || part.corrupt;
  whole.spec_violation = whole.spec_violation || part.spec_violation;
  for (auto& finding : part.findings) {
    const auto same = [&](const Finding& before) { return before.id == finding.id; };
    if (said_once(finding.id) && std::any_of(whole.findings.begin(), whole.findings.end(), same)) continue;
    whole.findings.push_back(std::move(finding));
  }
}

Result<WarcReport> check_together(FileSystem& fs, const std::string& path, std::uint64_t section_bytes,
                                  std::size_t threads) {
  BFA_ASSIGN_OR_RETURN(auto sections, parallel_validate(fs, path, section_bytes, threads));
  WarcReport report;
  report.file = path;
  RevisitChains chains;
  for (auto& section : sections) {
    add_section(section, report);
    chains.add(section.revisits, report);
  }
  sort_findings(report);
  return report;
}

}  // namespace

Result<WarcReport> validate_warc(FileSystem& fs, std::string_view path_name,
                                 const WarcValidateOptions& options) {
  return guarded([&]() -> Result<WarcReport> {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(const std::size_t threads, thread_count(options.threads));
    if (options.section_bytes == 0) return Error{Code::kInvalidArgument, "sections of no bytes", {}, -1};
    return threads == 1 ? check_alone(fs, path) : check_together(fs, path, options.section_bytes, threads);
  });
}

}  // namespace bfa
