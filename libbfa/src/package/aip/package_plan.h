// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "bfa/package/aip.h"
#include "package/aip/selection.h"

namespace bfa {

// The captures of one blog in an archive.
struct CaptureFacts {
  std::set<std::string> files;  // names of WARC files
  std::set<std::string>
      outside;  // paths of files outside of the archive that contain originals of its revisits
  UtcTime first{}, last{};
};

// One package to write.
struct PackagePlan {
  int blog = 0;
  std::string only_key, only_url;  // one object
  std::vector<std::string> strays;
  CaptureFacts captures;
  bool all_warcs = false;  // false: those of `captures`
};

// Plans the packages of a run, each with the objects of its blog on other hosts and the WARC files of its
// captures. Errors: kNotFound if options.url matches no blog or object.
Result<std::vector<PackagePlan>> plan_packages(const Archive& archive, const Ownership& ownership,
                                               const PackageOptions& options);

}  // namespace bfa
