// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

// Makes the members of a compressed file, one after the other. Not thread-safe.
class MemberEncoder {
 public:
  virtual ~MemberEncoder() = default;

  // Appends one member of `bytes` to `out`. Errors: kInternal.
  virtual Status member(std::string_view bytes, std::string& out) = 0;

  // One member of `size` bytes in parts: begin, update as often as wanted, finish. Each appends what is ready
  // to `out`. Errors: kIo (memory), kInternal.
  virtual Status begin(std::uint64_t size) = 0;
  virtual Status update(std::string_view bytes, std::string& out) = 0;
  virtual Status finish(std::string& out) = 0;
};

}  // namespace bfa
