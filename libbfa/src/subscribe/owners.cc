// SPDX-License-Identifier: Apache-2.0
#include "subscribe/owners.h"

#include <utility>

#include "subscribe/identity.h"

namespace bfa {

void BlogOwners::add(const std::string& base, std::size_t blog) {
  if (std::string key = identity_of(base); !key.empty()) bases_.try_emplace(std::move(key), blog);
}

std::optional<std::size_t> BlogOwners::owner_of(std::string_view address) const {
  const std::string key = identity_of(address);
  for (std::size_t end = key.size(); end > 0;) {
    const auto at = bases_.find(std::string_view(key).substr(0, end));
    if (at != bases_.end()) return at->second;
    const std::size_t slash = key.rfind('/', end - 1);
    if (slash == std::string::npos) break;
    // "host/a/b": with the slash first, then without.
    end = end == slash + 1 ? slash : slash + 1;
  }
  return std::nullopt;
}

}  // namespace bfa
