// SPDX-License-Identifier: Apache-2.0
#include "check/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/try.h"
#include "bfa/config/config.h"
#include "bfa/warc/fixity_manifest.h"
#include "bfa/warc/reader.h"
#include "store/files/fixity.h"
#include "store/files/layout.h"
#include "store/journal.h"
#include "store/keys.h"
#include "store/step_record.h"

namespace bfa {
namespace {

constexpr std::string_view kOpen = ".open";
constexpr std::array<std::string_view, 12> kExpected = {"bfa.toml",    "lock",        "warc",        "store",
                                                        "imports",     "packages",    "queue",       "notify",
                                                        "backups.txt", "copy-of.txt", "config.toml", "index"};

// Where a symbolic link leads; empty: it is none.
std::string link_target(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  if (error || status.type() != std::filesystem::file_type::symlink) return {};
  return std::filesystem::read_symlink(path, error).string();
}

std::string leftover_advice(std::string_view name) {
  if (name == "store.old" || name == "store.new")
    return "the next command that writes completes or reverts the rebuild that left it";
  if (name.starts_with("remove."))
    return "the next command that opens the archive completes or reverts the removal that left it";
  return "move it elsewhere if you do not need it here";
}

// The name that a WARC file had when it was made, by its first record.
std::string name_when_made(FileSystem& fs, const std::string& path) {
  const auto reader = WarcReader::open(fs, path);
  if (!reader) return {};
  const auto record = (*reader)->next();
  if (!record || *record == nullptr) return {};
  std::string name((*record)->header().field("WARC-Filename"));
  if (name.ends_with(kOpen)) name.resize(name.size() - kOpen.size());
  return name;
}

void check_warc_folder(FileSystem& fs, const std::string& directory, CheckLog& log) {
  const auto names = fs.list(directory + "/warc");
  if (!names) {
    log.failure(names.error(), "warc", "the folder");
    return;
  }
  for (const std::string& name : *names) {
    const std::string shown = "warc/" + name;
    std::string_view plain = name;
    if (plain.ends_with(kOpen)) plain.remove_suffix(kOpen.size());
    if (!is_warc_name(plain) && name != kFixityManifestName) {
      log.note("file_foreign", shown, "this is no WARC file", leftover_advice(name));
      continue;
    }
    if (const std::string target = link_target(directory + "/" + shown); !target.empty()) {
      log.damage("file_linked", shown,
                 "a symbolic link to " + target + ": the archive does not hold these bytes itself",
                 "put the file itself in the place of the link, then check again");
    }
  }
}

// Settings are no part of what is kept, but no crawl starts with a file that it cannot read.
void check_settings(FileSystem& fs, const std::string& directory, CheckLog& log) {
  constexpr std::uint64_t kMaxSettings = 64u << 20;
  const auto text = read_file(fs, archive_config_path(directory), kMaxSettings);
  if (!text) {
    if (text.error().code != Code::kNotFound) log.failure(text.error(), "config.toml", "the file");
    return;
  }
  if (const auto entries = parse_config(*text, "config.toml"); !entries)
    log.note("settings_unreadable", "config.toml", entries.error().message,
             "correct or delete that line: no crawl starts with it");
}

}  // namespace

bool is_locked(const std::string& directory) {
  const int fd = ::open((directory + "/lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool held = ::flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(fd);
  return held;
}

Status check_folder(FileSystem& fs, const std::string& directory, CheckLog& log) {
  const auto manifest = read_manifest(fs, directory);
  if (!manifest) {
    const Error& error = manifest.error();
    const auto warcs = list_warcs(fs, directory + "/warc");
    const bool archive = warcs && !warcs->empty();
    if (error.code == Code::kUnsupported || (error.code == Code::kNotFound && !archive)) return error;
    if (error.code == Code::kIo) {
      log.failure(error, "bfa.toml", "the file");
    } else {
      log.damage("toml_damaged", "bfa.toml",
                 error.code == Code::kNotFound ? "the file is missing" : error.message,
                 "run bfa rebuild: it makes the file again");
    }
  }
  const auto names = fs.list(directory);
  if (!names) {
    log.failure(names.error(), {}, "the folder of the archive");
    return {};
  }
  for (const std::string& name : *names) {
    if (const std::string target = link_target(directory + "/" + name); !target.empty())
      log.note("folder_linked", name, "a symbolic link to " + target,
               "a copy of the archive needs what it leads to");
    if (std::find(kExpected.begin(), kExpected.end(), name) == kExpected.end())
      log.note("file_foreign", name, "not a part of the archive", leftover_advice(name));
  }
  check_settings(fs, directory, log);
  check_warc_folder(fs, directory, log);
  return {};
}

WarcManifest read_warc_manifest(FileSystem& fs, const std::string& directory, CheckLog& log) {
  WarcManifest manifest;
  const std::string shown = "warc/" + std::string(kFixityManifestName);
  const auto there = fs.exists(directory + "/" + shown);
  manifest.there = !there || *there;
  if (!manifest.there) return manifest;
  auto digests = read_fixity_manifest(fs, directory + "/warc");
  if (digests) {
    manifest.digests = std::move(*digests);
  } else if (digests.error().code == Code::kCorrupt) {
    log.damage(
        "manifest_damaged", shown, digests.error().message,
        "restore the manifest from a backup, or remove it: the next command that writes makes it again");
  } else {
    log.failure(digests.error(), shown, "the manifest");
  }
  return manifest;
}

std::vector<FolderEntry> list_entries(FileSystem& fs, FileSystem& outside, const std::string& directory,
                                      const StoreReader& store, const CaptureCounts& captures,
                                      const WarcManifest& manifest, bool running, CheckLog& log) {
  std::map<std::string, FolderEntry> entries;
  const auto entry_of = [&](const std::string& name) -> FolderEntry& {
    FolderEntry& entry = entries[name];
    if (!entry.name.empty()) return entry;
    entry.name = name;
    entry.outside = name.starts_with('/');
    entry.shown = entry.outside ? name : "warc/" + name;
    entry.path = entry.outside ? name : directory + "/warc/" + name;
    return entry;
  };
  const auto files = list_warcs(fs, directory + "/warc");
  if (!files) log.failure(files.error(), "warc", "the folder");
  if (files) {
    for (const WarcFileSize& file : *files) {
      FolderEntry& entry = entry_of(file.name);
      entry.there = true;
      entry.open = file.open;
      entry.bytes = entry.readable = file.bytes;
      if (file.open) entry.path += kOpen;
    }
  }
  for (const auto& [name, count] : captures.by_file) entry_of(name).captures = count;
  for (const auto& [name, mark] : store.marks()) {
    FolderEntry& entry = entry_of(name);
    entry.known = mark.bytes == kWholeFile ? entry.bytes : mark.bytes;
  }
  for (const auto& [name, digest] : manifest.digests) {
    if (const auto found = entries.find(name); found != entries.end()) found->second.digest = digest;
  }
  std::vector<FolderEntry> out;
  for (auto& [name, entry] : entries) {
    if (entry.outside) {
      const auto bytes = outside.file_size(name);
      entry.there = bytes.has_value() || bytes.error().code != Code::kNotFound;
      entry.bytes = entry.readable = bytes ? *bytes : 0;
    } else if (store.database() != nullptr && (entry.open || running)) {
      entry.readable = std::min(entry.bytes, entry.known);
    }
    out.push_back(std::move(entry));
  }
  return out;
}

namespace {

class EntryComparison {
 public:
  EntryComparison(FileSystem& fs, const std::vector<FolderEntry>& entries, const CheckOptions& options,
                  CheckLog& log)
      : fs_(fs), entries_(entries), options_(options), log_(log) {}

  void with_store(const StoreReader& store, bool running) {
    if (store.database() == nullptr) return;
    for (const FolderEntry& entry : entries_) {
      if (!entry.there || entry.open || entry.outside || entry.bytes <= entry.known || running) continue;
      if (store.marks().contains(entry.name)) {
        log_.damage("file_unread", entry.shown,
                    "the store does not know the last " + std::to_string(entry.bytes - entry.known) +
                        " bytes of this file",
                    "run a command that writes, as bfa crawl, which takes them in; when it refuses, run bfa "
                    "rebuild");
      } else {
        unknown(entry);
      }
    }
  }

  void with_manifest(const StoreReader& store, const WarcManifest& manifest, bool running) {
    const bool wanted = options_.read_data || options_.digests;
    const auto kind = wanted ? CheckProblem::Kind::kUnseen : CheckProblem::Kind::kNote;
    const std::string shown = "warc/" + std::string(kFixityManifestName);
    const bool any = std::any_of(entries_.begin(), entries_.end(),
                                 [](const FolderEntry& entry) { return entry.there && !entry.open; });
    if (!manifest.there && any) {
      log_.add(kind, "manifest_missing", shown, "there is no manifest: no file can be compared with a digest",
               "the next command that writes makes it");
      return;
    }
    for (const auto& [name, digest] : manifest.digests) {
      const auto found =
          std::find_if(entries_.begin(), entries_.end(),
                       [&, &wanted_name = name](const auto& e) { return e.name == wanted_name; });
      if (found != entries_.end()) continue;
      log_.damage(
          "manifest_wrong", shown,
          "the manifest names " + name + ", which is not there, and the store does not know it",
          "put the file back from a backup; if it never was there, restore the manifest from a backup");
    }
    if (store.database() != nullptr) with_digests_of(*store.database(), manifest);
    for (const FolderEntry& entry : entries_) {
      if (!entry.there || entry.open || entry.outside || entry.digest || running) continue;
      log_.add(kind, "manifest_lacks", entry.shown, "the manifest does not have this file",
               "the next command that writes enters it");
    }
  }

 private:
  // The store has the digests, too: a file and its line in the manifest that were both changed are noticed.
  void with_digests_of(const Database& database, const WarcManifest& manifest) {
    const std::string prefix = meta::decisions(kFixityDecision);
    const Status read = database.for_each(
        Family::kMeta, prefix, prefix_end(prefix), [&](const Database::Row& row) -> Result<bool> {
          BFA_ASSIGN_OR_RETURN(const Decision decision, decision_from_json(row.second));
          if (!decision.target.starts_with(kFixityTarget)) return true;
          const auto line = manifest.digests.find(decision.target.substr(kFixityTarget.size()));
          if (line == manifest.digests.end() || "sha256:" + line->second == decision.value) return true;
          log_.damage("manifest_wrong", "warc/" + std::string(kFixityManifestName),
                      "the manifest has another digest of " + line->first + " than the store",
                      "compare the file with a backup; if it is whole, restore the manifest from the backup");
          return true;
        });
    if (!read) log_.failure(read.error(), "store", "the digests of the WARC files");
  }

  void unknown(const FolderEntry& entry) {
    const std::string made_as = name_when_made(fs_, entry.path);
    const bool renamed = std::any_of(entries_.begin(), entries_.end(), [&](const FolderEntry& other) {
      return other.name == made_as && !other.there;
    });
    if (renamed) {
      log_.damage("file_renamed", entry.shown, "this file was made as " + made_as + ", which is missing",
                  "rename it back to " + made_as + ", then check again");
      return;
    }
    log_.damage("file_unknown", entry.shown, "the store does not know this WARC file",
                "if bfa wrote it, run bfa rebuild; otherwise move it out of warc/ and run bfa import on it");
  }

  FileSystem& fs_;
  const std::vector<FolderEntry>& entries_;
  const CheckOptions& options_;
  CheckLog& log_;
};

}  // namespace

void compare_entries(FileSystem& fs, std::vector<FolderEntry>& entries, const StoreReader& store,
                     const WarcManifest& manifest, bool running, const CheckOptions& options, CheckLog& log) {
  EntryComparison comparison(fs, entries, options, log);
  comparison.with_store(store, running);
  comparison.with_manifest(store, manifest, running);
}

}  // namespace bfa
