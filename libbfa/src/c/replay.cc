// SPDX-License-Identifier: Apache-2.0
#include "c/replay.h"

#include <memory>

#include "base/try.h"

namespace bfa {

Result<bfa_reports*> make_c_reports(std::vector<CrawlReport> list) {
  auto made = std::make_unique<bfa_reports>();
  made->list = std::move(list);
  return made.release();
}

Status ReplayOutputs::prepare() const {
  if (reports != nullptr) *reports = nullptr;
  if (findings != nullptr) *findings = nullptr;
  if (counts == nullptr) return {};
  return check_struct_size(counts->struct_size, sizeof *counts, "bfa_replay");
}

Status ReplayOutputs::give(ReplayReport report, std::uint64_t repeated_inputs) const {
  bfa_replay made{};
  made.steps = report.steps;
  made.captures = report.captures;
  made.skipped = report.skipped;
  made.known = report.known;
  made.repeated = report.repeated;
  made.lost_objects = report.lost_objects;
  made.repeated_inputs = repeated_inputs;
  if (counts != nullptr) BFA_RETURN_IF_ERROR(fill(counts, made, "bfa_replay"));
  bfa_findings* list = nullptr;
  if (findings != nullptr) {
    BFA_ASSIGN_OR_RETURN(list, make_c_findings(std::move(report.findings)));
  }
  std::unique_ptr<bfa_findings> owned(list);
  if (reports != nullptr) {
    BFA_ASSIGN_OR_RETURN(*reports, make_c_reports(std::move(report.blogs)));
  }
  if (findings != nullptr) *findings = owned.release();
  return {};
}

}  // namespace bfa
