// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/base/time.h"

namespace bfa {

// The text that describes a package for readers without this software.
std::string package_readme(const std::string& name, const std::string& blog, UtcTime created, bool with_warc);

}  // namespace bfa
