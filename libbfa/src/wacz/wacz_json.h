// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "bfa/wacz/wacz.h"

namespace bfa {

// The JSON value; nothing if `text` is not JSON or is nested too deep to be parsed safely.
std::optional<nlohmann::json> parse_wacz_json(std::string_view text);

// A string member; empty if it is absent or not a string.
std::string wacz_text(const nlohmann::json& object, const char* name);

// The content of datapackage.json; members of a wrong type count as absent.
WaczPackage wacz_package_of(const nlohmann::json& json);

// A line of pages.jsonl. Errors: kCorrupt (not an object, no URL, an invalid time).
Result<WaczPage> wacz_page_of(std::string_view line);

}  // namespace bfa
