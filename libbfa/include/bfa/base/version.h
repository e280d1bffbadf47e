// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "bfa/base/export.h"

namespace bfa {

// The version of the library that is linked, "MAJOR.MINOR.PATCH" (semantic versioning 2.0.0). Lives as long
// as the program. Thread-safe.
BFA_EXPORT std::string_view version() noexcept;

struct VersionNumbers {
  int major = 0, minor = 0, patch = 0;
};

// The same as numbers. Thread-safe.
BFA_EXPORT VersionNumbers version_numbers() noexcept;

}  // namespace bfa
