// SPDX-License-Identifier: Apache-2.0
#include "bfa/backup/backup.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "backup/copy_store.h"
#include "backup/copy_warcs.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/store/archive.h"
#include "bfa/warc/fixity_manifest.h"
#include "store/files/copy_file.h"
#include "store/files/layout.h"
#include "store/files/replacement.h"

namespace bfa {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlaces = "/backups.txt";
constexpr std::uint64_t kMaxPlaces = 1u << 20;
constexpr std::uint64_t kMaxToml = 64u << 10;
constexpr const char* kSettings = "/config.toml";
constexpr std::uint64_t kMaxSettings = 64u << 20;

Result<std::string> real_path(const std::string& path) {
  std::error_code failed;
  std::string real = fs::weakly_canonical(fs::absolute(path), failed).string();
  if (failed) return Error{Code::kIo, failed.message(), path, -1};
  if (real.size() > 1 && real.ends_with('/')) real.pop_back();
  return real;
}

bool is_in(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// Two manifests have a file in common.
bool share_a_file(const FixityManifest& a, const FixityManifest& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& line) {
    const auto other = b.find(line.first);
    return other != b.end() && other->second == line.second;
  });
}

class Backup {
 public:
  Backup(FileSystem& files, std::string from, std::string to, const BackupOptions& options)
      : fs_(files),
        from_(std::move(from)),
        to_(std::move(to)),
        fresh_(Replacement::prepared(to_)),
        options_(options) {}

  Result<BackupReport> run() {
    BFA_RETURN_IF_ERROR(open_source());
    BFA_RETURN_IF_ERROR(fs_.create_directories(to_));
    BFA_RETURN_IF_ERROR(check_place());
    BFA_ASSIGN_OR_RETURN(const auto lock, WriterLock::take(to_));
    BFA_ASSIGN_OR_RETURN(const bool ready, replacement_is_ready(fs_, to_));
    if (ready) BFA_RETURN_IF_ERROR(settle_replacement(fs_, to_));
    const Status prepared = prepare();
    if (!prepared && prepared.error().code == Code::kInvalidArgument) (void)remove_tree(fs_, fresh_).ok();
    BFA_RETURN_IF_ERROR(prepared);
    BFA_RETURN_IF_ERROR(prove());
    BFA_RETURN_IF_ERROR(fs_.rename(fresh_, Replacement::ready(to_)));
    BFA_RETURN_IF_ERROR(fs_.sync_directory(to_));
    BFA_RETURN_IF_ERROR(settle_replacement(fs_, to_));
    BFA_RETURN_IF_ERROR(note_place());
    return std::move(report_);
  }

 private:
  // Says what is wrong with the archive before anything is made.
  Status open_source() {
    ArchiveOptions options;
    options.mode = ArchiveOptions::Mode::kRead;
    options.fs = &fs_;
    BFA_ASSIGN_OR_RETURN(const auto archive, Archive::open(from_, options));
    BFA_ASSIGN_OR_RETURN(toml_, read_file(fs_, from_ + "/bfa.toml", kMaxToml));
    identity_ = store_identity(fs_, from_ + "/store");
    return archive->close();
  }

  Status check_place() {
    BFA_ASSIGN_OR_RETURN(const auto names, fs_.list(to_));
    const auto other = [&](const std::string& why) {
      return Error{Code::kInvalidArgument, why + ": give an empty folder or a copy that bfa backup made", to_,
                   -1};
    };
    const auto copy = read_manifest(fs_, to_);
    if (!copy) {
      const bool ours = std::all_of(names.begin(), names.end(), [](const std::string& name) {
        return name.starts_with("remove.") || name == "lock" || "/" + name == kCopyOf;
      });
      return ours ? Status() : Status(other("the folder is not empty, and no archive"));
    }
    BFA_ASSIGN_OR_RETURN(const auto mine, read_manifest(fs_, from_));
    BFA_ASSIGN_OR_RETURN(const auto its_files, read_fixity_manifest(fs_, to_ + "/warc"));
    const auto my_files = read_fixity_manifest(fs_, from_ + "/warc");
    const bool same = copy->created == mine.created || (my_files && share_a_file(*my_files, its_files));
    return same ? Status() : Status(other("this is another archive"));
  }

  // What an earlier call copied before it was cut off is used again.
  Status prepare() {
    BFA_RETURN_IF_ERROR(fs_.create_directories(fresh_));
    WarcCopy warcs(fs_, {from_, to_, fresh_}, options_.verify, report_);
    BFA_RETURN_IF_ERROR(warcs.list());
    BFA_RETURN_IF_ERROR(copy_store(fs_, from_ + "/store", to_ + "/store", fresh_ + "/store", report_.bytes));
    BFA_RETURN_IF_ERROR(warcs.copy(fresh_ + "/store"));
    for (const char* const folder : {"/imports", "/packages"}) {
      BFA_ASSIGN_OR_RETURN(const bool there, fs_.exists(from_ + folder));
      if (there) BFA_RETURN_IF_ERROR(copy_tree(folder));
    }
    if (store_identity(fs_, from_ + "/store") == identity_) return {};
    return Error{Code::kUnavailable,
                 "the archive's store was replaced while it was copied (a rebuild or a removal): run the "
                 "backup again",
                 from_, -1};
  }

  // Folders and files below `path`, which begins with a slash.
  Status copy_tree(const std::string& path) {
    const auto names = fs_.list(from_ + path);
    if (!names) return copy_other(path);
    BFA_RETURN_IF_ERROR(fs_.create_directories(fresh_ + path));
    for (const auto& name : *names) BFA_RETURN_IF_ERROR(copy_tree(path + "/" + name));
    return fs_.sync_directory(fresh_ + path);
  }

  Status copy_other(const std::string& path) {
    ++report_.other_files;
    BFA_ASSIGN_OR_RETURN(const bool known, is_copied(path));
    if (known) return keep_file(fs_, to_ + path, fresh_ + path);
    BFA_ASSIGN_OR_RETURN(const CopiedFile copied, copy_file(fs_, from_ + path, fresh_ + path));
    report_.bytes += copied.bytes;
    return {};
  }

  // By length and time; with `verify` by content.
  Result<bool> is_copied(const std::string& path) {
    const auto mine = fs_.file_size(from_ + path), its = fs_.file_size(to_ + path);
    if (!mine || !its || *mine != *its) return false;
    if (options_.verify) {
      BFA_ASSIGN_OR_RETURN(const std::string a, sha256_of_file(fs_, from_ + path));
      BFA_ASSIGN_OR_RETURN(const std::string b, sha256_of_file(fs_, to_ + path));
      return a == b;
    }
    std::error_code failed;
    const auto changed = fs::last_write_time(from_ + path, failed);
    if (failed) return false;
    const auto copied = fs::last_write_time(to_ + path, failed);
    return !failed && copied > changed;
  }

  // The copy is opened before it takes its place.
  Status prove() {
    BFA_RETURN_IF_ERROR(write_file_atomically(fs_, fresh_ + "/bfa.toml", toml_));
    ArchiveOptions options;
    options.mode = ArchiveOptions::Mode::kRead;
    options.fs = &fs_;
    BFA_ASSIGN_OR_RETURN(const auto archive, Archive::open(fresh_, options));
    const Reconciliation& found = archive->reconciliation();
    if (!found.complete() && report_.problems.empty())
      return Error{Code::kInternal, "the copy lacks what its store knows", fresh_, -1};
    BFA_RETURN_IF_ERROR(archive->close());
    BFA_RETURN_IF_ERROR(write_file_atomically(fs_, to_ + kCopyOf, from_ + "\n"));
    BFA_RETURN_IF_ERROR(write_file_atomically(fs_, to_ + "/bfa.toml", toml_));
    BFA_RETURN_IF_ERROR(copy_settings());
    return fs_.sync_directory(fresh_);
  }

  // As they are now: settings that were taken away are not kept in the copy.
  Status copy_settings() {
    const auto text = read_file(fs_, from_ + kSettings, kMaxSettings);
    if (text) return write_file_atomically(fs_, to_ + kSettings, *text);
    if (text.error().code != Code::kNotFound) return text.error();
    BFA_ASSIGN_OR_RETURN(const bool there, fs_.exists(to_ + kSettings));
    return there ? fs_.remove(to_ + kSettings) : Status();
  }

  // Removals name the copies that they do not change.
  Status note_place() {
    BFA_ASSIGN_OR_RETURN(const auto places, backup_places(fs_, from_));
    if (std::find(places.begin(), places.end(), to_) != places.end()) return {};
    std::string text;
    for (const auto& place : places) text += place + "\n";
    const Status noted = write_file_atomically(fs_, from_ + kPlaces, text + to_ + "\n");
    if (!noted) {
      report_.problems.push_back(noted.error());
      report_.problems.back().message =
          "the place of the copy could not be noted, so that removals will not name it: " +
          report_.problems.back().message;
    }
    return {};
  }

  FileSystem& fs_;
  std::string from_, to_, fresh_;
  const BackupOptions& options_;
  std::string toml_, identity_;
  BackupReport report_;
};

}  // namespace

Result<BackupReport> backup_archive(const std::string& archive, const std::string& to,
                                    const BackupOptions& options) {
  return guarded([&]() -> Result<BackupReport> {
    FileSystem& files = options.fs != nullptr ? *options.fs : posix_file_system();
    BFA_ASSIGN_OR_RETURN(std::string from, real_path(archive));
    BFA_ASSIGN_OR_RETURN(std::string place, real_path(to));
    if (is_in(place, from) || is_in(from, place))
      return Error{Code::kInvalidArgument, "a copy cannot be in the archive, nor the archive in the copy", to,
                   -1};
    if (place.find('\n') != std::string::npos)
      return Error{Code::kInvalidArgument, "a path with a line break", to, -1};
    return Backup(files, std::move(from), std::move(place), options).run();
  });
}

Result<std::vector<std::string>> backup_places(FileSystem& files, const std::string& archive) {
  return guarded([&]() -> Result<std::vector<std::string>> {
    std::vector<std::string> places;
    BFA_ASSIGN_OR_RETURN(const bool there, files.exists(archive + kPlaces));
    if (!there) return places;
    BFA_ASSIGN_OR_RETURN(const std::string text, read_file(files, archive + kPlaces, kMaxPlaces));
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      if (end > at) places.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return places;
  });
}

}  // namespace bfa
