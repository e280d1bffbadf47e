// SPDX-License-Identifier: Apache-2.0
#include "remove/prepare.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/try.h"
#include "bfa/crawl/replay.h"
#include "bfa/warc/writer.h"
#include "remove/look_for_text.h"
#include "store/files/copy_file.h"
#include "store/files/fixity.h"
#include "store/files/replacement.h"
#include "store/marks.h"
#include "store/step_record.h"
#include "warc/write/output_file.h"

namespace bfa {
Result<WarcFilesOfArchive> WarcFilesOfArchive::list(FileSystem& fs, const std::string& directory) {
  WarcFilesOfArchive files;
  BFA_ASSIGN_OR_RETURN(const auto warcs, list_warcs(fs, directory + "/warc"));
  for (const WarcFileSize& file : warcs) {
    files.names.push_back(file.name + (file.open ? ".open" : ""));
    files.paths.push_back(directory + "/warc/" + files.names.back());
  }
  BFA_ASSIGN_OR_RETURN(const bool imports, fs.exists(directory + "/imports"));
  if (!imports) return files;
  BFA_ASSIGN_OR_RETURN(const auto names, fs.list(directory + "/imports"));
  for (const auto& name : names) {
    const std::string path = directory + "/imports/" + name;
    if (is_warc_name(name) && WarcReader::open(fs, path)) {
      files.import_names.push_back(name);
      files.imports.push_back(path);
    } else {
      files.other_imports.push_back(name);
    }
  }
  return files;
}

Preparation::Preparation(FileSystem& fs, const std::string& directory, const RemoveOptions& options,
                         const WarcFilesOfArchive& files, const RemovalPlan& plan, RemoveReport& report)
    : fs_(fs),
      directory_(directory),
      fresh_(Replacement::prepared(directory)),
      options_(options),
      files_(files),
      plan_(plan),
      report_(report),
      redact_{options.reason, false, options.archive.clock, false},
      warcs_(fs, files.paths, redact_),
      imports_(fs, files.imports, redact_) {}

Status Preparation::decide() {
  const auto selects = [&](WarcRecord& record) { return plan_.selects(record); };
  BFA_RETURN_IF_ERROR(warcs_.decide(selects));
  BFA_RETURN_IF_ERROR(imports_.decide(selects));
  report_.records = warcs_.records() + imports_.records();
  for (std::size_t i = 0; i < files_.names.size(); ++i) {
    if (warcs_.touches(i)) report_.files.push_back(files_.names[i]);
  }
  for (std::size_t i = 0; i < files_.import_names.size(); ++i) {
    if (imports_.touches(i)) report_.files.push_back("imports/" + files_.import_names[i]);
  }
  for (const auto& name : files_.other_imports) {
    if (name != kFixityManifestName && !name.ends_with(".json") && !name.ends_with(".jsonl") &&
        !name.ends_with(".premis.xml"))
      report_.imports_kept.push_back(name);
  }
  return {};
}

Status Preparation::look_at_old() {
  return look_for_text(
      fs_, files_.paths, files_.names, plan_.texts(),
      [&](const std::string& record_id) { return warcs_.taken().has(record_id); }, report_);
}

Status Preparation::write_folder(const TakeOut& taking, const std::vector<std::string>& names,
                                 const std::vector<std::string>& paths, const std::string& to) {
  BFA_RETURN_IF_ERROR(fs_.create_directories(to));
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string path = to + "/" + names[i];
    if (!taking.touches(i)) {
      BFA_RETURN_IF_ERROR(keep_file(fs_, paths[i], path));
      continue;
    }
    WarcCopyReport copied;
    BFA_ASSIGN_OR_RETURN(const PackedForm form, form_for(fs_, path, paths[i]));
    BFA_ASSIGN_OR_RETURN(const auto out, OutputFile::create(fs_, path, form));
    BFA_RETURN_IF_ERROR(taking.write(i, i + 1, out.get(), copied));
    if (copied.dropped > 0 || copied.lost_bytes > 0) {
      return Error{Code::kCorrupt,
                   "a damaged record would be lost when this file is written anew: nothing was removed (bfa "
                   "warc check tells more)",
                   paths[i], -1};
    }
    BFA_RETURN_IF_ERROR(out->finish());
    BFA_RETURN_IF_ERROR(taking.check(i, path));
    report_.made_whole += copied.materialised;
  }
  return fs_.sync_directory(to);
}

Status Preparation::write_files() {
  BFA_RETURN_IF_ERROR(remove_tree(fs_, fresh_));
  BFA_RETURN_IF_ERROR(write_folder(warcs_, files_.names, files_.paths, fresh_ + "/warc"));
  std::vector<std::string> paths;
  for (const auto& name : files_.names) paths.push_back(fresh_ + "/warc/" + name);
  BFA_RETURN_IF_ERROR(look_for_text(fs_, paths, files_.names, plan_.texts(), {}, report_));
  if (imports_.records() == 0) return {};
  BFA_RETURN_IF_ERROR(write_folder(imports_, files_.import_names, files_.imports, fresh_ + "/imports"));
  for (const auto& name : files_.other_imports)
    BFA_RETURN_IF_ERROR(keep_file(fs_, directory_ + "/imports/" + name, fresh_ + "/imports/" + name));
  BFA_ASSIGN_OR_RETURN(FixityManifest manifest, read_fixity_manifest(fs_, directory_ + "/imports"));
  for (std::size_t i = 0; i < files_.import_names.size(); ++i) {
    const std::string& name = files_.import_names[i];
    if (!imports_.touches(i) || !manifest.contains(name)) continue;
    BFA_ASSIGN_OR_RETURN(manifest[name], sha256_of_file(fs_, fresh_ + "/imports/" + name));
  }
  if (!manifest.empty()) BFA_RETURN_IF_ERROR(write_fixity_manifest(fs_, fresh_ + "/imports", manifest));
  return fs_.sync_directory(fresh_ + "/imports");
}

// The digests of the files that were written anew are recorded as those of others are; the lines of the
// manifest for all other files stay. That of the file with these decisions comes when it is closed.
Result<std::vector<Decision>> Preparation::new_digests(UtcTime time) {
  BFA_ASSIGN_OR_RETURN(FixityManifest manifest, read_fixity_manifest(fs_, directory_ + "/warc"));
  std::vector<Decision> decisions;
  for (std::size_t i = 0; i < files_.names.size(); ++i) {
    if (!warcs_.touches(i)) continue;
    const std::string& name = files_.names[i];
    BFA_ASSIGN_OR_RETURN(manifest[name], sha256_of_file(fs_, fresh_ + "/warc/" + name));
    decisions.push_back({kFixityDecision, fixity_target(name), "sha256:" + manifest[name], {}, time});
  }
  BFA_RETURN_IF_ERROR(write_fixity_manifest(fs_, fresh_ + "/warc", manifest));
  return decisions;
}

Status Preparation::write_decisions(const std::vector<Removal>& removals) {
  std::vector<Decision> decisions;
  for (const Removal& removal : removals) {
    decisions.push_back(tombstone_decision(removal));
    decisions.push_back(block_decision(removal));
  }
  BFA_ASSIGN_OR_RETURN(auto digests, new_digests(removals.front().time));
  std::move(digests.begin(), digests.end(), std::back_inserter(decisions));
  WarcWriteOptions warc = options_.archive.warc;
  if (warc.clock == nullptr) warc.clock = options_.archive.clock;
  BFA_ASSIGN_OR_RETURN(const auto writer, WarcWriter::open(fs_, fresh_ + "/warc", std::move(warc), nullptr));
  std::size_t number = 0;
  for (const ArchiveRecord& readings : plan_.readings()) {
    // Of different addresses: adjacent records of one address and time are taken for one capture.
    const auto written =
        writer->write_metadata("urn:bfa:readings:" + std::to_string(++number), removals.front().time,
                               "application/warc-fields", format_warc_fields(readings_fields(readings)));
    if (!written) return written.error();
  }
  for (const Decision& decision : decisions) {
    const auto written = writer->write_metadata(decision.target, decision.time, "application/warc-fields",
                                                format_warc_fields(decision_fields(decision)));
    if (!written) return written.error();
  }
  return writer->close();
}

Status Preparation::make_store() {
  BFA_ASSIGN_OR_RETURN(const std::string manifest, read_file(fs_, directory_ + "/bfa.toml", 64u << 10));
  BFA_RETURN_IF_ERROR(write_file_atomically(fs_, fresh_ + "/bfa.toml", manifest));
  CrawlOptions options;
  options.clock = options_.archive.clock;
  BFA_ASSIGN_OR_RETURN(const auto report, rebuild_archive(fresh_, options_.archive, options));
  for (const Finding& finding : report.findings) {
    if (finding.id != "blocked") report_.findings.push_back(finding);
  }
  return {};
}

namespace {

// The versions of an object that stay.
Result<std::size_t> kept_versions(const Archive& archive, const RemovalPlan& plan, const std::string& key) {
  BFA_ASSIGN_OR_RETURN(const auto versions, archive.versions(key));
  return static_cast<std::size_t>(
      std::count_if(versions.begin(), versions.end(), [&](const Version& version) {
        return !plan.has_step(version.sequence) && !plan.has_step(version.capture);
      }));
}

}  // namespace

Status Preparation::compare(const Archive& before) {
  ArchiveOptions options = options_.archive;
  options.mode = ArchiveOptions::Mode::kRead;
  BFA_ASSIGN_OR_RETURN(const auto after, Archive::open(fresh_, options));
  const auto lacks = [&](const std::string& what, const std::string& where) {
    return Error{Code::kDenied,
                 "the WARC files do not give all that the store has (" + what +
                     "): nothing was removed; bfa rebuild -a " + directory_ + " tells what differs",
                 where, -1};
  };
  Status failed;
  ObjectQuery query;
  query.heads_only = true;
  BFA_RETURN_IF_ERROR(
      before.for_each_object(query, [&](const std::string& key, const ObjectSummary& summary) {
        if (plan_.has_object(key)) return true;
        const auto kept = kept_versions(before, plan_, key);
        if (!kept) {
          failed = kept.error();
          return false;
        }
        const auto now = after->summary(key);
        if (!now && now.error().code != Code::kNotFound) failed = now.error();
        const std::size_t have = now ? now->versions : 0;
        if (failed.ok() && have < *kept) failed = lacks("an object", summary.latest.url);
        return failed.ok();
      }));
  if (!failed) return failed;
  BFA_RETURN_IF_ERROR(before.for_each_capture([&](const Capture& capture) {
    if (plan_.has_step(capture.sequence)) return true;
    const auto now = after->view().capture(capture.sequence);
    if (!now) failed = now.error();
    if (now && !*now) failed = lacks("a capture", capture.url);
    return failed.ok();
  }));
  return failed;
}

Status Preparation::make_ready() {
  // Making the store made an empty one. It would replace the archive's.
  BFA_RETURN_IF_ERROR(remove_tree(fs_, fresh_ + "/packages"));
  std::string packages;
  for (const auto& name : report_.packages) packages += name + "\n";
  BFA_RETURN_IF_ERROR(write_file_atomically(fs_, fresh_ + Replacement::kPackages, packages));
  for (const char* const folder : {"/warc", "/store", ""})
    BFA_RETURN_IF_ERROR(fs_.sync_directory(fresh_ + folder));
  BFA_RETURN_IF_ERROR(fs_.rename(fresh_, Replacement::ready(directory_)));
  return fs_.sync_directory(directory_);
}

}  // namespace bfa
