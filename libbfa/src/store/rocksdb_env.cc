// SPDX-License-Identifier: Apache-2.0
#include "store/rocksdb_env.h"

#include <rocksdb/file_system.h>

#include <string>
#include <utility>

namespace bfa {
namespace {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

IOStatus to_rocksdb(const Status& status) {
  if (status.ok()) return IOStatus::OK();
  const Error& error = status.error();
  if (error.code == Code::kNotFound) return IOStatus::PathNotFound(error.message, error.where);
  return IOStatus::IOError(error.message, error.where);
}

class SeamWritableFile final : public rocksdb::FSWritableFile {
 public:
  explicit SeamWritableFile(std::unique_ptr<WritableFile> file) : file_(std::move(file)) {}

  using rocksdb::FSWritableFile::Append;
  IOStatus Append(const Slice& data, const IOOptions&, IODebugContext*) override {
    return to_rocksdb(file_->append({data.data(), data.size()}));
  }
  IOStatus Truncate(std::uint64_t size, const IOOptions&, IODebugContext*) override {
    return to_rocksdb(file_->truncate(size));
  }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return to_rocksdb(file_->close()); }
  IOStatus Flush(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions&, IODebugContext*) override { return to_rocksdb(file_->sync()); }
  bool IsSyncThreadSafe() const override { return false; }
  std::uint64_t GetFileSize(const IOOptions&, IODebugContext*) override { return file_->size(); }

 private:
  std::unique_ptr<WritableFile> file_;
};

class SeamDirectory final : public rocksdb::FSDirectory {
 public:
  SeamDirectory(bfa::FileSystem& fs, std::string path) : fs_(fs), path_(std::move(path)) {}
  IOStatus Fsync(const IOOptions&, IODebugContext*) override { return to_rocksdb(fs_.sync_directory(path_)); }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }

 private:
  bfa::FileSystem& fs_;
  std::string path_;
};

class SeamFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  explicit SeamFileSystem(bfa::FileSystem& fs) : FileSystemWrapper(rocksdb::FileSystem::Default()), fs_(fs) {}

  const char* Name() const override { return "bfa"; }

  IOStatus NewWritableFile(const std::string& name, const FileOptions&,
                           std::unique_ptr<rocksdb::FSWritableFile>* result, IODebugContext*) override {
    return wrap(fs_.create(name), result);
  }
  IOStatus ReopenWritableFile(const std::string& name, const FileOptions&,
                              std::unique_ptr<rocksdb::FSWritableFile>* result, IODebugContext*) override {
    return wrap(fs_.append(name), result);
  }
  IOStatus ReuseWritableFile(const std::string& name, const std::string& old_name, const FileOptions&,
                             std::unique_ptr<rocksdb::FSWritableFile>* result, IODebugContext*) override {
    if (const Status renamed = fs_.rename(old_name, name); !renamed.ok()) return to_rocksdb(renamed);
    return wrap(fs_.create(name), result);
  }
  IOStatus NewDirectory(const std::string& name, const IOOptions&,
                        std::unique_ptr<rocksdb::FSDirectory>* result, IODebugContext*) override {
    *result = std::make_unique<SeamDirectory>(fs_, name);
    return IOStatus::OK();
  }
  IOStatus DeleteFile(const std::string& name, const IOOptions&, IODebugContext*) override {
    return to_rocksdb(fs_.remove(name));
  }
  IOStatus Truncate(const std::string& name, std::size_t size, const IOOptions&, IODebugContext*) override {
    auto file = fs_.append(name);
    return file ? to_rocksdb((*file)->truncate(size)) : to_rocksdb(std::move(file).error());
  }
  IOStatus CreateDir(const std::string& name, const IOOptions&, IODebugContext*) override {
    return to_rocksdb(fs_.create_directories(name));
  }
  IOStatus CreateDirIfMissing(const std::string& name, const IOOptions&, IODebugContext*) override {
    return to_rocksdb(fs_.create_directories(name));
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions&,
                      IODebugContext*) override {
    return to_rocksdb(fs_.rename(from, to));
  }
  IOStatus LinkFile(const std::string&, const std::string&, const IOOptions&, IODebugContext*) override {
    return IOStatus::NotSupported("hard links");
  }

 private:
  static IOStatus wrap(Result<std::unique_ptr<WritableFile>> file,
                       std::unique_ptr<rocksdb::FSWritableFile>* result) {
    if (!file) return to_rocksdb(std::move(file).error());
    *result = std::make_unique<SeamWritableFile>(std::move(*file));
    return IOStatus::OK();
  }

  bfa::FileSystem& fs_;
};

}  // namespace

std::unique_ptr<rocksdb::Env> make_rocksdb_env(FileSystem& fs) {
  return rocksdb::NewCompositeEnv(std::make_shared<SeamFileSystem>(fs));
}

}  // namespace bfa
