// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/log.h"
#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/dedup.h"
#include "bfa/warc/writer.h"

namespace bfa {

struct ArchiveOptions {
  enum class Mode {
    kRead,
    kWrite,
    kRebuild,  // makes a new store beside the old one from steps that are in WARC already; see finish_rebuild
  } mode = Mode::kRead;
  bool create = false;  // kWrite: make it when absent
  FileSystem* fs =
      nullptr;             // posix_file_system() when null; must outlive the archive; carries WARC and store
  Clock* clock = nullptr;  // system_clock() when null
  WarcWriteOptions warc;   // prefix, rotation, warcinfo, seed
  std::uint64_t store_cache_bytes = 32u << 20;  // block cache of the store
  LogHook log;
};

// The objects of a listing.
struct ObjectQuery {
  std::optional<ObjectKind> kind;
  std::string blog_host;                       // empty: any
  std::string url;                             // exact; empty: any
  std::optional<UtcTime> at;                   // the objects as they were then
  std::optional<UtcTime> first_seen_after;     // only objects whose first capture is later
  std::optional<std::uint64_t> changed_after;  // only objects whose newest version is of a later step
  bool as_first_read = false;                  // in the first reading of each version, not in the newest
  // Of each object only what a listing shows (url, kind, title, published, status, language, post, id and the
  // attribute comment_type), without reading its text: fast. Not with `url`, `at` or `as_first_read`.
  bool heads_only = false;
};

// A failed or deferred task, for listings and the next run.
struct FailedTask {
  CrawlTask task;
  Error error;
  UtcTime time{};
};

// A crawl or import, as it was recorded.
struct RecordedCrawl {
  std::uint64_t number = 0;
  UtcTime began{};
  std::optional<UtcTime> ended;  // nothing: it runs, or was killed
  std::vector<std::string> blogs;
  std::uint64_t after = 0;  // its steps have greater numbers; 0 in archives of version 0.1.0
};

// The places of the records of a step that is in the archive's WARC files already: one for each exchange, in
// hop order, as the writer returned them.
struct RecordedStep {
  std::uint64_t sequence = 0;
  std::vector<WarcWritten> exchanges;
  std::string file;  // name of the WARC file with its last record
};

// A decision of a person about something in the archive: a block list, a tombstone, an exclusion, a
// subscription, the result of a check, ... It is a WARC record too, so that a rebuild restores it.
struct Decision {
  std::string kind;    // "block", "tombstone", ...: lower case
  std::string target;  // what it is about: usually a URL
  std::string value;   // what was decided; empty: what was decided before no longer holds
  std::string reason;  // for people
  UtcTime time{};
};

// How the WARC files differed from what the store knows of them when the archive was opened.
struct Reconciliation {
  struct File {
    std::string name;
    std::uint64_t known = 0, bytes = 0;  // length that the store knows; length of the file
  };
  std::vector<File> missing;  // known to the store, and not there
  std::vector<File> shorter;  // than the store knows
  std::vector<File> unread;   // with bytes that the store does not know; files that it does not know
  // `unread` is the end of a crawl that runs now or was killed: the file is still named `.open`.
  bool running = false;
  // kWrite: steps that were whole in WARC and not in the store; steps of which only a part is there.
  std::uint64_t steps = 0, unfinished = 0;

  // True when the store has all that the files have, but for the end of a running or killed crawl, and the
  // files all that the store knows.
  bool complete() const { return missing.empty() && shorter.empty() && (unread.empty() || running); }
};

// A directory that stores blogs: bfa.toml, warc/, store/, packages/. One writer at a time, by a lock; readers
// open the store as a secondary instance beside it. Formats: docs/formats/store.md. All methods are
// thread-safe unless they say otherwise; sink() and frontier() belong to one thread. Errors of all: kIo,
// kCorrupt.
class BFA_EXPORT Archive {
 public:
  // Errors: kNotFound (no archive there), kUnavailable with "locked" in the message (another writer),
  // kUnsupported (made by a newer version), kDenied (for writing: a copy by bfa backup), kIo. Opening for
  // writing repairs the files after a crash; recovery() reports what was lost. kCorrupt with the command to
  // run when the store cannot be trusted. With kWrite also when WARC files have steps that the store lacks:
  // open_archive() (bfa/crawl/replay.h) takes them in. Opening costs by what is new in the WARC files, not by
  // their size.
  static Result<std::unique_ptr<Archive>> open(const std::string& directory, const ArchiveOptions& options);
  virtual ~Archive() = default;

  virtual const std::string& directory() const = 0;
  virtual std::string warc_directory() const = 0;
  virtual const std::vector<WarcRecovery>& recovery() const = 0;
  // As found by open(). A reader compares names and lengths only.
  virtual const Reconciliation& reconciliation() const = 0;

  virtual const BlogView& view() const = 0;
  virtual RecordSink& sink() = 0;    // kWrite only
  virtual Frontier& frontier() = 0;  // not kRead
  // Ends writing: flush, close the WARC file. Called by the destructor too, which cannot report.
  virtual Status close() = 0;

  // Starts a crawl and returns its number, recorded with its options (`settings`: JSON) in the store and as a
  // WARC metadata record.
  virtual Result<std::uint64_t> begin_crawl(const std::vector<std::string>& blogs,
                                            const std::string& settings) = 0;
  virtual Status end_crawl(std::uint64_t crawl) = 0;
  // The options of the crawl that began last; empty before the first.
  virtual Result<std::string> last_settings() const = 0;
  virtual Result<std::vector<RecordedCrawl>> crawls() const = 0;  // oldest first
  // kRead: takes in what the writer committed since open() or the last refresh(); in other modes there is
  // nothing to do. What another thread reads meanwhile may be of before or after. Cost: by what is new. A
  // store that was replaced (a rebuild, a removal) is not seen: open the archive anew.
  virtual Status refresh() = 0;
  // The greatest number of a step that is in the store; 0: none. Cheap: tells whether anything arrived.
  virtual Result<std::uint64_t> last_step() const = 0;

  // kRebuild only. Commits a step that was read from WARC: as RecordSink::commit, under its own number and
  // without writing to WARC. Call in ascending order of sequence. view() answers as it did when the step was
  // made.
  virtual Result<Committed> commit_recorded(StepResult result, const RecordedStep& recorded) = 0;
  // kRebuild only. Stores a recorded crawl start and end; in the order of sequences, as above.
  virtual Status restore_crawl(std::uint64_t crawl, const std::vector<std::string>& blogs,
                               const std::string& settings, UtcTime began) = 0;
  virtual Status restore_crawl_end(std::uint64_t crawl, UtcTime ended) = 0;
  // kRebuild only. Puts the new store in the place of the old one, which is then removed. Without it close()
  // drops the new store and keeps the old one. Only close() may follow.
  virtual Status finish_rebuild() = 0;

  // Indexes the originals of a WARC or CDXJ file (bfa::index_originals), so that crawls write revisits of
  // them. Files outside of the archive stay where they are. The index contains their absolute path, and so
  // does a WARC metadata record, so that a rebuild indexes them again. Not kRead. Further errors: those of
  // WarcReader.
  virtual Result<IndexOriginalsReport> index_originals(const std::string& path) = 0;
  // The original that a crawl would write a revisit of; see DedupIndex::find. Not kRead.
  virtual Result<std::optional<PayloadOriginal>> find_original(const std::string& payload_digest) = 0;
  // The place of the full payload of a capture whose record is a revisit; nothing for other captures. An
  // absolute `file` is outside of the archive.
  virtual Result<std::optional<WarcRef>> original_of(std::uint64_t sequence) const = 0;

  virtual Result<std::vector<BlogState>> blogs() const = 0;
  // Stores the state of a blog; in WARC too (kWrite), so that a rebuild finds it. Not kRead.
  virtual Status put_blog(const BlogState& blog) = 0;
  // Stores a decision, in WARC too. It replaces the one of the same kind and target. Not kRead. Errors:
  // kInvalidArgument (no kind).
  virtual Status put_decision(const Decision& decision) = 0;
  // The same for many, with one flush: all of them are stored, or an error is returned.
  virtual Status put_decisions(const std::vector<Decision>& decisions) = 0;
  // The decisions of a kind that hold, by target; of all kinds when `kind` is empty.
  virtual Result<std::vector<Decision>> decisions(const std::string& kind) const = 0;
  // Small rows that programs keep for themselves, by name: what they learned and can learn again, as a
  // schedule. They are not in WARC: a rebuild forgets them. A note is durable when what is committed after it
  // is flushed, or the archive closed; empty bytes erase it. Not kRead.
  virtual Status put_note(const std::string& name, const std::string& bytes) = 0;
  // The notes whose names begin with `prefix`, in the order of names, until `visit` returns false.
  virtual Status for_each_note(
      const std::string& prefix,
      const std::function<bool(const std::string& name, const std::string& bytes)>& visit) const = 0;
  // Forgets which URLs this blog's crawl has seen, so that an update crawl may visit them again.
  virtual Status reset_seen(const std::string& blog) = 0;
  virtual Result<std::vector<FailedTask>> failures(const std::string& blog) const = 0;  // empty: all blogs

  // Calls `visit` for each object in key order until it returns false.
  virtual Status for_each_object(
      const ObjectQuery& query,
      const std::function<bool(const std::string& key, const ObjectSummary&)>& visit) const = 0;
  // The key of the object with that URL: a post, page, blog or comment, in this order, also by the
  // http/https twin of the URL. Errors: kNotFound.
  virtual Result<std::string> find_object(const std::string& url) const = 0;
  virtual Result<ObjectSummary> summary(const std::string& key) const = 0;
  virtual Result<std::vector<Version>> versions(const std::string& key) const = 0;  // oldest first
  // The readings of a version, oldest first; the last one is its object. More than one: its bytes were read
  // anew by a better template or program. Errors: kNotFound.
  virtual Result<std::vector<Reading>> readings(const std::string& key, const Version& version) const = 0;
  virtual Result<std::vector<Sighting>> sightings(const std::string& key) const = 0;  // oldest first
  virtual Result<std::vector<Change>> changes(
      const std::string& key) const = 0;  // one per version except the first
  virtual Result<std::optional<Version>> version_at(const std::string& key, UtcTime time) const = 0;
  virtual Result<std::vector<DataObject>> comments_of(const std::string& post_url) const = 0;

  // What addresses of a blog said last of where their content stands: redirects, pages that send browsers on,
  // canonical links, and those that answer 404 or 410 and gave an object before. In the order of addresses.
  virtual Status for_each_claim(const std::string& blog,
                                const std::function<bool(const AddressClaim&)>& visit) const = 0;
  // The addresses under which an object stood before its present one, oldest first; empty when it never
  // moved.
  virtual Result<std::vector<std::string>> former_addresses(const std::string& key) const = 0;

  // The captures of steps with a number greater than `after`, by number.
  virtual Status for_each_capture_after(std::uint64_t after,
                                        const std::function<bool(const Capture&)>& visit) const = 0;
  Status for_each_capture(const std::function<bool(const Capture&)>& visit) const {
    return for_each_capture_after(0, visit);
  }
  // Known page captures of a blog, for re-checks: last capture of each URL, in URL order.
  virtual Status for_each_known_page(const std::string& blog,
                                     const std::function<bool(const Capture&)>& visit) const = 0;
  virtual Result<std::vector<Template>> templates(const std::string& blog) const = 0;  // oldest first
};

}  // namespace bfa
