// SPDX-License-Identifier: Apache-2.0
#include "archive/similar_addresses.h"

#include <cstdio>

#include "bfa/search/search_index.h"
#include "command.h"

namespace bfa::tool {

int report_missing_object(const Archive& archive, const Error& error, const std::string& url, bool json) {
  constexpr std::size_t kMostNamed = 3;
  const int code = report_error(error, json);
  if (error.code != Code::kNotFound) return code;
  for (const auto& address : similar_addresses(archive, url, kMostNamed))
    std::fprintf(stderr, "  similar: %s\n", on_one_line(address).c_str());
  return code;
}

}  // namespace bfa::tool
