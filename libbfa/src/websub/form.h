// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bfa::websub {

using FormFields = std::vector<std::pair<std::string, std::string>>;

// application/x-www-form-urlencoded, both ways. Source: WHATWG URL section 5.
std::string write_form(const FormFields& fields);
// At most 32 fields; the rest are left out.
FormFields read_form(std::string_view text);

// The only value of that name; nothing when there is none, or two.
std::optional<std::string_view> only_field(const FormFields& fields, std::string_view name);

}  // namespace bfa::websub
