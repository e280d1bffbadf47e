// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// Whether a query parameter ("name=value") carries a session: PHPSESSID, JSESSIONID, ASPSESSIONID........,
// CFID, CFTOKEN, and sid, s, session, ... with 32 hexadecimal digits.
bool is_session_parameter(std::string_view parameter);

// Removes ";jsessionid=..." and ASP.NET's "(S(...))" segment from a path.
void remove_path_session_id(std::string& path);

}  // namespace bfa
