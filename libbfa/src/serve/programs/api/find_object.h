// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/object/version.h"
#include "bfa/store/archive.h"

namespace bfa {

// The key of the object at an address: of that kind or, without one, the blog if the address is a blog's home
// page, else as Archive::find_object. Errors: kNotFound with a sentence, that says so when it was removed.
Result<std::string> find_object_key(const Archive& archive, const std::string& url,
                                    std::optional<ObjectKind> kind);

// Which version a text means: its number, from 1, or a time, at which it was the newest one. Four digits are
// a year. `versions` is not empty; `name`: of the parameter. Errors: kInvalidArgument (neither), kNotFound
// (there is no such version).
Result<std::size_t> find_version(const std::vector<Version>& versions, std::string_view text,
                                 std::string_view name);

}  // namespace bfa
