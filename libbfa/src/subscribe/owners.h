// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace bfa {

// Finds the blog of an address: the one with the longest base that the address begins with.
class BlogOwners {
 public:
  void add(const std::string& base, std::size_t blog);
  std::optional<std::size_t> owner_of(std::string_view address) const;

 private:
  std::map<std::string, std::size_t, std::less<>> bases_;
};

}  // namespace bfa
