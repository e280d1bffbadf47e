// SPDX-License-Identifier: Apache-2.0
#include "backup/copy_store.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/try.h"
#include "store/database.h"
#include "store/files/copy_file.h"
#include "store/files/replacement.h"

namespace bfa {
namespace {

constexpr int kTries = 20;
constexpr std::uint64_t kMaxName = 4096;

bool is_log(std::string_view name) {
  return name.ends_with(".log");
}
bool is_table(std::string_view name) {
  return name.ends_with(".sst") || name.ends_with(".blob");
}

// What a writer changed while the files were copied: another try may succeed.
Error changed(const std::string& path) {
  return Error{Code::kUnavailable, "the store changed while it was copied: run the backup again", path, -1};
}

class StoreCopy {
 public:
  StoreCopy(FileSystem& fs, const std::string& from, const std::string& before, const std::string& to,
            std::uint64_t& bytes)
      : fs_(fs), from_(from), before_(before), to_(to), bytes_(bytes) {
    const std::string identity = store_identity(fs, from);
    same_store_ = !identity.empty() && identity == store_identity(fs, before);
  }

  // The list of tables first: what it names was there at that moment. A log that is removed meanwhile was
  // written to a table that the copied list does not have.
  Status run() {
    BFA_ASSIGN_OR_RETURN(const std::string current, read_file(fs_, from_ + "/CURRENT", kMaxName));
    const std::string list = current.substr(0, current.find('\n'));
    if (list.empty() || list.find('/') != std::string::npos)
      return Error{Code::kCorrupt, "the file names no list of tables", from_ + "/CURRENT", -1};
    BFA_RETURN_IF_ERROR(copy(list));
    BFA_ASSIGN_OR_RETURN(const auto names, fs_.list(from_));
    for (const auto& name : names) {
      if (is_log(name) || name == "IDENTITY" || name.starts_with("OPTIONS-")) BFA_RETURN_IF_ERROR(copy(name));
    }
    for (const auto& name : names) {
      if (is_table(name)) BFA_RETURN_IF_ERROR(take_table(name));
    }
    BFA_ASSIGN_OR_RETURN(const auto later, fs_.list(from_));
    const bool all = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return !is_log(name) || std::binary_search(later.begin(), later.end(), name);
    });
    BFA_ASSIGN_OR_RETURN(const std::string now, read_file(fs_, from_ + "/CURRENT", kMaxName));
    if (!all || now != current) return changed(from_);
    BFA_RETURN_IF_ERROR(write_file_atomically(fs_, to_ + "/CURRENT", current));
    BFA_RETURN_IF_ERROR(fs_.sync_directory(to_));
    return verify_store(to_);
  }

 private:
  // Up to its length now.
  Status copy(const std::string& name) {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t size, fs_.file_size(from_ + "/" + name));
    BFA_ASSIGN_OR_RETURN(const CopiedFile copied, copy_file(fs_, from_ + "/" + name, to_ + "/" + name, size));
    bytes_ += copied.bytes;
    return {};
  }

  Status take_table(const std::string& name) {
    if (same_store_) {
      const auto size = fs_.file_size(from_ + "/" + name), have = fs_.file_size(before_ + "/" + name);
      if (size && have && *size == *have) return keep_file(fs_, before_ + "/" + name, to_ + "/" + name);
    }
    return copy(name);
  }

  FileSystem& fs_;
  const std::string& from_;
  const std::string& before_;
  const std::string& to_;
  std::uint64_t& bytes_;
  bool same_store_ = false;
};

}  // namespace

std::string store_identity(FileSystem& fs, const std::string& path) {
  return read_file(fs, path + "/IDENTITY", kMaxName).value_or("");
}

Status copy_store(FileSystem& fs, const std::string& from, const std::string& before, const std::string& to,
                  std::uint64_t& bytes) {
  Status status;
  bool reuse = true;
  for (int tries = 0; tries < kTries; ++tries) {
    BFA_RETURN_IF_ERROR(remove_tree(fs, to));
    BFA_RETURN_IF_ERROR(fs.create_directories(to));
    const std::string none;
    status = StoreCopy(fs, from, reuse ? before : none, to, bytes).run();
    if (status) return status;
    const Code code = status.error().code;
    // Tables that are removed meanwhile are missing in the copy. A table of the earlier copy may be damaged.
    if (code != Code::kUnavailable && code != Code::kNotFound && code != Code::kCorrupt) return status;
    if (code == Code::kCorrupt) {
      if (!reuse && tries > 2) break;
      reuse = false;
    }
  }
  return status;
}

}  // namespace bfa
