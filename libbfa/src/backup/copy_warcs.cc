// SPDX-License-Identifier: Apache-2.0
#include "backup/copy_warcs.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "store/database.h"
#include "store/files/copy_file.h"
#include "store/files/layout.h"

namespace bfa {
namespace {

Result<std::map<std::string, WarcFileSize>> files_in(FileSystem& fs, const std::string& folder) {
  std::map<std::string, WarcFileSize> files;
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(folder));
  if (!there) return files;
  BFA_ASSIGN_OR_RETURN(auto listed, list_warcs(fs, folder));
  for (WarcFileSize& file : listed) {
    std::string name = file.name;
    files.emplace(std::move(name), std::move(file));
  }
  return files;
}

Result<std::map<std::string, Mark>> marks_of(const std::string& store) {
  BFA_ASSIGN_OR_RETURN(const auto scratch, ScratchFolder::make());
  DatabaseOptions options;
  options.path = store;
  options.secondary_path = scratch->path();
  BFA_ASSIGN_OR_RETURN(const auto database, Database::open(options));
  return read_marks(*database);
}

}  // namespace

Status WarcCopy::list() {
  BFA_ASSIGN_OR_RETURN(before_, files_in(fs_, folders_.archive + "/warc"));
  BFA_ASSIGN_OR_RETURN(have_, files_in(fs_, folders_.copy + "/warc"));
  return {};
}

// A manifest of the archive that cannot be read is a problem, and certifies nothing.
Status WarcCopy::read_manifests() {
  auto mine = read_fixity_manifest(fs_, folders_.archive + "/warc");
  if (!mine && mine.error().code != Code::kCorrupt) return std::move(mine).error();
  if (mine) mine_ = std::move(*mine);
  if (!mine) report_.problems.push_back(mine.error());
  auto its = read_fixity_manifest(fs_, folders_.copy + "/warc");
  if (its) its_ = std::move(*its);
  return {};
}

Status WarcCopy::copy(const std::string& store) {
  BFA_ASSIGN_OR_RETURN(const auto marks, marks_of(store));
  BFA_ASSIGN_OR_RETURN(now_, files_in(fs_, folders_.archive + "/warc"));
  BFA_RETURN_IF_ERROR(read_manifests());
  BFA_RETURN_IF_ERROR(refuse_foreign(marks));
  BFA_RETURN_IF_ERROR(fs_.create_directories(folders_.fresh + "/warc"));
  for (const auto& [name, mark] : marks) {
    if (!name.starts_with('/')) BFA_RETURN_IF_ERROR(take(name, mark));
  }
  for (const auto& [name, file] : before_) {
    if (marks.contains(name) || file.open) continue;
    problem(name, "the store does not know this file; it was copied");
    BFA_RETURN_IF_ERROR(take_closed(file));
  }
  BFA_RETURN_IF_ERROR(write_fixity_manifest(fs_, folders_.fresh + "/warc", fresh_));
  return fs_.sync_directory(folders_.fresh + "/warc");
}

Status WarcCopy::refuse_foreign(const std::map<std::string, Mark>& marks) {
  for (const auto& [name, file] : have_) {
    if (marks.contains(name) || now_.contains(name) || file.open) continue;
    return Error{
        Code::kInvalidArgument,
        "the copy has a WARC file that the archive does not know: something wrote to the copy; use a "
        "new folder, or import this file into the archive and remove it here",
        folders_.copy + "/warc/" + name, -1};
  }
  return {};
}

Status WarcCopy::take(const std::string& name, const Mark& mark) {
  const auto found = now_.find(name);
  if (found == now_.end()) return take_missing(name);
  const WarcFileSize& file = found->second;
  if (mark.bytes != kWholeFile && file.bytes < mark.bytes)
    problem(name, "the file has " + std::to_string(file.bytes) + " bytes, and the store knows " +
                      std::to_string(mark.bytes));
  // A file that was closed before the store was copied does not grow: its other bytes came from elsewhere.
  const auto before = before_.find(name);
  const bool was_closed = before != before_.end() && !before->second.open;
  if (was_closed && mark.bytes != kWholeFile && file.bytes > mark.bytes)
    problem(name, "the file has " + std::to_string(file.bytes - mark.bytes) +
                      " bytes that the store does not know");
  const bool whole = !file.open && (was_closed || mark.bytes == kWholeFile || file.bytes <= mark.bytes);
  return whole ? take_closed(file) : take_part(file, mark.bytes);
}

Result<bool> WarcCopy::is_good(const std::string& path, const std::string& digest, bool read) {
  BFA_ASSIGN_OR_RETURN(const bool there, fs_.exists(path));
  if (!there || !read) return there;
  BFA_ASSIGN_OR_RETURN(const std::string is, sha256_of_file(fs_, path));
  return is == digest;
}

Status WarcCopy::keep(const std::string& name) {
  ++report_.warc_files;
  return keep_file(fs_, folders_.copy + "/warc/" + name, folders_.fresh + "/warc/" + name);
}

Status WarcCopy::take_closed(const WarcFileSize& file) {
  const std::string& name = file.name;
  const std::string from = folders_.archive + "/warc/" + name, old = folders_.copy + "/warc/" + name,
                    to = folders_.fresh + "/warc/" + name;
  const auto line = mine_.find(name), old_line = its_.find(name);
  const auto have = have_.find(name);
  const bool same = line != mine_.end() && old_line != its_.end() && line->second == old_line->second &&
                    have != have_.end() && !have->second.open;
  if (line != mine_.end()) fresh_[name] = line->second;
  if (same && have->second.bytes == file.bytes) {
    BFA_ASSIGN_OR_RETURN(const bool good, is_good(old, line->second, verify_));
    if (good) return keep(name);
  }
  if (line != mine_.end()) {  // an earlier call may have copied it
    BFA_ASSIGN_OR_RETURN(const bool copied, is_good(to, line->second, true));
    if (copied) return ++report_.warc_files, Status();
  }
  BFA_ASSIGN_OR_RETURN(const CopiedFile copied, copy_file(fs_, from, to));
  ++report_.copied;
  report_.bytes += copied.bytes;
  if (line == mine_.end()) fresh_[name] = copied.sha256;
  const bool differs = line != mine_.end() && copied.sha256 != line->second;
  const bool changed = line == mine_.end() && old_line != its_.end() && copied.sha256 != old_line->second;
  if (!differs && !changed) return ++report_.warc_files, Status();
  --report_.copied;
  const std::string& wanted = differs ? line->second : old_line->second;
  BFA_ASSIGN_OR_RETURN(const bool good, is_good(old, wanted, true));
  const char* const what = differs ? "the file differs from its digest in the manifest"
                                   : "the file differs from its copy and is not in the manifest";
  problem(name, std::string(what) + (good ? "; the good copy stays" : "; there is no good copy"));
  if (!good) return ++report_.warc_files, Status();
  fresh_[name] = wanted;
  return keep(name);
}

// A file that is being written, or was at the moment of the copied store.
Status WarcCopy::take_part(const WarcFileSize& file, std::uint64_t bytes) {
  const std::string from = folders_.archive + "/warc/" + file.name + (file.open ? ".open" : "");
  const std::string to = folders_.fresh + "/warc/" + file.name + ".open";
  auto copied = copy_file(fs_, from, to, bytes);
  // The writer may have closed it just now.
  if (!copied && copied.error().code == Code::kNotFound && file.open)
    copied = copy_file(fs_, folders_.archive + "/warc/" + file.name, to, bytes);
  if (!copied) return std::move(copied).error();
  ++report_.warc_files;
  ++report_.copied;
  report_.bytes += copied->bytes;
  return {};
}

Status WarcCopy::take_missing(const std::string& name) {
  const auto have = have_.find(name);
  const bool kept = have != have_.end() && !have->second.open;
  problem(name, std::string("the file is missing") +
                    (kept ? "; the copy of it stays" : ", and there is no copy of it"));
  if (!kept) return {};
  if (const auto line = its_.find(name); line != its_.end()) fresh_[name] = line->second;
  return keep(name);
}

void WarcCopy::problem(const std::string& name, std::string message) {
  report_.problems.push_back(
      Error{Code::kCorrupt, std::move(message), folders_.archive + "/warc/" + name, -1});
}

}  // namespace bfa
