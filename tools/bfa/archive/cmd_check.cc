// SPDX-License-Identifier: Apache-2.0
// bfa check [-a DIR | PATH...]: whether an archive, or packages, are whole; --last: what earlier checks said.
// Exit codes: 0 sound or sampled, 1 damage, 2 usage, 3 no archive or package, 6 something could not be looked
// at, 8 newer version, 9 no memory, 130 interrupted.
#include "bfa/check/check.h"

#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "args.h"
#include "command.h"
#include "interrupt.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

using nlohmann::ordered_json;

constexpr const char* kFooter =
    "Exit codes: 0 sound, or no damage in the sample; 1 damage; 2 usage; 3 no archive or package there; 6 "
    "no\n"
    "damage, and something could not be looked at; 8 made by a newer version; 9 no memory; 130 interrupted.\n"
    "Without --read-data the files are not read through: names, lengths, and each capture at its place.\n"
    "Nothing is repaired. docs/check.md says what to do with each message.\n"
    "Examples:\n"
    "  bfa check -a my-archive --read-data --threads 2\n"
    "  bfa check -a my-archive --read-data --sample 5       # 5 %, others each time\n"
    "  bfa check -a my-archive --last\n"
    "  bfa check my-archive/packages/blog.example\n"
    "  bfa check packages/*.zip                             # each; the exit code is that of the worst";

struct CheckArguments {
  std::string archive;
  std::vector<std::string> paths;
  CheckOptions options;
  std::int64_t threads = 1;
  bool json = false, last = false, no_record = false, no_packages = false;
};

std::string dump(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json affected_json(const CheckAffected& what) {
  return {{"v", 1},
          {"event", "affected"},
          {"id", what.id},
          {"file", what.file},
          {"what", what.object ? "object" : "capture"},
          {"url", what.url},
          {"time", format_rfc3339(what.time)}};
}

// The places after the first one, which the line of the problem has.
void print_places(const CheckProblem& problem) {
  constexpr std::size_t kShown = 20;
  for (std::size_t i = 1; i < problem.places.size() && i < kShown; ++i) {
    const CheckPlace& place = problem.places[i];
    print_line(on_one_line("  also" + (place.offset >= 0 ? " at " + std::to_string(place.offset) : "") +
                           ": " + place.message));
  }
  if (problem.places.size() > kShown) print_line("  ... and more: --json lists the first 100");
}

void print_problem(const CheckProblem& problem) {
  std::string where = problem.file;
  if (problem.offset >= 0) where += ":" + std::to_string(problem.offset);
  if (!where.empty()) where += ": ";
  std::string line =
      std::string(check_kind_name(problem.kind)) + ": " + where + problem.message + " (" + problem.id;
  if (problem.count > 1) line += ", " + counted(problem.count, "time", "times");
  print_line(on_one_line(line + ")"));
  print_places(problem);
  if (problem.captures + problem.objects > 0) {
    print_line("  affects " + counted(problem.captures, "capture", "captures") + " and " +
               counted(problem.objects, "object", "objects"));
    for (const CheckAffected& what : problem.first)
      print_line(on_one_line("    " + format_rfc3339(what.time) +
                             (what.object ? "  object   " : "  capture  ") + what.url));
    if (problem.captures + problem.objects > problem.first.size())
      print_line("    ... and more: --json lists all");
  }
  print_line(on_one_line("  do: " + problem.advice));
}

std::string looked_at(const CheckReport& report) {
  std::string line = counted(report.files, "WARC file", "WARC files");
  if (report.bytes_read > 0)
    line += ", " + counted(report.files_read, "read whole", "read whole") + " (" +
            std::to_string(report.bytes_read) + " of " + counted(report.bytes, "byte", "bytes") + ", " +
            counted(report.records, "record", "records") + ", " +
            counted(report.digests_compared, "digest compared", "digests compared") + ")";
  line += "; " + counted(report.places, "record", "records") + " of " +
          counted(report.captures, "capture", "captures") + " looked at; " +
          counted(report.objects, "object", "objects") + " with " +
          counted(report.versions, "version", "versions");
  if (report.packages > 0)
    line += "; " + counted(report.packages, "package", "packages") + " with " +
            counted(report.package_files, "file", "files");
  return line;
}

std::string percent(double sample) {
  char text[32];
  std::snprintf(text, sizeof text, "%g %%", sample);
  return text;
}

void print_report(const CheckReport& report, bool package) {
  for (const CheckProblem& problem : report.problems) print_problem(problem);
  std::string line(check_result_name(report.result));
  if (report.result == CheckResult::kSampled) line += " (" + percent(report.sample) + "), no damage seen";
  print_line(
      line + ": " +
      (package ? counted(report.package_files, "file", "files") + " of the package" : looked_at(report)));
  if (package) return;
  if (!report.read_data && !report.digests && report.result == CheckResult::kSound)
    print_line("the files were not read through; --read-data does");
  print_line(report.recorded ? "recorded in the archive"
                             : "not recorded: " + on_one_line(report.not_recorded));
}

int code_of(const CheckReport& report) {
  if (report.stopped) return kInterrupted;
  switch (report.result) {
    case CheckResult::kSound:
    case CheckResult::kSampled:
      return kDone;
    case CheckResult::kDamaged:
      return kNo;
    case CheckResult::kIncomplete:
      break;
  }
  return kTruncatedInput;
}

std::string extent(const PastCheck& past) {
  std::string text = past.read_data ? "all data" : past.digests ? "digests" : "places";
  if (past.sample < 100) text += ", sample of " + percent(past.sample);
  return text;
}

int print_past(const CheckArguments& values) {
  const auto archive = open_for_reading(values.archive);
  if (!archive) return report_archive_error(archive.error(), values.json);
  const auto checks = past_checks(**archive);
  if (!checks) return report_error(checks.error(), values.json);
  for (const PastCheck& past : *checks) {
    if (values.json) {
      print_line(dump({{"v", 1},
                       {"event", "past_check"},
                       {"result", check_result_name(past.result)},
                       {"began", format_rfc3339(past.began)},
                       {"ended", format_rfc3339(past.ended)},
                       {"read_data", past.read_data},
                       {"digests", past.digests},
                       {"sample", past.sample},
                       {"files", past.files},
                       {"bytes", past.bytes},
                       {"bytes_read", past.bytes_read},
                       {"records", past.records},
                       {"places", past.places},
                       {"objects", past.objects},
                       {"packages", past.packages},
                       {"damages", past.damages},
                       {"unseen", past.unseen},
                       {"problems", past.problems}}));
      continue;
    }
    print_line(format_rfc3339(past.began) + "  " + std::string(check_result_name(past.result)) + "  " +
               extent(past) + ": " + counted(past.files, "file", "files") + ", " +
               std::to_string(past.bytes_read) + " of " + counted(past.bytes, "byte", "bytes") + " read, " +
               counted(past.places, "place", "places") + ", " + counted(past.objects, "object", "objects"));
    for (const std::string& problem : past.problems) print_line("  " + on_one_line(problem));
  }
  if (checks->empty() && !values.json) print_line("no check was recorded");
  return kDone;
}

std::function<void(const CheckProgress&)> progress_line() {
  if (::isatty(STDERR_FILENO) == 0) return {};
  return [](const CheckProgress& progress) {
    std::fprintf(stderr, "\r%s: %" PRIu64, progress.doing.c_str(), progress.done);
    if (progress.all > 0) std::fprintf(stderr, " of %" PRIu64, progress.all);
    if (progress.bytes_all > 0)
      std::fprintf(stderr, ", %" PRIu64 " of %" PRIu64 " MB", progress.bytes_done >> 20U,
                   progress.bytes_all >> 20U);
    std::fprintf(stderr, "\x1b[K");
  };
}

// Prints what was found. `path`: the package; empty: the archive was looked at.
int finish(const Result<CheckReport>& report, const std::string& path, const CheckArguments& values) {
  if (values.options.progress) std::fprintf(stderr, "\r\x1b[K");
  if (!report) {
    const int code = report_archive_error(report.error(), values.json);
    const bool broken = report.error().code == Code::kCorrupt || report.error().code == Code::kTruncated;
    return broken && !path.empty() ? kNo : code;  // a package that cannot be opened is damaged
  }
  if (!values.json) {
    if (values.paths.size() > 1) print_line(on_one_line(path + ":"));
    print_report(*report, !path.empty());
    return code_of(*report);
  }
  for (const CheckProblem& problem : report->problems) print_line(check_problem_to_json(problem));
  ordered_json line = ordered_json::parse(check_report_to_json(*report));
  if (!path.empty()) line["path"] = path;
  print_line(dump(line));
  return code_of(*report);
}

// Damage is worse than what could not be looked at; both are worse than a path where nothing is to be
// checked.
int worse(int one, int other) {
  for (const int code : {kInterrupted, kNo, kTruncatedInput}) {
    if (one == code || other == code) return code;
  }
  return one != kDone ? one : other;
}

int check(CheckArguments& values) {
  CheckOptions& options = values.options;
  options.threads = static_cast<std::size_t>(values.threads);
  options.record = !values.no_record;
  options.packages = !values.no_packages;
  options.stop = catch_interrupt();
  if (!values.json) options.progress = progress_line();
  if (values.json)
    options.affected = [](const CheckAffected& what) { print_line(dump(affected_json(what))); };
  if (values.paths.empty())
    return finish(check_archive(archive_directory(values.archive), options), {}, values);
  int code = kDone;
  for (const std::string& path : values.paths) {
    code = worse(code, finish(check_package(path, options), path, values));
    if (code == kInterrupted) break;
  }
  return code;
}

}  // namespace

int cmd_check(const Arguments& arguments) {
  CheckArguments values;
  Args args("check", "Looks whether an archive, or a package of it, is whole. Nothing is repaired.", kFooter);
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)")
      .positional("PATH", values.paths,
                  "instead: packages of any form, as folders or in tar, zip or 7z files", false)
      .flag("--read-data", values.options.read_data,
            "read all bytes: digests by the manifest, and every record")
      .flag("--digests", values.options.digests, "read all bytes, and compare digests only: faster")
      .option("--sample", values.options.sample, "look at this percentage only, others each time (100)",
              Args::Range{0, 100})
      .option("--threads", values.threads, "files that are read at the same time; 0: one per core (1)")
      .flag("--last", values.last, "print what earlier checks recorded, oldest first, and check nothing")
      .flag("--no-packages", values.no_packages, "leave out packages/")
      .flag("--no-record", values.no_record, "do not record the result in the archive")
      .flag("--json", values.json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  if (values.threads < 0 || values.threads > 256) {
    std::fprintf(stderr, "bfa check: --threads is 0 to 256\n");
    return kUsage;
  }
  if (!values.paths.empty() && (!values.archive.empty() || values.last)) {
    std::fprintf(stderr, "bfa check: PATH names packages on their own; -a and --last are for archives\n");
    return kUsage;
  }
  return values.last ? print_past(values) : check(values);
}

}  // namespace bfa::tool
