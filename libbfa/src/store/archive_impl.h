// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/guard.h"
#include "bfa/store/archive.h"
#include "store/database.h"
#include "store/files/fixity.h"
#include "store/files/layout.h"
#include "store/journal.h"
#include "store/object_ledger.h"
#include "store/sequences.h"
#include "store/store_frontier.h"
#include "store/store_sink.h"
#include "store/store_view.h"

namespace bfa {

// As Archive::open. Steps that WARC files have and the store lacks come in `tail`; when it is not empty, the
// archive takes recorded steps first, and finish_rebuild() makes it a writer.
BFA_EXPORT Result<std::unique_ptr<Archive>> open_with_tail(const std::string& directory,
                                                           const ArchiveOptions& options, Journal& tail);

// For a rebuild: keeps a recorded step whose page is read by another one. Its capture gets its row, unless
// the number has one, and its failure is known. Errors: kIo, kCorrupt.
BFA_EXPORT Status keep_recorded(Archive& archive, const StepResult& result, const RecordedStep& recorded);

// Puts a task into the frontier although its URL is known: a retry. False when it is in the frontier already.
// It is durable after the next flush of the archive's sink. Errors: kInvalidArgument (open for reading), kIo.
BFA_EXPORT Result<bool> put_task_again(Archive& archive, const CrawlTask& task);

// Puts the parts of an archive together: opening and closing in archive.cc, records in
// archive_records.cc, queries in archive_queries.cc.
class ArchiveImpl final : public Archive {
 public:
  // `tail`: receives the steps that WARC files have and the store lacks; the caller applies them. Without it
  // open() refuses an archive with such steps.
  ArchiveImpl(std::string directory, const ArchiveOptions& options, Journal* tail = nullptr);
  ~ArchiveImpl() override;
  Status open();

  // Of the store; as long as the archive is open.
  const Database& database() const { return *database_; }
  const std::string& directory() const override { return directory_; }
  std::string warc_directory() const override {
    return guarded_or_empty([&]() -> std::string { return warc_directory_; });
  }
  const std::vector<WarcRecovery>& recovery() const override { return recovery_; }
  const Reconciliation& reconciliation() const override { return found_; }
  const BlogView& view() const override { return *view_; }
  RecordSink& sink() override { return *sink_; }
  Frontier& frontier() override { return *frontier_; }
  Status close() override;

  Result<std::uint64_t> begin_crawl(const std::vector<std::string>& blogs,
                                    const std::string& settings) override;
  Status end_crawl(std::uint64_t crawl) override;
  Result<std::string> last_settings() const override;
  Result<std::vector<RecordedCrawl>> crawls() const override;
  Status refresh() override;
  Result<std::uint64_t> last_step() const override;
  Result<Committed> commit_recorded(StepResult result, const RecordedStep& recorded) override;
  Status restore_crawl(std::uint64_t crawl, const std::vector<std::string>& blogs,
                       const std::string& settings, UtcTime began) override;
  Status restore_crawl_end(std::uint64_t crawl, UtcTime ended) override;
  Status finish_rebuild() override;
  Status keep_recorded(const StepResult& result, const RecordedStep& recorded);
  Result<bool> put_task_again(const CrawlTask& task);
  Result<IndexOriginalsReport> index_originals(const std::string& path) override;
  Result<std::optional<PayloadOriginal>> find_original(const std::string& payload_digest) override;
  Result<std::optional<WarcRef>> original_of(std::uint64_t sequence) const override {
    return view_->original_of(sequence);
  }

  Result<std::vector<BlogState>> blogs() const override;
  Status put_blog(const BlogState& blog) override;
  Status put_decision(const Decision& decision) override;
  Status put_decisions(const std::vector<Decision>& decisions) override;
  Result<std::vector<Decision>> decisions(const std::string& kind) const override;
  Status put_note(const std::string& name, const std::string& bytes) override;
  Status for_each_note(
      const std::string& prefix,
      const std::function<bool(const std::string&, const std::string&)>& visit) const override;
  Status reset_seen(const std::string& blog) override;
  Result<std::vector<FailedTask>> failures(const std::string& blog) const override;

  Status for_each_object(
      const ObjectQuery& query,
      const std::function<bool(const std::string& key, const ObjectSummary&)>& visit) const override;
  Result<std::string> find_object(const std::string& url) const override;
  Result<ObjectSummary> summary(const std::string& key) const override;
  Result<std::vector<Version>> versions(const std::string& key) const override;
  Result<std::vector<Reading>> readings(const std::string& key, const Version& version) const override;
  // What made the newest reading of a version, of the newest one when `moment` is not set.
  Result<ReadBy> read_by(const std::string& key, const std::optional<Moment>& moment) const;
  Result<std::vector<Sighting>> sightings(const std::string& key) const override;
  Result<std::vector<Change>> changes(const std::string& key) const override;
  Result<std::optional<Version>> version_at(const std::string& key, UtcTime time) const override;
  Result<std::vector<DataObject>> comments_of(const std::string& post_url) const override;
  Status for_each_claim(const std::string& blog,
                        const std::function<bool(const AddressClaim&)>& visit) const override;
  Result<std::vector<std::string>> former_addresses(const std::string& key) const override;
  Status for_each_capture_after(std::uint64_t after,
                                const std::function<bool(const Capture&)>& visit) const override;
  Status for_each_known_page(const std::string& blog,
                             const std::function<bool(const Capture&)>& visit) const override;
  Result<std::vector<Template>> templates(const std::string& blog) const override;

 private:
  Status open_for_reading();
  Status open_for_writing();
  Status settle_stores();
  Status open_database(const std::string& path, bool write);
  Status begin_writing();
  Error missing_manifest(Error error);
  Result<bool> may_make();
  Status make_manifest(UtcTime created);
  Result<UtcTime> oldest_record();
  void begin_replay();
  Status find_unread(Journal& unread);
  Status make_ids_new(WarcWriteOptions& warc) const;
  Status begin_warc();
  Status mark_files();
  Status finish_new_store();
  Status swap_stores();
  Result<bool> is_old_store();
  Status upgrade_to(const std::string& path);
  Status upgrade_in_place();
  Status upgrade_for_reading();
  void tell(const std::string& line) const;
  Status note_old_sequences();
  Status store_decision(const Decision& decision);
  Result<std::vector<std::string>> closed_warcs();
  Status record_fixity();
  Status keep_fixity();
  Status write_record(const std::string& target, const WarcFields& fields);
  Status store_crawl(std::uint64_t crawl, const std::vector<std::string>& blogs, const std::string& settings,
                     UtcTime began, std::uint64_t after);
  Status store_crawl_end(std::uint64_t crawl, UtcTime ended);
  Status close_writer();
  Status close_database();

  const std::string directory_, warc_directory_, store_path_;
  const ArchiveOptions options_;
  FileSystem& fs_;
  Clock& clock_;
  Journal* const tail_;
  bool replaying_ = false;  // steps that are in WARC are applied: a rebuild, or the tail of a killed crawl
  std::map<std::string, std::string> closed_;  // WARC files that were closed, with their digests
  Reconciliation found_;
  std::vector<std::uint64_t> unfinished_;  // steps of which only a part is in WARC, not voided yet
  // In the order in which they depend on each other.
  std::unique_ptr<WriterLock> lock_;
  std::unique_ptr<ScratchFolder> scratch_;
  std::vector<WarcRecovery> recovery_;
  std::unique_ptr<Database> database_;
  std::unique_ptr<ObjectReader> objects_;
  std::unique_ptr<StoreView> view_;
  std::unique_ptr<Sequences> sequences_;
  std::unique_ptr<StoreFrontier> frontier_;
  std::unique_ptr<StoreDedup> dedup_;
  std::unique_ptr<WarcWriter> warc_;
  std::unique_ptr<StoreSink> sink_;
};

}  // namespace bfa
