// SPDX-License-Identifier: Apache-2.0
#include "io/stoppable_file_system.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

Status unless_stopped(const std::stop_token& stop, const std::string& path) {
  if (!stop.stop_requested()) return {};
  return Error{Code::kUnavailable, "stopped", path, -1};
}

class StoppableReading final : public ReadableFile {
 public:
  StoppableReading(std::unique_ptr<ReadableFile> inner, std::stop_token stop, std::string path)
      : inner_(std::move(inner)), stop_(std::move(stop)), path_(std::move(path)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    BFA_RETURN_IF_ERROR(unless_stopped(stop_, path_));
    return inner_->read_at(offset, dst);
  }
  std::uint64_t size() const override { return inner_->size(); }

 private:
  std::unique_ptr<ReadableFile> inner_;
  std::stop_token stop_;
  std::string path_;
};

class StoppableWriting final : public WritableFile {
 public:
  StoppableWriting(std::unique_ptr<WritableFile> inner, std::stop_token stop, std::string path)
      : inner_(std::move(inner)), stop_(std::move(stop)), path_(std::move(path)) {}

  Status append(std::string_view bytes) override {
    BFA_RETURN_IF_ERROR(unless_stopped(stop_, path_));
    return inner_->append(bytes);
  }
  Status sync() override {
    BFA_RETURN_IF_ERROR(unless_stopped(stop_, path_));
    return inner_->sync();
  }
  Status truncate(std::uint64_t size) override { return inner_->truncate(size); }
  std::uint64_t size() const override { return inner_->size(); }
  Status close() override { return inner_->close(); }

 private:
  std::unique_ptr<WritableFile> inner_;
  std::stop_token stop_;
  std::string path_;
};

}  // namespace

Result<std::unique_ptr<WritableFile>> StoppableFileSystem::create(const std::string& path) {
  BFA_RETURN_IF_ERROR(unless_stopped(stop_, path));
  BFA_ASSIGN_OR_RETURN(auto file, inner().create(path));
  return std::unique_ptr<WritableFile>(std::make_unique<StoppableWriting>(std::move(file), stop_, path));
}

Result<std::unique_ptr<WritableFile>> StoppableFileSystem::append(const std::string& path) {
  BFA_RETURN_IF_ERROR(unless_stopped(stop_, path));
  BFA_ASSIGN_OR_RETURN(auto file, inner().append(path));
  return std::unique_ptr<WritableFile>(std::make_unique<StoppableWriting>(std::move(file), stop_, path));
}

Result<std::unique_ptr<ReadableFile>> StoppableFileSystem::open(const std::string& path) {
  BFA_RETURN_IF_ERROR(unless_stopped(stop_, path));
  BFA_ASSIGN_OR_RETURN(auto file, inner().open(path));
  return std::unique_ptr<ReadableFile>(std::make_unique<StoppableReading>(std::move(file), stop_, path));
}

Status StoppableFileSystem::rename(const std::string& from, const std::string& to) {
  BFA_RETURN_IF_ERROR(unless_stopped(stop_, from));
  return inner().rename(from, to);
}

}  // namespace bfa
