// SPDX-License-Identifier: Apache-2.0
// bfa warc index FILE...: the CDXJ lines of WARC and ARC files, and of older indexes, sorted bytewise in
// bounded memory; --zipnum writes them compressed in blocks; --lookup searches an index. Exit codes: 0 done,
// 1 no capture of that URL, 2 usage, 3 unreadable, 6 truncated, 9 local disk.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "args.h"
#include "bfa/container/container.h"
#include "bfa/url/canonical.h"
#include "bfa/warc/cdx_writer.h"
#include "warc/cmd_warc.h"

namespace bfa::tool {
namespace {

struct IndexArguments {
  std::vector<std::string> files;
  std::string output, lookup;
  std::int64_t zipnum = 0, memory_mb = 32;
  bool keep_www = false, no_post = false, prefix = false;
};

bool is_index(const std::string& path) {
  for (const std::string_view suffix : {".cdx", ".cdxj", ".cdx.gz", ".cdxj.gz"}) {
    if (path.ends_with(suffix)) return true;
  }
  return false;
}

// Adds the lines of an older index with new keys, since those of CDX files follow many rules.
Status add_index(FileSystem& files, const std::string& path, const IndexArguments& values,
                 CdxSorter& sorter) {
  Findings findings;
  Status added;
  const Status read = read_cdx(
      files, path,
      [&](const CdxEntry& entry) {
        CdxEntry own = entry;
        if (entry.method.empty() && !entry.url.empty()) {
          own.key = surt_key(entry.url, SurtDialect::kWayback, values.keep_www);
        }
        added = sorter.add(own);
        return added.ok();
      },
      findings);
  print_findings(findings);
  return added ? read : added;
}

// `worst`: the exit code so far, which damage raises.
Status add_archives(FileSystem& files, const std::string& path, const IndexArguments& values,
                    CdxSorter& sorter, int& worst) {
  Findings findings;
  const auto archives = archives_within(files, path, findings);
  print_findings(findings);
  worst = std::max({worst, code_for(findings), code_for_members(findings)});
  if (!archives) return archives.error();
  if (archives->empty()) return Error{Code::kUnsupported, "holds no WARC or ARC file", path, -1};
  CdxjOptions options;
  options.keep_www = values.keep_www;
  options.post = !values.no_post;
  for (const auto& archive : *archives) {
    Findings damage;
    Status indexed = index_warc(
        files, archive, options, [&](const CdxCapture& capture) { return sorter.add(capture.entry); },
        damage);
    print_findings(damage);
    worst = std::max(worst, code_for(damage));
    if (!indexed) return indexed;
  }
  return {};
}

Status print_lines(CdxSorter& sorter) {
  return sorter.for_each([](std::string_view line) {
    print_line(std::string(line));
    return Status();
  });
}

// Gathers writes into a new file.
class OutputFile final : public Sink {
 public:
  static Result<std::unique_ptr<OutputFile>> create(const std::string& path) {
    auto file = posix_file_system().create(path);
    if (!file) return std::move(file).error();
    return std::make_unique<OutputFile>(std::move(*file));
  }
  explicit OutputFile(std::unique_ptr<WritableFile> file) : file_(std::move(file)) {}
  Status write(std::span<const std::byte> src) override {
    held_.append(reinterpret_cast<const char*>(src.data()), src.size());
    return held_.size() < kHeld ? Status() : flush();
  }
  Status finish() override {
    Status status = flush();
    if (status) status = file_->sync();
    return status ? file_->close() : status;
  }

 private:
  static constexpr std::size_t kHeld = std::size_t{1} << 18;
  Status flush() {
    Status status = file_->append(held_);
    held_.clear();
    return status;
  }
  std::unique_ptr<WritableFile> file_;
  std::string held_;
};

Status write_lines(CdxSorter& sorter, const std::string& path) {
  auto out = OutputFile::create(path);
  if (!out) return std::move(out).error();
  const Status written = sorter.write(**out);
  return written ? (*out)->finish() : written;
}

Status write_zipnum(CdxSorter& sorter, const IndexArguments& values) {
  auto blocks = OutputFile::create(values.output + ".cdx.gz");
  if (!blocks) return std::move(blocks).error();
  auto index = OutputFile::create(values.output + ".idx");
  if (!index) return std::move(index).error();
  ZipNumOptions options;
  options.filename = values.output.substr(values.output.find_last_of('/') + 1) + ".cdx.gz";
  options.lines = static_cast<std::size_t>(values.zipnum);
  Status status = sorter.write_zipnum(**blocks, **index, options);
  if (status) status = (*blocks)->finish();
  return status ? (*index)->finish() : status;
}

int make_index(const IndexArguments& values) {
  const auto files = make_container_file_system(posix_file_system());
  CdxSortOptions sort;
  sort.max_memory_bytes = static_cast<std::uint64_t>(values.memory_mb) << 20;
  if (!values.output.empty()) {
    const std::size_t slash = values.output.find_last_of('/');
    sort.directory = slash == std::string::npos ? "." : values.output.substr(0, slash + 1);
  }
  CdxSorter sorter(posix_file_system(), sort);
  int worst = kDone;
  for (const auto& path : values.files) {
    const Status added = is_index(path) ? add_index(*files, path, values, sorter)
                                        : add_archives(*files, path, values, sorter, worst);
    if (!added) worst = std::max(worst, report_error(added.error(), false));
  }
  const Status status = values.zipnum > 0       ? write_zipnum(sorter, values)
                        : values.output.empty() ? print_lines(sorter)
                                                : write_lines(sorter, values.output);
  return status ? worst : std::max(worst, report_error(status.error(), false));
}

int look_up(const IndexArguments& values) {
  const auto files = make_container_file_system(posix_file_system());
  const std::string key = surt_key(values.lookup, SurtDialect::kWayback, values.keep_www);
  const auto match = values.prefix ? CdxIndex::Match::kPrefix : CdxIndex::Match::kExact;
  bool any = false;
  for (const auto& path : values.files) {
    const auto index = CdxIndex::open(*files, path);
    if (!index) return report_error(index.error(), false);
    const Status found = (*index)->find(key, match, [&](const CdxEntry& entry) {
      any = true;
      print_line(format_cdxj(entry));
      return true;
    });
    if (!found) return report_error(found.error(), false);
  }
  return any ? kDone : kNo;
}

}  // namespace

int warc_index(const Arguments& arguments) {
  IndexArguments values;
  Args args(
      "warc index", "Print the CDXJ lines of WARC and ARC files, sorted bytewise, each once.",
      "FILE may be a container (WACZ, zip, tar, 7z, ...), and an index (.cdx, .cdxj, .gz of these), "
      "whose captures "
      "get keys anew.\n"
      "Exit codes: 0 done, 1 with --lookup: no capture, 2 usage, 3 unreadable, 6 truncated, 9 local disk.");
  args.positional("FILE", values.files, "WARC and ARC files, or indexes")
      .option("-o,--output", values.output, "write there (with --zipnum: to this name + .cdx.gz and .idx)")
      .option("--zipnum", values.zipnum, "compress in blocks of this many lines, with a secondary index",
              {0, 1e6})
      .flag("--keep-www", values.keep_www, "keep www. in keys")
      .flag("--no-post", values.no_post, "leave requests other than GET out of keys")
      .option("--memory", values.memory_mb,
              "megabytes for sorting (32); more goes to files beside the output", {1, 1e6})
      .option("--lookup", values.lookup,
              "print the captures of this URL; FILE is a sorted index or the .idx of ZipNum")
      .flag("--prefix", values.prefix, "with --lookup: of all URLs below it too");
  if (const auto code = args.parse(arguments)) return *code;
  const bool zipnum_right = values.zipnum == 0 || (values.zipnum > 0 && !values.output.empty());
  if (!zipnum_right || values.memory_mb < 1 || values.memory_mb > 1 << 20) {
    std::fprintf(stderr, "bfa warc index: --zipnum wants a number of lines and -o, --memory 1 or more\n");
    return kUsage;
  }
  if (!values.lookup.empty()) return look_up(values);
  for (const char* const suffix : {"", ".cdx.gz", ".idx"}) {
    const std::string output = values.output + (values.zipnum > 0 ? suffix : "");
    const auto is_output = [&](const std::string& file) {
      std::error_code none;
      return std::filesystem::equivalent(file, output, none);
    };
    if (!std::any_of(values.files.begin(), values.files.end(), is_output)) continue;
    std::fprintf(stderr, "bfa warc index: the output '%s' is an input\n", on_one_line(output).c_str());
    return kUsage;
  }
  return make_index(values);
}

}  // namespace bfa::tool
