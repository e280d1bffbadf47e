// SPDX-License-Identifier: Apache-2.0
#include "crawl/replayer.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/crawl/address_rules.h"
#include "bfa/io/digest.h"
#include "bfa/object/json.h"
#include "bfa/warc/exchange.h"
#include "bfa/warc/reader.h"
#include "crawl/leaveout/take_rules.h"
#include "crawl/step_context.h"
#include "store/archive_impl.h"
#include "store/files/fixity.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBlockBytes = 256u << 20;

std::string strip(std::string_view id) {
  if (!id.empty() && id.front() == '<') id.remove_prefix(1);
  if (!id.empty() && id.back() == '>') id.remove_suffix(1);
  return std::string(id);
}

// The error as it was, by its line "where: message (code)". The code says whether a later crawl tries again.
Error recorded_error(const ArchiveRecord& record) {
  const std::string& line = record.error;
  Error error{Code::kNotFound, line, record.task.url.href()};
  const std::size_t open = line.rfind(" (");
  if (open == std::string::npos || !line.ends_with(')')) return error;
  const std::string_view name = std::string_view(line).substr(open + 2, line.size() - open - 3);
  for (int code = static_cast<int>(Code::kInvalidArgument); code <= static_cast<int>(Code::kInternal);
       ++code) {
    if (code_name(static_cast<Code>(code)) != name) continue;
    error.code = static_cast<Code>(code);
    error.message = line.substr(0, open);
    const std::string where = error.where + ": ";
    if (error.message.starts_with(where)) error.message.erase(0, where.size());
    return error;
  }
  return error;
}

}  // namespace

Replayer::Replayer(FileSystem& fs, Archive& archive, const Journal& journal, const StepOptions& options,
                   ReplayReport& report)
    : fs_(fs),
      files_(make_container_file_system(fs)),
      archive_(archive),
      journal_(journal),
      options_(options),
      report_(report) {
  options_.obey_robots = false;                     // all recorded fetches were allowed
  options_.robots_tags = RobotsTagPolicy::kIgnore;  // likewise
}

Status Replayer::run() {
  BFA_ASSIGN_OR_RETURN(const std::string settings, archive_.last_settings());
  use_settings(settings);
  BFA_RETURN_IF_ERROR(find_overruled());
  BFA_RETURN_IF_ERROR(find_blocked());
  BFA_RETURN_IF_ERROR(readings_.gather(journal_));
  return journal_.for_each([&](const JournalStep& recorded) { return step_unless_stopped(recorded); },
                           [&](const JournalNote& note) { return take(note); });
}

// A user who overrules the judge means the captures before, too: the last word counts.
Status Replayer::find_overruled() {
  return journal_.for_each([](const JournalStep&) { return Status(); },
                           [&](const JournalNote& note) {
                             if (note.record.kind != ArchiveRecord::Kind::kBlog) return Status();
                             const BlogState& blog = note.record.blog;
                             if (blog.became_overruled) options_.overruled.insert(blog.home);
                             if (!blog.became_overruled) options_.overruled.erase(blog.home);
                             return Status();
                           });
}

// What was removed does not come back with WARC files that still have it: the last word counts.
Status Replayer::find_blocked() {
  std::map<std::pair<std::string, std::string>, Decision> last;
  const auto note = [&](const Decision& decision) {
    if (decision.kind == kFixityDecision) return;  // there are many
    const auto key = std::pair(decision.kind, decision.target);
    if (decision.value.empty()) last.erase(key);
    if (!decision.value.empty()) last[key] = decision;
  };
  BFA_ASSIGN_OR_RETURN(const auto known, archive_.decisions({}));
  for (const Decision& decision : known) note(decision);
  BFA_RETURN_IF_ERROR(journal_.for_each([](const JournalStep&) { return Status(); },
                                        [&](const JournalNote& each) {
                                          if (each.record.kind == ArchiveRecord::Kind::kDecision)
                                            note(each.record.decision);
                                          return Status();
                                        }));
  std::vector<Decision> decisions;
  for (auto& [key, decision] : last) decisions.push_back(std::move(decision));
  BFA_ASSIGN_OR_RETURN(options_.rules, block_rules(decisions));
  return {};
}

bool Replayer::is_blocked(const ArchiveRecord& record, const Fetched& fetched) const {
  if (!options_.rules || !options_.rules->any_blocked()) return false;
  if (record.outcome == Outcome::kDenied && fetched.hops.empty()) return false;  // that it was refused
  const auto blocks = [&](const std::string& url) {
    return options_.rules->blocks(record.task.blog, url) != nullptr;
  };
  return blocks(record.task.url.href()) || std::any_of(fetched.hops.begin(), fetched.hops.end(),
                                                       [&](const Exchange& hop) { return blocks(hop.url); });
}

Status Replayer::take(const JournalNote& note) {
  const ArchiveRecord& record = note.record;
  switch (record.kind) {
    case ArchiveRecord::Kind::kCrawl:
      use_settings(record.settings);
      return archive_.restore_crawl(record.crawl, record.blogs, record.settings, note.date);
    case ArchiveRecord::Kind::kCrawlEnd:
      return archive_.restore_crawl_end(record.crawl, record.ended);
    case ArchiveRecord::Kind::kOriginals:
      return index(record.originals_file);
    case ArchiveRecord::Kind::kBlog:
      return left_out_ != nullptr && left_out_->takes(record.blog) ? Status()
                                                                   : restore(record.blog, note.date);
    case ArchiveRecord::Kind::kDecision:
      return archive_.put_decision(record.decision);
    case ArchiveRecord::Kind::kStep:
    case ArchiveRecord::Kind::kAborted:
    case ArchiveRecord::Kind::kReadings:
      break;
  }
  return {};
}

// A file outside of the archive. If it no longer exists, revisits of its payloads cannot be replayed.
Status Replayer::index(const std::string& file) {
  const auto indexed = archive_.index_originals(file);
  if (indexed || indexed.error().code == Code::kIo) return indexed ? Status() : Status(indexed.error());
  report_.findings.push_back(
      {indexed.error().code, "originals_missing",
       "payloads of this file count as stored, and it cannot be read: " + indexed.error().message, -1, file});
  return {};
}

Status Replayer::restore(const BlogState& blog, UtcTime date) {
  if (!readings_.note_state(blog.home, date)) return {};
  BFA_ASSIGN_OR_RETURN(const auto before, archive_.view().blog(blog.home));
  const bool finished = before && blog.crawls > before->crawls;
  if (finished) BFA_RETURN_IF_ERROR(empty_frontier(blog.home));
  BFA_RETURN_IF_ERROR(archive_.put_blog(blog));
  if (steps_) steps_->view().forget_blog(blog.home);
  return {};
}

// A finished crawl has no tasks left. The replayed steps can add tasks that the crawl never did, because
// its loop skipped them as crawler traps.
Status Replayer::empty_frontier(const std::string& home) {
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

// The result of a step depends on these settings: the recorded ones are used.
void Replayer::use_settings(const std::string& text) {
  steps_.reset();
  const auto settings = nlohmann::json::parse(text, nullptr, false);
  if (!settings.is_object()) return;
  const auto take = [&](const char* name, auto& out) {
    const auto at = settings.find(name);
    if (at == settings.end()) return;
    const bool fits = std::is_same_v<std::decay_t<decltype(out)>, bool>   ? at->is_boolean()
                      : std::is_arithmetic_v<std::decay_t<decltype(out)>> ? at->is_number_unsigned()
                                                                          : at->is_string();
    if (fits) at->get_to(out);
  };
  take("strategy", options_.strategy);
  take("max_training_pages", options_.max_training_pages);
  take("max_body_bytes", options_.max_body_bytes);
  take("media", options_.media);
  take("max_depth", options_.max_depth);
  options_.offline = false;
  take("import", options_.offline);
  std::string tags;
  take("robots_tags", tags);
  options_.robots_tags = tags == "obey" ? RobotsTagPolicy::kObey : RobotsTagPolicy::kIgnore;
}

std::string Replayer::path_of(const std::string& file) const {
  return file.starts_with('/') ? file : archive_.warc_directory() + "/" + file;
}

Result<Replayer::Read> Replayer::read(const std::string& file, std::uint64_t offset) {
  const std::string path = path_of(file);
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(*files_, path, {}, offset));
  BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
  if (record == nullptr)
    return Error{Code::kCorrupt, "no record here", path, static_cast<std::int64_t>(offset)};
  const WarcHeader& header = record->header();
  Read out;
  out.written.revisit = header.type() == WarcType::kRevisit;
  out.written.payload_digest = std::string(header.field("WARC-Payload-Digest"));
  out.refers.record_id = strip(header.field("WARC-Refers-To"));
  out.refers.target_uri = std::string(header.field("WARC-Refers-To-Target-URI"));
  out.refers.date = std::string(header.field("WARC-Refers-To-Date"));
  const std::string id = header.record_id();
  BFA_ASSIGN_OR_RETURN(out.exchange, read_exchange(*record, kMaxBlockBytes));
  out.written.response = record->position();
  out.written.response.file = file;
  out.written.response.record_id = id;
  return out;
}

// Whether the record has the payload of the revisit; without a digest (a 304), the address that it names.
bool Replayer::is_original(const Read& found, const Read& revisit) {
  const std::string digest = canonical_digest(revisit.written.payload_digest);
  const std::string own = canonical_digest(found.written.payload_digest);
  if (!digest.empty() && !own.empty()) return digest == own;
  return found.exchange.url == revisit.refers.target_uri;
}

// The original of a revisit: a record of the archive, or of a file that the archive indexed. Nothing when
// neither has it.
Result<std::optional<Replayer::Read>> Replayer::original_of(const Read& revisit) {
  const std::string& id = revisit.refers.record_id;
  const auto read_if = [&](const std::string& file, std::uint64_t offset) -> Result<std::optional<Read>> {
    auto found = read(file, offset);
    if (!found && found.error().code == Code::kIo) return std::move(found).error();
    if (!found || found->written.revisit || found->written.response.record_id != id)
      return std::optional<Read>();
    return std::optional<Read>(std::move(*found));
  };
  // Ids should differ, but runs of one archive with the same --seed repeated them: the payload then tells.
  std::optional<Read> first;
  for (const auto& [file, offset] : journal_.responses(id)) {
    BFA_ASSIGN_OR_RETURN(auto found, read_if(journal_.name(file), offset));
    if (found && is_original(*found, revisit)) return found;
    if (found && !first) first = std::move(found);
  }
  if (first) return first;
  BFA_ASSIGN_OR_RETURN(const auto known, archive_.find_original(revisit.written.payload_digest));
  if (known && known->record_id == id) {
    BFA_ASSIGN_OR_RETURN(auto found, read_if(known->place.file, known->place.offset));
    if (found) return found;
  }
  // A 304 has no digest: its original is the last capture with a body.
  BFA_ASSIGN_OR_RETURN(const auto last, archive_.view().last_capture(revisit.refers.target_uri));
  if (!last) return std::optional<Read>();
  BFA_ASSIGN_OR_RETURN(const auto place, archive_.original_of(last->sequence));
  const WarcRef& where = place ? *place : last->warc;
  return read_if(where.file, where.offset);
}

Result<Replayer::Read> Replayer::read_hop(const JournalHop& hop) {
  BFA_ASSIGN_OR_RETURN(Read hop_read, read(journal_.name(hop.file), hop.response));
  if (!hop_read.written.revisit) return hop_read;
  BFA_ASSIGN_OR_RETURN(auto original, original_of(hop_read));
  if (original) {
    hop_read.written.original = hop_read.refers;
    hop_read.written.original->place = original->written.response;
  }
  if (hop_read.exchange.head.status == 304) return hop_read;
  if (!original) {
    return Error{
        Code::kNotFound,
        "the original of a revisit is gone: " + hop_read.refers.target_uri + " at " + hop_read.refers.date,
        journal_.path(hop.file), static_cast<std::int64_t>(hop.response)};
  }
  BFA_ASSIGN_OR_RETURN(hop_read.exchange, resolve_revisit(hop_read.exchange, original->exchange));
  return hop_read;
}

Result<ArchiveRecord> Replayer::record_of(const JournalHop& hop) {
  const std::string& path = journal_.path(hop.file);
  const auto offset = static_cast<std::int64_t>(hop.metadata);
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path, {}, hop.metadata));
  BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
  if (record == nullptr) return Error{Code::kCorrupt, "no record here", path, offset};
  BFA_ASSIGN_OR_RETURN(const std::string block, read_all(record->block(), kMaxBlockBytes));
  BFA_ASSIGN_OR_RETURN(auto parsed, parse_archive_record(block));
  if (!parsed) return Error{Code::kCorrupt, "a step's record cannot be read again", path, offset};
  return std::move(*parsed);
}

// What refers to a step whose number came twice means the one of its own line of the archive.
void Replayer::renumber(CrawlTask& task, std::uint32_t file) const {
  for (std::uint64_t* const number : {&task.template_sequence, &task.feed_sequence, &task.capture})
    *number = journal_.number_in_store(*number, file);
  for (std::uint64_t& number : task.captures) number = journal_.number_in_store(number, file);
}

// A step that cannot be read any more does not end the rebuild: it is said.
Status Replayer::skip(const Error& error, const char* id) {
  report_.findings.push_back({error.code, id, error.message, error.offset, error.where});
  ++report_.skipped;
  return {};
}

Status Replayer::run_left(const JournalStep& left) {
  return step(left, false);
}

Status Replayer::keep_left(const JournalStep& left, bool stored) {
  const JournalHop& first = left.hops.front();
  BFA_ASSIGN_OR_RETURN(ArchiveRecord record, record_of(first));
  renumber(record.task, first.file);
  RecordedStep recorded;
  recorded.sequence = left.sequence;
  recorded.file = journal_.name(left.hops.back().file);
  StepResult result;
  result.outcome = record.outcome;
  if (result.outcome != Outcome::kDone && !record.error.empty()) result.error = recorded_error(record);
  const bool failed = task_fetches(record.task.kind) && record.outcome != Outcome::kDone &&
                      record.outcome != Outcome::kNotModified;
  result.task = std::move(record.task);
  for (const JournalHop& hop : left.hops) {
    if (hop.hops == 0 || (stored && !failed)) continue;
    auto hop_read = read_hop(hop);
    if (!hop_read && hop_read.error().code == Code::kIo) return hop_read.error();
    if (!hop_read)
      return skip(hop_read.error(),
                  hop_read.error().code == Code::kNotFound ? "original_missing" : "bad_exchange");
    result.exchanges.push_back(std::move(hop_read->exchange));
    recorded.exchanges.push_back(std::move(hop_read->written));
  }
  return keep_recorded(archive_, result, recorded);
}

Status Replayer::step(const JournalStep& recorded_step, bool may_leave) {
  const JournalHop& first = recorded_step.hops.front();
  if (!recorded_step.whole) {
    ++report_.skipped;
    return {};
  }
  auto record = record_of(first);
  if (!record && record.error().code == Code::kIo) return record.error();
  if (!record) return skip(record.error(), "bad_archive_record");
  renumber(record->task, first.file);
  if (may_leave && left_out_ != nullptr) {
    BFA_ASSIGN_OR_RETURN(const bool left, left_out_->takes(recorded_step, *record));
    if (left) {
      ++report_.steps;
      report_.captures += first.hops == 0 ? 0 : 1;
      if (recorded_step.sequence != recorded_step.recorded) ++report_.repeated;
      return {};
    }
  }
  Fetched fetched;
  RecordedStep recorded;
  recorded.sequence = recorded_step.sequence;
  recorded.file = journal_.name(recorded_step.hops.back().file);
  for (const JournalHop& hop : recorded_step.hops) {
    if (hop.hops == 0) continue;
    auto hop_read = read_hop(hop);
    if (!hop_read && hop_read.error().code == Code::kIo) return hop_read.error();
    if (!hop_read)
      return skip(hop_read.error(),
                  hop_read.error().code == Code::kNotFound ? "original_missing" : "bad_exchange");
    fetched.hops.push_back(std::move(hop_read->exchange));
    recorded.exchanges.push_back(std::move(hop_read->written));
  }
  if (is_blocked(*record, fetched)) {
    return skip(Error{Code::kDenied, "it was removed from the archive: its capture stays out",
                      record->task.url.href(), -1},
                "blocked");
  }
  const bool has_readings = readings_.has(recorded_step);
  BFA_ASSIGN_OR_RETURN(StepResult result, run_again(*record, std::move(fetched), has_readings));
  if (has_readings)
    BFA_RETURN_IF_ERROR(readings_.give(recorded_step, archive_, options_.rules.get(), result, report_));
  ++report_.steps;
  report_.captures += recorded.exchanges.empty() ? 0 : 1;
  if (recorded_step.sequence != recorded_step.recorded) ++report_.repeated;
  return commit(std::move(result), recorded);
}

// The result of a recorded step.
Result<StepResult> Replayer::run_again(const ArchiveRecord& record, Fetched fetched, bool has_readings) {
  StepResult result;
  const bool succeeded = record.outcome == Outcome::kDone || record.outcome == Outcome::kNotModified ||
                         record.outcome == Outcome::kSomethingElse;
  if (task_fetches(record.task.kind) && !succeeded) {
    // The recorded step failed: this one fails in the same way.
    result.task = record.task;
    result.outcome = record.outcome;
    result.exchanges = std::move(fetched.hops);
    if (record.outcome == Outcome::kFailed || record.outcome == Outcome::kGone ||
        record.outcome == Outcome::kDenied || record.outcome == Outcome::kTruncated) {
      result.error = recorded_error(record);
    }
    return result;
  }
  if (is_edit(record.task)) {
    result.task = record.task;
    BFA_ASSIGN_OR_RETURN(result.learned, template_from_json(record.template_json));
    return result;
  }
  if (has_readings) {
    result.task = record.task;
    result.outcome = record.outcome;
    result.exchanges = std::move(fetched.hops);
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
  // What was learned from pages that were removed since then stays as it was.
  if (task.kind == TaskKind::kLearn && options_.rules && !options_.rules->removals().empty() &&
      !record.template_json.empty()) {
    BFA_ASSIGN_OR_RETURN(result.learned, template_from_json(record.template_json));
    result.outcome = record.outcome;
    result.error.reset();
  }
  if (result.outcome == Outcome::kFailed && result.error && result.error->code == Code::kIo)
    return *result.error;
  return result;
}

Status Replayer::commit(StepResult result, const RecordedStep& recorded) {
  const std::string blog = result.learned || result.blog || result.feed ? result.task.blog : std::string();
  const std::string origin = result.robots ? result.robots->origin : std::string();
  BFA_ASSIGN_OR_RETURN(const Committed committed, archive_.commit_recorded(std::move(result), recorded));
  (void)committed;
  if (steps_ && !blog.empty()) steps_->view().forget_blog(blog);
  if (steps_ && !origin.empty()) steps_->view().forget_robots(origin);
  return {};
}

}  // namespace bfa
