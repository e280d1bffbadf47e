// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/base/result.h"

namespace bfa {

// A relative reference from a folder to a file: characters that a URL cannot contain are percent-encoded, '/'
// is kept. Errors: kIo.
Result<std::string> path_from(const std::string& folder, const std::string& file);

}  // namespace bfa
