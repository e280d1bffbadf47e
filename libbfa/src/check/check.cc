// SPDX-License-Identifier: Apache-2.0
#include "bfa/check/check.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <thread>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "check/folder.h"
#include "check/imports.h"
#include "check/index_health.h"
#include "check/objects.h"
#include "check/package_check.h"
#include "check/record_result.h"
#include "check/watched_file.h"
#include "warc/read/start_thread.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostPlaces = 500'000;  // in memory at once

class ArchiveCheck {
 public:
  ArchiveCheck(std::string directory, const CheckOptions& options, std::size_t threads)
      : directory_(std::move(directory)),
        options_(options),
        threads_(threads),
        fs_(options.fs != nullptr ? *options.fs : posix_file_system()),
        clock_(options.clock != nullptr ? *options.clock : system_clock()),
        sample_(options.sample, seed()),
        outside_(make_container_file_system(fs_)),
        warcs_{fs_, *outside_, options, log_, nullptr, {}, {}} {}

  Result<CheckReport> run() {
    report_.began = clock_.now();
    report_.read_data = options_.read_data;
    report_.digests = options_.digests;
    report_.sample = options_.sample;
    BFA_RETURN_IF_ERROR(check_folder(fs_, directory_, log_));
    const Status looked = look();
    if (!looked && !is_stopped(looked.error())) return looked.error();
    report_.stopped = !looked.ok();
    finish();
    return std::move(report_);
  }

 private:
  // Another sample each time, so that repeated ones reach everything.
  std::uint64_t seed() const {
    return options_.seed != 0 ? options_.seed
                              : static_cast<std::uint64_t>(clock_.now().time_since_epoch().count());
  }

  Status look() {
    running_ = is_locked(directory_);
    // The store first: what a writer adds after this is not looked at.
    store_ = StoreReader::open(fs_, directory_, log_);
    std::optional<StepLookup> steps;
    CaptureCounts captures;
    store_.verify(running_, log_);
    if (store_.database() != nullptr) {
      captures = count_captures(*store_.database(), options_, log_);
      report_.captures = captures.captures;
      steps.emplace(*store_.database(), log_);
      warcs_.steps = &*steps;
    }
    running_ = running_ || is_locked(directory_);  // it may have begun meanwhile
    const WarcManifest manifest = read_warc_manifest(fs_, directory_, log_);
    entries_ = list_entries(fs_, *outside_, directory_, store_, captures, manifest, running_, log_);
    compare_entries(fs_, entries_, store_, manifest, running_, options_, log_);
    choose();
    for (const FolderEntry& entry : entries_) note_size(entry);
    for (std::size_t i = 0; i < entries_.size();) BFA_RETURN_IF_ERROR(check_batch(i));
    take_counts();
    if (steps)
      steps->finish(options_.read_data && sample_.all() && report_.files_read == report_.files, options_);
    if (steps) report_.steps = steps->seen();
    if (options_.packages)
      BFA_RETURN_IF_ERROR(check_packages(fs_, directory_, sample_, options_, log_, report_));
    BFA_RETURN_IF_ERROR(check_imports(fs_, directory_, sample_, options_, log_));
    check_search_index(directory_, store_.database(), running_, log_);
    if (store_.database() == nullptr) return {};
    return check_objects(*store_.database(), sample_, options_, log_, report_);
  }

  void note_size(const FolderEntry& entry) {
    if (!entry.there || entry.outside) return;
    ++report_.files;
    report_.bytes += entry.bytes;
    report_.bytes_unwritten += entry.bytes - entry.readable;
    if (entry.chosen) bytes_to_read_ += entry.readable;
  }

  // Files until enough bytes are chosen, at least one.
  void choose() {
    std::uint64_t all = 0;
    std::vector<FolderEntry*> order;
    for (FolderEntry& entry : entries_) {
      if (!entry.there || entry.outside) continue;
      all += entry.readable;
      order.push_back(&entry);
    }
    if (!sample_.all()) {
      std::sort(order.begin(), order.end(), [&](const FolderEntry* a, const FolderEntry* b) {
        return sample_.rank(a->name) < sample_.rank(b->name);
      });
    }
    const double wanted = static_cast<double>(all) * sample_.percent() / 100;
    double chosen = 0;
    for (FolderEntry* const entry : order) {
      if (!sample_.all() && chosen >= wanted && chosen > 0) break;
      entry->chosen = true;
      chosen += static_cast<double>(entry->readable);
    }
  }

  // Files from `i` on whose places fit into memory; moves `i` behind them.
  Status check_batch(std::size_t& i) {
    const std::size_t begin = i;
    std::uint64_t count = 0;
    while (i < entries_.size() && (i == begin || count + entries_[i].captures <= kMostPlaces))
      count += entries_[i++].captures;
    std::map<std::string, std::size_t> number_of;
    for (std::size_t k = begin; k < i; ++k) number_of.emplace(entries_[k].name, k - begin);
    std::vector<std::vector<Place>> places(i - begin);
    if (store_.database() != nullptr && count > 0) {
      const auto list_of = [&](const std::string& file, std::uint64_t sequence) -> std::vector<Place>* {
        const auto number = number_of.find(file);
        if (number == number_of.end()) return nullptr;
        const FolderEntry& entry = entries_[begin + number->second];
        // What a damaged file affects is told in full.
        const bool all = !entry.there || entry.bytes < entry.known || reads(entry);
        return all || sample_.takes(sequence) ? &places[number->second] : nullptr;
      };
      BFA_RETURN_IF_ERROR(read_places(*store_.database(), list_of, options_));
    }
    return check_together(begin, places);
  }

  bool reads(const FolderEntry& entry) const {
    return entry.chosen && (options_.read_data || options_.digests);
  }

  Status check_together(std::size_t begin, std::vector<std::vector<Place>>& places) {
    std::atomic<std::size_t> next = 0;
    Status first;
    const auto work = [&] {
      for (std::size_t k = next++; k < places.size(); k = next++) {
        const Status done = guarded([&]() -> Status { return check_one(entries_[begin + k], places[k]); });
        if (done) continue;
        const std::lock_guard lock(warcs_.mutex);
        if (first) first = done;
        next = places.size();
      }
    };
    std::vector<std::thread> threads;
    while (threads.size() + 1 < std::min(threads_, places.size()) && start_thread(threads, work)) {
    }
    work();
    for (std::thread& thread : threads) thread.join();
    return first;
  }

  Status check_one(const FolderEntry& entry, std::vector<Place>& places) {
    if (options_.stop.stop_requested()) return stopped_error();
    sort_places(places);
    BFA_RETURN_IF_ERROR(check_warc_file(entry, places, warcs_));
    places = {};
    const std::lock_guard lock(warcs_.mutex);
    ++files_done_;
    if (reads(entry)) bytes_done_ += entry.readable;
    if (options_.progress)
      options_.progress({"WARC files", files_done_, entries_.size(), bytes_done_,
                         options_.read_data || options_.digests ? bytes_to_read_ : 0});
    return {};
  }

  void take_counts() {
    const CheckReport& counts = warcs_.counts;
    report_.files_read = counts.files_read;
    report_.bytes_read = counts.bytes_read;
    report_.files_checked = counts.files_checked;
    std::sort(report_.files_checked.begin(), report_.files_checked.end());
    report_.digests_compared = counts.digests_compared;
    report_.records = counts.records;
    report_.places = counts.places;
  }

  void finish() {
    if (report_.stopped) log_.unseen("stopped", {}, "the check was stopped before its end", "run it again");
    if (report_.bytes_unwritten > 0)
      log_.note("being_written", {},
                "the last " + std::to_string(report_.bytes_unwritten) +
                    " bytes of the WARC files were not looked at: they are being written, or a killed crawl "
                    "left them",
                "check again when the crawl has ended; the next one takes in what a killed one left");
    finish_report(log_, sample_, report_);
    report_.ended = clock_.now();
    if (!options_.record) {
      report_.not_recorded = "not asked for";
    } else if (options_.fs != nullptr && options_.fs != &posix_file_system()) {
      record_result(directory_, options_.fs, clock_, report_);
    } else {
      record_result(directory_, nullptr, clock_, report_);
    }
  }

  const std::string directory_;
  const CheckOptions& options_;
  const std::size_t threads_;
  FileSystem& fs_;
  Clock& clock_;
  const SampleChoice sample_;
  CheckLog log_;
  const std::unique_ptr<FileSystem> outside_;
  WarcCheck warcs_;
  StoreReader store_;
  std::vector<FolderEntry> entries_;
  bool running_ = false;
  std::uint64_t files_done_ = 0, bytes_done_ = 0, bytes_to_read_ = 0;
  CheckReport report_;
};

Status check_options(const CheckOptions& options) {
  if (!(options.sample > 0 && options.sample <= 100))  // also when it is no number
    return Error{Code::kInvalidArgument, "a sample is above 0 and at most 100 percent", {}, -1};
  return {};
}

}  // namespace

std::string_view check_result_name(CheckResult result) {
  switch (result) {
    case CheckResult::kSound:
      return "sound";
    case CheckResult::kSampled:
      return "sampled";
    case CheckResult::kIncomplete:
      return "incomplete";
    case CheckResult::kDamaged:
      return "damaged";
  }
  return "incomplete";
}

Result<CheckReport> check_archive(const std::string& directory, const CheckOptions& options) {
  return guarded([&]() -> Result<CheckReport> {
    BFA_RETURN_IF_ERROR(check_options(options));
    BFA_ASSIGN_OR_RETURN(const std::size_t threads, thread_count(options.threads));
    return ArchiveCheck(directory, options, threads).run();
  });
}

Result<CheckReport> check_package(const std::string& directory, const CheckOptions& options) {
  return guarded([&]() -> Result<CheckReport> {
    BFA_RETURN_IF_ERROR(check_options(options));
    Clock& clock = options.clock != nullptr ? *options.clock : system_clock();
    FileSystem& fs = options.fs != nullptr ? *options.fs : posix_file_system();
    CheckReport report;
    report.began = clock.now();
    report.read_data = true;
    CheckLog log;
    CheckOptions whole = options;
    whole.read_data = true;
    whole.sample = 100;
    const Status looked = check_one_package(fs, directory, {}, whole, log, report);
    if (!looked && !is_stopped(looked.error())) return looked.error();
    report.stopped = !looked.ok();
    if (report.stopped) log.unseen("stopped", {}, "the check was stopped before its end", "run it again");
    finish_report(log, SampleChoice(100, 0), report);
    report.ended = clock.now();
    report.not_recorded = "a package is checked on its own";
    return report;
  });
}

}  // namespace bfa
