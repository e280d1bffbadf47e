// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "container/packed_tar.h"
#include "container/tar_directory.h"
#include "container/zip_directory.h"
#include "io/forwarding_file_system.h"
#include "io/read_range.h"

namespace bfa {
namespace {

constexpr std::string_view kMark = "!/";
constexpr std::size_t kMostOpen = 4;  // containers

class ContainerFileSystem final : public ForwardingFileSystem {
 public:
  explicit ContainerFileSystem(FileSystem& base) : ForwardingFileSystem(base) {}

  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override {
    if (is_member(path)) return refused(path);
    return inner().create(path);
  }
  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override {
    if (is_member(path)) return refused(path);
    return inner().append(path);
  }
  Status rename(const std::string& from, const std::string& to) override {
    if (is_member(from) || is_member(to)) return refused(from);
    return inner().rename(from, to);
  }
  Status remove(const std::string& path) override {
    if (is_member(path)) return refused(path);
    return inner().remove(path);
  }

  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override {
    return guarded([&]() -> Result<std::unique_ptr<ReadableFile>> {
      const std::size_t first = first_mark(path);
      if (first == std::string::npos) return inner().open(path);
      for (std::size_t mark = path.rfind(kMark);; mark = path.rfind(kMark, mark - 1)) {
        const auto container = container_at(path.substr(0, mark));
        // A folder within a container may end in "!" too.
        if (!container && container.error().code == Code::kNotFound && mark > first) continue;
        if (!container) return container.error();
        const auto* const entry = (*container)->find(std::string_view(path).substr(mark + kMark.size()));
        if (entry == nullptr) return Error{Code::kNotFound, "no such member", path, -1};
        return (*container)->open_entry(*entry);
      }
    });
  }

  Result<bool> exists(const std::string& path) override {
    if (!is_member(path)) return inner().exists(path);
    const auto file = open(path);
    if (!file && file.error().code != Code::kNotFound) return file.error();
    return file.has_value();
  }

  Result<std::uint64_t> file_size(const std::string& path) override {
    if (!is_member(path)) return inner().file_size(path);
    BFA_ASSIGN_OR_RETURN(const auto file, open(path));
    return file->size();
  }

  Result<std::vector<std::string>> list(const std::string& directory) override {
    return guarded([&]() -> Result<std::vector<std::string>> {
      if (!directory.ends_with(kMark) || !is_member(directory)) return inner().list(directory);
      BFA_ASSIGN_OR_RETURN(const auto container,
                           container_at(directory.substr(0, directory.size() - kMark.size())));
      std::vector<std::string> names;
      for (const auto& entry : container->entries()) {
        const bool file = !entry.folder && !entry.link && !entry.special;
        if (file && container->find(entry.name) == &entry) names.push_back(entry.name);
      }
      std::sort(names.begin(), names.end());
      return names;
    });
  }

 private:
  // The end of the outermost container's name; npos for a path of the disk. A folder there may end in "!".
  std::size_t first_mark(const std::string& path) const {
    for (std::size_t mark = path.find(kMark); mark != std::string::npos; mark = path.find(kMark, mark + 1)) {
      const auto folder = inner().exists(path.substr(0, mark + 1));
      if (!folder || !*folder) return mark;
    }
    return std::string::npos;
  }
  bool is_member(const std::string& path) const { return first_mark(path) != std::string::npos; }

  static Error refused(const std::string& path) {
    return Error{Code::kUnsupported, "members of containers are not written", path, -1};
  }

  std::mutex mutex_;
  // The last used containers stay open, the last one first. Members are opened one after the other, and a
  // member of a nested container needs all containers around it. A removed container lives as long as
  // somebody uses it: hence the shared pointer.
  std::vector<std::pair<std::string, std::shared_ptr<const Container>>> open_;

 public:
  Result<std::shared_ptr<const Container>> container_at(const std::string& path) {
    {
      const std::scoped_lock lock(mutex_);
      const auto found =
          std::find_if(open_.begin(), open_.end(), [&](const auto& one) { return one.first == path; });
      if (found != open_.end()) {
        std::rotate(open_.begin(), found, found + 1);
        return open_.front().second;
      }
    }
    BFA_ASSIGN_OR_RETURN(auto opened, Container::open(*this, path));
    std::shared_ptr<const Container> container = std::move(opened);
    const std::scoped_lock lock(mutex_);
    open_.insert(open_.begin(), {path, container});
    if (open_.size() > kMostOpen) open_.pop_back();
    return container;
  }
};

bool is_archive_name(std::string_view path) {
  std::string name = ascii_lower_case(path);
  for (const std::string_view packing : {".gz", ".zst", ".lz4"}) {
    if (name.ends_with(packing)) name.resize(name.size() - packing.size());
  }
  return name.ends_with(".warc") || name.ends_with(".arc");
}

}  // namespace

std::unique_ptr<FileSystem> make_container_file_system(FileSystem& base) {
  return guarded_or_empty(
      [&]() -> std::unique_ptr<FileSystem> { return std::make_unique<ContainerFileSystem>(base); });
}

Result<std::shared_ptr<const Container>> Container::open_shared(FileSystem& fs, std::string_view path_name) {
  return guarded([&]() -> Result<std::shared_ptr<const Container>> {
    const std::string path(path_name);
    if (auto* const files = dynamic_cast<ContainerFileSystem*>(&fs)) return files->container_at(path);
    BFA_ASSIGN_OR_RETURN(auto opened, open(fs, path));
    return std::shared_ptr<const Container>(std::move(opened));
  });
}

Result<bool> is_container(FileSystem& fs, std::string_view path_name) {
  return guarded([&]() -> Result<bool> {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(const auto file, fs.open(path));
    BFA_ASSIGN_OR_RETURN(const std::string first, read_range(*file, 0, 512));
    if (is_zip_start(first) || is_tar_header(first)) return true;
    return is_packed_tar(*file, first);
  });
}

Result<std::vector<std::string>> archives_within(FileSystem& container_fs, std::string_view path_name,
                                                 Findings& findings) {
  return guarded([&]() -> Result<std::vector<std::string>> {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(const bool is_one, is_container(container_fs, path));
    if (!is_one) return std::vector<std::string>{path};
    BFA_ASSIGN_OR_RETURN(const auto container, Container::open_shared(container_fs, path));
    findings.insert(findings.end(), container->findings().begin(), container->findings().end());
    std::vector<std::string> paths;
    for (const auto& entry : container->entries()) {
      if (entry.folder || !is_archive_name(entry.name)) continue;
      const char* const id = entry.link                              ? "member_link"
                             : entry.special                         ? "member_special"
                             : container->find(entry.name) != &entry ? "member_twice"
                                                                     : nullptr;
      if (id == nullptr) {
        paths.push_back(path + "!/" + entry.name);
      } else {
        const char* const why = entry.link ? "a link, which is not followed"
                                : entry.special
                                    ? "no regular file"
                                    : "another member of this name follows, which is read instead";
        findings.push_back({Code::kUnsupported, id, why, static_cast<std::int64_t>(entry.offset),
                            path + "!/" + printable_name(entry.name)});
      }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  });
}

}  // namespace bfa
