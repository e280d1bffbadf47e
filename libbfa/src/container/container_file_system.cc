// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "container/packed_tar.h"
#include "container/signatures.h"
#include "container/tar_directory.h"
#include "container/zip_directory.h"
#include "io/forwarding_file_system.h"
#include "io/read_range.h"
#include "io/stoppable_file_system.h"

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

// Packed by what is unpacked as a whole: a container of one member.
bool is_packed_archive_name(std::string_view path) {
  const std::string name = ascii_lower_case(path);
  for (const std::string_view packing : {".xz", ".bz2", ".lzma", ".lz", ".z"}) {
    if (!name.ends_with(packing)) continue;
    const std::string_view stem = std::string_view(name).substr(0, name.size() - packing.size());
    return stem.ends_with(".warc") || stem.ends_with(".arc");
  }
  return false;
}

struct LeftOut {
  const char* id;
  const char* why;
};

std::optional<LeftOut> why_left_out(const Container& container, const ContainerEntry& entry) {
  if (entry.link) return LeftOut{"member_link", "a link, which is not followed"};
  if (entry.special) return LeftOut{"member_special", "no regular file"};
  if (entry.encrypted) return LeftOut{"member_encrypted", "encrypted, which is not read"};
  if (container.find(entry.name) != &entry)
    return LeftOut{"member_twice", "another member of this name follows, which is read instead"};
  return std::nullopt;
}

// Where it is in its file, or -1.
std::int64_t place_of(const Container& container, const ContainerEntry& entry) {
  const bool known = container.kind() == ContainerKind::kZip || container.kind() == ContainerKind::kTar;
  return known ? static_cast<std::int64_t>(entry.offset) : -1;
}

// The member of the packed WARC or ARC file at `path`, which is within a container. Errors: kIo.
Status add_packed(FileSystem& fs, const std::string& path, std::vector<std::string>& paths,
                  Findings& findings) {
  const auto file = fs.open(path);
  const auto first = file ? read_range(**file, 0, kSignatureBytes) : Result<std::string>(file.error());
  const auto content = first ? packed_content(**file, *first) : Result<PackedContent>(first.error());
  if (!content && content.error().code == Code::kIo) return content.error();
  if (content && (*content == PackedContent::kWarc || *content == PackedContent::kArc)) {
    paths.push_back(path + "!/" + packed_member_name(path, *content == PackedContent::kArc));
  } else {
    findings.push_back({content ? Code::kCorrupt : content.error().code, "member_broken",
                        content ? "does not unpack to a WARC or ARC file" : content.error().message, -1,
                        printable_name(path)});
  }
  return {};
}

}  // namespace

std::unique_ptr<FileSystem> make_container_file_system(FileSystem& base) {
  return guarded_or_empty(
      [&]() -> std::unique_ptr<FileSystem> { return std::make_unique<ContainerFileSystem>(base); });
}

Result<std::shared_ptr<const Container>> Container::open_shared(FileSystem& fs, std::string_view path_name) {
  return guarded([&]() -> Result<std::shared_ptr<const Container>> {
    const std::string path(path_name);
    if (auto* const stoppable = dynamic_cast<StoppableFileSystem*>(&fs))
      return open_shared(stoppable->wrapped(), path);
    if (auto* const files = dynamic_cast<ContainerFileSystem*>(&fs)) return files->container_at(path);
    BFA_ASSIGN_OR_RETURN(auto opened, open(fs, path));
    return std::shared_ptr<const Container>(std::move(opened));
  });
}

Result<bool> is_container(FileSystem& fs, std::string_view path_name) {
  return guarded([&]() -> Result<bool> {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(const auto file, fs.open(path));
    BFA_ASSIGN_OR_RETURN(const std::string first, read_range(*file, 0, kSignatureBytes));
    if (is_zip_start(first) || is_tar_header(first)) return true;
    BFA_ASSIGN_OR_RETURN(const auto kind, unpacked_kind(*file, first));
    if (kind) return true;
    BFA_ASSIGN_OR_RETURN(const PackedContent content, packed_content(*file, first));
    return content != PackedContent::kOther;
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
      const bool packed = is_packed_archive_name(entry.name);
      if (entry.folder || (!packed && !is_archive_name(entry.name))) continue;
      const auto reason = why_left_out(*container, entry);
      if (reason) {
        findings.push_back({Code::kUnsupported, reason->id, reason->why, place_of(*container, entry),
                            path + "!/" + printable_name(entry.name)});
      } else if (packed) {
        BFA_RETURN_IF_ERROR(add_packed(container_fs, path + "!/" + entry.name, paths, findings));
      } else {
        paths.push_back(path + "!/" + entry.name);
      }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  });
}

}  // namespace bfa
