// SPDX-License-Identifier: Apache-2.0
#include "runner.h"

namespace bfa::conformance {

void KindReport::add(const std::string& id, const std::string& group, const std::string& reason) {
  Count& count = groups[group];
  ++total.cases;
  ++count.cases;
  if (reason.empty()) {
    ++total.passed;
    ++count.passed;
  } else {
    failures.push_back({id, reason});
  }
}

std::vector<std::unique_ptr<SuiteKind>> all_kinds() {
  std::vector<std::unique_ptr<SuiteKind>> out;
  out.push_back(make_feeds_kind());
  out.push_back(make_robots_kind());
  out.push_back(make_urls_kind());
  out.push_back(make_dates_kind());
  out.push_back(make_encoding_kind());
  out.push_back(make_autodiscovery_kind());
  out.push_back(make_sitemaps_kind());
  out.push_back(make_changes_kind());
  out.push_back(make_extract_kind());
  out.push_back(make_wcxb_kind());
  return out;
}

}  // namespace bfa::conformance
