// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <utility>

#include "base/try.h"
#include "container/parts.h"
#include "io/guard.h"

namespace bfa {
namespace {

constexpr std::string_view kMark = "!/";

bool is_member(const std::string& path) {
  return path.find(kMark) != std::string::npos;
}

class ContainerFileSystem final : public FileSystem {
 public:
  explicit ContainerFileSystem(FileSystem& base) : base_(base) {}

  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override {
    if (is_member(path)) return refused(path);
    return base_.create(path);
  }
  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override {
    if (is_member(path)) return refused(path);
    return base_.append(path);
  }
  Status rename(const std::string& from, const std::string& to) override {
    if (is_member(from) || is_member(to)) return refused(from);
    return base_.rename(from, to);
  }
  Status remove(const std::string& path) override {
    if (is_member(path)) return refused(path);
    return base_.remove(path);
  }
  Status create_directories(const std::string& path) override { return base_.create_directories(path); }
  Status sync_directory(const std::string& path) override { return base_.sync_directory(path); }

  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override {
    return guarded([&]() -> Result<std::unique_ptr<ReadableFile>> {
      const std::size_t mark = path.rfind(kMark);
      if (mark == std::string::npos) return base_.open(path);
      BFA_ASSIGN_OR_RETURN(const auto container, container_at(path.substr(0, mark)));
      const std::string name = path.substr(mark + kMark.size());
      for (const auto& entry : container->entries()) {
        if (entry.name == name) return container->open_entry(entry);
      }
      return Error{Code::kNotFound, "no such member", path, -1};
    });
  }

  Result<bool> exists(const std::string& path) override {
    if (!is_member(path)) return base_.exists(path);
    const auto file = open(path);
    if (!file && file.error().code != Code::kNotFound) return file.error();
    return file.has_value();
  }

  Result<std::uint64_t> file_size(const std::string& path) override {
    if (!is_member(path)) return base_.file_size(path);
    BFA_ASSIGN_OR_RETURN(const auto file, open(path));
    return file->size();
  }

  Result<std::vector<std::string>> list(const std::string& directory) override {
    return guarded([&]() -> Result<std::vector<std::string>> {
      if (!directory.ends_with(kMark)) return base_.list(directory);
      BFA_ASSIGN_OR_RETURN(const auto container,
                           container_at(directory.substr(0, directory.size() - kMark.size())));
      std::vector<std::string> names;
      for (const auto& entry : container->entries()) {
        if (!entry.folder) names.push_back(entry.name);
      }
      std::sort(names.begin(), names.end());
      return names;
    });
  }

 private:
  static Error refused(const std::string& path) {
    return Error{Code::kUnsupported, "members of containers are not written", path, -1};
  }

  // The last container that was opened stays open: its members are opened one after the other. Whoever still
  // uses the one before keeps it alive: hence the shared pointer.
  Result<std::shared_ptr<const Container>> container_at(const std::string& path) {
    {
      const std::scoped_lock lock(mutex_);
      if (last_ && last_path_ == path) return last_;
    }
    BFA_ASSIGN_OR_RETURN(auto opened, Container::open(*this, path));
    std::shared_ptr<const Container> container = std::move(opened);
    const std::scoped_lock lock(mutex_);
    last_ = container;
    last_path_ = path;
    return container;
  }

  FileSystem& base_;
  std::mutex mutex_;
  std::string last_path_;
  std::shared_ptr<const Container> last_;
};

bool is_archive_name(std::string name) {
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const std::string_view packing : {".gz", ".zst", ".lz4"}) {
    if (name.ends_with(packing)) name.resize(name.size() - packing.size());
  }
  return name.ends_with(".warc") || name.ends_with(".arc");
}

}  // namespace

std::unique_ptr<FileSystem> make_container_file_system(FileSystem& base) {
  return std::make_unique<ContainerFileSystem>(base);
}

Result<bool> is_container(FileSystem& fs, const std::string& path) {
  return guarded([&]() -> Result<bool> {
    BFA_ASSIGN_OR_RETURN(const auto file, fs.open(path));
    BFA_ASSIGN_OR_RETURN(const std::string first, read_range(*file, 0, 512));
    return is_zip_start(first) || is_tar_header(first);
  });
}

Result<std::vector<std::string>> archives_within(FileSystem& container_fs, const std::string& path) {
  return guarded([&]() -> Result<std::vector<std::string>> {
    BFA_ASSIGN_OR_RETURN(const bool container, is_container(container_fs, path));
    if (!container) return std::vector<std::string>{path};
    std::vector<std::string> paths;
    BFA_ASSIGN_OR_RETURN(const auto names, container_fs.list(path + "!/"));
    for (const auto& name : names) {
      if (is_archive_name(name)) paths.push_back(path + "!/" + name);
    }
    return paths;
  });
}

}  // namespace bfa
