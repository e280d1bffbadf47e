// SPDX-License-Identifier: Apache-2.0
#include "store/files/replacement.h"

#include <chrono>
#include <string_view>
#include <thread>

#include "base/try.h"
#include "store/files/layout.h"

namespace bfa {
namespace {

constexpr const char* kParts[] = {"warc", "store", "imports", "packages"};
constexpr std::uint64_t kMaxList = 16u << 20;
constexpr int kTries = 100;
constexpr auto kPause = std::chrono::milliseconds(100);

Status replace_part(FileSystem& fs, const std::string& directory, const std::string& part) {
  const std::string fresh = Replacement::ready(directory) + "/" + part;
  const std::string current = directory + "/" + part;
  const std::string old = Replacement::old(directory) + "/" + part;
  BFA_ASSIGN_OR_RETURN(const bool waits, fs.exists(fresh));
  if (!waits) return {};
  BFA_ASSIGN_OR_RETURN(const bool in_the_way, fs.exists(current));
  if (in_the_way) BFA_RETURN_IF_ERROR(fs.rename(current, old));
  BFA_RETURN_IF_ERROR(fs.rename(fresh, current));
  // A folder that gains a name is written before the one that loses it: after a power cut each part has a
  // name.
  BFA_RETURN_IF_ERROR(fs.sync_directory(Replacement::old(directory)));
  BFA_RETURN_IF_ERROR(fs.sync_directory(directory));
  return fs.sync_directory(Replacement::ready(directory));
}

// Names with a slash, or that lead out of the folder, are none of ours.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos;
}

Status remove_packages(FileSystem& fs, const std::string& directory) {
  const std::string list = Replacement::ready(directory) + Replacement::kPackages;
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(list));
  if (!there) return {};
  BFA_ASSIGN_OR_RETURN(const std::string text, read_file(fs, list, kMaxList));
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view name = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (is_plain_name(name))
      BFA_RETURN_IF_ERROR(remove_tree(fs, directory + "/packages/" + std::string(name)));
  }
  BFA_ASSIGN_OR_RETURN(const bool packages, fs.exists(directory + "/packages"));
  return packages ? fs.sync_directory(directory + "/packages") : Status();
}

}  // namespace

Result<bool> replacement_is_ready(FileSystem& fs, const std::string& directory) {
  return fs.exists(Replacement::ready(directory));
}

Status remove_tree(FileSystem& fs, const std::string& path) {
  if (fs.remove(path)) return {};
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(path));
  if (!there) return {};
  const auto names = fs.list(path);
  if (!names) return fs.remove(path);  // no folder: says why it cannot be deleted
  for (const auto& name : *names) BFA_RETURN_IF_ERROR(remove_tree(fs, path + "/" + name));
  return fs.remove(path);
}

Status settle_replacement(FileSystem& fs, const std::string& directory) {
  BFA_ASSIGN_OR_RETURN(const bool ready, replacement_is_ready(fs, directory));
  if (ready) {
    BFA_RETURN_IF_ERROR(fs.create_directories(Replacement::old(directory)));
    for (const char* const part : kParts) BFA_RETURN_IF_ERROR(replace_part(fs, directory, part));
    BFA_RETURN_IF_ERROR(remove_packages(fs, directory));
  }
  // What is old goes first: while `remove.ready` is there, the archive is known to be in the middle of this.
  BFA_RETURN_IF_ERROR(remove_tree(fs, Replacement::old(directory)));
  BFA_RETURN_IF_ERROR(remove_tree(fs, Replacement::ready(directory)));
  BFA_RETURN_IF_ERROR(remove_tree(fs, Replacement::prepared(directory)));
  return fs.sync_directory(directory);
}

Status settle_for_reading(FileSystem& fs, const std::string& directory) {
  for (int tries = 0;; ++tries) {
    BFA_ASSIGN_OR_RETURN(const bool ready, replacement_is_ready(fs, directory));
    if (!ready) return {};
    const auto lock = WriterLock::take(directory);
    if (lock) return settle_replacement(fs, directory);
    if (lock.error().code != Code::kUnavailable || tries >= kTries) {
      return Error{Code::kUnavailable,
                   "a removal is not finished here; a command that may write there finishes it: " +
                       lock.error().message,
                   directory, -1};
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace bfa
