// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bfa/package/aip.h"
#include "package/aip/selection.h"

namespace bfa {

// What the rows of one blog's captures say. Their content is not read.
struct PlannedCaptures {
  // Paths of files outside of the archive that contain originals of its revisits.
  std::set<std::string> outside;
  std::map<std::string, std::vector<std::string>> redirects;  // by target
  std::map<std::uint64_t, int> statuses;  // of the newest answers that are not 200, by a hash of the URL
  std::vector<std::string> sitemaps;
  std::uint64_t robots = 0;  // the newest robots.txt; 0: none
};

// One package to write.
struct PackagePlan {
  int blog = 0;
  std::string only_key, only_url;  // one object
  std::vector<std::string> strays;
  std::set<std::uint64_t> steps;                           // of the one object: those that its package has
  std::set<std::pair<std::string, std::uint64_t>> places;  // and the places of its captures
  PlannedCaptures captures;
  bool all_warcs = false;  // the archive has no other blog
};

// Plans the packages of a run, each with the objects of its blog on other hosts. The package of one
// object has the steps of its versions, of its comments, and of its media. Errors: kNotFound if options.url
// matches no blog or object.
Result<std::vector<PackagePlan>> plan_packages(const Archive& archive, const Ownership& ownership,
                                               const PackageOptions& options);

// A package without the captures of a file that is lost would say nothing of it.
inline Error lost_warc_file(const std::string& path) {
  return {Code::kCorrupt,
          "the WARC file is lost: no package was written (put it back from a copy; bfa check says what it "
          "affects, and bfa rebuild --accept-loss goes on without it)",
          path, -1};
}

// What ends the writing of a package when PackageOptions::go_on says so.
inline Error stopped_package() {
  return {Code::kUnavailable, "the package was not finished: it was stopped, or took too long", {}, -1};
}

}  // namespace bfa
