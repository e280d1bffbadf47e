// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/file_system.h"

namespace bfa {
namespace {

Error path_error(const char* what, const std::string& path, int number) {
  const Code code = number == ENOENT || number == ENOTDIR ? Code::kNotFound : Code::kIo;
  return Error{code, std::string(what) + ": " + std::generic_category().message(number), path, -1};
}

// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() { (void)close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }
  int close() { return value_ >= 0 ? ::close(std::exchange(value_, -1)) : 0; }

 private:
  int value_;
};

int open_retrying(const std::string& path, int flags) {
  int fd = -1;
  do {
    fd = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

class PosixWritableFile final : public WritableFile {
 public:
  PosixWritableFile(int fd, std::string path, std::uint64_t size)
      : fd_(fd), path_(std::move(path)), size_(size) {}

  Status append(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t n = ::pwrite(fd_.get(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return path_error("cannot write", path_, n < 0 ? errno : ENOSPC);
      size_ += static_cast<std::uint64_t>(n);
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};
  }

  Status sync() override {
    if (::fdatasync(fd_.get()) != 0) return path_error("cannot sync", path_, errno);
    return {};
  }

  Status truncate(std::uint64_t size) override {
    if (::ftruncate(fd_.get(), static_cast<off_t>(size)) != 0) return path_error("cannot cut", path_, errno);
    size_ = size;
    return {};
  }

  std::uint64_t size() const override { return size_; }

  Status close() override {
    if (fd_.close() != 0) return path_error("cannot close", path_, errno);
    return {};
  }

 private:
  Descriptor fd_;
  std::string path_;
  std::uint64_t size_;
};

class PosixReadableFile final : public ReadableFile {
 public:
  PosixReadableFile(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    std::size_t used = 0;
    while (used < dst.size()) {
      const ssize_t n =
          ::pread(fd_.get(), dst.data() + used, dst.size() - used, static_cast<off_t>(offset + used));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return path_error("cannot read", path_, errno);
      if (n == 0) break;
      used += static_cast<std::size_t>(n);
    }
    return used;
  }

  std::uint64_t size() const override {
    struct stat info{};
    return ::fstat(fd_.get(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
  }

 private:
  Descriptor fd_;
  std::string path_;
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

class PosixFileSystem final : public FileSystem {
 public:
  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override {
    return open_writable(path, O_TRUNC);
  }

  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override {
    return open_writable(path, 0);
  }

  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override {
    // Without O_NONBLOCK a named pipe that nobody writes to would be waited for.
    const int fd = open_retrying(path, O_RDONLY | O_NONBLOCK);
    if (fd < 0) return path_error("cannot open", path, errno);
    std::unique_ptr<ReadableFile> file = std::make_unique<PosixReadableFile>(fd, path);
    struct stat info{};
    if (::fstat(fd, &info) != 0) return path_error("cannot look at", path, errno);
    if (S_ISDIR(info.st_mode)) return path_error("cannot read", path, EISDIR);
    if (S_ISFIFO(info.st_mode))
      return Error{Code::kUnsupported, "is a pipe, which cannot be read at any place: save it as a file",
                   path, -1};
    if (S_ISCHR(info.st_mode))
      return Error{Code::kUnsupported, "is a device without an end: save what it gives as a file", path, -1};
    return file;
  }

  Status rename(const std::string& from, const std::string& to) override {
    // The system would put the file in the place of a device or a pipe.
    struct stat info{};
    if (::stat(to.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
      return Error{Code::kInvalidArgument, "is a device or a pipe, which a file does not replace", to, -1};
    if (::rename(from.c_str(), to.c_str()) != 0) return path_error("cannot rename", from, errno);
    return {};
  }

  Status remove(const std::string& path) override {
    if (std::remove(path.c_str()) != 0) return path_error("cannot remove", path, errno);
    return {};
  }

  Status create_directories(const std::string& path) override {
    struct stat info{};
    if (::stat(path.c_str(), &info) == 0) {
      if (S_ISDIR(info.st_mode)) return {};
      return Error{Code::kIo, "is not a folder", path, -1};
    }
    const std::string parent = folder_of(path);
    if (parent != path) BFA_RETURN_IF_ERROR(create_directories(parent));
    if (::mkdir(path.c_str(), 0755) != 0) {
      if (errno == EEXIST) return {};
      return path_error("cannot make folder", path, errno);
    }
    return sync_directory(parent);
  }

  Status sync_directory(const std::string& path) override {
    Descriptor fd(open_retrying(path, O_RDONLY | O_DIRECTORY));
    if (fd.get() < 0) return path_error("cannot open folder", path, errno);
    // Some file systems cannot sync folders and return EINVAL: nothing more can be done there.
    if (::fsync(fd.get()) != 0 && errno != EINVAL) return path_error("cannot sync folder", path, errno);
    return {};
  }

  Result<bool> exists(const std::string& path) override {
    struct stat info{};
    if (::stat(path.c_str(), &info) == 0) return true;
    if (errno == ENOENT || errno == ENOTDIR) return false;
    return path_error("cannot look at", path, errno);
  }

  Result<std::uint64_t> file_size(const std::string& path) override {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0) return path_error("cannot look at", path, errno);
    return static_cast<std::uint64_t>(info.st_size);
  }

  Result<std::vector<std::string>> list(const std::string& directory) override {
    return guarded([&]() -> Result<std::vector<std::string>> {
      const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(directory.c_str()), &::closedir);
      if (!folder) return path_error("cannot list", directory, errno);
      std::vector<std::string> names;
      errno = 0;
      while (const dirent* entry = ::readdir(folder.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
        errno = 0;
      }
      if (errno != 0) return path_error("cannot list", directory, errno);
      std::sort(names.begin(), names.end());
      return names;
    });
  }

 private:
  static Result<std::unique_ptr<WritableFile>> open_writable(const std::string& path, int flags) {
    const int fd = open_retrying(path, O_RDWR | O_CREAT | flags);
    if (fd < 0) return path_error("cannot open for writing", path, errno);
    struct stat info{};
    const std::uint64_t size = ::fstat(fd, &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
    std::unique_ptr<WritableFile> file = std::make_unique<PosixWritableFile>(fd, path, size);
    return file;
  }
};

}  // namespace

FileSystem& posix_file_system() {
  static PosixFileSystem file_system;  // has no state
  return file_system;
}

}  // namespace bfa
