// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bfa/url/url.h"

namespace bfa {

// An address with the number of a page of a post: "/story/2/", "/story/page/2", "/story?page=2",
// "/story-2.html".
struct PageAddress {
  Url first;                 // the address without the number
  std::uint32_t number = 0;  // 1 to 99
  bool plain = true;         // false: the number is the end of a file's name, so another story may have it
};

// Nothing when the address has no such number. Cost: without a number, a test of its last bytes.
std::optional<PageAddress> page_address(const Url& url);

}  // namespace bfa
