// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/store/archive.h"

namespace bfa::tool {

// Prints a blog as it stood at a time, or stands: its posts, how many comments it had, and which of its posts
// were deleted since. `blog`: its home page or host. Returns an exit code.
int show_blog(const Archive& archive, const std::string& blog, const std::optional<UtcTime>& time, bool json);

}  // namespace bfa::tool
