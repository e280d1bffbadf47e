// SPDX-License-Identifier: Apache-2.0
#include "bfa/migrate/import.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/address_rules.h"
#include "bfa/warc/fixity_manifest.h"
#include "crawl/import_rounds.h"
#include "io/file_sink.h"
#include "migrate/files/note_log.h"
#include "migrate/files/premis_file.h"
#include "migrate/files/shared_members.h"
#include "migrate/files/warc_file.h"
#include "migrate/input/file_tree.h"
#include "store/files/copy_file.h"

namespace bfa {
namespace {

// The last part of a path, with only characters that a file name may contain.
std::string stem_of(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  const std::string whole = path.substr(0, end == std::string::npos ? 0 : end + 1);
  std::string stem;
  for (const char c : whole.substr(whole.find_last_of('/') + 1)) {
    const bool plain = is_letter_or_digit(c) || c == '-' || c == '.' || c == '_';
    stem.push_back(plain ? c : '_');
  }
  return stem.substr(0, 80);
}

class CaptureImport {
 public:
  CaptureImport(Archive& archive, FileSystem& fs, const ImportOptions& options, const CrawlOptions& crawl)
      : archive_(archive),
        fs_(fs),
        options_(options),
        crawl_(crawl),
        folder_(archive.directory() + "/imports") {
    if (options_.input.clock == nullptr) options_.input.clock = &system_clock();
  }

  Result<ImportReport> run(const std::vector<std::string>& inputs) {
    for (const auto& input : inputs) {
      Status prepared = prepare(input);
      if (prepared) continue;
      undo();
      return std::move(prepared).error();
    }
    report_.conversion.units = inputs.size() - report_.repeated.size();
    if (warcs_.empty()) return std::move(report_);
    BFA_RETURN_IF_ERROR(keep_posts());
    BFA_ASSIGN_OR_RETURN(const std::uint64_t before, archive_.last_step());
    auto replay = import_files(archive_, fs_, warcs_, options_.blogs, sources_, crawl_);
    if (!replay) {
      const auto after = archive_.last_step();
      if (after && *after == before) undo();
      return std::move(replay).error();
    }
    report_.replay = std::move(*replay);
    // Only now, because an interrupted import must be repeated.
    const bool whole = !crawl_.stop.stop_requested();
    for (const auto& entry : whole ? ledger_ : std::vector<LedgerEntry>())
      BFA_RETURN_IF_ERROR(write_file_atomically(fs_, entry.path, entry.text));
    if (whole) BFA_RETURN_IF_ERROR(keep_digests());
    return std::move(report_);
  }

 private:
  struct LedgerEntry {
    std::string path, text;
    std::vector<std::string> files;  // what was kept of the input
  };

  // `bfa check` compares the files with these. Those of others, which may be damaged, are not added.
  Status keep_digests() {
    auto manifest = read_fixity_manifest(fs_, folder_);
    if (!manifest) {
      const Error& error = manifest.error();
      report_.replay.findings.push_back(
          {error.code, "manifest_unread", error.message, error.offset, error.where});
      return {};
    }
    for (const LedgerEntry& entry : ledger_) {
      std::vector<std::string> names = entry.files;
      names.push_back(entry.path.substr(folder_.size() + 1));
      for (const std::string& name : names) {
        BFA_ASSIGN_OR_RETURN((*manifest)[name], sha256_of_file(fs_, folder_ + "/" + name));
      }
    }
    return write_fixity_manifest(fs_, folder_, *manifest);
  }

  // A rebuild has to know them, too.
  Status keep_posts() {
    if (options_.posts.empty()) return {};
    BFA_ASSIGN_OR_RETURN(const auto known, archive_.decisions("post"));
    std::vector<Decision> decisions;
    for (const std::string& post : options_.posts) {
      if (std::ranges::count(known, post, &Decision::target) > 0) continue;
      decisions.push_back(known_post_decision(post, "its package says so", options_.input.clock->now()));
    }
    return archive_.put_decisions(decisions);
  }

  Status prepare(const std::string& input) {
    BFA_ASSIGN_OR_RETURN(const std::string digest, fingerprint(input));
    const std::string entry = folder_ + "/" + digest.substr(0, 32) + ".json";
    BFA_ASSIGN_OR_RETURN(const bool known, fs_.exists(entry));
    if (known) {
      report_.repeated.push_back(input);
      return {};
    }
    BFA_ASSIGN_OR_RETURN(const bool folder_there, fs_.exists(folder_));
    folder_made_ = folder_made_ || !folder_there;
    BFA_RETURN_IF_ERROR(fs_.create_directories(folder_));
    const std::size_t before = report_.conversion.files.size();
    BFA_RETURN_IF_ERROR(take(input, digest));
    nlohmann::ordered_json json = {{"v", 1},
                                   {"source", input},
                                   {"sha256", digest},
                                   {"time", format_rfc3339(options_.input.clock->now())},
                                   {"files", nlohmann::ordered_json::array()}};
    std::vector<std::string> files;
    for (std::size_t i = before; i < report_.conversion.files.size(); ++i)
      files.push_back(stem_of(report_.conversion.files[i]));
    json["files"] = files;
    ledger_.push_back({entry,
                       json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n",
                       std::move(files)});
    return {};
  }

  // The digest of a file; for a folder the digest of the names, sizes and times in it.
  Result<std::string> fingerprint(const std::string& input) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(input, ignored)) {
      BFA_ASSIGN_OR_RETURN(const Fixity fixity, measure_file(fs_, input));
      return fixity.sha256;
    }
    BFA_ASSIGN_OR_RETURN(const FileTree tree, FileTree::open(fs_, input, options_.input, {}));
    Digester digester(DigestAlgorithm::kSha256);
    for (const auto& file : tree.files()) {
      digester.update(file.name + "\n" + std::to_string(file.size) + "\n" +
                      (file.modified ? format_rfc3339(*file.modified) : "") + "\n");
    }
    return hex_encode(digester.finish());
  }

  Status take(const std::string& input, const std::string& digest) {
    // One base name for all files that are kept of this input. The digest distinguishes inputs with the same
    // name.
    const std::string path = folder_ + "/" + stem_of(input) + "-" + digest.substr(0, 8) + ".warc.gz";
    MigrationReport report;
    converted_.push_back(path);
    BFA_RETURN_IF_ERROR(remove_leftovers(path));
    BFA_ASSIGN_OR_RETURN(const auto notes, NoteLog::create(fs_, path + ".report.jsonl", report));
    CaptureVisitor visitor;
    visitor.note = [&](MigrationNote note) { notes->add(std::move(note)); };
    BFA_ASSIGN_OR_RETURN(const auto units, find_captures(fs_, input, options_.input, visitor));
    std::vector<CaptureUnit> converted;
    for (const auto& unit : units) {
      BFA_ASSIGN_OR_RETURN(const bool in_place, is_read_in_place(unit));
      if (in_place) warcs_.push_back(unit.path);
      if (!in_place) converted.push_back(unit);
    }
    report.units = units.size();
    BFA_RETURN_IF_ERROR(keep_original(input, digest));
    if (!converted.empty()) BFA_RETURN_IF_ERROR(convert_units(input, converted, path, visitor, report));
    if (!converted.empty()) BFA_RETURN_IF_ERROR(notes->finish());
    note_source(input, digest, units, !converted.empty(), report);
    merge(report);
    return {};
  }

  // For the record of the import. Packages write it to PREMIS.
  void note_source(const std::string& input, const std::string& digest, const std::vector<CaptureUnit>& units,
                   bool converted, const MigrationReport& report) {
    ImportSource source;
    source.name = stem_of(input);
    std::error_code ignored;
    if (!std::filesystem::is_directory(input, ignored)) source.sha256 = digest;
    std::set<std::string> formats;
    for (const CaptureUnit& unit : units) formats.emplace(capture_format_name(unit.format));
    for (const std::string& format : formats) source.format += (source.format.empty() ? "" : ", ") + format;
    source.converted = converted;
    if (converted) source.notes = report.notes;
    sources_.push_back(std::move(source));
  }

  // An import goes to the place of each record.
  Result<bool> is_read_in_place(const CaptureUnit& unit) {
    if (unit.format != CaptureFormat::kWarc) return false;
    BFA_ASSIGN_OR_RETURN(const bool shared, has_shared_members(fs_, unit.path));
    return !shared;
  }

  // An interrupted import can leave its conversion here.
  Status remove_leftovers(const std::string& path) {
    for (const char* ending : {"", ".open", ".premis.xml", ".report.jsonl", ".report.jsonl.open"}) {
      BFA_ASSIGN_OR_RETURN(const bool there, fs_.exists(path + ending));
      if (there) BFA_RETURN_IF_ERROR(fs_.remove(path + ending));
    }
    return {};
  }

  // Nothing was imported: the files of this import go again. What made this necessary is reported.
  void undo() {
    for (const std::string& path : converted_) {
      const Status ignored = remove_leftovers(path);
      (void)ignored;
    }
    for (const std::string& path : kept_) {
      const Status ignored = fs_.remove(path);
      (void)ignored;
    }
    std::error_code not_empty;
    if (folder_made_) std::filesystem::remove(folder_, not_empty);
  }

  Status convert_units(const std::string& input, const std::vector<CaptureUnit>& units,
                       const std::string& path, CaptureVisitor& visitor, MigrationReport& report) {
    BFA_ASSIGN_OR_RETURN(const auto warc, WarcFile::create(fs_, path, WarcPacking::kGzip, 0));
    visitor.record = [&](MigratedRecord&& record) { return warc->add(record); };
    for (const auto& unit : units) BFA_RETURN_IF_ERROR(read_captures(fs_, unit, options_.input, visitor));
    if (warc->records() == 0) return Error{Code::kNotFound, "no captures in the input", input, -1};
    BFA_RETURN_IF_ERROR(warc->finish());
    report.records = warc->by_type();
    report.files = {path, path + ".premis.xml", path + ".report.jsonl"};
    warcs_.push_back(path);
    std::error_code ignored;
    const bool folder = std::filesystem::is_directory(input, ignored);
    return write_migration_premis(fs_, path + ".premis.xml",
                                  {{input, std::string(capture_format_name(units.front().format)), folder}},
                                  {{path, "WARC", false}}, report, options_.input.clock->now());
  }

  Status keep_original(const std::string& input, const std::string& digest) {
    std::error_code failed;
    if (options_.keep == ImportOptions::Keep::kNothing || !std::filesystem::is_regular_file(input, failed))
      return {};
    const std::string kept = folder_ + "/" + digest.substr(0, 8) + "-" + stem_of(input);
    BFA_ASSIGN_OR_RETURN(const bool there, fs_.exists(kept));
    if (there) return {};
    if (options_.keep == ImportOptions::Keep::kLink) std::filesystem::create_hard_link(input, kept, failed);
    if (options_.keep == ImportOptions::Keep::kCopy || failed) {
      // Under another name first: a copy that was cut by a kill must not count as kept.
      BFA_ASSIGN_OR_RETURN(const CopiedFile copied, copy_file(fs_, input, kept + ".open"));
      (void)copied;
      BFA_RETURN_IF_ERROR(fs_.rename(kept + ".open", kept));
    }
    kept_.push_back(kept);
    report_.conversion.files.push_back(kept);
    return fs_.sync_directory(folder_);
  }

  void merge(const MigrationReport& report) {
    MigrationReport& all = report_.conversion;
    for (const auto& [type, count] : report.records) all.records[type] += count;
    for (const auto& [note, count] : report.notes) all.notes[note] += count;
    all.first_notes.insert(all.first_notes.end(), report.first_notes.begin(), report.first_notes.end());
    all.files.insert(all.files.end(), report.files.begin(), report.files.end());
  }

  Archive& archive_;
  FileSystem& fs_;
  ImportOptions options_;
  const CrawlOptions& crawl_;
  std::string folder_;
  ImportReport report_;
  std::vector<std::string> warcs_;
  std::vector<ImportSource> sources_;
  std::vector<LedgerEntry> ledger_;
  std::vector<std::string> converted_, kept_;  // files of this import in its folder
  bool folder_made_ = false;
};

}  // namespace

Result<ImportReport> import_captures(Archive& archive, FileSystem& fs, const std::vector<std::string>& inputs,
                                     const ImportOptions& options, const CrawlOptions& crawl) {
  return guarded(
      [&]() -> Result<ImportReport> { return CaptureImport(archive, fs, options, crawl).run(inputs); });
}

}  // namespace bfa
