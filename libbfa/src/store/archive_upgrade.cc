// SPDX-License-Identifier: Apache-2.0
// Stores of format 1: a new store is made beside the old one, which is kept until the new one is complete.
#include <utility>

#include "base/try.h"
#include "store/archive_impl.h"
#include "store/keys.h"
#include "store/upgrade.h"

namespace bfa {
namespace {

constexpr const char* kUpgraded = "/upgraded";  // in the scratch folder

}  // namespace

// Reads the store at `store_path_` as another program's would be read: it is not changed.
Status ArchiveImpl::upgrade_to(const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto scratch, ScratchFolder::make());
  DatabaseOptions reading;
  reading.path = store_path_;
  reading.secondary_path = scratch->path();
  reading.cache_bytes = options_.store_cache_bytes;
  BFA_ASSIGN_OR_RETURN(const auto from, Database::open(reading));
  BFA_ASSIGN_OR_RETURN(const auto format, from->get(Family::kMeta, meta::kFormat));
  if (!format || u64_value(*format) != 1) {
    return Error{Code::kCorrupt, "the store has the families of format 1 and not its number; run bfa rebuild",
                 store_path_, -1};
  }
  DatabaseOptions writing;
  writing.path = path;
  writing.write = true;
  writing.cache_bytes = options_.store_cache_bytes;
  if (&fs_ != &posix_file_system()) writing.fs = &fs_;
  BFA_ASSIGN_OR_RETURN(const auto to, Database::open(writing));
  BFA_RETURN_IF_ERROR(upgrade_store(*from, *to));
  return to->close();
}

// The lock is held.
Status ArchiveImpl::upgrade_in_place() {
  tell("the store has format 1: it is upgraded, once");
  BFA_RETURN_IF_ERROR(upgrade_to(directory_ + "/store.new"));
  return swap_stores();
}

// Another program may hold the lock, and the folder may be read-only: then the upgraded store is a copy that
// lives as long as this reader.
Status ArchiveImpl::upgrade_for_reading() {
  const auto lock = WriterLock::take(directory_);
  if (lock) {
    BFA_RETURN_IF_ERROR(settle_stores());
    const Status upgraded = upgrade_in_place();
    if (upgraded) return open_database(store_path_, false);
    if (upgraded.error().code != Code::kIo) return upgraded;
  }
  tell("the store has format 1 and cannot be upgraded now: a copy of it is read");
  const std::string copy = scratch_->path() + kUpgraded;
  BFA_RETURN_IF_ERROR(upgrade_to(copy));
  return open_database(copy, false);
}

void ArchiveImpl::tell(const std::string& line) const {
  if (options_.log) options_.log(LogLevel::kInfo, directory_ + ": " + line);
}

}  // namespace bfa
