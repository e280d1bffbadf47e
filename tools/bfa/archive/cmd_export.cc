// SPDX-License-Identifier: Apache-2.0
// bfa export [-a DIR] OUT: what an archive holds, as files of other programs. Exit codes: 0 done, 1 done and
// something was changed or left out (--strict), 2 usage, 3 no archive or no such blog, 8 archive from a newer
// version, 9 disk, 130 interrupted.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/container/container.h"
#include "bfa/migrate/migrate.h"
#include "bfa/object/filters.h"
#include "bfa/package/aip.h"
#include "bfa/url/url.h"
#include "command.h"
#include "interrupt.h"
#include "terminal_text.h"
#include "warc/migration_output.h"

namespace bfa::tool {
namespace {

constexpr const char* kFooter =
    "The ending of OUT selects .jsonl, .csv, .warc.gz, .warc, .warc.zst, .wacz or .cdxj; --to any of them, "
    "and\n"
    "markdown and static, which are folders. bfa pack writes packages for preservation systems.\n"
    "Exit codes: 0 done, 1 done but a capture is damaged or lost (with --strict: but with notes), 2 usage "
    "or\n"
    "OUT exists, 3 no archive or no such blog, 8 archive from a newer version, 9 local disk,\n"
    "130 interrupted.\n"
    "Examples:\n"
    "  bfa export -a my-archive versions.jsonl          # a line for each version of each object\n"
    "  bfa export -a my-archive posts.csv --versions latest\n"
    "  bfa export -a my-archive --to markdown posts/    # a file for each post, images beside\n"
    "  bfa export -a my-archive --to static pages/ --blog https://blog.example/";

struct ExportArguments {
  std::string directory, output, to, blog, versions = "all", at, title, clock, seed;
  bool no_sidecars = false, strict = false, json = false;
  ExportOptions options;
};

void describe_export(Args& args, ExportArguments& given) {
  args.positional("OUT", given.output, "what to write; must not exist")
      .option("-a,--archive", given.directory, "the archive (else $BFA_ARCHIVE, else ./bfa-archive)")
      .option("--to", given.to,
              "jsonl, csv, markdown, static, warc, wacz or cdxj, if OUT's ending selects none")
      .option("--blog", given.blog, "jsonl, csv, markdown, static: only of this blog: its URL or host")
      .option("--versions", given.versions, "jsonl, csv: all or the latest of each object (all)")
      .flag("--pages", given.options.pages, "markdown: pages too, not posts only")
      .flag("--exact", given.options.exact_cells, "csv: no apostrophe before what a spreadsheet would run")
      .option("--at", given.at, "static: the versions of this time, or of the end of this day")
      .option("--title", given.title, "of a WACZ, or of the index of static pages")
      .option("--clock", given.clock, "fixed time (RFC 3339), for reproducible output")
      .option("--seed", given.seed, "text that record ids follow from, for reproducible output")
      .flag("--no-sidecars", given.no_sidecars, "no OUT.report.jsonl")
      .flag("--strict", given.strict, "exit code 1 when anything was changed or left out")
      .flag("--json", given.json, "JSON Lines");
}

int usage(const char* message) {
  std::fprintf(stderr, "bfa export: %s\n", message);
  return kUsage;
}

// By the ending of a file's name. A folder says nothing.
std::string word_of(const ExportArguments& given) {
  if (!given.to.empty()) return given.to;
  if (given.output.ends_with(".jsonl")) return "jsonl";
  if (given.output.ends_with(".csv")) return "csv";
  const auto target = migration_target_of(given.output);
  if (!target || *target == MigrationTarget::kStatic) return {};
  return *target == MigrationTarget::kWarc ? "warc" : *target == MigrationTarget::kWacz ? "wacz" : "cdxj";
}

int finish(const Result<MigrationReport>& report, const ExportArguments& given) {
  const int code = print_migration(report, given.output, given.json, given.strict);
  return code == kDone && report->has_damage() ? kNo : code;
}

// What is written lacks these files: its report has to say so, wherever it goes.
std::vector<MigrationNote> lost_files(const Archive& archive) {
  std::vector<MigrationNote> notes;
  const Reconciliation& found = archive.reconciliation();
  for (const auto& file : found.missing) {
    notes.push_back({MigrationNote::Kind::kNotCarried,
                     "warc_file_missing",
                     "the archive has lost this WARC file: its captures are not in the output",
                     file.name,
                     {}});
  }
  for (const auto& file : found.shorter) {
    notes.push_back({MigrationNote::Kind::kDamage,
                     "warc_file_cut",
                     "the archive has lost the end of this WARC file: " + std::to_string(file.bytes) +
                         " of " + counted(file.known, "byte", "bytes") + " are left",
                     file.name,
                     {}});
  }
  return notes;
}

// A folder beside the output, removed with its content by the destructor.
class FolderBeside {
 public:
  FolderBeside() = default;
  ~FolderBeside() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
  }
  FolderBeside(const FolderBeside&) = delete;
  FolderBeside& operator=(const FolderBeside&) = delete;
  const std::string& path() const { return path_; }
  Status make(std::string output) {
    while (output.size() > 1 && output.ends_with('/')) output.pop_back();
    output += ".blog";
    std::error_code error;
    const bool made = std::filesystem::create_directory(output, error);
    if (error) return Error{Code::kIo, error.message(), output, -1};
    if (!made) return Error{Code::kInvalidArgument, "already exists", output, -1};
    path_ = std::move(output);
    return {};
  }

 private:
  std::string path_;
};

// The blogs that --blog means, each as one WARC file in the folder.
Result<std::vector<std::string>> pack_for_pages(const Archive& archive, const std::string& blog,
                                                const std::string& folder, const std::stop_token& stop) {
  const auto filter = named_blog(archive, blog);
  if (!filter) return filter.error();
  const auto blogs = archive.blogs();
  if (!blogs) return blogs.error();
  std::vector<std::string> files;
  std::mutex mutex;
  std::set<std::string> said;  // most warnings are of the archive, and come with each blog
  for (const BlogState& one : *blogs) {
    const std::string& base = one.base.empty() ? one.home : one.base;
    const auto url = Url::parse(base);
    if (!url || url->host() != filter->host || (filter->belongs && !filter->belongs(base, {}))) continue;
    PackageOptions options;
    options.output_directory = folder;
    options.url = one.home;
    options.form = PackageForm::kWarc;
    options.go_on = [&stop] { return !stop.stop_requested(); };
    options.log = [&](LogLevel level, std::string_view line) {
      const std::lock_guard lock(mutex);
      if (level >= LogLevel::kWarn && said.emplace(line).second) log_to_stderr()(level, line);
    };
    const auto reports = write_packages(archive, options);
    if (!reports) return reports.error();
    for (const PackageReport& report : *reports) files.push_back(report.directory);
  }
  if (!files.empty()) return files;
  return Error{Code::kNotFound, "no blog of the archive has its home page there", blog, -1};
}

// The WARC files of the archive, those that are written to left out.
Result<std::vector<std::string>> warc_files(const Archive& archive, FileSystem& files) {
  const auto names = files.list(archive.warc_directory());
  if (!names) return names.error();
  std::vector<std::string> warcs;
  for (const std::string& name : *names) {
    if (name.ends_with(".warc.gz") || name.ends_with(".warc") || name.ends_with(".warc.zst"))
      warcs.push_back(archive.warc_directory() + "/" + name);
    if (name.ends_with(".open"))
      std::fprintf(stderr, "bfa: %s is left out: a crawl writes to it\n", on_one_line(name).c_str());
  }
  if (warcs.empty()) return Error{Code::kNotFound, "the archive has no WARC file", archive.directory(), -1};
  return warcs;
}

// Captures of the archive, or of one blog.
Result<MigrationReport> migrate_archive(const Archive& archive, MigrationTarget target,
                                        const ExportArguments& given) {
  MigrateOptions options;
  options.target = target;
  options.packing = packing_of(given.output);
  options.sidecars = !given.no_sidecars;
  options.title = given.title;
  options.stop = given.options.stop;
  std::unique_ptr<Clock> fixed;
  if (!given.clock.empty()) {
    const auto time = parse_rfc3339(given.clock);
    if (!time) return Error{Code::kInvalidArgument, "--clock: " + time.error().message, given.clock, -1};
    fixed = make_fixed_clock(*time);
    options.input.clock = fixed.get();
  }
  if (!given.seed.empty()) options.input.make_uuid = seeded_uuids(given.seed);
  if (!given.at.empty()) {
    const auto time = parse_timestamp(given.at);
    if (!time) return time.error();
    options.at = last_instant_of(*time);
  }
  options.known = lost_files(archive);
  const auto files = make_container_file_system(posix_file_system());
  FolderBeside folder;
  if (!given.blog.empty()) {
    if (const Status made = folder.make(given.output); !made) return made.error();
  }
  const auto warcs = given.blog.empty()
                         ? warc_files(archive, *files)
                         : pack_for_pages(archive, given.blog, folder.path(), given.options.stop);
  if (!warcs) return warcs.error();
  return migrate_captures(*files, *warcs, given.output, options);
}

}  // namespace

int cmd_export(const Arguments& arguments) {
  ExportArguments given;
  ExportOptions& options = given.options;
  Args args("export",
            "Writes what an archive holds for other programs: all versions of all objects, posts as\n"
            "Markdown, static pages, WARC, WACZ.",
            kFooter);
  describe_export(args, given);
  if (const auto code = args.parse(arguments)) return *code;
  if (given.versions != "all" && given.versions != "latest") return usage("--versions is all or latest");
  const std::string word = word_of(given);
  const auto format = parse_export_format(word);
  const auto target = migration_target_named(word);
  if (!target) return usage("--to is jsonl, csv, markdown, static, warc, wacz or cdxj; a folder needs it");
  if (!format && target != MigrationTarget::kStatic && !given.blog.empty())
    return usage(
        "--blog is for jsonl, csv, markdown and static (bfa pack --as wacz or warc writes the captures of "
        "one blog)");
  options.all_versions = given.versions == "all";
  options.sidecar = !given.no_sidecars;
  options.blog_host = given.blog;
  options.stop = catch_interrupt();
  const auto archive = open_for_reading(given.directory);
  if (!archive) return report_archive_error(archive.error(), given.json);
  if (!format) return finish(migrate_archive(**archive, *target, given), given);
  options.format = *format;
  const auto blog = named_blog(**archive, given.blog);
  if (!blog) return report_error(blog.error(), given.json);
  return finish(export_objects(**archive, posix_file_system(), given.output, options), given);
}

}  // namespace bfa::tool
