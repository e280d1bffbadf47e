// SPDX-License-Identifier: Apache-2.0
// Makes the store again from the archive's own WARC files: the recorded steps run again in their order.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/crawl/replay.h"
#include "bfa/object/json.h"
#include "bfa/warc/exchange.h"
#include "bfa/warc/reader.h"
#include "crawl/crawl_steps.h"
#include "crawl/reread_dates.h"
#include "crawl/step_context.h"
#include "store/step_record.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBlockBytes = 256u << 20;

// One exchange of a step, or a step without any, as its records are in the files.
struct Hop {
  std::uint64_t sequence = 0;
  std::uint32_t hop = 0, hops = 0;
  std::uint32_t file = 0;
  std::uint64_t metadata_offset = 0;
  WarcWritten written;
  PayloadOriginal original;  // revisits: from the revisit record
};

// A record between two steps: the start of a crawl, or the state of a blog at the end of one.
struct Note {
  ArchiveRecord record;
  std::size_t before = 0;  // hops read before it
};

// The steps of the WARC files. Memory: about 500 bytes a step.
struct Journal {
  std::vector<std::string> files, paths;
  std::vector<Hop> hops;
  std::vector<Note> notes;
  std::set<std::uint64_t> aborted;
  std::map<std::string, WarcRef> responses;  // by record id
};

class JournalReader {
 public:
  JournalReader(FileSystem& fs, Journal& journal, Findings& findings)
      : fs_(fs), journal_(journal), findings_(findings) {}

  Status read(std::uint32_t file) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, journal_.paths[file]));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      BFA_RETURN_IF_ERROR(take(*record, file));
    }
    findings_.insert(findings_.end(), reader->findings().begin(), reader->findings().end());
    return {};
  }

 private:
  Status take(WarcRecord& record, std::uint32_t file) {
    const WarcHeader& header = record.header();
    const WarcType type = header.type();
    if (type == WarcType::kMetadata) {
      BFA_ASSIGN_OR_RETURN(const std::string block, read_all(record.block(), kMaxBlockBytes));
      BFA_ASSIGN_OR_RETURN(auto parsed, parse_archive_record(block));
      if (parsed) take_own(std::move(*parsed), record, file);
      return {};
    }
    if (type != WarcType::kResponse && type != WarcType::kRevisit && type != WarcType::kResource) return {};
    last_ = WarcWritten{};
    const std::string id = header.record_id();
    last_.revisit = type == WarcType::kRevisit;
    last_.payload_digest = std::string(header.field("WARC-Payload-Digest"));
    original_ = PayloadOriginal();
    original_.record_id = strip(header.field("WARC-Refers-To"));
    original_.target_uri = std::string(header.field("WARC-Refers-To-Target-URI"));
    original_.date = std::string(header.field("WARC-Refers-To-Date"));
    auto& block = record.block();  // read to its end, so that the length is known
    std::vector<std::byte> buffer(64u << 10);
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const std::size_t n, block.read(buffer));
      if (n == 0) break;
    }
    last_.response = record.position();
    last_.response.file = journal_.files[file];
    last_.response.record_id = id;
    if (!last_.revisit) journal_.responses[id] = last_.response;
    return {};
  }

  static std::string strip(std::string_view id) {
    if (!id.empty() && id.front() == '<') id.remove_prefix(1);
    if (!id.empty() && id.back() == '>') id.remove_suffix(1);
    return std::string(id);
  }

  void take_own(ArchiveRecord own, WarcRecord& record, std::uint32_t file) {
    switch (own.kind) {
      case ArchiveRecord::Kind::kCrawl:
      case ArchiveRecord::Kind::kOriginals:
      case ArchiveRecord::Kind::kBlog:
        journal_.notes.push_back(Note{std::move(own), journal_.hops.size()});
        return;
      case ArchiveRecord::Kind::kAborted:
        journal_.aborted.insert(own.aborted.begin(), own.aborted.end());
        return;
      case ArchiveRecord::Kind::kStep:
        break;
    }
    Hop hop;
    hop.sequence = own.sequence;
    hop.hop = own.hop;
    hop.hops = own.hops;
    hop.file = file;
    hop.metadata_offset = record.position().offset;
    if (own.hops > 0) {
      hop.written = last_;
      hop.original = original_;
    }
    journal_.hops.push_back(std::move(hop));
  }

  FileSystem& fs_;
  Journal& journal_;
  Findings& findings_;
  WarcWritten last_;  // the response right before a metadata record is what it is about
  PayloadOriginal original_;
};

class Rebuilder {
 public:
  Rebuilder(FileSystem& fs, Archive& archive, const Journal& journal, const CrawlOptions& options,
            ReplayReport& report)
      : fs_(fs),
        files_(make_container_file_system(fs)),
        archive_(archive),
        journal_(journal),
        options_(options.step),
        report_(report) {
    options_.obey_robots = false;                     // all recorded fetches were allowed
    options_.robots_tags = RobotsTagPolicy::kIgnore;  // likewise
    // A user who overrules the judge means the captures before, too: the last word counts.
    for (const Note& note : journal.notes) {
      if (note.record.kind != ArchiveRecord::Kind::kBlog) continue;
      const BlogState& blog = note.record.blog;
      if (blog.became_overruled) options_.overruled.insert(blog.home);
      if (!blog.became_overruled) options_.overruled.erase(blog.home);
    }
  }

  Status run() {
    std::size_t note = 0;
    for (std::size_t i = 0; i < journal_.hops.size();) {
      for (; note < journal_.notes.size() && journal_.notes[note].before <= i; ++note)
        BFA_RETURN_IF_ERROR(take(journal_.notes[note].record));
      std::size_t end = i + 1;
      while (end < journal_.hops.size() && journal_.hops[end].sequence == journal_.hops[i].sequence) ++end;
      BFA_RETURN_IF_ERROR(step(i, end));
      i = end;
    }
    for (; note < journal_.notes.size(); ++note) BFA_RETURN_IF_ERROR(take(journal_.notes[note].record));
    return {};
  }

 private:
  Status take(const ArchiveRecord& note) {
    if (note.kind == ArchiveRecord::Kind::kOriginals) return index(note.originals_file);
    return note.kind == ArchiveRecord::Kind::kBlog ? restore(note.blog) : begin(note);
  }

  // A file outside of the archive. If it no longer exists, revisits of its payloads cannot be replayed.
  Status index(const std::string& file) {
    const auto indexed = archive_.index_originals(file);
    if (indexed || indexed.error().code == Code::kIo) return indexed ? Status() : Status(indexed.error());
    report_.findings.push_back(
        {indexed.error().code, "originals_missing",
         "payloads of this file count as stored, and it cannot be read: " + indexed.error().message, -1,
         file});
    return {};
  }

  Status restore(const BlogState& blog) {
    BFA_ASSIGN_OR_RETURN(const auto before, archive_.view().blog(blog.home));
    const bool finished = before && blog.crawls > before->crawls;
    if (finished) BFA_RETURN_IF_ERROR(empty_frontier(blog.home));
    BFA_RETURN_IF_ERROR(archive_.put_blog(blog));
    if (steps_) steps_->view().forget_blog(blog.home);
    return {};
  }

  // A finished crawl has no tasks left. The replayed steps can add tasks that the crawl never did, because
  // its loop skipped them as crawler traps.
  Status empty_frontier(const std::string& home) {
    Frontier& frontier = archive_.frontier();
    frontier.select_blogs({home});
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const auto task, frontier.next(UtcTime::max(), {}));
      if (!task) break;
      BFA_RETURN_IF_ERROR(frontier.done(*task));
    }
    frontier.select_blogs({});
    return {};
  }

  Status begin(const ArchiveRecord& crawl) {
    // The result of a step depends on these settings: use the recorded ones.
    steps_.reset();
    const auto settings = nlohmann::json::parse(crawl.settings, nullptr, false);
    if (settings.is_object()) {
      options_.strategy = settings.value("strategy", options_.strategy);
      options_.max_training_pages = settings.value("max_training_pages", options_.max_training_pages);
      options_.max_body_bytes = settings.value("max_body_bytes", options_.max_body_bytes);
      options_.media = settings.value("media", options_.media);
      options_.max_depth = settings.value("max_depth", options_.max_depth);
      const bool obeyed = settings.value("robots_tags", std::string()) == "obey";
      options_.robots_tags = obeyed ? RobotsTagPolicy::kObey : RobotsTagPolicy::kIgnore;
    }
    return archive_.restore_crawl(crawl.crawl, crawl.blogs, crawl.settings);
  }

  Result<Exchange> read(const std::string& file, std::uint64_t offset) {
    const std::string path = file.starts_with('/') ? file : archive_.warc_directory() + "/" + file;
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(*files_, path, {}, offset));
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr)
      return Error{Code::kCorrupt, "no record here", path, static_cast<std::int64_t>(offset)};
    return read_exchange(*record, kMaxBlockBytes);
  }

  // The original of a revisit: a record of the archive, or of a file that the archive indexed. Its place is
  // empty when neither has it.
  Result<std::optional<PayloadOriginal>> original_of(const Hop& hop) {
    std::optional<PayloadOriginal> original;
    if (!hop.written.revisit) return original;
    original = hop.original;
    const auto at = journal_.responses.find(original->record_id);
    if (at != journal_.responses.end()) {
      original->place = at->second;
      return original;
    }
    BFA_ASSIGN_OR_RETURN(auto outside, archive_.find_original(hop.written.payload_digest));
    if (outside && outside->record_id == original->record_id) original = std::move(outside);
    return original;
  }

  // The exchange as the step saw it: a revisit's own head over its original's body.
  Result<Exchange> exchange_of(const Hop& hop, const std::optional<PayloadOriginal>& original) {
    BFA_ASSIGN_OR_RETURN(const Exchange exchange,
                         read(hop.written.response.file, hop.written.response.offset));
    if (!original || exchange.head.status == 304) return exchange;
    if (original->place.file.empty()) {
      return Error{Code::kNotFound,
                   "the original of a revisit is gone: " + original->target_uri + " at " + original->date,
                   journal_.paths[hop.file], static_cast<std::int64_t>(hop.written.response.offset)};
    }
    BFA_ASSIGN_OR_RETURN(const Exchange first, read(original->place.file, original->place.offset));
    return resolve_revisit(exchange, first);
  }

  Result<ArchiveRecord> record_of(const Hop& hop) {
    BFA_ASSIGN_OR_RETURN(const auto reader,
                         WarcReader::open(fs_, journal_.paths[hop.file], {}, hop.metadata_offset));
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr)
      return Error{Code::kCorrupt, "no record here", journal_.paths[hop.file],
                   static_cast<std::int64_t>(hop.metadata_offset)};
    BFA_ASSIGN_OR_RETURN(const std::string block, read_all(record->block(), kMaxBlockBytes));
    BFA_ASSIGN_OR_RETURN(auto parsed, parse_archive_record(block));
    if (!parsed)
      return Error{Code::kCorrupt, "a step's record cannot be read again", journal_.paths[hop.file]};
    return std::move(*parsed);
  }

  Status step(std::size_t begin, std::size_t end) {
    const Hop& first = journal_.hops[begin];
    if (journal_.aborted.contains(first.sequence)) {
      ++report_.skipped;
      return {};
    }
    BFA_ASSIGN_OR_RETURN(const ArchiveRecord record, record_of(first));
    Fetched fetched;
    RecordedStep recorded;
    recorded.sequence = first.sequence;
    for (std::size_t i = begin; i < end && first.hops > 0; ++i) {
      WarcWritten written = journal_.hops[i].written;
      BFA_ASSIGN_OR_RETURN(written.original, original_of(journal_.hops[i]));
      auto exchange = exchange_of(journal_.hops[i], written.original);
      if (!exchange && exchange.error().code == Code::kNotFound) {
        const Error& error = exchange.error();
        report_.findings.push_back(
            {error.code, "original_missing", error.message, error.offset, error.where});
        ++report_.skipped;
        return {};
      }
      if (!exchange) return std::move(exchange).error();
      fetched.hops.push_back(std::move(*exchange));
      if (written.original && written.original->place.file.empty()) written.original.reset();
      recorded.exchanges.push_back(std::move(written));
    }
    BFA_ASSIGN_OR_RETURN(StepResult result, run_again(record, std::move(fetched)));
    ++report_.steps;
    report_.captures += recorded.exchanges.empty() ? 0 : 1;
    return commit(std::move(result), recorded);
  }

  // The result of a recorded step.
  Result<StepResult> run_again(const ArchiveRecord& record, Fetched fetched) {
    StepResult result;
    const bool succeeded = record.outcome == Outcome::kDone || record.outcome == Outcome::kNotModified ||
                           record.outcome == Outcome::kSomethingElse;
    if (task_fetches(record.task.kind) && !succeeded) {
      // The recorded step failed: this one fails in the same way.
      result.task = record.task;
      result.outcome = record.outcome;
      result.exchanges = std::move(fetched.hops);
      if (record.outcome == Outcome::kFailed || record.outcome == Outcome::kGone ||
          record.outcome == Outcome::kDenied) {
        result.error = Error{Code::kNotFound, record.error, record.task.url.href()};
      }
      return result;
    }
    if (is_edit(record.task)) {
      result.task = record.task;
      BFA_ASSIGN_OR_RETURN(result.learned, template_from_json(record.template_json));
      return result;
    }
    if (!steps_) {
      BFA_ASSIGN_OR_RETURN(steps_, CrawlSteps::make(archive_.view(), options_));
    }
    CrawlTask task = record.task;
    if (record.outcome == Outcome::kSomethingElse && options_.overruled.contains(task.blog)) {
      // Its page counts now. The tasks that would come back to it were never recorded.
      task.origin = TaskOrigin::kReplay;
      if (task.stage == Stage::kEntry) task.stage = Stage::kPost;
    }
    result = steps_->process(task, std::move(fetched)).result;
    if (result.outcome == Outcome::kFailed && result.error && result.error->code == Code::kIo)
      return *result.error;
    return result;
  }

  Status commit(StepResult result, const RecordedStep& recorded) {
    const std::string blog = result.learned || result.blog || result.feed ? result.task.blog : std::string();
    const std::string origin = result.robots ? result.robots->origin : std::string();
    BFA_ASSIGN_OR_RETURN(const Committed committed, archive_.commit_recorded(std::move(result), recorded));
    (void)committed;
    if (steps_ && !blog.empty()) steps_->view().forget_blog(blog);
    if (steps_ && !origin.empty()) steps_->view().forget_robots(origin);
    return {};
  }

  FileSystem& fs_;
  std::unique_ptr<FileSystem> files_;  // also within containers
  Archive& archive_;
  const Journal& journal_;
  StepOptions options_;
  std::unique_ptr<CrawlSteps> steps_;  // with the settings of the crawl that is replayed
  ReplayReport& report_;
};

Status read_journal(FileSystem& fs, const std::string& directory, Journal& journal, Findings& findings) {
  BFA_ASSIGN_OR_RETURN(const auto names, fs.list(directory));
  for (const auto& name : names) {
    if (name.size() < 5 || name.find(".warc") == std::string::npos || name.ends_with(".open")) continue;
    journal.files.push_back(name);
    journal.paths.push_back(directory + "/" + name);
  }
  JournalReader reader(fs, journal, findings);
  for (std::uint32_t i = 0; i < journal.files.size(); ++i) BFA_RETURN_IF_ERROR(reader.read(i));
  std::stable_sort(journal.hops.begin(), journal.hops.end(), [](const Hop& a, const Hop& b) {
    return a.sequence != b.sequence ? a.sequence < b.sequence : a.hop < b.hop;
  });
  return {};
}

Result<ReplayReport> rebuild(const std::string& directory, ArchiveOptions archive_options,
                             const CrawlOptions& options) {
  ReplayReport report;
  BFA_RETURN_IF_ERROR(check_zones_of(directory, archive_options));
  archive_options.mode = ArchiveOptions::Mode::kRebuild;
  archive_options.create = false;
  BFA_ASSIGN_OR_RETURN(const auto archive, Archive::open(directory, archive_options));
  FileSystem& fs = archive_options.fs != nullptr ? *archive_options.fs : posix_file_system();
  Journal journal;
  BFA_RETURN_IF_ERROR(read_journal(fs, archive->warc_directory(), journal, report.findings));
  Rebuilder rebuilder(fs, *archive, journal, options, report);
  BFA_RETURN_IF_ERROR(rebuilder.run());
  compare_with_old(directory, archive_options, *archive, report.reread);
  BFA_RETURN_IF_ERROR(archive->finish_rebuild());
  BFA_RETURN_IF_ERROR(archive->close());
  return report;
}

}  // namespace

Result<ReplayReport> rebuild_archive(const std::string& directory, const ArchiveOptions& archive_options,
                                     const CrawlOptions& options) {
  return guarded([&] { return rebuild(directory, archive_options, options); });
}

}  // namespace bfa
