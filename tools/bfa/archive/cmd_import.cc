// SPDX-License-Identifier: Apache-2.0
// bfa import [-a DIR] [--blog URL]... FILE...: takes captures of any known format into the archive through
// the same steps as a crawl. Exit codes: 0 done, 2 usage, 3 unreadable input, 4 with --strict: lost
// something, 8 archive locked or newer, 9 disk, 130 interrupted.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "bfa/container/container.h"
#include "bfa/migrate/import.h"
#include "command.h"
#include "interrupt.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

constexpr std::size_t kShownNotes = 20;

// Whether some of the input could not be read.
bool has_damage(const ImportReport& report) {
  const auto& findings = report.replay.findings;
  return report.conversion.has_damage() ||
         std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
           return finding.code == Code::kCorrupt || finding.code == Code::kTruncated;
         });
}

void print_notes(const ImportReport& report) {
  for (const auto& input : report.repeated)
    std::fprintf(stderr, "bfa: %s was imported before\n", on_one_line(input).c_str());
  for (const auto& finding : report.replay.findings) {
    std::fprintf(
        stderr, "bfa: %s\n",
        on_one_line(to_string(Error{finding.code, finding.message, finding.where, finding.offset})).c_str());
  }
  const auto& notes = report.conversion.first_notes;
  for (std::size_t i = 0; i < notes.size() && i < kShownNotes; ++i) {
    const std::string place = notes[i].source + (notes[i].url.empty() ? "" : " ") + notes[i].url;
    std::fprintf(stderr, "bfa: %s: %s (%s)\n", on_one_line(place).c_str(),
                 on_one_line(notes[i].message).c_str(), notes[i].id.c_str());
  }
  if (notes.size() > kShownNotes)
    std::fprintf(stderr, "bfa: more notes are in the archive's imports folder\n");
}

void print_left_out(const ReplayReport& replay) {
  if (replay.skipped > 0)
    std::fprintf(stderr, "bfa: %s to no blog\n",
                 counted(replay.skipped, "capture belongs", "captures belong").c_str());
  if (replay.known > 0)
    std::fprintf(stderr, "bfa: %s in the archive already\n",
                 counted(replay.known, "capture is", "captures are").c_str());
}

// The packages among the files. `alone`: nothing else is there.
Result<std::vector<PackageContents>> packages_of(const std::vector<std::string>& files, bool& alone) {
  std::vector<PackageContents> all;
  alone = true;
  for (const std::string& file : files) {
    auto packages = list_packages(posix_file_system(), file);
    if (!packages) return packages;
    alone = alone && !packages->empty() && std::ranges::none_of(*packages, &PackageContents::among_others);
    std::move(packages->begin(), packages->end(), std::back_inserter(all));
  }
  return all;
}

// `alone`: there is nothing but packages.
void tell_not_restored(const std::vector<PackageContents>& packages, bool alone) {
  const auto has_steps = [](const PackageContents& package) { return package.has_steps; };
  const auto with_steps = std::find_if(packages.begin(), packages.end(), has_steps);
  if (alone && with_steps == packages.end())
    std::fputs(
        "bfa: the packages do not say how their captures were read, or a file has several packages: the "
        "captures are read anew, and fields may differ from those in the packages\n",
        stderr);
  if (with_steps == packages.end() || (alone && std::all_of(packages.begin(), packages.end(), has_steps)))
    return;
  std::fprintf(
      stderr,
      "bfa: %s is a package, and not all files are: the captures of all are imported, and no package is "
      "restored. Give packages alone to restore them\n",
      on_one_line(with_steps->path).c_str());
}

int print_restored(const RestoreReport& report, bool json) {
  for (const auto& finding : report.replay.findings) {
    std::fprintf(
        stderr, "bfa: %s\n",
        on_one_line(to_string(Error{finding.code, finding.message, finding.where, finding.offset})).c_str());
  }
  for (const std::string& package : report.recovered)
    std::fprintf(stderr, "bfa: %s: its note is damaged or lost: what it said was read from the captures\n",
                 on_one_line(package).c_str());
  if (json) {
    print_line(nlohmann::ordered_json{{"v", 1},
                                      {"event", "restored"},
                                      {"packages", report.packages},
                                      {"present", report.present},
                                      {"recovered", report.recovered},
                                      {"warc_files", report.files},
                                      {"steps", report.replay.steps},
                                      {"captures", report.replay.captures},
                                      {"skipped", report.replay.skipped},
                                      {"damages", report.damages}}
                   .dump());
    return report.replay.findings.empty() ? kDone : kNo;
  }
  for (const std::string& package : report.present)
    print_line(on_one_line(package + ": in the archive already"));
  for (const std::string& package : report.packages) print_line(on_one_line(package + ": restored"));
  print_line(counted(report.files, "WARC file", "WARC files") + ", " +
             counted(report.replay.steps, "step", "steps") + ", " +
             counted(report.replay.captures, "capture", "captures"));
  return report.replay.findings.empty() ? kDone : kNo;
}

// Packages: a new archive is made from them, or what came later is laid on it. The exit code; nothing when
// their captures are to be merged into an archive with steps of its own. A damaged one is refused.
std::optional<int> restore(const std::vector<std::string>& files,
                           const std::vector<PackageContents>& packages, bool alone,
                           const CrawlArguments& values, const CrawlOptions& options, Clock& clock,
                           std::optional<std::uint64_t> accepted) {
  const bool steps = alone && std::all_of(packages.begin(), packages.end(),
                                          [](const PackageContents& one) { return one.has_steps; });
  if (steps) {
    if (const Status paused = pause_running(values.archive); !paused.ok())
      return report_archive_error(paused.error(), values.json);
    const auto report = restore_packages(archive_directory(values.archive), files,
                                         make_archive_options(values, clock), options, accepted);
    if (report) return print_restored(*report, values.json);
    const Error& error = report.error();
    if (error.code != Code::kUnavailable || error.message.find("locked") != std::string::npos)
      return report_archive_error(error, values.json);
    const bool one_object = error.message.starts_with("a package of one object");
    std::fprintf(
        stderr,
        "bfa: %s: those of the packages are merged and read anew, and fields may differ from those in the "
        "packages\n",
        one_object ? "a package of one object is restored beside other such packages of its archive, and not "
                     "with other captures"
                   : "the archive has captures of its own");
    return {};
  }
  if (const auto checked = check_before_import(packages, accepted, options.stop); !checked)
    return report_error(checked.error(), values.json);
  return {};
}

// Takes packages among the files: the exit code when they are done, else their WARC files take their place.
std::optional<int> take_packages(std::vector<std::string>& files, ImportOptions& settings,
                                 const CrawlArguments& values, const CrawlOptions& options, Clock& clock,
                                 std::int64_t accepted) {
  bool alone = false;
  const auto packages = packages_of(files, alone);
  if (!packages) return report_error(packages.error(), values.json);
  if (packages->empty()) return {};
  std::optional<std::uint64_t> loss;
  if (accepted >= 0) loss = static_cast<std::uint64_t>(accepted);
  const std::optional<int> code = restore(files, *packages, alone, values, options, clock, loss);
  if (code) return code;
  tell_not_restored(*packages, alone);
  if (!alone) return {};
  files.clear();
  for (const PackageContents& package : *packages) {
    files.insert(files.end(), package.warcs.begin(), package.warcs.end());
    if (!package.blog.empty() && std::count(settings.blogs.begin(), settings.blogs.end(), package.blog) == 0)
      settings.blogs.push_back(package.blog);
    if (!package.post.empty()) settings.posts.push_back(package.post);
  }
  return {};
}

// Where nothing was before, an import that failed leaves nothing.
class NewArchive {
 public:
  // Before the archive is opened.
  explicit NewArchive(std::string directory) : directory_(std::move(directory)) {
    std::error_code error;
    folder_ = std::filesystem::exists(directory_, error);
    nothing_ = !folder_ || std::filesystem::is_empty(directory_, error);
    if (error) nothing_ = false;
  }

  // Of the closed archive, whose WARC files are `own`: where nothing was before, nothing stays. A part would
  // be taken for the whole.
  void discard(const std::vector<std::string>& own) const {
    if (!nothing_) return;
    if (const Status done = discard_new_archive(directory_, folder_, own); !done.ok())
      std::fprintf(stderr, "bfa: a part of the import stays: %s\n",
                   on_one_line(to_string(done.error())).c_str());
  }

 private:
  std::string directory_;
  bool folder_ = false, nothing_ = false;
};

// Prints what was imported; the exit code.
int finish_import(const ImportReport& report, const CrawlArguments& values, const CrawlOptions& options,
                  EventPrinter& printer) {
  print_notes(report);
  for (const auto& blog : report.replay.blogs) printer(DoneEvent{blog});
  print_left_out(report.replay);
  if (options.stop.stop_requested()) {
    std::fputs("bfa: interrupted: the same command imports the rest\n", stderr);
    return kInterrupted;
  }
  const int code = exit_code_of(report.replay.blogs, values.strict);
  return code == kDone && values.strict && has_damage(report) ? kNetwork : code;
}

}  // namespace

int cmd_import(const Arguments& arguments) {
  CrawlArguments values;
  std::vector<std::string> files;
  ImportOptions settings;
  std::string keep = "none";
  Args args(
      "import",
      "Takes captures into an archive: the same steps as a crawl, with the captures' own times. WARC, ARC,\n"
      "WACZ and HAR files, HTTrack and wget mirrors, plain exports, folders, containers of these\n"
      "(zip, tar, 7z, RAR, ISO, cpio, CAB, LHA, xar). Packages of bfa pack make a new archive again, with "
      "all\n"
      "objects and versions; laid on one that has captures of its own, those are merged by their times.",
      "Exit codes: 0 done, 2 usage, 3 unreadable input, 4 with --strict: pages failed, or an input is "
      "damaged, 8 "
      "archive locked or from a newer version, 9 local disk.");
  add_step_options(args, values);
  add_address_options(args, values);
  args.option("--blog", settings.blogs,
              "home page of a blog in the files; repeatable (else every host with a home page or a feed)");
  args.option("--base-url", settings.input.base_url,
              "address of the folder, for files that do not record their addresses")
      .option("--keep", keep, "copy or link: keep input files in the archive's imports folder (none)");
  std::int64_t accepted = -1;
  args.option("--accept-loss", accepted, "import a damaged package: the number of damages that was said");
  args.positional("FILE", files, "files or folders");
  if (const auto code = args.parse(arguments)) return *code;
  if (keep != "none" && keep != "copy" && keep != "link") {
    std::fprintf(stderr, "bfa import: --keep takes none, copy or link\n");
    return kUsage;
  }
  if (keep == "copy") settings.keep = ImportOptions::Keep::kCopy;
  if (keep == "link") settings.keep = ImportOptions::Keep::kLink;

  auto fixed = make_clock(values);
  if (!fixed) return report_error(fixed.error(), values.json);
  Clock& clock = *fixed ? **fixed : system_clock();
  auto options = make_crawl_options(values, clock);
  if (!options) return report_error(options.error(), values.json);
  if (const auto code = take_packages(files, settings, values, *options, clock, accepted)) return *code;
  const NewArchive fresh(archive_directory(values.archive));
  auto archive = open_for_writing(values.archive, make_archive_options(values, clock), options->step);
  if (!archive) return report_archive_error(archive.error(), values.json);

  EventPrinter printer(values);
  options->on_event = [&](const CrawlEvent& event) {
    // A page that is missing in these files is not a failure. The end is printed once, below.
    const bool skip = std::holds_alternative<DoneEvent>(event) || std::holds_alternative<ErrorEvent>(event);
    if (!skip) printer(event);
  };
  options->stop = catch_interrupt();
  settings.input.clock = &clock;
  const auto container_files = make_container_file_system(posix_file_system());
  const auto report = import_captures(**archive, *container_files, files, settings, *options);
  const std::vector<std::string> own = warc_files_of(**archive);  // while nobody else can write
  const Status closed = (*archive)->close();
  if (!report || !closed) fresh.discard(own);
  if (!report) return report_error(report.error(), values.json);
  if (!closed) return report_error(closed.error(), values.json);
  return finish_import(*report, values, *options, printer);
}

}  // namespace bfa::tool
