// SPDX-License-Identifier: Apache-2.0
#include "url/session_id.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace bfa {
namespace {

constexpr std::size_t kAspNetIdLength = 24;

// The length of one ASP.NET segment at `pos`, "(24 letters or digits)/" or "(S(24))/" with several such
// groups; 0 when there is none.
std::size_t asp_net_segment(std::string_view path, std::size_t pos) {
  auto i = pos;
  const auto id_at = [&](std::size_t from) {
    return from + kAspNetIdLength < path.size() && path[from + kAspNetIdLength] == ')' &&
           std::all_of(path.begin() + static_cast<std::ptrdiff_t>(from),
                       path.begin() + static_cast<std::ptrdiff_t>(from + kAspNetIdLength),
                       is_letter_or_digit);
  };
  if (i >= path.size() || path[i] != '(') return 0;
  ++i;
  if (id_at(i)) {
    i += kAspNetIdLength;
  } else {
    const auto groups = i;
    while (i + 2 < path.size() && is_letter_or_digit(path[i]) && path[i + 1] == '(' && id_at(i + 2))
      i += kAspNetIdLength + 3;
    if (i == groups) return 0;
  }
  return path.substr(i, 2) == ")/" ? i + 2 - pos : 0;
}

}  // namespace

bool is_session_parameter(std::string_view parameter) {
  const auto equals = parameter.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string name = ascii_lower_case(parameter.substr(0, equals));
  const auto value = parameter.substr(equals + 1);
  if (name == "phpsessid" || name == "jsessionid" || name == "cftoken" || name == "oscsid" || name == "zenid")
    return true;
  if (name == "cfid") return !value.empty();
  if (name.starts_with("aspsessionid")) return name.size() == 20;
  constexpr std::array<std::string_view, 6> kPlain = {"sid",     "s",         "sess",
                                                      "session", "sessionid", "session_id"};
  return value.size() == 32 && std::all_of(value.begin(), value.end(), is_hex_digit) &&
         std::find(kPlain.begin(), kPlain.end(), name) != kPlain.end();
}

void remove_path_session_id(std::string& path) {
  if (std::ranges::none_of(path, [](char c) { return c == ';' || c == '('; })) return;
  for (;;) {
    const std::string lowered = ascii_lower_case(path);
    const auto begin = lowered.find(";jsessionid=");
    if (begin == std::string::npos) break;
    path.erase(begin, std::min(lowered.find_first_of("/;", begin + 1), path.size()) - begin);
  }
  if (ascii_lower_case(path).find(".aspx") == std::string::npos) return;
  for (auto slash = path.find('/'); slash != std::string::npos;) {
    const auto length = asp_net_segment(path, slash + 1);
    path.erase(slash + 1, length);
    if (length == 0) slash = path.find('/', slash + 1);
  }
}

}  // namespace bfa
