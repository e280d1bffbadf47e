// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace bfa::bench {

// A page of a blog (markup that repeats, words that do not) or, every fourth, an image that does not
// compress; 3 to 50 KB. The same number gives the same bytes.
std::string made_up_body(std::uint64_t number);

}  // namespace bfa::bench
