// SPDX-License-Identifier: Apache-2.0
// Makes the store again from the archive's own WARC files: the recorded steps run again in their order.
#include <algorithm>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/address_rules.h"
#include "bfa/crawl/replay.h"
#include "crawl/history/reread_dates.h"
#include "crawl/leaveout/take_rules.h"
#include "crawl/replayer.h"
#include "crawl/settle_history.h"
#include "io/stoppable_file_system.h"
#include "store/archive_impl.h"
#include "store/journal.h"
#include "store/marks.h"

namespace bfa {
namespace {

FileSystem& files_of(const ArchiveOptions& options) {
  return options.fs != nullptr ? *options.fs : posix_file_system();
}

Status unless_stopped(const std::stop_token& stop, const std::string& directory) {
  if (!stop.stop_requested()) return {};
  return Error{Code::kUnavailable, "stopped", directory, -1};
}

// A file that cannot be read as WARC is a finding: what the old store had from it is missed below.
Status read_journal(FileSystem& disk, const std::string& directory, const std::stop_token& stop,
                    Journal& journal, Findings& findings) {
  StoppableFileSystem fs(disk, stop);
  BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(fs, directory));
  for (const WarcFileSize& file : files) {
    const std::string path = directory + "/" + file.name;
    const Status read = journal.add(fs, path, file.name, 0, findings);
    BFA_RETURN_IF_ERROR(unless_stopped(stop, directory));
    if (read) continue;
    const Error& error = read.error();
    if (error.code == Code::kIo) return read;
    findings.push_back({error.code, "unreadable_warc", error.message, error.offset, path});
  }
  journal.finish();
  return {};
}

// The number that accepts a loss: of objects, or of captures when every object is still there.
std::uint64_t lost_things(const StoreComparison& compared) {
  if (compared.lost_objects > 0) return compared.lost_objects;
  return compared.captures_before - std::min(compared.captures_before, compared.captures_after);
}

// What the old store has and the new one would lack is a loss that somebody has to accept, by its exact
// number: a greater one would accept any loss.
// `message_of_loss`: set when the loss was accepted.
Status check_loss(const StoreComparison& compared, std::optional<std::uint64_t> accepted,
                  std::string& message_of_loss) {
  const std::uint64_t lost = lost_things(compared);
  if (lost == 0) return {};
  std::string message;
  for (const auto& file : compared.files.missing)
    message += "WARC file " + file.name + " (known to the store) is missing; ";
  for (const auto& file : compared.files.shorter)
    message += "WARC file " + file.name + " has " + std::to_string(file.bytes) + " of the " +
               std::to_string(file.known) + " bytes that the store knows; ";
  message += std::to_string(lost) + " of " +
             (compared.lost_objects > 0 ? counted(compared.objects, "object", "objects")
                                        : counted(compared.captures_before, "capture", "captures")) +
             (accepted == lost ? " are missing, as was accepted" : " would be missing");
  if (accepted == lost) {
    message_of_loss = std::move(message);
    return {};
  }
  message += "; nothing was written (--accept-loss " + std::to_string(lost) + ")";
  return Error{Code::kDenied, message, {}, -1};
}

Result<ReplayReport> rebuild(const std::string& directory, ArchiveOptions archive_options,
                             const CrawlOptions& options, std::optional<std::uint64_t> accept_loss) {
  ReplayReport report;
  BFA_RETURN_IF_ERROR(check_zones_of(directory, archive_options));
  archive_options.mode = ArchiveOptions::Mode::kRebuild;
  archive_options.create = false;
  BFA_ASSIGN_OR_RETURN(const auto archive, Archive::open(directory, archive_options));
  FileSystem& fs = files_of(archive_options);
  Journal journal;
  BFA_RETURN_IF_ERROR(read_journal(fs, archive->warc_directory(), options.stop, journal, report.findings));
  HistorySettler settler(fs, *archive, journal, report);
  BFA_RETURN_IF_ERROR(settler.find_blogs());
  {
    Replayer replayer(fs, *archive, journal, options.step, report);
    replayer.leave_out(settler);
    replayer.end_at(options.stop);
    BFA_RETURN_IF_ERROR(replayer.run());
    BFA_RETURN_IF_ERROR(settler.run(replayer, options));
    BFA_RETURN_IF_ERROR(unless_stopped(options.stop, directory));
  }
  const auto settled = [&](const DataObject& object) { return settler.covers(object); };
  BFA_ASSIGN_OR_RETURN(const auto decisions, archive->decisions({}));
  BFA_ASSIGN_OR_RETURN(const auto rules, block_rules(decisions));
  const auto removed = [&](const std::string& url) { return rules->blocks({}, url) != nullptr; };
  BFA_ASSIGN_OR_RETURN(const StoreComparison compared, compare_with_old(directory, archive_options, *archive,
                                                                        settled, removed, report.reread));
  if (compared.removed_objects > 0)
    report.findings.push_back(
        {Code::kDenied, "removed",
         counted(compared.removed_objects, "object is", "objects are") +
             " not in the archive any more: a decision removed the address. Captures that came with packages "
             "stay in warc/ until bfa remove takes them out",
         -1, directory});
  Status loss = check_loss(compared, accept_loss, report.accepted_loss);
  if (!loss) {
    Error error = std::move(loss).error();
    error.where = directory;
    return error;
  }
  report.lost_objects = compared.lost_objects;
  BFA_RETURN_IF_ERROR(unless_stopped(options.stop, directory));
  BFA_RETURN_IF_ERROR(archive->finish_rebuild());
  BFA_RETURN_IF_ERROR(archive->close());
  return report;
}

Result<std::unique_ptr<Archive>> open_and_apply(const std::string& directory, const ArchiveOptions& options,
                                                const StepOptions& step, ReplayReport* report) {
  if (options.mode != ArchiveOptions::Mode::kWrite) return Archive::open(directory, options);
  Journal tail;
  BFA_ASSIGN_OR_RETURN(auto archive, open_with_tail(directory, options, tail));
  if (tail.empty()) return archive;
  ReplayReport applied;
  Replayer replayer(files_of(options), *archive, tail, step, applied);
  BFA_RETURN_IF_ERROR(replayer.run());
  BFA_RETURN_IF_ERROR(archive->finish_rebuild());
  if (report != nullptr) *report = std::move(applied);
  return archive;
}

}  // namespace

Result<ReplayReport> rebuild_archive(const std::string& directory, const ArchiveOptions& archive_options,
                                     const CrawlOptions& options, std::optional<std::uint64_t> accept_loss) {
  return guarded([&] { return rebuild(directory, archive_options, options, accept_loss); });
}

Result<std::unique_ptr<Archive>> open_archive(const std::string& directory, const ArchiveOptions& options,
                                              const StepOptions& step, ReplayReport* report) {
  return guarded([&] { return open_and_apply(directory, options, step, report); });
}

}  // namespace bfa
