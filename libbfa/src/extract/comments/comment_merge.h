// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "bfa/object/data_object.h"

namespace bfa {

// Which comment of `b` each comment of `a` is, -1 for none: by address first, then by the maximum weighted
// matching over text, author and date.
std::vector<std::int32_t> match_comments(const std::vector<DataObject>& a, const std::vector<DataObject>& b);

}  // namespace bfa
