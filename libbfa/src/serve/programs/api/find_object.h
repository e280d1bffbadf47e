// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/store/archive.h"

namespace bfa {

// The key of the object at an address: of that kind or, without one, the blog if the address is a blog's home
// page, else as Archive::find_object. Errors: kNotFound with a sentence, that says so when it was removed.
Result<std::string> find_object_key(const Archive& archive, const std::string& url,
                                    std::optional<ObjectKind> kind);

}  // namespace bfa
