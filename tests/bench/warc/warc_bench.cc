// SPDX-License-Identifier: Apache-2.0
// Reading, checking and writing WARC files, compared with their lower bound: decoding the same files.
//
// Usage: bench_warc [--mb=N] [--cache=FOLDER] [--repeat=N] [--only=TEXT] [--made-up]
//   --mb=N          size of the set, uncompressed (default 64; 1000 for figures that are compared)
//   --cache=FOLDER  where the set is made once and kept (default: $BFA_BENCH_CACHE, else a folder that goes
//   away)
//   --repeat=N      runs of each measure, one after the other in turns; the cheapest counts (default 3)
//   --only=TEXT     the bare libraries, and the measures with that in their names
//   --made-up       made-up bodies even when the real pages are there
//
// Each measure runs in a separate process: CPU seconds are user and system time of all its threads, memory
// is its peak. Goals are multiples of the bare decoding in the same run. With two threads the critical path
// is the CPU time of the busier thread: the elapsed time if nothing else ran on the machine. Exit code: 1
// when a measure fails or misses its goal by more than a tenth, which is what a loaded machine adds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "bare_codecs.h"
#include "bfa/wacz/wacz.h"
#include "bfa/warc/cdx_writer.h"
#include "bfa/warc/merge.h"
#include "bfa/warc/reader.h"
#include "bfa/warc/validate.h"
#include "io/replacing_sink.h"
#include "process_cost.h"
#include "support/fixtures.h"
#include "warc_set.h"

namespace {

using bfa::bench::Cost;

constexpr double kMostMegabytes = 32;

struct Measure {
  const char* name;
  std::function<bool()> work;
  double goal = 0;        // 0: none
  const char* base = "";  // the name of the measure that it is a multiple of
  bool threads = false;   // compare the critical path with the one-thread measure `base`
  Cost cost = {};
  double made = 0;  // MB written
};

// In MB; 0 when it is not there.
double size_of(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? 0 : static_cast<double>(size) / 1e6;
}

bool iterate(const std::string& path) {
  const auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path);
  if (!reader) return false;
  for (;;) {
    const auto record = (*reader)->next();
    if (!record) return false;
    if (*record == nullptr) return (*reader)->findings().empty();
  }
}

bool verify(const std::string& path, std::size_t threads) {
  bfa::WarcValidateOptions options;
  options.threads = threads;
  const auto report = bfa::validate_warc(bfa::posix_file_system(), path, options);
  return report && report->findings.empty() && report->digests_ok != 0 && report->digests_bad == 0;
}

// Sorted lines in a file, as bfa warc index -o writes them.
bool index(const std::string& path) {
  auto& fs = bfa::posix_file_system();
  const std::string output = path + ".again.cdxj";
  bfa::CdxSortOptions options;
  options.directory = std::filesystem::path(path).parent_path();
  bfa::CdxSorter lines(fs, options);
  bfa::Findings findings;
  const auto add = [&](const bfa::CdxCapture& capture) { return lines.add(capture.entry); };
  if (!bfa::index_warc(fs, path, {}, add, findings)) return false;
  const auto file = bfa::open_replacing_sink(fs, output);
  const bool written = file && lines.write(**file) && (*file)->finish();
  std::filesystem::remove(output);
  return written;
}

// With its index, its list of pages, and the digests of all.
bool pack_wacz(const std::string& path) {
  auto& fs = bfa::posix_file_system();
  const std::string output = path + ".again.wacz";
  const auto writer = bfa::WaczWriter::create(fs, output);
  const bool written = writer && (*writer)->add_archive(fs, path) && (*writer)->finish();
  std::filesystem::remove(output);
  return written;
}

// What a rewrite of `from` makes; removed before each measure.
std::string again(const std::string& from, bfa::WarcPacking packing) {
  return from + ".again" + std::string(bfa::warc_suffix(packing));
}

bool rewrite(const std::string& from, bfa::WarcPacking packing, std::size_t threads) {
  bfa::WarcRewriteOptions options;
  options.threads = threads;
  options.packing = packing;
  const auto done = bfa::rewrite_warc(bfa::posix_file_system(), from, again(from, packing), options);
  return done && done->findings.empty() && done->dropped == 0;
}

// As the tool does it: a dictionary from the file's first records, then all of them.
bool pack_zstd(const std::string& from) {
  bfa::WarcRewriteOptions options;
  options.packing = bfa::WarcPacking::kZstd;
  auto dictionary = bfa::warc_dictionary_of(bfa::posix_file_system(), from);
  if (!dictionary) return false;
  options.dictionary = std::move(*dictionary);
  return bfa::rewrite_warc(bfa::posix_file_system(), from, again(from, options.packing), options).has_value();
}

std::vector<Measure> measures(const bfa::bench::WarcSet& set) {
  using namespace bfa::bench;
  const std::string& gz = set.gzip;
  constexpr const char* kInflate = "bare libdeflate inflate";
  constexpr const char* kRecode = "bare libdeflate inflate + deflate";
  constexpr const char* kZstd = "bare zstd";
  return {
      {kInflate, [=] { return bare_libdeflate(gz); }},
      {"bare zlib inflate", [=] { return bare_zlib(gz); }, 0, kInflate},
      {"gz iterate", [=] { return iterate(gz); }, 1.40, kInflate},
      {"gz verify block and payload", [=] { return verify(gz, 1); }, 3.10, kInflate},
      {"gz verify, 2 threads", [=] { return verify(gz, 2); }, 1.8, "gz verify block and payload", true},
      {"plain iterate", [=] { return iterate(set.plain); }, 0.32, kInflate},
      {"CDXJ", [=] { return index(gz); }, 3.20, kInflate},
      {"WARC to WACZ", [=] { return pack_wacz(gz); }, 4.50, kInflate},
      {kRecode, [=] { return bare_recode(gz); }},
      {"rewrite gz to gz", [=] { return rewrite(gz, bfa::WarcPacking::kGzip, 1); }, 1.15, kRecode},
      {"rewrite gz to gz, 2 threads", [=] { return rewrite(gz, bfa::WarcPacking::kGzip, 2); }, 1.8,
       "rewrite gz to gz", true},
      {kZstd, [=] { return bare_zstd(set.zstd); }},
      {"zstd iterate", [=] { return iterate(set.zstd); }, 1.50, kZstd},
      {"rewrite gz to zstd, dictionary", [=] { return pack_zstd(gz); }, 0, kRecode},
  };
}

const Measure* named(const std::vector<Measure>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

double critical_path(const Cost& cost) {
  return std::max(cost.main_cpu, cost.cpu - cost.main_cpu);
}

// One line; true when the goals are met, or missed by so little that load may be the reason.
bool report(const Measure& measure, const std::vector<Measure>& all) {
  const Cost& cost = measure.cost;
  const Measure* const base = named(all, measure.base);
  const double peak = static_cast<double>(cost.peak_kb) / 1024;
  std::printf("%-34s %8.3f s CPU %8.3f s wall %6.1f MB peak", measure.name, cost.cpu, cost.wall, peak);
  bool met = cost.ok;
  if (base != nullptr && measure.threads) {
    const double gain = base->cost.cpu / critical_path(cost);
    std::printf("  %5.2fx as fast by critical path, %5.2fx by wall clock (goal %.2fx)", gain,
                base->cost.wall / cost.wall, measure.goal);
    met = met && gain >= measure.goal * 0.9;
  } else if (base != nullptr) {
    const double ratio = cost.cpu / base->cost.cpu;
    std::printf("  %5.2fx", ratio);
    if (measure.goal != 0) std::printf(" (goal %.2fx)%s", measure.goal, ratio > measure.goal ? " over" : "");
    met = met && (measure.goal == 0 || ratio <= measure.goal * 1.1);
  }
  const bool bare = std::string_view(measure.name).starts_with("bare");
  if (!bare && !measure.threads && peak > kMostMegabytes) {
    std::printf(" over %.0f MB", kMostMegabytes);
    met = false;
  }
  if (measure.made != 0) std::printf("  wrote %.1f MB", measure.made);
  std::printf("%s\n", cost.ok ? "" : "  FAILED");
  return met;
}

void print_sizes(const bfa::bench::WarcSet& set) {
  std::printf("%-34s %10.1f MB\n", "plain", size_of(set.plain));
  std::printf("%-34s %10.1f MB\n", "gzip members, zlib level 6", size_of(set.gzip));
  std::printf("%-34s %10.1f MB\n", "zstd frames with dictionary", size_of(set.zstd));
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t megabytes = 64;
  int repeat = 3;
  bool made_up = false;
  std::string only;
  const char* const variable = std::getenv("BFA_BENCH_CACHE");
  std::string cache = variable != nullptr ? variable : "";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with("--mb=")) megabytes = std::strtoull(argv[i] + 5, nullptr, 10);
    if (argument.starts_with("--cache=")) cache = argument.substr(8);
    if (argument.starts_with("--repeat=")) repeat = std::max(1, std::atoi(argv[i] + 9));
    if (argument.starts_with("--only=")) only = argument.substr(7);
    if (argument == "--made-up") made_up = true;
  }
  const bfa::test::TemporaryDirectory temporary;
  const std::string folder = cache.empty() ? temporary.path() : cache;
  std::filesystem::create_directories(folder);
  const auto shared = made_up ? std::nullopt : bfa::test::shared_directory();
  const std::string stem =
      folder + "/" + (shared ? "pages-" : "made-up-") + std::to_string(megabytes) + "mb.warc";
  const bfa::bench::WarcSet set{stem, stem + ".gz", stem + ".zst"};
  const bool made =
      bfa::bench::measure([&] {
        return bfa::bench::make_warc_set(shared ? *shared + "/corpus" : "", megabytes * 1'000'000, set);
      }).ok;
  if (!made) {
    std::fprintf(stderr, "bench_warc: cannot make the set in %s\n", folder.c_str());
    return 1;
  }
  std::vector<Measure> all = measures(set);
  std::erase_if(all, [&](const Measure& measure) {
    const std::string_view name = measure.name;
    return !name.starts_with("bare") && name.find(only) == std::string_view::npos;
  });
  for (int round = 0; round < repeat; ++round) {
    for (auto& measure : all) {
      for (const auto packing : {bfa::WarcPacking::kGzip, bfa::WarcPacking::kZstd}) {
        std::filesystem::remove(again(set.gzip, packing));
      }
      const Cost cost = bfa::bench::measure(measure.work);
      measure.cost = round == 0 ? cost : bfa::bench::better(measure.cost, cost);
      measure.made = std::max(size_of(again(set.gzip, bfa::WarcPacking::kGzip)),
                              size_of(again(set.gzip, bfa::WarcPacking::kZstd)));
    }
  }
  std::printf("%s\n", shared ? "pages of real blogs" : "made-up pages");
  print_sizes(set);
  bool met = true;
  for (const auto& measure : all) met = report(measure, all) && met;
  return met ? 0 : 1;
}
