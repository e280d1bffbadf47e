// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/base/time.h"

namespace bfa {

// What a reader without this software needs to know of a package.
std::string package_readme(const std::string& name, const std::string& blog, UtcTime created, bool with_warc);

}  // namespace bfa
