// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace bfa {

// Names of query parameters that count visits and do not change the page, in lower case. docs/formats/url.md.
std::span<const std::string_view> tracking_names() noexcept;
// The same for parameters whose names begin so.
std::span<const std::string_view> tracking_prefixes() noexcept;

}  // namespace bfa
