// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bfa/package/aip.h"
#include "package/aip/package_plan.h"
#include "package/aip/record_index.h"
#include "package/aip/selection.h"

namespace bfa {

// A record of the archive about a blog, not about one capture.
inline bool is_note(const IndexedRecord& record) {
  return record.step == 0 && record.type == WarcType::kMetadata;
}

// The archive's record of a step.
inline bool is_step(const IndexedRecord& record) {
  return record.step != 0 && record.type == WarcType::kMetadata;
}

// Whether the package, or one that it continues, has the step.
bool has_step(const EarlierPackage& package, std::uint64_t step);

// The earlier packages of one blog as one, which has the name of the newest; nothing when none is of it.
std::optional<EarlierPackage> earlier_of(const std::vector<EarlierPackage>& packages,
                                         const Ownership& ownership, int blog);

// Refuses earlier packages that would make all that the archive has look new. Errors: kInvalidArgument (none
// is of a blog that is planned; of a state that the archive has not reached; the plan is of one object).
Status check_earlier(const Archive& archive, const Ownership& ownership,
                     const std::vector<PackagePlan>& plans, const PackageOptions& options);

// Refuses packages whose last step is another one in the archive: numbers are given again in an archive that
// was restored from an older copy. Errors: kInvalidArgument. Cost: one look at all records.
Status check_steps(const RecordIndex& index, const std::vector<EarlierPackage>& packages);

// The time since when a package takes the records that have no step, if the blog has any record that
// `earlier` does not have; else nothing. Records with a step go by has_step(). Cost: one look at all records.
std::optional<UtcTime> new_since(const RecordIndex& index, int blog, const EarlierPackage& earlier);

}  // namespace bfa
