// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bfa/base/export.h"

namespace bfa {

// Names and values of an application/warc-fields block, in order (WARC 1.1, section 6.2.1 and annex).
using WarcFields = std::vector<std::pair<std::string, std::string>>;

// The block: "name: value" lines with CRLF. A line end within a value would begin another field, so it
// becomes a space. Thread-safe.
BFA_EXPORT std::string format_warc_fields(const WarcFields& fields);

}  // namespace bfa
