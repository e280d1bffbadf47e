// SPDX-License-Identifier: Apache-2.0
#include "bfa/store/archive.h"

#include <rocksdb/db.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/object/json.h"
#include "crawlmodel/crawl_json.h"
#include "store/aborted_steps.h"
#include "store/archive_impl.h"
#include "store/bytes.h"
#include "store/step_record.h"

namespace bfa {
namespace {

Error wrong_mode(const char* wanted) {
  return Error{Code::kInvalidArgument, std::string("the archive is not open for ") + wanted, {}, -1};
}

Error missing_store(const std::string& directory) {
  return Error{Code::kCorrupt, "the archive's store is missing; bfa rebuild makes it from the WARC files",
               directory, -1};
}

// Removes a store that is no longer needed. Files that cannot be removed do no harm.
void destroy_store(const std::string& path) {
  rocksdb::DestroyDB(path, rocksdb::Options()).PermitUncheckedError();
}

Result<bool> has_store(FileSystem& fs, const std::string& path) {
  return fs.exists(path + "/CURRENT");
}

}  // namespace

ArchiveImpl::ArchiveImpl(std::string directory, const ArchiveOptions& options)
    : directory_(std::move(directory)),
      warc_directory_(directory_ + "/warc"),
      store_path_(directory_ + "/store"),
      options_(options),
      fs_(options.fs != nullptr ? *options.fs : posix_file_system()),
      clock_(options.clock != nullptr ? *options.clock : system_clock()) {}

ArchiveImpl::~ArchiveImpl() {
  const Status closed = close();
  if (!closed && options_.log) options_.log(LogLevel::kError, to_string(closed.error()));
}

Status ArchiveImpl::open() {
  if (options_.mode == ArchiveOptions::Mode::kRead) return open_for_reading();
  return open_for_writing();
}

Status ArchiveImpl::open_for_reading() {
  BFA_ASSIGN_OR_RETURN(const Manifest manifest, read_manifest(fs_, directory_));
  (void)manifest;
  BFA_ASSIGN_OR_RETURN(const bool there, has_store(fs_, store_path_));
  if (!there) return missing_store(directory_);
  BFA_ASSIGN_OR_RETURN(scratch_, ScratchFolder::make());
  return open_database(store_path_, false);
}

Status ArchiveImpl::open_for_writing() {
  auto manifest = read_manifest(fs_, directory_);
  const bool made = manifest.has_value();
  if (!made && (manifest.error().code != Code::kNotFound || !options_.create))
    return std::move(manifest).error();
  for (const char* const folder : {"", "/warc", "/store", "/packages"})
    BFA_RETURN_IF_ERROR(fs_.create_directories(directory_ + folder));
  BFA_ASSIGN_OR_RETURN(lock_, WriterLock::take(directory_));
  const bool rebuild = options_.mode == ArchiveOptions::Mode::kRebuild;
  BFA_RETURN_IF_ERROR(settle_stores());
  BFA_ASSIGN_OR_RETURN(const bool there, has_store(fs_, store_path_));
  if (made && !there && !rebuild) return missing_store(directory_);
  BFA_ASSIGN_OR_RETURN(recovery_, recover_open_warcs(fs_, warc_directory_));
  BFA_RETURN_IF_ERROR(open_database(rebuild ? directory_ + "/store.new" : store_path_, true));
  // Last: a folder with this file is an archive with a store.
  if (!made) {
    BFA_RETURN_IF_ERROR(write_manifest(
        fs_, directory_, Manifest{kArchiveFormat, library_version(), format_rfc3339(clock_.now())}));
  }
  return begin_writing();
}

// A rebuild that was cut off leaves three stores: the old one is valid until the new one has its name.
Status ArchiveImpl::settle_stores() {
  const std::string old_path = directory_ + "/store.old";
  BFA_ASSIGN_OR_RETURN(const bool current, has_store(fs_, store_path_));
  BFA_ASSIGN_OR_RETURN(const bool old, has_store(fs_, old_path));
  if (!current && old) {
    BFA_RETURN_IF_ERROR(fs_.remove(store_path_));
    BFA_RETURN_IF_ERROR(fs_.rename(old_path, store_path_));
    BFA_RETURN_IF_ERROR(fs_.sync_directory(directory_));
  }
  if (current && old) destroy_store(old_path);
  BFA_ASSIGN_OR_RETURN(const bool unfinished, fs_.exists(directory_ + "/store.new"));
  if (unfinished) destroy_store(directory_ + "/store.new");
  return {};
}

Status ArchiveImpl::open_database(const std::string& path, bool write) {
  DatabaseOptions options;
  options.path = path;
  options.write = write;
  options.cache_bytes = options_.store_cache_bytes;
  if (scratch_) options.secondary_path = scratch_->path();
  if (&fs_ != &posix_file_system()) options.fs = &fs_;
  BFA_ASSIGN_OR_RETURN(database_, Database::open(options));
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
    sink_ = std::make_unique<StoreSink>(*database_, *frontier_, *sequences_, nullptr);
    return note_old_sequences();
  }
  WarcWriteOptions warc = options_.warc;
  if (warc.clock == nullptr) warc.clock = &clock_;
  BFA_ASSIGN_OR_RETURN(warc_, WarcWriter::open(fs_, warc_directory_, std::move(warc), dedup_.get()));
  sink_ = std::make_unique<StoreSink>(*database_, *frontier_, *sequences_, warc_.get());
  return abort_lost_steps();
}

// After a crash: records in WARC which steps there were not committed, so that a rebuild skips them.
Status ArchiveImpl::abort_lost_steps() {
  if (sequences_->clean() && recovery_.empty()) return {};
  BFA_ASSIGN_OR_RETURN(const auto lost, find_aborted_steps(*database_, fs_, warc_directory_));
  if (!lost.empty()) {
    const std::string block = format_warc_fields(aborted_fields({lost.begin(), lost.end()}));
    BFA_ASSIGN_OR_RETURN(const WarcRef ref, warc_->write_metadata("urn:bfa:void", clock_.now(),
                                                                  "application/warc-fields", block));
    (void)ref;
    BFA_RETURN_IF_ERROR(warc_->sync());
  }
  BFA_RETURN_IF_ERROR(cover_files(*database_, fs_, warc_directory_));
  return sink_->flush();
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

Result<std::uint64_t> ArchiveImpl::begin_crawl(const std::vector<std::string>& blogs,
                                               const std::string& settings) {
  return guarded([&]() -> Result<std::uint64_t> {
    if (!warc_) return wrong_mode("writing");
    BFA_ASSIGN_OR_RETURN(const auto last, database_->get(Family::kMeta, meta::kCrawls));
    const std::uint64_t number = (last ? u64_value(*last) : 0) + 1;
    BFA_ASSIGN_OR_RETURN(const WarcRef ref,
                         warc_->write_metadata(blogs.empty() ? "urn:bfa:crawl" : blogs.front(), clock_.now(),
                                               "application/warc-fields",
                                               format_warc_fields(crawl_fields(number, blogs, settings))));
    (void)ref;
    BFA_RETURN_IF_ERROR(store_crawl(number, blogs, settings));
    BFA_RETURN_IF_ERROR(sink_->flush());
    return number;
  });
}

Status ArchiveImpl::store_crawl(std::uint64_t crawl, const std::vector<std::string>& blogs,
                                const std::string& settings) {
  nlohmann::ordered_json json;
  json["v"] = 1;
  json["began"] = format_rfc3339(clock_.now());
  json["blogs"] = blogs;
  json["settings"] = settings;
  database_->put(Family::kMeta, meta::crawl(crawl),
                 json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  BFA_ASSIGN_OR_RETURN(const auto last, database_->get(Family::kMeta, meta::kCrawls));
  if (!last || u64_value(*last) < crawl)
    database_->put(Family::kMeta, std::string(meta::kCrawls), u64_bytes(crawl));
  return {};
}

Status ArchiveImpl::end_crawl(std::uint64_t crawl) {
  return guarded([&]() -> Status {
    if (!sink_) return wrong_mode("writing");
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_->get(Family::kMeta, meta::crawl(crawl)));
    if (!bytes) return Error{Code::kNotFound, "no crawl has this number", std::to_string(crawl), -1};
    auto json = nlohmann::ordered_json::parse(*bytes, nullptr, false);
    if (json.is_object()) {
      json["ended"] = format_rfc3339(clock_.now());
      database_->put(Family::kMeta, meta::crawl(crawl), json.dump());
    }
    return sink_->flush();
  });
}

Result<Committed> ArchiveImpl::commit_recorded(StepResult result, const RecordedStep& recorded) {
  return guarded([&]() -> Result<Committed> {
    if (options_.mode != ArchiveOptions::Mode::kRebuild) return wrong_mode("a rebuild");
    return sink_->apply_recorded(std::move(result), recorded);
  });
}

Status ArchiveImpl::restore_crawl(std::uint64_t crawl, const std::vector<std::string>& blogs,
                                  const std::string& settings) {
  return guarded([&]() -> Status {
    if (options_.mode != ArchiveOptions::Mode::kRebuild) return wrong_mode("a rebuild");
    return store_crawl(crawl, blogs, settings);
  });
}

Result<IndexOriginalsReport> ArchiveImpl::index_originals(const std::string& path) {
  return guarded([&]() -> Result<IndexOriginalsReport> {
    if (!sink_) return wrong_mode("writing");
    std::error_code error;
    const std::string absolute = std::filesystem::absolute(path, error).lexically_normal().string();
    if (error) return Error{Code::kIo, "cannot be named: " + error.message(), path, -1};
    const auto files = make_container_file_system(fs_);
    BFA_ASSIGN_OR_RETURN(const bool there, files->exists(absolute));
    if (!there) return Error{Code::kNotFound, "no such file", absolute, -1};
    // WARC first, as with steps: the store may only contain data that follows from the WARC files.
    if (warc_) {
      BFA_ASSIGN_OR_RETURN(const WarcRef ref,
                           warc_->write_metadata("urn:bfa:originals", clock_.now(), "application/warc-fields",
                                                 format_warc_fields(originals_fields(absolute))));
      (void)ref;
      BFA_RETURN_IF_ERROR(sink_->flush());
    }
    // A rebuild does not know the minimum size that was used. With all sizes it finds every original that it
    // needs.
    const std::uint64_t min_bytes = warc_ ? options_.warc.min_dedup_bytes : 1;
    BFA_ASSIGN_OR_RETURN(const IndexOriginalsReport report,
                         bfa::index_originals(*files, absolute, *dedup_, min_bytes));
    BFA_RETURN_IF_ERROR(sink_->flush());
    return report;
  });
}

Result<std::optional<PayloadOriginal>> ArchiveImpl::find_original(const std::string& payload_digest) {
  return guarded([&]() -> Result<std::optional<PayloadOriginal>> {
    if (!dedup_) return wrong_mode("writing");
    return dedup_->find(payload_digest);
  });
}

Status ArchiveImpl::finish_rebuild() {
  return guarded([&]() -> Status {
    if (options_.mode != ArchiveOptions::Mode::kRebuild || !database_) return wrong_mode("a rebuild");
    BFA_RETURN_IF_ERROR(cover_files(*database_, fs_, warc_directory_));
    sequences_->mark_clean();
    BFA_RETURN_IF_ERROR(sink_->flush());
    BFA_RETURN_IF_ERROR(close_database());
    const std::string new_path = directory_ + "/store.new", old_path = directory_ + "/store.old";
    BFA_RETURN_IF_ERROR(fs_.rename(store_path_, old_path));
    BFA_RETURN_IF_ERROR(fs_.rename(new_path, store_path_));
    BFA_RETURN_IF_ERROR(fs_.sync_directory(directory_));
    destroy_store(old_path);
    return {};
  });
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
  BFA_RETURN_IF_ERROR(sink_->flush());
  BFA_RETURN_IF_ERROR(warc_->close());
  BFA_RETURN_IF_ERROR(cover_files(*database_, fs_, warc_directory_));
  sequences_->mark_clean();
  return database_->write_pending();
}

Status ArchiveImpl::close() {
  return guarded([&]() -> Status {
    Status status;
    if (warc_ && sink_) status = close_writer();
    warc_.reset();
    const Status closed = close_database();
    if (options_.mode == ArchiveOptions::Mode::kRebuild && lock_) destroy_store(directory_ + "/store.new");
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

}  // namespace bfa
