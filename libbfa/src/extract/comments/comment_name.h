// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// A commenter's name out of a line: without "says", "by", numbers in front, and an address beside the name.
// An address that is all there is stays: it is what that commenter is called.
std::string commenter_name(std::string_view line);

// What may be a name in a line that has a date too: "Posted by Ann on May 5, 2004 at 10:00" gives "Posted by
// Ann". Empty when the line begins with the date.
std::string name_before_date(std::string_view line);

}  // namespace bfa
