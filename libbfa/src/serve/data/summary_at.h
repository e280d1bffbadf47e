// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/store/archive.h"

namespace bfa {

// The counts and times of an object as they were at that time, and its state then. Nothing when the archive
// did not have it yet. Errors: those of the archive.
Result<std::optional<ObjectSummary>> summary_at(const Archive& archive, const std::string& key, UtcTime time);

// The comments of a post as they were then.
Result<std::vector<DataObject>> comments_at(const Archive& archive, const std::string& post_url,
                                            UtcTime time);

}  // namespace bfa
