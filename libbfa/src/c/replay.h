// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/crawl/replay.h"
#include "c/crawl.h"

namespace bfa {

Result<bfa_reports*> make_c_reports(std::vector<CrawlReport> list);

// What an import, a restore or a rebuild gives back; each place may be null.
struct ReplayOutputs {
  bfa_replay* counts;
  bfa_reports** reports;
  bfa_findings** findings;

  // Before the call, so that nothing is done when the caller cannot be told. Errors: kInvalidArgument.
  Status prepare() const;
  Status give(ReplayReport report, std::uint64_t repeated_inputs) const;
};

}  // namespace bfa
