// SPDX-License-Identifier: Apache-2.0
//
// bfa-conformance --suites DIR [--only KIND]... [--max-ids N] [--json] [--strict]
//
// Runs every kind of suite that it finds under DIR (a folder per kind) and prints for each: cases, passed,
// failed, and the failing ids with the reason. Exit codes: 0 it ran, 1 with --strict when a case failed, 2
// usage, 3 a suite cannot be read, or DIR contains no suite.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

constexpr const char* kUsage =
    "usage: bfa-conformance --suites DIR [--only KIND]... [--max-ids N] [--json] [--strict]\n";

struct Options {
  std::string suites;
  std::vector<std::string> only;
  std::size_t max_ids = 20;  // failing ids to list per kind; --json lists all
  bool json = false, strict = false;
};

// 0 to continue, otherwise 1 + the exit code.
int parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool has_value = i + 1 < argc;
    if (argument == "-h" || argument == "--help") {
      std::fputs(kUsage, stdout);
      return 1;
    }
    if (argument == "--json") {
      options.json = true;
    } else if (argument == "--strict") {
      options.strict = true;
    } else if (argument == "--suites" && has_value) {
      options.suites = argv[++i];
    } else if (argument == "--only" && has_value) {
      options.only.emplace_back(argv[++i]);
    } else if (argument == "--max-ids" && has_value) {
      const std::string value = argv[++i];
      const auto parsed = std::from_chars(value.data(), value.data() + value.size(), options.max_ids);
      if (parsed.ec != std::errc() || parsed.ptr != value.data() + value.size()) {
        std::fprintf(stderr, "bfa-conformance: --max-ids wants a number, not %s\n", value.c_str());
        return 3;
      }
    } else {
      std::fprintf(stderr, "bfa-conformance: unknown or incomplete option %s\n%s", argument.c_str(), kUsage);
      return 3;
    }
  }
  if (!options.suites.empty()) return 0;
  std::fputs(kUsage, stderr);
  return 3;
}

void print_json(const KindReport& report) {
  Json json = {{"v", 1},
               {"kind", report.kind},
               {"cases", report.total.cases},
               {"passed", report.total.passed},
               {"failed", report.failures.size()},
               {"skipped", report.skipped}};
  json["groups"] = Json::object();
  for (const auto& [name, count] : report.groups) {
    json["groups"][name] = {{"cases", count.cases}, {"passed", count.passed}};
  }
  json["measures"] = report.measures;
  json["failures"] = Json::array();
  for (const Failure& failure : report.failures) {
    json["failures"].push_back({{"id", failure.id}, {"reason", failure.reason}});
  }
  std::puts(json.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
}

void print_text(const KindReport& report, std::size_t max_ids) {
  std::printf("%s: %zu cases, %zu passed, %zu failed, %zu not scored\n", report.kind.c_str(),
              report.total.cases, report.total.passed, report.failures.size(), report.skipped);
  for (const auto& [name, count] : report.groups) {
    std::printf("  %-28s %zu of %zu\n", name.c_str(), count.passed, count.cases);
  }
  for (const auto& [name, value] : report.measures) std::printf("  %-28s %.4f\n", name.c_str(), value);
  for (std::size_t i = 0; i < report.failures.size() && i < max_ids; ++i) {
    std::printf("  failed %s: %s\n", report.failures[i].id.c_str(), report.failures[i].reason.c_str());
  }
  if (report.failures.size() > max_ids) {
    std::printf("  and %zu more (--max-ids, --json)\n", report.failures.size() - max_ids);
  }
  std::fflush(stdout);
}

int run(const Options& options) {
  std::vector<std::unique_ptr<SuiteKind>> kinds = all_kinds();
  for (const std::string& name : options.only) {
    const bool is_known =
        std::any_of(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind->name() == name; });
    if (is_known) continue;
    std::fprintf(stderr, "bfa-conformance: no suite kind is called %s\n", name.c_str());
    return 2;
  }
  std::size_t ran = 0, failed = 0;
  for (const auto& kind : kinds) {
    const std::string name(kind->name());
    const std::string folder = options.suites + "/" + name;
    const bool is_wanted = options.only.empty() ||
                           std::find(options.only.begin(), options.only.end(), name) != options.only.end();
    if (!is_wanted || !std::filesystem::is_directory(folder)) continue;
    KindReport report;
    report.kind = name;
    const Status status = kind->run(folder, report);
    if (!status.ok()) {
      std::fprintf(stderr, "bfa-conformance: %s\n", to_string(status.error()).c_str());
      return 3;
    }
    ++ran;
    failed += report.failures.size();
    if (options.json) {
      print_json(report);
    } else {
      print_text(report, options.max_ids);
    }
  }
  if (ran == 0) {
    std::fprintf(stderr, "bfa-conformance: no suite under %s\n", options.suites.c_str());
    return 3;
  }
  return options.strict && failed > 0 ? 1 : 0;
}

}  // namespace
}  // namespace bfa::conformance

int main(int argc, char** argv) {
  try {
    bfa::conformance::Options options;
    if (const int exit = bfa::conformance::parse(argc, argv, options)) return exit - 1;
    return bfa::conformance::run(options);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bfa-conformance: %s\n", e.what());
    return 1;
  }
}
