// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// A UUID (RFC 9562, version 8) made of a SHA-256 digest of `name`: the same name gives the same UUID.
std::string name_uuid(std::string_view name);

}  // namespace bfa
