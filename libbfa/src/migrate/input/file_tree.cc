// SPDX-License-Identifier: Apache-2.0
#include "migrate/input/file_tree.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/try.h"

namespace bfa {
namespace {

constexpr int kMaxFolders = 128;  // within each other

// True for a path that stays below the folder that it is relative to.
bool stays_inside(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find('\0') != std::string_view::npos) return false;
  if (name.find('\\') != std::string_view::npos) return false;
  while (!name.empty()) {
    const std::size_t slash = name.find('/');
    if (name.substr(0, slash) == "..") return false;
    name.remove_prefix(slash == std::string_view::npos ? name.size() : slash + 1);
  }
  return true;
}

std::string without_dots(std::string_view name) {
  while (name.starts_with("./")) name.remove_prefix(2);
  return std::string(name);
}

void refuse(const CaptureVisitor& visitor, const char* id, const std::string& why,
            const std::string& source) {
  if (visitor.note) visitor.note({MigrationNote::Kind::kNotCarried, id, why, source, {}});
}

UtcTime time_of(const struct stat& info) {
  return UtcTime(std::chrono::seconds(info.st_mtim.tv_sec) +
                 std::chrono::microseconds(info.st_mtim.tv_nsec / 1000));
}

// Damage of the container. Members that are encrypted or overlap are told one by one as they are refused.
void tell_findings(const Container& container, const CaptureVisitor& visitor) {
  if (!visitor.note) return;
  for (const auto& finding : container.findings()) {
    if (finding.id == "member_encrypted" || finding.id == "zip_members_overlap") continue;
    visitor.note({MigrationNote::Kind::kDamage, finding.id, finding.message, finding.where, {}});
  }
}

}  // namespace

Result<FileTree> FileTree::open(FileSystem& fs, const std::string& path, const CaptureInputOptions& options,
                                const CaptureVisitor& visitor) {
  FileTree tree;
  tree.fs_ = &fs;
  tree.root_ = path.ends_with('/') ? path : path + "/";
  std::error_code ignored;
  const std::size_t mark = path.rfind("!/");
  if (mark != std::string::npos && !std::filesystem::is_directory(path, ignored)) {
    const std::string file = path.substr(0, mark);
    BFA_ASSIGN_OR_RETURN(tree.container_, Container::open_shared(fs, file));
    tree.root_ = file + "!/";
    tree.folder_ = path.substr(mark + 2);
    BFA_ASSIGN_OR_RETURN(const std::uint64_t size, fs.file_size(file));
    tree.budget_ = ContainerLimits().max_unpacked(size);
    BFA_RETURN_IF_ERROR(tree.take_entries(options, visitor));
  } else {
    BFA_RETURN_IF_ERROR(tree.walk(tree.root_, "", options, visitor, 0));
  }
  std::stable_sort(tree.files_.begin(), tree.files_.end(),
                   [](const TreeFile& a, const TreeFile& b) { return a.name < b.name; });
  return tree;
}

Status FileTree::take_entries(const CaptureInputOptions& options, const CaptureVisitor& visitor) {
  tell_findings(*container_, visitor);
  const bool has_places =
      container_->kind() == ContainerKind::kZip || container_->kind() == ContainerKind::kTar;
  const auto& entries = container_->entries();
  if (entries.size() > options.max_files)
    return Error{Code::kLimit, "more than " + std::to_string(options.max_files) + " members", root_, -1};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ContainerEntry& entry = entries[i];
    if (entry.folder || !without_dots(entry.name).starts_with(folder_)) continue;
    const auto refused = [&](const char* id, const char* why) {
      const std::string place = has_places ? " at byte " + std::to_string(entry.offset) : "";
      refuse(visitor, id, "member '" + printable_name(entry.name) + "'" + place + ": " + why, root_);
    };
    if (!stays_inside(entry.name)) {
      refused("name_leads_out", "its name leads out of the container");
    } else if (entry.link) {
      refused("link", "a link, which is not followed");
    } else if (entry.special) {
      refused("special_file", "neither a file nor a folder");
    } else if (entry.overlaps) {
      refused("members_overlap", "its bytes are those of another member too, as in a zip bomb");
    } else if (entry.encrypted) {
      refused("member_encrypted", "encrypted, which is not read");
    } else if (entry.method == ContainerMethod::kOther) {
      refused("member_unreadable", "packed in a way that is not read");
    } else if (container_->find(entry.name) != &entry) {
      refused("name_twice", "another member of this name follows, which is read instead");
    } else {
      files_.push_back({without_dots(entry.name).substr(folder_.size()), entry.size, entry.modified,
                        entry.modified_zone_unknown, i});
    }
  }
  return {};
}

Status FileTree::walk(const std::string& folder, const std::string& prefix,
                      const CaptureInputOptions& options, const CaptureVisitor& visitor, int depth) {
  if (depth > kMaxFolders) {
    refuse(visitor, "folders_too_deep", "folder within more than " + std::to_string(kMaxFolders) + " others",
           folder);
    return {};
  }
  BFA_ASSIGN_OR_RETURN(const auto names, fs_->list(folder));
  for (const auto& name : names) {
    const std::string path = folder + name;
    struct stat info{};
    if (::lstat(path.c_str(), &info) != 0) return Error{Code::kIo, "cannot look at file", path, -1};
    if (S_ISDIR(info.st_mode)) {
      BFA_RETURN_IF_ERROR(walk(path + "/", prefix + name + "/", options, visitor, depth + 1));
    } else if (S_ISREG(info.st_mode)) {
      if (files_.size() >= options.max_files)
        return Error{Code::kLimit, "more than " + std::to_string(options.max_files) + " files", root_, -1};
      files_.push_back({prefix + name, static_cast<std::uint64_t>(info.st_size), time_of(info), false, 0});
    } else {
      refuse(visitor, S_ISLNK(info.st_mode) ? "link" : "special_file",
             S_ISLNK(info.st_mode) ? "links are not followed" : "neither a file nor a folder", path);
    }
  }
  return {};
}

const TreeFile* FileTree::find(const std::string& name) const {
  const auto at = std::lower_bound(files_.begin(), files_.end(), name,
                                   [](const TreeFile& file, const std::string& n) { return file.name < n; });
  return at == files_.end() || at->name != name ? nullptr : &*at;
}

std::string FileTree::location(const TreeFile& file) const {
  return root_ + (container_ ? container_->entries()[file.entry].name : file.name);
}

Result<std::unique_ptr<ReadableFile>> FileTree::open_file(const TreeFile& file) const {
  if (container_) return container_->open_entry(container_->entries()[file.entry]);
  return fs_->open(location(file));
}

Result<Blob> FileTree::read(const TreeFile& file, std::uint64_t max_bytes) {
  BFA_ASSIGN_OR_RETURN(const auto opened, open_file(file));
  BlobWriter writer;
  std::array<std::byte, 65536> buffer;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, opened->read_at(writer.size(), buffer));
    if (got == 0) return writer.finish();
    // The size of a member in the container's directory is not reliable: only reading shows a bomb.
    if (writer.size() + got > max_bytes)
      return Error{Code::kLimit, "more than " + std::to_string(max_bytes) + " bytes", location(file), -1};
    if (container_ && got > budget_)
      return Error{Code::kLimit, "the container unpacks to more than any honest one", location(file), -1};
    if (container_) budget_ -= got;
    BFA_RETURN_IF_ERROR(writer.write({reinterpret_cast<const char*>(buffer.data()), got}));
  }
}

Result<std::string> FileTree::beginning(const TreeFile& file, std::size_t bytes) const {
  BFA_ASSIGN_OR_RETURN(const auto opened, open_file(file));
  std::string out(bytes, '\0');
  std::size_t used = 0;
  while (used < bytes) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got,
                         opened->read_at(used, std::as_writable_bytes(std::span(out)).subspan(used)));
    if (got == 0) break;
    used += got;
  }
  out.resize(used);
  return out;
}

}  // namespace bfa
