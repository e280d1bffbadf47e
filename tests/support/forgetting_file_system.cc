// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "base/try.h"
#include "support/fault_file_system.h"

namespace bfa::test {
namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// "a//b/" and "a/b" are one folder.
std::string tidy(const std::string& path) {
  std::string out;
  for (const char c : path) {
    if (c != '/' || out.empty() || out.back() != '/') out.push_back(c);
  }
  if (out.size() > 1 && out.back() == '/') out.pop_back();
  return out;
}

// The content of a file after a power cut: its first `stable_size` bytes as they are now, then `stable_tail`
// (bytes that were cut off since the last sync).
struct Node {
  std::uint64_t stable_size = 0;
  std::string stable_tail;
};

// A change of names that its folders do not know to last yet.
struct NameChange {
  enum class Kind : std::uint8_t { kCreated, kRenamed, kRemoved } kind = Kind::kCreated;
  std::string path;    // created, removed, or renamed to
  std::string from;    // renamed from
  std::string shadow;  // where the previous file at `path` is kept; empty without one
  std::set<std::string> unsynced;
};

}  // namespace

struct ForgettingFileSystem::Disk {
  FileSystem& inner;
  const std::string shadow_folder;
  mutable std::mutex mutex;
  std::map<std::string, std::shared_ptr<Node>>
      nodes;  // shared: an open file keeps its node when it is renamed
  std::vector<NameChange> changes;
  std::uint64_t operations = 0;
  std::uint64_t cut_at = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t generation = 0;  // one a crash: files of an older one are dead
  std::uint64_t next_shadow = 0;
  bool off = false;

  Disk(FileSystem& fs, std::string shadow) : inner(fs), shadow_folder(std::move(shadow)) {}

  static Error power_off(const std::string& path) { return Error{Code::kIo, "the power is off", path, -1}; }

  // Call it under the lock, once for each changing operation.
  Status change(const std::string& path) {
    if (!off && operations >= cut_at) off = true;
    if (off) return power_off(path);
    ++operations;
    return {};
  }
  Status look(const std::string& path) const {
    if (off) return power_off(path);
    return {};
  }

  std::shared_ptr<Node> node_of(const std::string& path, std::uint64_t size) {
    auto& node = nodes[path];
    if (!node) node = std::make_shared<Node>(Node{size, {}});  // was there before: it lasts
    return node;
  }

  // Moves accounts of a file, or of all files below a folder, to their new place.
  void move_nodes(const std::string& from, const std::string& to) {
    std::map<std::string, std::shared_ptr<Node>> moved;
    for (auto it = nodes.begin(); it != nodes.end();) {
      const bool below =
          it->first.size() > from.size() && it->first.starts_with(from) && it->first[from.size()] == '/';
      if (it->first == from || below) {
        moved[to + it->first.substr(from.size())] = it->second;
        it = nodes.erase(it);
      } else {
        ++it;
      }
    }
    for (auto& [path, node] : moved) nodes[path] = node;
  }

  // The first `count` changes happened in a folder, or in one below it, that has another name now.
  void move_changes(std::size_t count, const std::string& from, const std::string& to) {
    const auto moved = [&](const std::string& path) {
      const bool below = path.starts_with(from) && (path.size() == from.size() || path[from.size()] == '/');
      return below ? to + path.substr(from.size()) : path;
    };
    for (std::size_t i = 0; i < count; ++i) {
      NameChange& change = changes[i];
      if (change.path != from) change.path = moved(change.path);
      if (change.from != from) change.from = moved(change.from);
      std::set<std::string> unsynced;
      for (const auto& folder : change.unsynced) unsynced.insert(moved(folder));
      change.unsynced = std::move(unsynced);
    }
  }

  // Renames the file at `path` to a shadow and returns the shadow's name; empty when no file was there.
  Result<std::string> put_aside(const std::string& path) {
    BFA_ASSIGN_OR_RETURN(const bool there, inner.exists(path));
    if (!there) return std::string();
    std::string shadow = shadow_folder + "/" + std::to_string(next_shadow++);
    // An untouched file is completely on the disk; a folder has no bytes.
    const auto size = inner.file_size(path);
    if (inner.open(path)) node_of(path, size.value_or(0));
    BFA_RETURN_IF_ERROR(inner.rename(path, shadow));
    move_nodes(path, shadow);
    return shadow;
  }

  void sync_names(const std::string& folder) {
    for (auto& change : changes) change.unsynced.erase(folder);
    const auto lasting = [](const NameChange& change) { return change.unsynced.empty(); };
    for (const auto& change : changes) {
      if (!lasting(change) || change.shadow.empty()) continue;
      nodes.erase(change.shadow);
      (void)inner.remove(change.shadow);  // a folder with files stays until the destructor
    }
    changes.erase(std::remove_if(changes.begin(), changes.end(), lasting), changes.end());
  }

  Status undo(const NameChange& change) {
    if (change.kind == NameChange::Kind::kCreated) {
      nodes.erase(change.path);
      BFA_RETURN_IF_ERROR(inner.remove(change.path));
    } else if (change.kind == NameChange::Kind::kRenamed) {
      BFA_RETURN_IF_ERROR(inner.rename(change.path, change.from));
      move_nodes(change.path, change.from);
    }
    if (change.shadow.empty()) return {};
    BFA_RETURN_IF_ERROR(inner.rename(change.shadow, change.path));
    move_nodes(change.shadow, change.path);
    return {};
  }

  Status lose_bytes(const std::string& path, Node& node, Loss loss) {
    BFA_ASSIGN_OR_RETURN(const bool there, inner.exists(path));
    if (!there) return {};
    BFA_ASSIGN_OR_RETURN(const auto file, inner.append(path));
    if (loss == Loss::kHalf) {
      if (file->size() > node.stable_size) {
        BFA_RETURN_IF_ERROR(file->truncate(node.stable_size + (file->size() - node.stable_size) / 2));
      }
    } else if (file->size() > node.stable_size || !node.stable_tail.empty()) {
      BFA_RETURN_IF_ERROR(file->truncate(node.stable_size));
      BFA_RETURN_IF_ERROR(file->append(node.stable_tail));
    }
    return file->close();
  }
};

namespace {

using Disk = ForgettingFileSystem::Disk;

class ForgettingWritableFile final : public WritableFile {
 public:
  ForgettingWritableFile(std::unique_ptr<WritableFile> inner, std::shared_ptr<Disk> disk,
                         std::shared_ptr<Node> node, std::string path)
      : inner_(std::move(inner)),
        disk_(std::move(disk)),
        node_(std::move(node)),
        path_(std::move(path)),
        generation_(disk_->generation) {}

  Status append(std::string_view bytes) override {
    const std::lock_guard lock(disk_->mutex);
    BFA_RETURN_IF_ERROR(change());
    return inner_->append(bytes);
  }

  Status sync() override {
    const std::lock_guard lock(disk_->mutex);
    BFA_RETURN_IF_ERROR(change());
    *node_ = Node{inner_->size(), {}};
    return {};
  }

  Status truncate(std::uint64_t size) override {
    const std::lock_guard lock(disk_->mutex);
    BFA_RETURN_IF_ERROR(change());
    if (size < node_->stable_size) {
      // The file may have been renamed: read it where it is now.
      std::string tail(static_cast<std::size_t>(node_->stable_size - size), '\0');
      BFA_ASSIGN_OR_RETURN(const auto reader, disk_->inner.open(current_path()));
      BFA_ASSIGN_OR_RETURN(
          const std::size_t got,
          reader->read_at(size, std::as_writable_bytes(std::span(tail.data(), tail.size()))));
      tail.resize(got);
      node_->stable_tail = tail + node_->stable_tail;
      node_->stable_size = size;
    }
    return inner_->truncate(size);
  }

  std::uint64_t size() const override { return inner_->size(); }

  Status close() override {
    const std::lock_guard lock(disk_->mutex);
    return inner_->close();
  }

 private:
  Status change() {
    if (generation_ != disk_->generation) return Disk::power_off(path_);
    return disk_->change(path_);
  }
  std::string current_path() const {
    for (const auto& [path, node] : disk_->nodes) {
      if (node == node_) return path;
    }
    return path_;
  }

  std::unique_ptr<WritableFile> inner_;
  std::shared_ptr<Disk> disk_;
  std::shared_ptr<Node> node_;
  std::string path_;
  std::uint64_t generation_;
};

}  // namespace

ForgettingFileSystem::ForgettingFileSystem(FileSystem& inner, std::string shadow)
    : disk_(std::make_shared<Disk>(inner, std::move(shadow))) {
  (void)inner.create_directories(disk_->shadow_folder);
}

ForgettingFileSystem::~ForgettingFileSystem() {
  const auto names = disk_->inner.list(disk_->shadow_folder);
  if (names) {
    for (const auto& name : *names) (void)disk_->inner.remove(disk_->shadow_folder + "/" + name);
  }
  (void)disk_->inner.remove(disk_->shadow_folder);
}

void ForgettingFileSystem::cut_power_at(std::uint64_t operation) {
  const std::lock_guard lock(disk_->mutex);
  disk_->operations = 0;
  disk_->cut_at = operation;
}

std::uint64_t ForgettingFileSystem::operations() const {
  const std::lock_guard lock(disk_->mutex);
  return disk_->operations;
}

bool ForgettingFileSystem::power_is_off() const {
  const std::lock_guard lock(disk_->mutex);
  return disk_->off;
}

Status ForgettingFileSystem::crash(Loss loss) {
  const std::lock_guard lock(disk_->mutex);
  if (loss == Loss::kEverything) {
    for (std::size_t i = disk_->changes.size(); i-- > 0;) {
      const NameChange change = disk_->changes[i];
      BFA_RETURN_IF_ERROR(disk_->undo(change));
      if (change.kind == NameChange::Kind::kRenamed) disk_->move_changes(i, change.path, change.from);
    }
  }
  if (loss != Loss::kNothing) {
    for (auto& [path, node] : disk_->nodes) BFA_RETURN_IF_ERROR(disk_->lose_bytes(path, *node, loss));
  }
  disk_->changes.clear();
  disk_->nodes.clear();
  disk_->cut_at = std::numeric_limits<std::uint64_t>::max();
  disk_->off = false;
  ++disk_->generation;
  return {};
}

Result<std::unique_ptr<WritableFile>> ForgettingFileSystem::create(const std::string& name) {
  const std::string path = tidy(name);
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->change(path));
  // A new file in place of the old one, so that the old one comes back when the folder was not synced.
  BFA_ASSIGN_OR_RETURN(std::string shadow, disk_->put_aside(path));
  auto file = disk_->inner.create(path);
  if (!file) return file;
  disk_->changes.push_back({NameChange::Kind::kCreated, path, {}, std::move(shadow), {folder_of(path)}});
  std::unique_ptr<WritableFile> wrapped =
      std::make_unique<ForgettingWritableFile>(std::move(*file), disk_, disk_->node_of(path, 0), path);
  return wrapped;
}

Result<std::unique_ptr<WritableFile>> ForgettingFileSystem::append(const std::string& name) {
  const std::string path = tidy(name);
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->change(path));
  BFA_ASSIGN_OR_RETURN(const bool there, disk_->inner.exists(path));
  auto file = disk_->inner.append(path);
  if (!file) return file;
  if (!there) disk_->changes.push_back({NameChange::Kind::kCreated, path, {}, {}, {folder_of(path)}});
  const std::uint64_t size = (*file)->size();
  std::unique_ptr<WritableFile> wrapped =
      std::make_unique<ForgettingWritableFile>(std::move(*file), disk_, disk_->node_of(path, size), path);
  return wrapped;
}

Result<std::unique_ptr<ReadableFile>> ForgettingFileSystem::open(const std::string& path) {
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->look(path));
  return disk_->inner.open(path);
}

Status ForgettingFileSystem::rename(const std::string& from_name, const std::string& to_name) {
  const std::string from = tidy(from_name);
  const std::string to = tidy(to_name);
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->change(from));
  BFA_ASSIGN_OR_RETURN(const bool there, disk_->inner.exists(from));
  if (!there) return Error{Code::kNotFound, "cannot rename: no such file", from, -1};
  BFA_ASSIGN_OR_RETURN(std::string shadow, disk_->put_aside(to));
  BFA_RETURN_IF_ERROR(disk_->inner.rename(from, to));
  disk_->move_nodes(from, to);
  disk_->move_changes(disk_->changes.size(), from, to);
  disk_->changes.push_back(
      {NameChange::Kind::kRenamed, to, from, std::move(shadow), {folder_of(from), folder_of(to)}});
  return {};
}

Status ForgettingFileSystem::remove(const std::string& name) {
  const std::string path = tidy(name);
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->change(path));
  if (!disk_->inner.open(path)) {  // absent, or a folder: lasts at once, with what was removed in it
    BFA_RETURN_IF_ERROR(disk_->inner.remove(path));
    disk_->sync_names(path);
    return {};
  }
  BFA_ASSIGN_OR_RETURN(std::string shadow, disk_->put_aside(path));
  disk_->changes.push_back({NameChange::Kind::kRemoved, path, {}, std::move(shadow), {folder_of(path)}});
  return {};
}

Status ForgettingFileSystem::create_directories(const std::string& path) {
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->change(path));
  return disk_->inner.create_directories(path);
}

Status ForgettingFileSystem::sync_directory(const std::string& name) {
  const std::string path = tidy(name);
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->change(path));
  BFA_ASSIGN_OR_RETURN(const bool there, disk_->inner.exists(path));
  if (!there) return Error{Code::kNotFound, "cannot sync: no such folder", path, -1};
  disk_->sync_names(path);
  return {};
}

Result<bool> ForgettingFileSystem::exists(const std::string& path) {
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->look(path));
  return disk_->inner.exists(path);
}

Result<std::uint64_t> ForgettingFileSystem::file_size(const std::string& path) {
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->look(path));
  return disk_->inner.file_size(path);
}

Result<std::vector<std::string>> ForgettingFileSystem::list(const std::string& directory) {
  const std::lock_guard lock(disk_->mutex);
  BFA_RETURN_IF_ERROR(disk_->look(directory));
  return disk_->inner.list(directory);
}

}  // namespace bfa::test
