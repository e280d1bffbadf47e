// SPDX-License-Identifier: Apache-2.0
#include "bfa/migrate/migrate.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "io/stoppable_file_system.h"
#include "migrate/files/note_log.h"
#include "migrate/files/premis_file.h"
#include "migrate/files/shared_members.h"
#include "migrate/files/warc_file.h"
#include "migrate/files/work_folder.h"
#include "migrate/output/outputs.h"

namespace bfa {
namespace {

std::string without_trailing_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

class Migration {
 public:
  Migration(FileSystem& fs, const std::string& output, const MigrateOptions& options)
      : fs_(fs, options.stop),
        output_(without_trailing_slash(output)),
        options_(options),
        work_(output_ + ".work") {
    if (options_.input.clock == nullptr) options_.input.clock = &system_clock();
  }

  Result<MigrationReport> run(const std::vector<std::string>& inputs) {
    BFA_RETURN_IF_ERROR(claim_output());
    if (Status done = make(inputs); !done) {
      // claim_output() made sure that the paths were free. An output without its PREMIS would look complete.
      warc_.reset();
      notes_.reset();
      const Status ignored = remove_outputs();
      (void)ignored;
      return std::move(done).error();
    }
    return std::move(report_);
  }

 private:
  Status make(const std::vector<std::string>& inputs) {
    BFA_ASSIGN_OR_RETURN(notes_,
                         NoteLog::create(fs_, options_.sidecars ? output_ + ".report.jsonl" : "", report_));
    for (const MigrationNote& note : options_.known) notes_->add(note);
    visitor_.note = [this](MigrationNote note) { notes_->add(std::move(note)); };
    visitor_.page = [this](CapturePage page) { pages_.push_back(std::move(page)); };
    visitor_.record = [this](MigratedRecord&& record) { return take(record); };
    for (const auto& input : inputs) BFA_RETURN_IF_ERROR(find(input));
    report_.units = units_.size();
    BFA_RETURN_IF_ERROR(options_.target == MigrationTarget::kWarc ? to_warc() : through_warcs());
    return finish();
  }

  // A run that was killed leaves its work folder. What stands at the output's place then is of that run,
  // because a run begins only where nothing stands.
  Status claim_output() {
    BFA_ASSIGN_OR_RETURN(const bool unfinished, fs_.exists(work_.path() + "/lock"));
    if (!unfinished) BFA_RETURN_IF_ERROR(refuse_existing());
    BFA_RETURN_IF_ERROR(work_.make(fs_));
    return unfinished ? remove_outputs() : refuse_existing();
  }

  Status remove_outputs() {
    Status first;
    for (const std::string& path : outputs()) {
      std::error_code error;
      std::filesystem::remove_all(path, error);
      if (error && first.ok()) first = Error{Code::kIo, error.message(), path, -1};
    }
    return first;
  }

  // All that a run can leave outside of its work folder.
  std::vector<std::string> outputs() const {
    std::vector<std::string> finished = {output_};
    if (options_.sidecars)
      finished.insert(finished.end(), {output_ + ".report.jsonl", output_ + ".premis.xml"});
    if (options_.target == MigrationTarget::kCdxj) finished.push_back(converted_path());
    std::vector<std::string> all;
    for (const std::string& path : finished) all.insert(all.end(), {path, path + ".open"});
    return all;
  }

  Status refuse_existing() {
    for (const auto& path : outputs()) {
      BFA_ASSIGN_OR_RETURN(const bool taken, fs_.exists(path));
      if (taken) return Error{Code::kInvalidArgument, "already exists", path, -1};
    }
    return {};
  }

  Status find(const std::string& input) {
    BFA_ASSIGN_OR_RETURN(auto found, find_captures(fs_, input, options_.input, visitor_));
    // PREMIS describes the input as given: a file or a folder.
    const bool folder = std::filesystem::is_directory(input);
    std::string format(capture_format_name(found.front().format));
    if (found.size() > 1 || found.front().path != input)
      format = folder ? "folder of captures" : "container of " + format;
    sources_.push_back({without_trailing_slash(input), std::move(format), folder});
    units_.insert(units_.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    return {};
  }

  Status take(const MigratedRecord& record) {
    if (options_.stop.stop_requested()) return Error{Code::kUnavailable, "stopped", output_, -1};
    return warc_->add(record);
  }

  Status to_warc() {
    BFA_ASSIGN_OR_RETURN(warc_, WarcFile::create(fs_, output_, options_.packing, options_.level));
    for (const auto& unit : units_) BFA_RETURN_IF_ERROR(read_captures(fs_, unit, options_.input, visitor_));
    return close_warc(output_);
  }

  Status close_warc(const std::string& path) {
    if (warc_->records() == 0) return Error{Code::kNotFound, "no captures in the input", path, -1};
    BFA_RETURN_IF_ERROR(warc_->finish());
    for (const auto& [type, count] : warc_->by_type()) report_.records[type] += count;
    report_.files.push_back(path);
    return {};
  }

  // Other outputs are made of WARC files: those of the input in place, and one made of all other formats and
  // of files whose records have no places of their own.
  Status through_warcs() {
    OutputJob job{fs_, options_, report_, {}, {}, output_, work_.path(), visitor_.note};
    std::vector<CaptureUnit> rest;
    for (const auto& unit : units_) {
      bool in_place = unit.format == CaptureFormat::kWarc;
      if (in_place) {
        BFA_ASSIGN_OR_RETURN(const bool shared, has_shared_members(fs_, unit.path));
        in_place = !shared;
      }
      if (in_place) job.warcs.push_back(unit.path);
      if (!in_place) rest.push_back(unit);
    }
    if (!rest.empty()) BFA_RETURN_IF_ERROR(convert(rest, job));
    job.pages = std::move(pages_);
    switch (options_.target) {
      case MigrationTarget::kWacz:
        return write_wacz_output(job);
      case MigrationTarget::kCdxj:
        return write_cdxj_output(job);
      case MigrationTarget::kObjects:
      case MigrationTarget::kCsv:
      case MigrationTarget::kMarkdown:
        return write_object_output(job);
      default:
        return write_static_output(job);
    }
  }

  // An index needs the captures: they are kept in the same folder.
  std::string converted_path() const {
    const std::string suffix(warc_suffix(options_.packing));
    return options_.target == MigrationTarget::kCdxj ? output_ + suffix
                                                     : work_.path() + "/converted" + suffix;
  }

  Status convert(const std::vector<CaptureUnit>& units, OutputJob& job) {
    const bool stays = options_.target == MigrationTarget::kCdxj;
    const std::string path = converted_path();
    BFA_ASSIGN_OR_RETURN(warc_, WarcFile::create(fs_, path, options_.packing, options_.level));
    for (const auto& unit : units) BFA_RETURN_IF_ERROR(read_captures(fs_, unit, options_.input, visitor_));
    BFA_RETURN_IF_ERROR(close_warc(path));
    if (!stays) report_.files.pop_back();
    job.warcs.push_back(path);
    return {};
  }

  Status finish() {
    if (!options_.sidecars) return {};
    std::vector<PremisSource> outputs;
    const bool folder =
        options_.target == MigrationTarget::kStatic || options_.target == MigrationTarget::kMarkdown;
    for (const auto& file : report_.files) outputs.push_back({file, target_name(), folder});
    report_.files.push_back(output_ + ".premis.xml");
    report_.files.push_back(output_ + ".report.jsonl");
    BFA_RETURN_IF_ERROR(write_migration_premis(fs_, output_ + ".premis.xml", sources_, outputs, report_,
                                               options_.input.clock->now()));
    return notes_->finish();
  }

  std::string target_name() const {
    switch (options_.target) {
      case MigrationTarget::kWarc:
        return "WARC";
      case MigrationTarget::kWacz:
        return "WACZ";
      case MigrationTarget::kCdxj:
        return "CDXJ";
      case MigrationTarget::kObjects:
        return "JSON Lines";
      case MigrationTarget::kCsv:
        return "CSV";
      case MigrationTarget::kMarkdown:
        return "Markdown";
      case MigrationTarget::kStatic:
        break;
    }
    return "static HTML";
  }

  StoppableFileSystem fs_;
  std::string output_;
  MigrateOptions options_;
  WorkFolder work_;
  MigrationReport report_;
  std::unique_ptr<NoteLog> notes_;
  CaptureVisitor visitor_;
  std::vector<CaptureUnit> units_;
  std::vector<PremisSource> sources_;
  std::vector<CapturePage> pages_;
  std::unique_ptr<WarcFile> warc_;
};

}  // namespace

std::optional<MigrationTarget> migration_target_of(std::string_view path) {
  if (path.ends_with(".warc") || path.ends_with(".warc.gz") || path.ends_with(".warc.zst"))
    return MigrationTarget::kWarc;
  if (path.ends_with(".wacz")) return MigrationTarget::kWacz;
  if (path.ends_with(".cdxj")) return MigrationTarget::kCdxj;
  if (path.ends_with(".jsonl")) return MigrationTarget::kObjects;
  if (path.ends_with(".csv")) return MigrationTarget::kCsv;
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  if (!name.empty() && name.find('.') == std::string_view::npos) return MigrationTarget::kStatic;
  return std::nullopt;
}

Result<MigrationReport> migrate_captures(FileSystem& fs, const std::vector<std::string>& inputs,
                                         std::string_view output, const MigrateOptions& options) {
  return guarded(
      [&]() -> Result<MigrationReport> { return Migration(fs, std::string(output), options).run(inputs); });
}

}  // namespace bfa
