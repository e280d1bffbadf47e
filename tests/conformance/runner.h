// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/result.h"

namespace bfa::conformance {

struct Failure {
  std::string id;
  std::string reason;  // one line: actual and expected result
};

struct Count {
  std::size_t cases = 0, passed = 0;
};

// What a kind of suite gave. `groups`: the same cases by operation or source; `measures`: means, precision
// and recall where the kind has them; `skipped`: cases that its rules leave out.
struct KindReport {
  std::string kind;
  Count total;
  std::size_t skipped = 0;
  std::map<std::string, Count> groups;
  std::map<std::string, double> measures;
  std::vector<Failure> failures;

  // Counts one case; an empty `reason` is a pass.
  void add(const std::string& id, const std::string& group, const std::string& reason);
};

// One kind of suite: knows the format of its folder and the rules by which its cases pass.
class SuiteKind {
 public:
  virtual ~SuiteKind() = default;
  virtual std::string_view name() const = 0;  // also the folder's name
  // Runs all cases of `folder`. Errors: the folder cannot be read; a case that cannot be read is a failure.
  virtual Status run(const std::string& folder, KindReport& report) const = 0;
};

std::unique_ptr<SuiteKind> make_feeds_kind();
std::unique_ptr<SuiteKind> make_robots_kind();
std::unique_ptr<SuiteKind> make_urls_kind();
std::unique_ptr<SuiteKind> make_dates_kind();
std::unique_ptr<SuiteKind> make_encoding_kind();
std::unique_ptr<SuiteKind> make_autodiscovery_kind();
std::unique_ptr<SuiteKind> make_sitemaps_kind();
std::unique_ptr<SuiteKind> make_changes_kind();
std::unique_ptr<SuiteKind> make_extract_kind();
std::unique_ptr<SuiteKind> make_wcxb_kind();

// All of them, in the order in which they are run.
std::vector<std::unique_ptr<SuiteKind>> all_kinds();

}  // namespace bfa::conformance
