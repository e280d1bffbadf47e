// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/object/version.h"

namespace bfa {

// The fields of the reasons of a change as a number, a bit each. 0: none.
std::int64_t changed_fields_code(const Change& change);
// Their names, sorted. A field that this program does not know is left out.
std::vector<std::string> changed_fields(std::int64_t code);

}  // namespace bfa
