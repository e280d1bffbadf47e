// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/object/version.h"

namespace bfa {

// compare_objects() without text_edits, which are most of its cost. Thread-safe.
Change compare_in_short(const DataObject& before, const DataObject& after);

}  // namespace bfa
