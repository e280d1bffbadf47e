// SPDX-License-Identifier: Apache-2.0
// Containers that are unpacked: 2,000 pages of 16 KB as one program packed them, opened by the library, and
// unpacked by that program to nowhere in the same run. A file whose program is missing is skipped.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "bfa/container/container.h"
#include "support/fixtures.h"

namespace {

struct Row {
  const char* file;
  const char* pack;    // run in the folder that holds "site"
  const char* unpack;  // all members, to nowhere
};

constexpr Row kRows[] = {
    {"x.7z", "7z a -bd x.7z site", "7z x -so x.7z"},
    {"x.tar.xz", "tar -cJf x.tar.xz site", "xz -dc x.tar.xz | tar -xO"},
    {"x.tar.bz2", "tar -cjf x.tar.bz2 site", "bzip2 -dc x.tar.bz2 | tar -xO"},
    {"x.cpio", "find site | cpio -o -H newc > x.cpio", "cpio -i --to-stdout < x.cpio"},
    {"x.iso", "genisoimage -quiet -R -o x.iso site", "7z x -so x.iso"},
};

class Site {
 public:
  Site() {
    static constexpr const char* kWords[] = {"road",  "market",  "letter", "summer",
                                             "paper", "station", "river",  "bread"};
    std::uint32_t seed = 1;
    for (int page = 0; page < 2000; ++page) {
      const std::string name =
          folder_ / ("site/" + std::to_string(page / 100) + "/" + std::to_string(page) + ".html");
      std::filesystem::create_directories(std::filesystem::path(name).parent_path());
      std::string text = "<!DOCTYPE html><title>" + std::to_string(page) + "</title><p>";
      while (text.size() < 16'000)
        text.append(kWords[(seed = seed * 1664525 + 1013904223) >> 29U]).push_back(' ');
      std::ofstream(name, std::ios::binary) << text;
    }
  }
  bool run(const std::string& command) const {
    return std::system(("cd '" + folder_.path() + "' && (" + command + ") >/dev/null 2>&1").c_str()) == 0;
  }
  std::string path(const Row& row) const { return folder_ / row.file; }

 private:
  bfa::test::TemporaryDirectory folder_;
};

const Site& site() {
  static const Site made;
  return made;
}

bool is_packed(const Row& row) {
  return std::filesystem::exists(site().path(row)) || site().run(row.pack);
}

void open_container(benchmark::State& state, const Row& row) {
  if (!is_packed(row)) return state.SkipWithError("not packed: a program is missing");
  for (auto _ : state) {
    const auto container = bfa::Container::open(bfa::posix_file_system(), site().path(row));
    if (!container || (*container)->entries().size() < 2000) return state.SkipWithError("not read");
  }
}

void outside_program(benchmark::State& state, const Row& row) {
  if (!is_packed(row)) return state.SkipWithError("not packed: a program is missing");
  for (auto _ : state) {
    if (!site().run(row.unpack)) return state.SkipWithError("the program failed");
  }
}

const bool kRegistered = [] {
  for (const auto& row : kRows) {
    const auto add = [&](const char* name, auto* function) {
      benchmark::RegisterBenchmark((std::string(name) + "/" + row.file).c_str(),
                                   [function, &row](benchmark::State& state) { function(state, row); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    add("open", open_container);
    add("program", outside_program);
  }
  return true;
}();

}  // namespace
