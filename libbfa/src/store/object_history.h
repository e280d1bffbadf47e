// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/store/archive.h"

namespace bfa {

// Archive::versions() and Archive::changes() of an object, read at once, without the text_edits of changes,
// which are most of their cost.
struct ObjectHistory {
  std::vector<Version> versions;
  std::vector<Change> changes;  // one for each version but the first
};
// Empty when there is no such object. Errors: those of Archive::versions().
Result<ObjectHistory> history_in_short(const Archive& archive, const std::string& key);

}  // namespace bfa
