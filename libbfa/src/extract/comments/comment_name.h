// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// A commenter's name from a line: without "says", "by", leading numbers, and an address next to the name. A
// line with only an address is kept: it is used as the name.
std::string commenter_name(std::string_view line);

// The possible name in a line that also has a date: "Posted by Ann on May 5, 2004 at 10:00" gives "Posted by
// Ann". Empty when the line begins with the date.
std::string name_before_date(std::string_view line);

// The possible name behind the date of a line: "5 May 2004 - 10:00 by Ann" gives "by Ann". Empty when the
// line ends with the date.
std::string name_after_date(std::string_view line);

}  // namespace bfa
