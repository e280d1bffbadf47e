// SPDX-License-Identifier: Apache-2.0
#include "bfa/remove/remove.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/backup/backup.h"
#include "bfa/crawl/replay.h"
#include "bfa/url/canonical.h"
#include "bfa/warc/writer.h"
#include "package/files/folder_lock.h"
#include "remove/look_for_text.h"
#include "remove/prepare.h"
#include "remove/removal_plan.h"
#include "store/files/layout.h"
#include "store/files/replacement.h"
#include "store/step_record.h"

namespace bfa {
namespace {

FileSystem& files_of(const ArchiveOptions& options) {
  return options.fs != nullptr ? *options.fs : posix_file_system();
}

Result<std::string> checked_address(const RemoveOptions& options) {
  const auto url = Url::parse(options.address);
  if (!url || !url->is_http())
    return Error{Code::kInvalidArgument, "an http or https address is needed", options.address, -1};
  if (options.form == RemovalForm::kPrefix) return options.address;
  CanonicalOptions spelling;
  spelling.drop_fragment = true;
  return canonical_url(*url, spelling).href();
}

// True for a removal of the same form and address, in any spelling.
bool is_same(const Removal& removal, const Removal& wanted) {
  if (removal.form != wanted.form) return false;
  const auto a = Url::parse(removal.address), b = Url::parse(wanted.address);
  const bool prefix = wanted.form == RemovalForm::kPrefix;
  return removal.address == wanted.address ||
         (!prefix && a && b && fetch_dedup_key(*a) == fetch_dedup_key(*b));
}

// What was removed, for the tombstone: numbers and addresses, with the event as PREMIS knows it.
std::string detail_json(const RemoveReport& report, const Removal& removal) {
  constexpr std::size_t kMost = 10'000;
  nlohmann::ordered_json json = {{"v", 1},
                                 {"form", removal_form_name(removal.form)},
                                 {"address", removal.address},
                                 {"captures", report.captures},
                                 {"records", report.records},
                                 {"files", report.files},
                                 {"objects", nlohmann::ordered_json::array()}};
  for (const RemovedObject& object : report.objects) {
    if (json["objects"].size() == kMost) break;
    json["objects"].push_back({{"kind", kind_name(object.kind)}, {"url", object.url}});
  }
  json["premis"] = {{"eventType", "deaccession"},
                    {"eventDateTime", format_rfc3339(removal.time)},
                    {"eventDetail", "removed from the archive: " + removal.reason},
                    {"eventOutcome", report.remaining.empty() ? "success" : "text remains in other records"},
                    {"linkingAgent", library_version()}};
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

class Remover {
 public:
  Remover(std::string directory, const RemoveOptions& options)
      : directory_(std::move(directory)), options_(options), fs_(files_of(options.archive)) {}

  Result<RemoveReport> run() {
    if (options_.reason.empty() && !options_.dry_run)
      return Error{Code::kInvalidArgument, "a removal needs a reason", {}, -1};
    Removal wanted;
    wanted.form = options_.form;
    BFA_ASSIGN_OR_RETURN(wanted.address, checked_address(options_));
    wanted.reason = options_.reason;
    Clock& clock = options_.archive.clock != nullptr ? *options_.archive.clock : system_clock();
    wanted.time = clock.now();
    if (!options_.dry_run) BFA_RETURN_IF_ERROR(settle());
    std::unique_ptr<WriterLock> lock;
    std::optional<FolderLock> packages;  // a package that is being written would have what is removed
    if (!options_.dry_run) {
      BFA_ASSIGN_OR_RETURN(lock, WriterLock::take(directory_));
      BFA_ASSIGN_OR_RETURN(const bool any, fs_.exists(directory_ + "/packages"));
      if (any) {
        BFA_ASSIGN_OR_RETURN(FolderLock taken, FolderLock::take(directory_ + "/packages"));
        packages.emplace(std::move(taken));
      }
    }
    BFA_RETURN_IF_ERROR(open());
    if (options_.form == RemovalForm::kUrl) BFA_RETURN_IF_ERROR(refuse_comment());
    BFA_ASSIGN_OR_RETURN(const auto known, removals_of(*archive_));
    for (const Removal& removal : known) {
      if (is_same(removal, wanted)) wanted.address = removal.address;  // one tombstone for all spellings
    }
    BFA_ASSIGN_OR_RETURN(RemovalPlan plan, RemovalPlan::make(*archive_, wanted));
    BFA_RETURN_IF_ERROR(plan.read_steps(fs_, files_.paths));
    Preparation preparation(fs_, directory_, options_, files_, plan, report_);
    BFA_RETURN_IF_ERROR(preparation.decide());
    for (const Removal& removal : plan.removals()) report_.addresses.push_back(removal.address);
    report_.objects = plan.objects();
    report_.captures = plan.sequences().size();
    BFA_ASSIGN_OR_RETURN(report_.backups, backup_places(fs_, directory_));
    if (preparation.is_empty() && report_.objects.empty()) return nothing_there(wanted);
    BFA_RETURN_IF_ERROR(
        look_for_packages(fs_, directory_ + "/packages", report_.files, plan.texts(), report_));
    if (options_.dry_run) {
      BFA_RETURN_IF_ERROR(preparation.look_at_old());
      return std::move(report_);
    }
    Status done = replace(preparation, plan);
    if (!done) {
      const Status cleaned = clean();  // the first error is the one to tell
      return done.error();
    }
    return std::move(report_);
  }

 private:
  // Applies what a killed crawl or removal left, and ends with a store that has all.
  Status settle() {
    ArchiveOptions options = options_.archive;
    options.mode = ArchiveOptions::Mode::kWrite;
    options.create = false;
    BFA_ASSIGN_OR_RETURN(const auto archive, open_archive(directory_, options));
    return archive->close();
  }

  Status open() {
    ArchiveOptions options = options_.archive;
    options.mode = ArchiveOptions::Mode::kRead;
    BFA_ASSIGN_OR_RETURN(archive_, Archive::open(directory_, options));
    if (!options_.dry_run && !archive_->reconciliation().complete()) {
      return Error{Code::kDenied,
                   "the WARC files lack what the store has: nothing is removed before bfa rebuild -a " +
                       directory_ + " has told what",
                   directory_, -1};
    }
    BFA_ASSIGN_OR_RETURN(files_, WarcFilesOfArchive::list(fs_, directory_));
    return {};
  }

  // The address of a comment is its page's with a fragment. Nobody who means the comment means the whole
  // page.
  Status refuse_comment() const {
    const auto asked = Url::parse(options_.address);
    if (!asked || asked->fragment().empty()) return {};
    std::string page;
    ObjectQuery query;
    query.heads_only = true;
    BFA_RETURN_IF_ERROR(
        archive_->for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
          const DataObject& object = summary.latest;
          if (object.kind != ObjectKind::kComment) return true;
          const auto url = Url::parse(object.url);
          if (!url || url->fragment() != asked->fragment()) return true;
          if (fetch_dedup_key(*url) == fetch_dedup_key(*asked)) page = object.post;
          return page.empty();
        }));
    if (page.empty()) return {};
    return Error{
        Code::kInvalidArgument,
        "this is a comment, and its text is in the captures of its page: only the page can be removed, "
        "with all its comments: " +
            page,
        options_.address, -1};
  }

  Result<RemoveReport> nothing_there(const Removal& wanted) {
    BFA_ASSIGN_OR_RETURN(const auto known, removals_of(*archive_));
    for (const Removal& removal : known) {
      if (!is_same(removal, wanted) || !removal.blocked) continue;
      report_.repeated = true;
      return std::move(report_);
    }
    return Error{Code::kNotFound, "the archive has nothing of this address", wanted.address, -1};
  }

  Status replace(Preparation& preparation, RemovalPlan& plan) {
    BFA_RETURN_IF_ERROR(preparation.write_files());
    std::vector<Removal> removals = plan.removals();
    for (Removal& removal : removals) removal.detail_json = detail_json(report_, removal);
    BFA_RETURN_IF_ERROR(preparation.write_decisions(removals));
    BFA_RETURN_IF_ERROR(preparation.make_store());
    BFA_RETURN_IF_ERROR(preparation.compare(*archive_));
    BFA_RETURN_IF_ERROR(archive_->close());
    BFA_RETURN_IF_ERROR(preparation.make_ready());
    return settle_replacement(fs_, directory_);
  }

  Status clean() {
    BFA_ASSIGN_OR_RETURN(const bool ready, replacement_is_ready(fs_, directory_));
    return ready ? Status() : remove_tree(fs_, Replacement::prepared(directory_));
  }

  std::string directory_;
  const RemoveOptions& options_;
  FileSystem& fs_;
  std::unique_ptr<Archive> archive_;
  WarcFilesOfArchive files_;
  RemoveReport report_;
};

// A file that was imported while the address was blocked can be imported again.
Status forget_imports(FileSystem& fs, const std::string& directory) {
  const std::string folder = directory + "/imports";
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(folder));
  if (!there) return {};
  BFA_ASSIGN_OR_RETURN(const auto names, fs.list(folder));
  for (const auto& name : names) {
    const bool entry =
        name.size() == 37 && name.ends_with(".json") && name.find_first_not_of("0123456789abcdef") == 32;
    if (entry) BFA_RETURN_IF_ERROR(fs.remove(folder + "/" + name));
  }
  return fs.sync_directory(folder);
}

Result<Removal> lift(const std::string& directory, const RemoveOptions& options) {
  Removal wanted;
  wanted.form = options.form;
  BFA_ASSIGN_OR_RETURN(wanted.address, checked_address(options));
  ArchiveOptions archive_options = options.archive;
  archive_options.mode = ArchiveOptions::Mode::kWrite;
  archive_options.create = false;
  BFA_ASSIGN_OR_RETURN(const auto archive, open_archive(directory, archive_options));
  BFA_ASSIGN_OR_RETURN(const auto known, removals_of(*archive));
  for (const Removal& removal : known) {
    if (!is_same(removal, wanted) || !removal.blocked) continue;
    Removal lifted = removal;
    lifted.blocked = false;
    Clock& clock = archive_options.clock != nullptr ? *archive_options.clock : system_clock();
    Decision decision = block_decision(lifted);
    decision.time = clock.now();
    if (!options.reason.empty()) decision.reason = options.reason;
    BFA_RETURN_IF_ERROR(forget_imports(files_of(options.archive), directory));
    BFA_RETURN_IF_ERROR(archive->put_decision(decision));
    BFA_RETURN_IF_ERROR(archive->close());
    return lifted;
  }
  return Error{Code::kNotFound,
               "no block of this address (" + std::string(removal_form_name(options.form)) +
                   "); bfa ls --removed lists them",
               wanted.address, -1};
}

}  // namespace

Result<RemoveReport> remove_from_archive(const std::string& directory, const RemoveOptions& options) {
  return guarded([&] { return Remover(directory, options).run(); });
}

Result<Removal> lift_removal(const std::string& directory, const RemoveOptions& options) {
  return guarded([&] { return lift(directory, options); });
}

Result<std::vector<Removal>> removals_of(const Archive& archive) {
  return guarded([&]() -> Result<std::vector<Removal>> {
    BFA_ASSIGN_OR_RETURN(const auto decisions, archive.decisions({}));
    BFA_ASSIGN_OR_RETURN(const auto rules, AddressRules::make(decisions));
    return rules->removals();
  });
}

Result<std::optional<Removal>> removal_of(const Archive& archive, const std::string& address) {
  return guarded([&]() -> Result<std::optional<Removal>> {
    BFA_ASSIGN_OR_RETURN(const auto decisions, archive.decisions({}));
    BFA_ASSIGN_OR_RETURN(const auto rules, AddressRules::make(decisions));
    const Removal* const removal = rules->tombstone({}, address);
    return removal == nullptr ? std::optional<Removal>() : std::optional<Removal>(*removal);
  });
}

}  // namespace bfa
