// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/migrate/import.h"
#include "bfa/store/archive.h"
#include "package/aip/source_note.h"

namespace bfa {

// Whether a package has a step of its archive.
bool has_step(const SourceNote& note, std::uint64_t step);

// Whether the package of one object has nothing that the other one, of its whole blog, has not: it is of the
// same steps of the same WARC files. `warcs`: the paths of the files of each.
bool is_within(const SourceNote& object, const std::vector<std::string>& warcs, const SourceNote& whole,
               const std::vector<std::string>& warcs_of_whole);

// A package by its note and its path.
struct NotedPackage {
  const SourceNote* note = nullptr;
  std::string root;
};

// What came later is read by templates and feeds of before: where there is no archive yet, a package of what
// came since a time needs one of its whole blog beside it. Errors: kInvalidArgument, which names it.
Status refuse_without_beginning(const std::vector<NotedPackage>& packages);

// A package of what came since a time continues a step of its blog: it must be in the archive (may be null),
// or in one of `packages`. Errors: kInvalidArgument, which names the missing package.
Status refuse_gap(const NotedPackage& package, const std::vector<NotedPackage>& packages,
                  const Archive* archive);

// Whether what is beside a package in its folder or container is imported too.
bool has_neighbours(const PackageContents& package);

}  // namespace bfa
