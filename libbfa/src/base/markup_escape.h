// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// Appends `text` for use between tags or in double quotes of HTML: & < > " become character references.
void append_escaped_markup(std::string_view text, std::string& out);
std::string escaped_markup(std::string_view text);
// The same, with each date and instant that stands as a word of its own ("2026-01-31", "2026-01",
// "2026-01-31T10:00:00Z") in a <time>: for sentences that name times.
std::string escaped_with_times(std::string_view text);

}  // namespace bfa
