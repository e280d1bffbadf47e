// SPDX-License-Identifier: Apache-2.0
// bfa rebuild [-a DIR]: makes the store again from the archive's own WARC files; with --extract: extracts
// stored pages again. Exit codes: 0 done, 1 damage or loss, or with --exit-code when objects differ, 2 usage,
// 3 unreadable input, 8 archive locked or newer, 9 disk.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "bfa/crawl/reextract.h"
#include "bfa/crawl/replay.h"
#include "bfa/object/json.h"
#include "bfa/search/search_index.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

struct ExtractArguments {
  bool extract = false, write = false, relearn = false, exit_code = false;
  std::vector<std::string> blogs;
  std::int64_t samples = 10;
};

void print_sample(const DataObject& object, const std::optional<Change>& change) {
  if (!change) {
    print_line("+ " + for_terminal(object.url) + "  " + std::string(kind_name(object.kind)) + ", new");
    return;
  }
  print_line("~ " + for_terminal(object.url) + "  " + reason_fields(*change));
  for (const ChangeReason& reason : change->reasons) {
    if (!reason.detail.empty()) print_line("    " + reason.field + ": " + for_terminal(reason.detail));
  }
}

void print_report(const ReextractReport& report, const ExtractArguments& values, bool json) {
  if (json) {
    nlohmann::ordered_json line = {{"v", 1},
                                   {"event", "done"},
                                   {"pages", report.pages},
                                   {"same", report.same},
                                   {"changed", report.changed},
                                   {"new", report.added},
                                   {"learned", report.learned},
                                   {"written", values.write}};
    line["fields"] = report.fields;
    print_line(line.dump());
    return;
  }
  print_line(counted(report.pages, "page", "pages") + ": " +
             counted(report.same, "object stays", "objects stay") + " the same, " +
             std::to_string(report.changed) + (report.changed == 1 ? " differs, " : " differ, ") +
             std::to_string(report.added) + (report.added == 1 ? " is new" : " are new"));
  for (const auto& [field, count] : report.fields) print_line("  " + field + ": " + std::to_string(count));
  if (report.changed + report.added == 0) return;
  print_line(values.write ? "written as new readings of their versions"
                          : "nothing was written; --write does");
}

int extract_again(const CrawlArguments& values, const ExtractArguments& wanted) {
  ArchiveOptions archive_options = make_archive_options(values, system_clock());
  archive_options.mode = wanted.write ? ArchiveOptions::Mode::kWrite : ArchiveOptions::Mode::kRead;
  archive_options.create = false;
  const auto archive = open_for_writing(values.archive, archive_options, StepOptions());
  if (!archive) return report_archive_error(archive.error(), values.json);
  ReextractOptions options;
  options.blogs = wanted.blogs;
  options.write = wanted.write;
  options.relearn = wanted.relearn;
  std::int64_t shown = 0;
  const auto report =
      reextract(**archive, options, [&](const DataObject& object, const std::optional<Change>& change) {
        if (values.json) {
          print_line(change ? change_to_json(*change) : object_to_json(object));
        } else if (shown++ < wanted.samples) {
          print_sample(object, change);
        }
      });
  if (!report) return report_error(report.error(), values.json);
  if (wanted.write) {
    if (const Status closed = (*archive)->close(); !closed.ok())
      return report_error(closed.error(), values.json);
  }
  print_report(*report, wanted, values.json);
  return wanted.exit_code && report->changed + report->added > 0 ? kNo : kDone;
}

// What this version reads otherwise than the one that wrote the old store; empty when nothing differs.
std::string reread_line(const RereadDates& reread) {
  std::vector<std::string> parts;
  if (reread.offsets > 0) {
    parts.push_back(counted(reread.offsets, "date has", "dates have") + " the offset that " +
                    (reread.offsets == 1 ? "it was" : "they were") + " written with now");
  }
  if (reread.instants > 0) {
    std::string zones;
    for (const std::string& zone : reread.zones) zones += (zones.empty() ? "" : ", ") + zone;
    parts.push_back(counted(reread.instants, "local time is an instant now", "local times are instants now") +
                    " by the zone " + for_terminal(zones));
  }
  if (reread.others > 0)
    parts.push_back(counted(reread.others, "date differs otherwise", "dates differ otherwise"));
  std::string line;
  for (const std::string& part : parts) line += (line.empty() ? "read otherwise: " : "; ") + part;
  return line;
}

nlohmann::ordered_json rebuilt_json(const ReplayReport& report) {
  nlohmann::ordered_json line = {{"v", 1},
                                 {"event", "done"},
                                 {"steps", report.steps},
                                 {"captures", report.captures},
                                 {"skipped", report.skipped}};
  if (report.repeated > 0) line["repeated"] = report.repeated;
  if (report.lost_objects > 0) line["lost_objects"] = report.lost_objects;
  if (!report.accepted_loss.empty()) line["accepted_loss"] = report.accepted_loss;
  const RereadDates& reread = report.reread;
  if (reread.offsets + reread.instants + reread.others > 0) {
    line["reread"] = {{"offsets", reread.offsets}, {"instants", reread.instants}, {"others", reread.others}};
    line["reread"]["zones"] = reread.zones;
  }
  return line;
}

// What could not be read in the WARC files is not in the new store.
int tell_damage(const ReplayReport& report) {
  if (!report.accepted_loss.empty())
    std::fprintf(stderr, "bfa: %s\n", on_one_line(report.accepted_loss).c_str());
  for (const Finding& finding : report.findings) {
    const Error error{finding.code, finding.message + " [" + finding.id + "]", finding.where, finding.offset};
    std::fprintf(stderr, "bfa: %s\n", on_one_line(to_string(error)).c_str());
  }
  return report.findings.empty() ? kDone : kNo;
}

Result<ReplayReport> rebuild_alone(const CrawlArguments& values, const CrawlOptions& options,
                                   std::optional<std::uint64_t> accepted) {
  if (Status paused = pause_running(values.archive); !paused.ok()) return std::move(paused).error();
  const ArchiveOptions archive_options = make_archive_options(values, system_clock());
  return rebuild_archive(archive_directory(values.archive), archive_options, options, accepted);
}

// The index is derived from the store: nothing else is touched.
int rebuild_index(const CrawlArguments& values) {
  const auto archive = open_for_reading(values.archive);
  if (!archive) return report_archive_error(archive.error(), values.json);
  if (const Status removed = SearchIndex::remove(**archive); !removed)
    return report_error(removed.error(), values.json);
  const auto made = SearchIndex::open(**archive);
  if (!made) return report_error(made.error(), values.json);
  const auto reach = (*made)->reach();
  if (!reach) return report_error(reach.error(), values.json);
  if (values.json) {
    print_line(
        nlohmann::ordered_json({{"v", 1}, {"event", "done"}, {"index", (*made)->file()}, {"reach", *reach}})
            .dump());
  } else {
    print_line("the index " + for_terminal((*made)->file()) + " was made anew up to step " +
               std::to_string(*reach));
  }
  return kDone;
}

void print_rebuilt(const ReplayReport& report) {
  print_line("rebuilt from " + counted(report.steps, "step", "steps") + " with " +
             counted(report.captures, "capture", "captures") + "; " +
             counted(report.skipped, "step of which only a part is there was skipped",
                     "steps of which only a part is there were skipped"));
  if (report.repeated > 0) {
    print_line(counted(report.repeated, "step", "steps") +
               " had the number of another step (an older version wrote to a restored store) and " +
               (report.repeated == 1 ? "has one of its own now" : "have one of their own now"));
  }
  if (const std::string line = reread_line(report.reread); !line.empty()) print_line(line);
}

}  // namespace

int cmd_rebuild(const Arguments& arguments) {
  CrawlArguments values;
  ExtractArguments extract;
  bool index = false;
  Args args(
      "rebuild",
      "Makes the store of an archive again from its WARC files: the recorded steps, in their order and "
      "with their times.",
      "Exit codes: 0 done, 1 damage in WARC files, or nothing was written because objects would be lost, 2 "
      "usage,\n"
      "3 no archive or unreadable input, 8 archive locked or from a newer version, 9 local disk.\n"
      "Needs the files in warc/ only. The new store replaces the old one when it is written. When the old "
      "one has\nobjects that are not in warc/ any more, nothing is written: --accept-loss N accepts the loss "
      "of N objects.\n"
      "--extract keeps the store: it extracts the last capture of each stored page again, by the "
      "current rules "
      "and pins,\nshows what differs field by field, and with --write keeps it as new readings of the "
      "versions.");
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  std::int64_t accept_loss = -1;
  args.option("--accept-loss", accept_loss,
              "replace the store although exactly so many objects (or captures) are lost");
  args.flag("--json", values.json, "the report as JSON on stdout");
  args.flag("--index", index, "make only the index of bfa search anew");
  args.flag("--extract", extract.extract, "extract stored pages again and show what differs; writes nothing");
  args.flag("--write", extract.write, "with --extract: write what differs as new readings");
  args.flag("--relearn", extract.relearn, "with --extract: learn the rules again first, from stored pages");
  args.option("--blog", extract.blogs, "with --extract: this blog only, by its home URL (repeatable)");
  args.option("--samples", extract.samples, "with --extract: objects to show (default: 10)");
  args.flag("--exit-code", extract.exit_code, "with --extract: end with 1 when objects differ");
  if (const auto code = args.parse(arguments)) return *code;
  if (index) return rebuild_index(values);
  if (extract.extract) return extract_again(values, extract);
  if (extract.write || extract.relearn) {
    const Error wrong{Code::kInvalidArgument, "--write and --relearn go with --extract", {}, -1};
    return report_error(wrong, values.json), kUsage;
  }

  const auto options = make_crawl_options(values, system_clock());
  if (!options) return report_error(options.error(), values.json);
  std::optional<std::uint64_t> accepted;
  if (accept_loss >= 0) accepted = static_cast<std::uint64_t>(accept_loss);
  const auto report = rebuild_alone(values, *options, accepted);
  if (!report) return report_archive_error(report.error(), values.json);
  const int code = tell_damage(*report);
  if (values.json) {
    print_line(rebuilt_json(*report).dump());
    return code;
  }
  print_rebuilt(*report);
  return code;
}

}  // namespace bfa::tool
