// SPDX-License-Identifier: Apache-2.0
#include "io/replacing_sink.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "io/atomic_file.h"

namespace bfa {
namespace {

constexpr std::size_t kGathered = std::size_t{256} << 10;

class ReplacingSink final : public Sink {
 public:
  explicit ReplacingSink(std::unique_ptr<AtomicFile> file) : file_(std::move(file)) {}

  Status write(std::span<const std::byte> src) override {
    return guarded([&]() -> Status {
      const std::string_view bytes(reinterpret_cast<const char*>(src.data()), src.size());
      if (gathered_.size() + bytes.size() <= kGathered) {
        gathered_.append(bytes);
        return {};
      }
      BFA_RETURN_IF_ERROR(flush());
      if (bytes.size() >= kGathered) return file_->file().append(bytes);
      gathered_.append(bytes);
      return {};
    });
  }

  Status finish() override {
    return guarded([&]() -> Status {
      BFA_RETURN_IF_ERROR(flush());
      return file_->commit();
    });
  }

 private:
  Status flush() {
    if (gathered_.empty()) return {};
    const Status status = file_->file().append(gathered_);
    gathered_.clear();
    return status;
  }

  std::unique_ptr<AtomicFile> file_;
  std::string gathered_;
};

}  // namespace

Result<std::unique_ptr<Sink>> open_replacing_sink(FileSystem& fs, const std::string& path) {
  return guarded([&]() -> Result<std::unique_ptr<Sink>> {
    BFA_ASSIGN_OR_RETURN(auto file, AtomicFile::create(fs, path));
    std::unique_ptr<Sink> sink = std::make_unique<ReplacingSink>(std::move(file));
    return sink;
  });
}

}  // namespace bfa
