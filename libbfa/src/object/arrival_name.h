// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/base/time.h"

namespace bfa {

// The id of the arrival of a version: a "urn:uuid:" made of the object's key, the step that brought the
// version and the time of its capture. Equal after a rebuild. docs/notifications.md.
std::string arrival_name(std::string_view key, std::uint64_t sequence, UtcTime captured);

}  // namespace bfa
