// SPDX-License-Identifier: Apache-2.0
#include "io/replacing_sink.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kGathered = std::size_t{256} << 10;

class ReplacingSink final : public Sink {
 public:
  ReplacingSink(FileSystem& fs, std::string path, std::unique_ptr<WritableFile> file)
      : fs_(fs), path_(std::move(path)), file_(std::move(file)) {}
  ReplacingSink(const ReplacingSink&) = delete;
  ReplacingSink& operator=(const ReplacingSink&) = delete;
  ~ReplacingSink() override {
    if (!file_) return;
    // Nobody is left to be told.
    (void)file_->close();
    (void)fs_.remove(beside());
  }

  Status write(std::span<const std::byte> src) override {
    return guarded([&]() -> Status {
      const std::string_view bytes(reinterpret_cast<const char*>(src.data()), src.size());
      if (gathered_.size() + bytes.size() <= kGathered) {
        gathered_.append(bytes);
        return {};
      }
      BFA_RETURN_IF_ERROR(flush());
      if (bytes.size() >= kGathered) return file_->append(bytes);
      gathered_.append(bytes);
      return {};
    });
  }

  Status finish() override {
    return guarded([&]() -> Status {
      BFA_RETURN_IF_ERROR(flush());
      BFA_RETURN_IF_ERROR(file_->sync());
      BFA_RETURN_IF_ERROR(file_->close());
      BFA_RETURN_IF_ERROR(fs_.rename(beside(), path_));
      file_.reset();
      const std::size_t slash = path_.find_last_of('/');
      return fs_.sync_directory(slash == std::string::npos ? "." : slash == 0 ? "/" : path_.substr(0, slash));
    });
  }

 private:
  std::string beside() const { return path_ + ".open"; }
  Status flush() {
    if (gathered_.empty()) return {};
    const Status status = file_->append(gathered_);
    gathered_.clear();
    return status;
  }

  FileSystem& fs_;
  std::string path_;
  std::unique_ptr<WritableFile> file_;
  std::string gathered_;
};

}  // namespace

Result<std::unique_ptr<Sink>> open_replacing_sink(FileSystem& fs, const std::string& path) {
  return guarded([&]() -> Result<std::unique_ptr<Sink>> {
    BFA_ASSIGN_OR_RETURN(auto file, fs.create(path + ".open"));
    std::unique_ptr<Sink> sink = std::make_unique<ReplacingSink>(fs, path, std::move(file));
    return sink;
  });
}

}  // namespace bfa
