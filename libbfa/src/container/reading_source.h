// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/io/file_system.h"

namespace bfa {

// `file`, which must outlive it, from its first byte to its last.
class ReadingSource final : public Source {
 public:
  explicit ReadingSource(const ReadableFile& file) : file_(file) {}
  Result<std::size_t> read(std::span<std::byte> dst) override {
    auto got = file_.read_at(offset_, dst);
    if (got) offset_ += *got;
    return got;
  }
  std::uint64_t offset() const noexcept { return offset_; }

 private:
  const ReadableFile& file_;
  std::uint64_t offset_ = 0;
};

}  // namespace bfa
