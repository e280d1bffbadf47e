// SPDX-License-Identifier: Apache-2.0
#include "support/fault_file_system.h"

#include <mutex>
#include <utility>

#include "base/try.h"

namespace bfa::test {

struct FaultFileSystem::State {
  mutable std::mutex mutex;
  FaultPlan plan;
  std::uint64_t seen = 0;
  std::uint64_t failed = 0;

  // True when this operation is to fail.
  bool fails(FileOperation operation) {
    const std::lock_guard lock(mutex);
    if (plan.only_set && plan.only != operation) return false;
    const std::uint64_t number = seen++;
    const bool fail = number >= plan.first && number - plan.first < plan.count;
    if (fail) ++failed;
    return fail;
  }
  bool short_writes() const {
    const std::lock_guard lock(mutex);
    return plan.short_writes;
  }
};

namespace {

Error full(const std::string& path) {
  return Error{Code::kIo, "cannot write: no space left on device", path, -1};
}

class FaultWritableFile final : public WritableFile {
 public:
  FaultWritableFile(std::unique_ptr<WritableFile> inner, std::shared_ptr<FaultFileSystem::State> state,
                    std::string path)
      : inner_(std::move(inner)), state_(std::move(state)), path_(std::move(path)) {}

  Status append(std::string_view bytes) override {
    if (!state_->fails(FileOperation::kWrite)) return inner_->append(bytes);
    if (state_->short_writes()) BFA_RETURN_IF_ERROR(inner_->append(bytes.substr(0, bytes.size() / 2)));
    return full(path_);
  }
  Status sync() override {
    if (state_->fails(FileOperation::kSync)) return full(path_);
    return inner_->sync();
  }
  Status truncate(std::uint64_t size) override {
    if (state_->fails(FileOperation::kTruncate)) return full(path_);
    return inner_->truncate(size);
  }
  std::uint64_t size() const override { return inner_->size(); }
  Status close() override { return inner_->close(); }

 private:
  std::unique_ptr<WritableFile> inner_;
  std::shared_ptr<FaultFileSystem::State> state_;
  std::string path_;
};

Result<std::unique_ptr<WritableFile>> wrap(Result<std::unique_ptr<WritableFile>> inner,
                                           const std::shared_ptr<FaultFileSystem::State>& state,
                                           const std::string& path) {
  if (!inner) return inner;
  std::unique_ptr<WritableFile> file = std::make_unique<FaultWritableFile>(std::move(*inner), state, path);
  return file;
}

}  // namespace

FaultFileSystem::FaultFileSystem(FileSystem& inner)
    : ForwardingFileSystem(inner), state_(std::make_shared<State>()) {}
FaultFileSystem::~FaultFileSystem() = default;

void FaultFileSystem::set_plan(const FaultPlan& plan) {
  const std::lock_guard lock(state_->mutex);
  state_->plan = plan;
  state_->seen = 0;
  state_->failed = 0;
}

std::uint64_t FaultFileSystem::operations() const {
  const std::lock_guard lock(state_->mutex);
  return state_->seen;
}

std::uint64_t FaultFileSystem::failures() const {
  const std::lock_guard lock(state_->mutex);
  return state_->failed;
}

Result<std::unique_ptr<WritableFile>> FaultFileSystem::create(const std::string& path) {
  if (state_->fails(FileOperation::kCreate)) return full(path);
  return wrap(inner().create(path), state_, path);
}

Result<std::unique_ptr<WritableFile>> FaultFileSystem::append(const std::string& path) {
  if (state_->fails(FileOperation::kCreate)) return full(path);
  return wrap(inner().append(path), state_, path);
}

Status FaultFileSystem::rename(const std::string& from, const std::string& to) {
  if (state_->fails(FileOperation::kRename)) return full(from);
  return inner().rename(from, to);
}

Status FaultFileSystem::remove(const std::string& path) {
  if (state_->fails(FileOperation::kRemove)) return full(path);
  return inner().remove(path);
}

Status FaultFileSystem::create_directories(const std::string& path) {
  if (state_->fails(FileOperation::kCreateDirectories)) return full(path);
  return inner().create_directories(path);
}

Status FaultFileSystem::sync_directory(const std::string& path) {
  if (state_->fails(FileOperation::kSyncDirectory)) return full(path);
  return inner().sync_directory(path);
}

}  // namespace bfa::test
