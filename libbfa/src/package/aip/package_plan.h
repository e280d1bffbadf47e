// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "bfa/package/aip.h"
#include "package/aip/selection.h"

namespace bfa {

// What the archive's captures say about one blog.
struct CaptureFacts {
  std::set<std::string> files;    // names of WARC files
  std::set<std::string> outside;  // paths of files outside of the archive with originals of its revisits
  UtcTime first{}, last{};
};

// One package to write.
struct PackageJob {
  int blog = 0;
  std::string only_key, only_url;  // one object
  std::vector<std::string> strays;
  CaptureFacts captures;
  bool all_warcs = false;  // else those of `captures`
};

// Which packages a run is to write, each with what its blog has outside of its own host and with the WARC
// files that hold its captures. Errors: kNotFound when the address asked for names nothing.
Result<std::vector<PackageJob>> plan_jobs(const Archive& archive, const Ownership& ownership,
                                          const PackageOptions& options);

}  // namespace bfa
