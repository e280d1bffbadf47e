// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bfa/crawl/replay.h"
#include "bfa/store/archive.h"

namespace bfa {

// Whether this system knows the zones that the archive's dates are in: without them a rebuild would replace
// instants by local times. An old store that cannot be read is no error. Errors: kUnsupported, with the blog.
Status check_zones_of(const std::string& directory, const ArchiveOptions& options);

// Counts in which way the dates of an object differ from those of its former state.
void compare_dates(const DataObject& before, const DataObject& after, RereadDates& out);

// What an archive's old store has, and a rebuilt one has of it.
struct StoreComparison {
  std::uint64_t objects = 0;          // of the old store
  std::uint64_t lost_objects = 0;     // of these: not in the new one
  std::uint64_t removed_objects = 0;  // and these: their addresses were removed by a decision
  std::uint64_t captures_before = 0, captures_after = 0;
  Reconciliation files;  // of the old store with the WARC files
};

// Compares the archive's old store with `rebuilt`. An object for which `may_go` is true is not lost while all
// files and captures are there. Objects and captures of addresses for which `is_removed` is true are never
// lost. Counts in `out` how the dates of the objects' last versions differ. An old store that is gone or
// cannot be read compares as far as it goes: that is why archives are rebuilt. Cost: two look-ups an object.
// Errors: those of `rebuilt`.
Result<StoreComparison> compare_with_old(const std::string& directory, const ArchiveOptions& options,
                                         const Archive& rebuilt,
                                         const std::function<bool(const DataObject&)>& may_go,
                                         const std::function<bool(const std::string& url)>& is_removed,
                                         RereadDates& out);

}  // namespace bfa
