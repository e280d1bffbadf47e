// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target over files: fuzz_replay TARGET FOLDER... (one must contain some; others may be absent),
// plus the empty input and each file cut to half. After --sample, FOLDER is one of many files and
// FILE.jsonl:FIELD,... a list of cases whose fields, a line each, make an input; kSample of each are taken,
// spread evenly, and how many is printed. Exit codes: 0 all ran, 1 no input found, 2 no such target. A
// failed property aborts, and the last line on stderr is the file's name.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fuzz/fuzz_target.h"

namespace {

std::map<std::string, bfa::fuzz::Target>& targets() {
  static std::map<std::string, bfa::fuzz::Target> known;
  return known;
}

bfa::fuzz::Target chosen = nullptr;  // the one that runs

constexpr std::size_t kSample = 120;
constexpr std::size_t kSampleBytes = 96u << 10;

void run_exact(const std::string& bytes) {
  // A copy of exactly this size, so that a sanitizer sees a read past its end.
  const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
  chosen(exact.data(), exact.size());
}

void run_one(const std::string& name, const std::string& bytes) {
  std::fprintf(stderr, "replaying %s\n", name.c_str());
  run_exact(bytes);
  run_exact(bytes.substr(0, bytes.size() / 2));
}

std::vector<std::filesystem::path> files_under(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& item : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (item.is_regular_file()) files.push_back(item.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Calls run(i) for at most kSample of `count` things.
template <class Run>
std::size_t sample(std::size_t count, const Run& run) {
  const std::size_t taken = std::min(count, kSample);
  for (std::size_t i = 0; i < taken; ++i) run(i * count / taken);
  return taken;
}

void sample_cases(const std::string& file, const std::string& fields) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  const std::size_t taken = sample(lines.size(), [&](std::size_t i) {
    const auto value = nlohmann::json::parse(lines[i], nullptr, false);
    std::string bytes;
    for (std::size_t at = 0; at < fields.size();) {
      const std::size_t end = std::min(fields.find(',', at), fields.size());
      const auto field = value.find(fields.substr(at, end - at));
      if (at > 0) bytes += '\n';
      if (field != value.end() && field->is_string()) bytes += field->get<std::string>();
      at = end + 1;
    }
    run_one(file + ":" + std::to_string(i + 1), bytes);
  });
  std::printf("%zu of %zu cases of %s\n", taken, lines.size(), file.c_str());
}

void sample_files(const std::string& folder) {
  const auto files = files_under(folder);
  const std::size_t taken = sample(files.size(), [&](std::size_t i) {
    run_one(files[i].string(), bytes_of(files[i]).substr(0, kSampleBytes));
  });
  std::printf("%zu of %zu files of %s\n", taken, files.size(), folder.c_str());
}

int replay(const std::vector<std::string>& places) {
  std::size_t inputs = 0;
  bool sampling = false;
  run_exact("");
  for (const std::string& place : places) {
    if (place == "--sample") {
      sampling = true;
    } else if (!sampling) {
      for (const auto& path : files_under(place)) {
        run_one(path.string(), bytes_of(path));
        ++inputs;
      }
    } else if (const std::size_t fields = place.find(".jsonl:"); fields != std::string::npos) {
      sample_cases(place.substr(0, fields + 6), place.substr(fields + 7));
    } else {
      sample_files(place);
    }
  }
  if (inputs == 0) {
    std::fprintf(stderr, "no inputs found: give the target a seed in its corpus folder\n");
    return 1;
  }
  std::printf("%zu inputs of its own\n", inputs);
  return 0;
}

}  // namespace

bfa::fuzz::Registration::Registration(const char* name, Target target) {
  targets().emplace(name, target);
}

int main(int argc, char** argv) {
  try {
    const auto found = targets().find(argc > 1 ? argv[1] : "");
    if (found == targets().end()) {
      std::fprintf(stderr, "usage: fuzz_replay TARGET FOLDER...; targets:");
      for (const auto& [name, one] : targets()) std::fprintf(stderr, " %s", name.c_str());
      std::fputc('\n', stderr);
      return 2;
    }
    chosen = found->second;
    return replay({argv + 2, argv + argc});
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
