// SPDX-License-Identifier: Apache-2.0
#include "io/forwarding_file_system.h"

namespace bfa {

ForwardingFileSystem::ForwardingFileSystem(FileSystem& inner) : inner_(&inner) {}

Result<std::unique_ptr<WritableFile>> ForwardingFileSystem::create(const std::string& path) {
  return inner_->create(path);
}
Result<std::unique_ptr<WritableFile>> ForwardingFileSystem::append(const std::string& path) {
  return inner_->append(path);
}
Result<std::unique_ptr<ReadableFile>> ForwardingFileSystem::open(const std::string& path) {
  return inner_->open(path);
}
Status ForwardingFileSystem::rename(const std::string& from, const std::string& to) {
  return inner_->rename(from, to);
}
Status ForwardingFileSystem::remove(const std::string& path) {
  return inner_->remove(path);
}
Status ForwardingFileSystem::create_directories(const std::string& path) {
  return inner_->create_directories(path);
}
Status ForwardingFileSystem::sync_directory(const std::string& path) {
  return inner_->sync_directory(path);
}
Result<bool> ForwardingFileSystem::exists(const std::string& path) {
  return inner_->exists(path);
}
Result<std::uint64_t> ForwardingFileSystem::file_size(const std::string& path) {
  return inner_->file_size(path);
}
Result<std::vector<std::string>> ForwardingFileSystem::list(const std::string& directory) {
  return inner_->list(directory);
}

}  // namespace bfa
