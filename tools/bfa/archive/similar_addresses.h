// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/store/archive.h"

namespace bfa::tool {

// report_error(), and for kNotFound the similar addresses of the archive on stderr.
int report_missing_object(const Archive& archive, const Error& error, const std::string& url, bool json);

}  // namespace bfa::tool
