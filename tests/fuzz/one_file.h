// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bfa/io/file_system.h"

namespace bfa::fuzz {

// A file system whose every path is one file with the bytes of the input.
class OneFile final : public FileSystem {
 public:
  explicit OneFile(std::string bytes) : bytes_(std::move(bytes)) {}
  Result<std::unique_ptr<ReadableFile>> open(const std::string& /*path*/) override {
    std::unique_ptr<ReadableFile> file = std::make_unique<View>(bytes_);
    return file;
  }
  Result<std::unique_ptr<WritableFile>> create(const std::string& /*path*/) override { return no(); }
  Result<std::unique_ptr<WritableFile>> append(const std::string& /*path*/) override { return no(); }
  Status rename(const std::string& /*from*/, const std::string& /*to*/) override { return no(); }
  Status remove(const std::string& /*path*/) override { return no(); }
  Status create_directories(const std::string& /*path*/) override { return no(); }
  Status sync_directory(const std::string& /*path*/) override { return no(); }
  Result<bool> exists(const std::string& /*path*/) override { return true; }
  Result<std::uint64_t> file_size(const std::string& /*path*/) override { return bytes_.size(); }
  Result<std::vector<std::string>> list(const std::string& /*path*/) override { return no(); }

 private:
  class View final : public ReadableFile {
   public:
    explicit View(const std::string& bytes) : bytes_(bytes) {}
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
      if (offset >= bytes_.size()) return std::size_t{0};
      const std::size_t n =
          std::min<std::size_t>(dst.size(), bytes_.size() - static_cast<std::size_t>(offset));
      if (n != 0) std::memcpy(dst.data(), bytes_.data() + offset, n);
      return n;
    }
    std::uint64_t size() const override { return bytes_.size(); }

   private:
    const std::string& bytes_;
  };
  static Error no() { return {Code::kUnsupported, "not here", {}, -1}; }
  std::string bytes_;
};

}  // namespace bfa::fuzz
