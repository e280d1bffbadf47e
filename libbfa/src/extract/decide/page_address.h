// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bfa/url/url.h"

namespace bfa {

// An address that says which page of several it is: "/story/2/", "/story/page/2", "/story?page=2",
// "/story-2.html".
struct PartAddress {
  Url first;                 // the address without the number
  std::uint32_t number = 0;  // 1 to 99
  bool plain = true;         // false: the number ends a file's name, as that of another story may do
};

// Nothing when the address has no such number. Cost: a look at its last bytes where it has none.
std::optional<PartAddress> part_address(const Url& url);

// Under which two addresses are the same page: without slash at the end, scheme and "www.".
std::string part_key(const Url& url);

}  // namespace bfa
