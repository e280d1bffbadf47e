// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "bfa/wacz/wacz_reader.h"

namespace bfa {

// The JSON value, or nothing when `text` is none, or is nested too deep to be read safely.
std::optional<nlohmann::json> parse_wacz_json(std::string_view text);

// A member that is a string; empty when it is none.
std::string wacz_text(const nlohmann::json& object, const char* name);

// What datapackage.json says; members of a wrong type count as not there.
WaczPackage wacz_package_of(const nlohmann::json& json);

// A line of pages.jsonl. Errors: kCorrupt (no object, no URL, a time that is none).
Result<WaczPage> wacz_page_of(std::string_view line);

}  // namespace bfa
