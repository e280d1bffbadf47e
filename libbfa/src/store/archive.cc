// SPDX-License-Identifier: Apache-2.0
#include "bfa/store/archive.h"

#include <algorithm>
#include <utility>

#include "base/counted.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/reader.h"
#include "io/name_uuid.h"
#include "store/archive_impl.h"
#include "store/bytes.h"
#include "store/files/replacement.h"
#include "store/step_record.h"
#include "warc/write/recover.h"

namespace bfa {
namespace {

// Of what is written while a crawl waits for it: docs/performance.md, "Crawl".
constexpr int kCrawlGzipLevel = 4;

Error wrong_mode(const char* wanted) {
  return Error{Code::kInvalidArgument, std::string("the archive is not open for ") + wanted, {}, -1};
}

// What to do about a store that is missing or damaged.
std::string remedy(const std::string& directory) {
  return "run bfa rebuild -a " + directory + ", which makes it again from the files in warc/";
}

Error missing_store(const std::string& directory) {
  return Error{Code::kCorrupt, "the archive's store is missing: " + remedy(directory), directory, -1};
}

// A disk that is full or not readable, and a machine with too few handles or memory, need no rebuild.
Error with_remedy(Error error, const std::string& directory) {
  bool disk = false;
  for (const char* cause : {"no space left", "Permission denied", "Too many open files", "Cannot allocate"})
    disk = disk || error.message.find(cause) != std::string::npos;
  const bool told = error.message.find("bfa rebuild") != std::string::npos;
  if (!disk && !told && (error.code == Code::kCorrupt || error.code == Code::kIo)) {
    error.message = "the archive's store cannot be read: " + remedy(directory) + ": " + error.message;
  }
  return error;
}

Error not_applied(const Reconciliation& found, const std::string& directory) {
  const std::string what = found.steps == 0 ? "records in warc/ are"
                                            : counted(found.steps, "step in warc/ is", "steps in warc/ are");
  return Error{Code::kCorrupt,
               what +
                   " not in the store (a crawl was killed, or the store is older than the "
                   "files): open_archive() takes them in, as the commands that write do; or " +
                   remedy(directory),
               directory, -1};
}

// Removes a store that is no longer needed. Files that cannot be removed do no harm.
void destroy_store(FileSystem& fs, const std::string& path) {
  const Status removed = remove_tree(fs, path);
  (void)removed.ok();
}

Result<bool> has_store(FileSystem& fs, const std::string& path) {
  return fs.exists(path + "/CURRENT");
}

}  // namespace

ArchiveImpl::ArchiveImpl(std::string directory, const ArchiveOptions& options, Journal* tail)
    : directory_(std::move(directory)),
      warc_directory_(directory_ + "/warc"),
      store_path_(directory_ + "/store"),
      options_(options),
      fs_(options.fs != nullptr ? *options.fs : posix_file_system()),
      clock_(options.clock != nullptr ? *options.clock : system_clock()),
      tail_(tail) {}

ArchiveImpl::~ArchiveImpl() {
  const Status closed = close();
  if (!closed && options_.log) options_.log(LogLevel::kError, to_string(closed.error()));
}

Status ArchiveImpl::open() {
  if (options_.mode == ArchiveOptions::Mode::kRead) return open_for_reading();
  return open_for_writing();
}

Status ArchiveImpl::open_for_reading() {
  const auto manifest = read_manifest(fs_, directory_);
  if (!manifest) return missing_manifest(manifest.error());
  BFA_RETURN_IF_ERROR(settle_for_reading(fs_, directory_));
  BFA_ASSIGN_OR_RETURN(bool there, has_store(fs_, store_path_));
  if (!there) {  // perhaps a removal replaces it just now
    BFA_RETURN_IF_ERROR(settle_for_reading(fs_, directory_));
    BFA_ASSIGN_OR_RETURN(there, has_store(fs_, store_path_));
  }
  if (!there) return missing_store(directory_);
  BFA_ASSIGN_OR_RETURN(scratch_, ScratchFolder::make());
  BFA_ASSIGN_OR_RETURN(const bool old, is_old_store());
  BFA_RETURN_IF_ERROR(old ? upgrade_for_reading() : open_database(store_path_, false));
  // The store first: a writer beside it may add to the files, and what is only there is its running crawl.
  BFA_ASSIGN_OR_RETURN(const auto marks, read_marks(*database_));
  BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(fs_, warc_directory_));
  found_ = compare_marks(marks, files);
  return {};
}

Result<bool> ArchiveImpl::is_old_store() {
  auto old = is_format_1(store_path_);
  if (!old) return with_remedy(std::move(old).error(), directory_);
  return old;
}

// A folder with WARC files is an archive that lost bfa.toml.
Error ArchiveImpl::missing_manifest(Error error) {
  const auto files = list_warcs(fs_, warc_directory_);
  if (error.code == Code::kNotFound && files && !files->empty())
    error.message = "bfa.toml is missing: " + remedy(directory_);
  return error;
}

// A rebuild needs the WARC files only.
Result<bool> ArchiveImpl::may_make() {
  if (options_.mode != ArchiveOptions::Mode::kRebuild) return options_.create;
  BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(fs_, warc_directory_));
  return !files.empty();
}

Status ArchiveImpl::open_for_writing() {
  BFA_RETURN_IF_ERROR(refuse_copy(fs_, directory_));
  auto manifest = read_manifest(fs_, directory_);
  const bool made = manifest.has_value();
  if (!made) {
    if (manifest.error().code != Code::kNotFound) return std::move(manifest).error();
    BFA_ASSIGN_OR_RETURN(const bool may, may_make());
    if (!may) return missing_manifest(manifest.error());
  }
  BFA_RETURN_IF_ERROR(fs_.create_directories(directory_));
  BFA_ASSIGN_OR_RETURN(lock_, WriterLock::take(directory_));
  BFA_RETURN_IF_ERROR(settle_replacement(fs_, directory_));
  for (const char* const folder : {"/warc", "/packages"})
    BFA_RETURN_IF_ERROR(fs_.create_directories(directory_ + folder));
  const bool rebuild = options_.mode == ArchiveOptions::Mode::kRebuild;
  BFA_RETURN_IF_ERROR(settle_stores());
  BFA_ASSIGN_OR_RETURN(const bool there, has_store(fs_, store_path_));
  if (!there && !rebuild) {
    BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(fs_, warc_directory_));
    if (made || !files.empty()) return missing_store(directory_);
    BFA_RETURN_IF_ERROR(fs_.create_directories(store_path_));
  }
  if (there && !rebuild) {
    BFA_ASSIGN_OR_RETURN(const bool old, is_old_store());
    if (old) BFA_RETURN_IF_ERROR(upgrade_in_place());
  }
  BFA_RETURN_IF_ERROR(open_database(rebuild ? directory_ + "/store.new" : store_path_, true));
  BFA_ASSIGN_OR_RETURN(const auto marks, read_marks(*database_));
  BFA_ASSIGN_OR_RETURN(recovery_, recover_open_warcs(fs_, warc_directory_, [&](const std::string& file) {
                         const auto mark = marks.find(file);
                         return mark == marks.end() || mark->second.bytes == kWholeFile ? 0
                                                                                        : mark->second.bytes;
                       }));
  // Last: a folder with this file is an archive with a store. A rebuild writes it at its end.
  if (!made && !rebuild) BFA_RETURN_IF_ERROR(make_manifest(clock_.now()));
  return begin_writing();
}

Status ArchiveImpl::make_manifest(UtcTime created) {
  return write_manifest(fs_, directory_,
                        Manifest{kArchiveFormat, library_version(), format_rfc3339(created)});
}

// The time of the oldest first record of a WARC file: the archive was made then, or before.
Result<UtcTime> ArchiveImpl::oldest_record() {
  UtcTime oldest = clock_.now();
  BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(fs_, warc_directory_));
  for (const WarcFileSize& file : files) {
    const auto reader = WarcReader::open(fs_, warc_directory_ + "/" + file.name);
    if (!reader) continue;
    const auto record = (*reader)->next();
    if (!record || *record == nullptr) continue;
    if (const auto date = (*record)->header().date()) oldest = std::min(oldest, *date);
  }
  return oldest;
}

// A rebuild that was cut off leaves three stores: the old one is valid until the new one has its name.
Status ArchiveImpl::settle_stores() {
  const std::string old_path = directory_ + "/store.old";
  BFA_ASSIGN_OR_RETURN(const bool current, has_store(fs_, store_path_));
  BFA_ASSIGN_OR_RETURN(const bool old, has_store(fs_, old_path));
  if (!current && old) {
    BFA_ASSIGN_OR_RETURN(const bool empty, fs_.exists(store_path_));
    if (empty) BFA_RETURN_IF_ERROR(fs_.remove(store_path_));
    BFA_RETURN_IF_ERROR(fs_.rename(old_path, store_path_));
    BFA_RETURN_IF_ERROR(fs_.sync_directory(directory_));
  }
  if (current && old) destroy_store(fs_, old_path);
  BFA_ASSIGN_OR_RETURN(const bool unfinished, fs_.exists(directory_ + "/store.new"));
  if (unfinished) destroy_store(fs_, directory_ + "/store.new");
  return {};
}

Status ArchiveImpl::open_database(const std::string& path, bool write) {
  DatabaseOptions options;
  options.path = path;
  options.write = write;
  options.cache_bytes = options_.store_cache_bytes;
  if (scratch_) options.secondary_path = scratch_->path();
  if (&fs_ != &posix_file_system()) options.fs = &fs_;
  auto opened = Database::open(options);
  if (!opened) return with_remedy(std::move(opened).error(), directory_);
  database_ = std::move(*opened);
  BFA_ASSIGN_OR_RETURN(const auto format, database_->get(Family::kMeta, meta::kFormat));
  if (!format && write) {
    BFA_RETURN_IF_ERROR(database_->put_now(Family::kMeta, meta::kFormat, u64_bytes(kStoreFormat)));
  } else if (format && u64_value(*format) > kStoreFormat) {
    return Error{Code::kUnsupported,
                 "the store has format " + std::to_string(u64_value(*format)) + "; this is " +
                     library_version() + ", which knows formats up to " + std::to_string(kStoreFormat) +
                     ": use the version that wrote it, or bfa rebuild",
                 path, -1};
  }
  objects_ = std::make_unique<ObjectReader>(*database_);
  view_ = std::make_unique<StoreView>(*database_, fs_, warc_directory_);
  return {};
}

Status ArchiveImpl::begin_writing() {
  sequences_ = std::make_unique<Sequences>(*database_, clock_);
  frontier_ = std::make_unique<StoreFrontier>(*database_);
  BFA_RETURN_IF_ERROR(sequences_->load());
  BFA_RETURN_IF_ERROR(frontier_->load());
  dedup_ = std::make_unique<StoreDedup>(*database_, fs_, warc_directory_);
  if (options_.mode == ArchiveOptions::Mode::kRebuild) {
    begin_replay();
    return note_old_sequences();
  }
  Journal unread;
  BFA_RETURN_IF_ERROR(find_unread(unread));
  if (unread.empty()) return begin_warc();
  if (tail_ == nullptr) return not_applied(found_, directory_);
  *tail_ = std::move(unread);
  begin_replay();
  return {};
}

// Steps that are in WARC are applied: nothing is written there.
void ArchiveImpl::begin_replay() {
  replaying_ = true;
  sink_ = std::make_unique<StoreSink>(*database_, *frontier_, *sequences_, nullptr);
}

// Compares the store with the WARC files. `unread`: the steps that it lacks.
Status ArchiveImpl::find_unread(Journal& unread) {
  BFA_ASSIGN_OR_RETURN(const auto marks, read_marks(*database_));
  BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(fs_, warc_directory_));
  found_ = compare_marks(marks, files);
  const Status read = read_tails(*database_, fs_, warc_directory_, marks, found_, unread, unfinished_);
  if (!read) return with_remedy(read.error(), directory_);
  sequences_->note_used(unread.last_sequence());
  return {};
}

// Ids from a seed would come twice when a second run has the same one, and a revisit would name two records.
Status ArchiveImpl::make_ids_new(WarcWriteOptions& warc) const {
  if (!warc.make_uuid || sequences_->last() == 0) return {};
  BFA_ASSIGN_OR_RETURN(const auto crawls, database_->get(Family::kMeta, meta::kCrawls));
  const std::string run = "/" + std::to_string(sequences_->last()) + "/" + hex_encode(crawls.value_or(""));
  warc.make_uuid = [make = std::move(warc.make_uuid), run] { return name_uuid(make() + run); };
  return {};
}

// From here on steps are written to WARC. All that is there is in the store, and its marks say so.
Status ArchiveImpl::begin_warc() {
  BFA_RETURN_IF_ERROR(mark_files());
  WarcWriteOptions warc = options_.warc;
  if (warc.clock == nullptr) warc.clock = &clock_;
  if (warc.level == 0 && warc.packing == WarcPacking::kGzip) warc.level = kCrawlGzipLevel;
  BFA_RETURN_IF_ERROR(make_ids_new(warc));
  warc.on_closed = [this](const std::string& name, const std::string& sha256) { closed_[name] = sha256; };
  BFA_ASSIGN_OR_RETURN(warc_, WarcWriter::open(fs_, warc_directory_, std::move(warc), dedup_.get()));
  sink_ = std::make_unique<StoreSink>(*database_, *frontier_, *sequences_, warc_.get());
  replaying_ = false;
  // For readers of the WARC files: these steps are not whole.
  if (!unfinished_.empty()) BFA_RETURN_IF_ERROR(write_record("urn:bfa:void", aborted_fields(unfinished_)));
  unfinished_.clear();
  return sink_->flush();
}

// Puts marks behind the ends of all files, with the next flush.
Status ArchiveImpl::mark_files() {
  BFA_ASSIGN_OR_RETURN(const auto marks, read_marks(*database_));
  BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(fs_, warc_directory_));
  for (const WarcFileSize& file : files) {
    const auto before = marks.find(file.name);
    Mark mark{file.bytes, before == marks.end() ? 0 : before->second.last_sequence};
    if (sink_) {
      const auto applied = sink_->marks().find(file.name);
      if (applied != sink_->marks().end())
        mark.last_sequence = std::max(mark.last_sequence, applied->second.last_sequence);
    }
    // A file that is shorter than it was stays known with the length that it had.
    const bool shorter =
        before != marks.end() && before->second.bytes != kWholeFile && before->second.bytes > file.bytes;
    if (shorter) continue;
    const bool same = before != marks.end() && before->second.bytes == mark.bytes &&
                      before->second.last_sequence == mark.last_sequence;
    if (!same) database_->put(Family::kMeta, meta::warc_file(file.name), encode(mark));
  }
  return {};
}

// The sequence numbers of the old store, with those of aborted steps, are not used again.
Status ArchiveImpl::note_old_sequences() {
  constexpr std::uint64_t kFarAway = 1'000'000;
  sequences_->note_used(kFarAway);
  BFA_ASSIGN_OR_RETURN(const bool there, has_store(fs_, store_path_));
  if (!there) return {};
  BFA_ASSIGN_OR_RETURN(const auto scratch, ScratchFolder::make());
  DatabaseOptions options;
  options.path = store_path_;
  options.secondary_path = scratch->path();
  const auto old = Database::open(options);
  if (!old) return {};  // the old store may be damaged: often the reason for a rebuild
  const auto reserved = (*old)->get(Family::kMeta, meta::kReserved);
  if (reserved && *reserved) sequences_->start_at(u64_value(**reserved));
  return {};
}

Status ArchiveImpl::finish_rebuild() {
  return guarded([&]() -> Status {
    if (!replaying_ || !database_) return wrong_mode("a rebuild");
    if (options_.mode == ArchiveOptions::Mode::kRebuild) return finish_new_store();
    BFA_RETURN_IF_ERROR(sink_->flush());
    return begin_warc();
  });
}

Status ArchiveImpl::finish_new_store() {
  BFA_RETURN_IF_ERROR(mark_files());
  sequences_->mark_clean();
  BFA_RETURN_IF_ERROR(sink_->flush());
  BFA_RETURN_IF_ERROR(close_database());
  BFA_RETURN_IF_ERROR(swap_stores());
  BFA_ASSIGN_OR_RETURN(const bool made, fs_.exists(directory_ + "/bfa.toml"));
  if (!made) {
    BFA_ASSIGN_OR_RETURN(const UtcTime oldest, oldest_record());
    BFA_RETURN_IF_ERROR(make_manifest(oldest));
  }
  FixityManifest manifest;
  BFA_ASSIGN_OR_RETURN(const auto names, closed_warcs());
  return update_fixity_manifest(
      fs_, warc_directory_, names, {}, [this](const std::string& line) { tell(line); }, manifest);
}

// The new store takes the place of the old one. Until then the old one is valid: settle_stores().
Status ArchiveImpl::swap_stores() {
  const std::string new_path = directory_ + "/store.new", old_path = directory_ + "/store.old";
  BFA_ASSIGN_OR_RETURN(const bool had_one, fs_.exists(store_path_));
  if (had_one) BFA_RETURN_IF_ERROR(fs_.rename(store_path_, old_path));
  BFA_RETURN_IF_ERROR(fs_.rename(new_path, store_path_));
  BFA_RETURN_IF_ERROR(fs_.sync_directory(directory_));
  destroy_store(fs_, old_path);
  return {};
}

Status ArchiveImpl::close_database() {
  view_.reset();
  objects_.reset();
  sink_.reset();
  frontier_.reset();
  sequences_.reset();
  Status status;
  if (database_) status = database_->close();
  database_.reset();
  return status;
}

Status ArchiveImpl::close_writer() {
  BFA_RETURN_IF_ERROR(sink_->abort_open_steps());
  if (!warc_->files().empty()) BFA_RETURN_IF_ERROR(record_fixity());
  BFA_RETURN_IF_ERROR(sink_->flush());
  BFA_RETURN_IF_ERROR(warc_->close());
  const Status fixity = keep_fixity();
  sequences_->mark_clean();
  const Status written = database_->write_pending();
  return fixity ? written : fixity;
}

Status ArchiveImpl::close() {
  return guarded([&]() -> Status {
    Status status;
    if (warc_ && sink_) status = close_writer();
    warc_.reset();
    const Status closed = close_database();
    if (options_.mode == ArchiveOptions::Mode::kRebuild && lock_)
      destroy_store(fs_, directory_ + "/store.new");
    scratch_.reset();
    lock_.reset();
    return status ? closed : status;
  });
}

Result<std::unique_ptr<Archive>> Archive::open(const std::string& directory, const ArchiveOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<Archive>> {
    auto archive = std::make_unique<ArchiveImpl>(directory, options);
    BFA_RETURN_IF_ERROR(archive->open());
    return std::unique_ptr<Archive>(std::move(archive));
  });
}

Result<std::unique_ptr<Archive>> open_with_tail(const std::string& directory, const ArchiveOptions& options,
                                                Journal& tail) {
  auto archive = std::make_unique<ArchiveImpl>(directory, options, &tail);
  BFA_RETURN_IF_ERROR(archive->open());
  return std::unique_ptr<Archive>(std::move(archive));
}

}  // namespace bfa
