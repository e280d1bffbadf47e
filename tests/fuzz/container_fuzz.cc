// SPDX-License-Identifier: Apache-2.0
// Zip and tar directories: every member that is listed can be opened, or says why not, and none is read
// beyond the file.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "bfa/container/container.h"

namespace {

class OneFile final : public bfa::FileSystem {
 public:
  explicit OneFile(std::string bytes) : bytes_(std::move(bytes)) {}
  bfa::Result<std::unique_ptr<bfa::ReadableFile>> open(const std::string& /*path*/) override {
    std::unique_ptr<bfa::ReadableFile> file = std::make_unique<View>(bytes_);
    return file;
  }
  bfa::Result<std::unique_ptr<bfa::WritableFile>> create(const std::string& /*path*/) override {
    return no();
  }
  bfa::Result<std::unique_ptr<bfa::WritableFile>> append(const std::string& /*path*/) override {
    return no();
  }
  bfa::Status rename(const std::string& /*from*/, const std::string& /*to*/) override { return no(); }
  bfa::Status remove(const std::string& /*path*/) override { return no(); }
  bfa::Status create_directories(const std::string& /*path*/) override { return no(); }
  bfa::Status sync_directory(const std::string& /*path*/) override { return no(); }
  bfa::Result<bool> exists(const std::string& /*path*/) override { return true; }
  bfa::Result<std::uint64_t> file_size(const std::string& /*path*/) override { return bytes_.size(); }
  bfa::Result<std::vector<std::string>> list(const std::string& /*path*/) override { return no(); }

 private:
  class View final : public bfa::ReadableFile {
   public:
    explicit View(const std::string& bytes) : bytes_(bytes) {}
    bfa::Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
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
  static bfa::Error no() { return {bfa::Code::kUnsupported, "not here", {}, -1}; }
  std::string bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  OneFile fs(std::string(data, data + size));
  const auto container = bfa::Container::open(fs, "fuzz");
  if (!container) return 0;
  std::byte buffer[512];
  std::size_t opened = 0;
  for (const auto& entry : (*container)->entries()) {
    if (++opened > 64) break;
    const auto file = (*container)->open_entry(entry);
    if (!file) continue;
    std::uint64_t at = 0;
    for (int parts = 0; parts < 64; ++parts) {
      const auto got = (*file)->read_at(at, buffer);
      if (!got || *got == 0) break;
      at += *got;
      if (entry.method == bfa::ContainerMethod::kStored && at > size) std::abort();
    }
  }
  return 0;
}
