// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

// Makes the members of a compressed file. Not thread-safe.
class MemberEncoder {
 public:
  virtual ~MemberEncoder() = default;

  // Appends one member of `bytes` to `out`. Errors: kInternal.
  virtual Status member(std::string_view bytes, std::string& out) = 0;

  // One member of `size` bytes in parts: begin, any number of updates, finish. Each appends finished bytes to
  // `out`. Errors: kIo (memory), kInternal.
  virtual Status begin(std::uint64_t size) = 0;
  virtual Status update(std::string_view bytes, std::string& out) = 0;
  virtual Status finish(std::string& out) = 0;
};

// A buffer for the largest possible member, reused for the next: a string would first be filled with zeros,
// which are more bytes than the member has.
class MemberScratch {
 public:
  // At least `size` bytes, of any value; valid until the next call.
  std::span<char> room(std::size_t size) {
    if (size > size_) {
      bytes_ = std::make_unique_for_overwrite<char[]>(size);
      size_ = size;
    }
    return {bytes_.get(), size_};
  }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

}  // namespace bfa
