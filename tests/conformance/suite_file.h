// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa::conformance {

using Json = nlohmann::json;

// The bytes of a file; files whose name ends in .gz are unpacked. Errors: kNotFound, kIo, kCorrupt.
Result<std::string> read_file(const std::string& path);
// As read_file, but the bytes as they are.
Result<std::string> read_raw_file(const std::string& path);

// Calls `each` for every line of a JSON Lines file. Errors: kNotFound, kCorrupt with the line's number.
Status for_each_line(const std::string& path, const std::function<void(const Json&)>& each);

// A member as a string; empty when it is absent, null or of another type.
std::string text_at(const Json& object, std::string_view name);
bool flag_at(const Json& object, std::string_view name, bool fallback = false);

// A value for a message: at most 120 bytes on one line.
std::string shown(std::string_view text);

}  // namespace bfa::conformance
