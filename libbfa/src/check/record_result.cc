// SPDX-License-Identifier: Apache-2.0
#include "check/record_result.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "check/folder.h"

namespace bfa {
namespace {

constexpr std::size_t kMostRecorded = 20;  // problems
constexpr std::size_t kMostNames = 500;    // of files: for the events of packages
constexpr const char* kKind = "check";

using nlohmann::ordered_json;

std::string dump(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json to_json(const CheckReport& report) {
  ordered_json json = {{"v", 1},
                       {"began", format_rfc3339(report.began)},
                       {"ended", format_rfc3339(report.ended)},
                       {"result", check_result_name(report.result)},
                       {"read_data", report.read_data},
                       {"digests", report.digests},
                       {"sample", report.sample},
                       {"files", report.files},
                       {"bytes", report.bytes},
                       {"bytes_read", report.bytes_read},
                       {"records", report.records},
                       {"places", report.places},
                       {"objects", report.objects},
                       {"packages", report.packages}};
  if (report.files_checked.size() <= kMostNames) json["files_checked"] = report.files_checked;
  std::uint64_t damages = 0, unseen = 0;
  ordered_json problems = ordered_json::array();
  for (const CheckProblem& problem : report.problems) {
    if (problem.kind == CheckProblem::Kind::kNote) continue;
    ++(problem.kind == CheckProblem::Kind::kDamage ? damages : unseen);
    if (problems.size() < kMostRecorded)
      problems.push_back(problem.id + " " + problem.file + ": " + problem.message);
  }
  json["damages"] = damages;
  json["unseen"] = unseen;
  json["problems"] = std::move(problems);
  return json;
}

std::uint64_t number(const nlohmann::json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

UtcTime time(const nlohmann::json& json, const char* name) {
  const auto at = json.find(name);
  if (at == json.end() || !at->is_string()) return {};
  const auto parsed = parse_timestamp(at->get<std::string>());
  return parsed ? parsed->utc : UtcTime{};
}

bool flag(const nlohmann::json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_boolean() && at->get<bool>();
}

CheckResult result_of(const nlohmann::json& json) {
  const auto at = json.find("result");
  const std::string name = at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
  for (const auto result : {CheckResult::kSound, CheckResult::kSampled, CheckResult::kDamaged}) {
    if (name == check_result_name(result)) return result;
  }
  return CheckResult::kIncomplete;
}

PastCheck past_check(const nlohmann::json& json) {
  PastCheck past;
  past.began = time(json, "began");
  past.ended = time(json, "ended");
  past.result = result_of(json);
  past.read_data = flag(json, "read_data");
  past.digests = flag(json, "digests");
  const auto sample = json.find("sample");
  if (sample != json.end() && sample->is_number()) past.sample = sample->get<double>();
  past.files = number(json, "files");
  past.bytes = number(json, "bytes");
  past.bytes_read = number(json, "bytes_read");
  past.records = number(json, "records");
  past.places = number(json, "places");
  past.objects = number(json, "objects");
  past.packages = number(json, "packages");
  past.damages = number(json, "damages");
  past.unseen = number(json, "unseen");
  const auto problems = json.find("problems");
  if (problems == json.end() || !problems->is_array()) return past;
  for (const auto& problem : *problems) {
    if (problem.is_string()) past.problems.push_back(problem.get<std::string>());
  }
  return past;
}

// Why a writer would change more than the record, or could not write it; empty: nothing speaks against it.
std::string why_not(const std::string& directory, const CheckReport& report) {
  for (const char* const part : {"", "/warc", "/store", "/lock"}) {
    const bool may = ::access((directory + part).c_str(), W_OK) == 0;
    if (!may && (errno != ENOENT || *part == '\0')) return "the archive cannot be written to";
  }
  if (is_locked(directory)) return "another process writes to the archive";
  if (report.stopped) return "the check was stopped";
  const auto speaks_against = [](const CheckProblem& problem) {
    return problem.id == "being_written" || problem.id == "file_unread" || problem.id == "file_unknown" ||
           problem.id == "file_renamed" || problem.file == "store" || problem.file == "bfa.toml" ||
           problem.file == "store.old" || problem.file == "store.new";
  };
  const auto found = std::find_if(report.problems.begin(), report.problems.end(), speaks_against);
  if (found == report.problems.end()) return {};
  return "a writer would not find the archive as the check did (" + found->id + ")";
}

Status record(const std::string& directory, FileSystem* fs, Clock& clock, const CheckReport& report) {
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.fs = fs;
  options.clock = &clock;
  BFA_ASSIGN_OR_RETURN(const auto archive, Archive::open(directory, options));
  Decision decision;
  decision.kind = kKind;
  decision.target = "urn:bfa:check:" + format_rfc3339(report.began);
  decision.value = dump(to_json(report));
  decision.reason = "fixity check";
  decision.time = report.ended;
  BFA_RETURN_IF_ERROR(archive->put_decision(decision));
  return archive->close();
}

}  // namespace

void finish_report(CheckLog& log, const SampleChoice& sample, CheckReport& report) {
  report.problems = log.take();
  // Affected ones refer to problems by number.
  std::vector<std::size_t> order(report.problems.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const CheckProblem &x = report.problems[a], &y = report.problems[b];
    return std::tie(x.kind, x.file, x.id) < std::tie(y.kind, y.file, y.id);
  });
  std::vector<CheckProblem> sorted;
  for (const std::size_t i : order) sorted.push_back(std::move(report.problems[i]));
  report.problems = std::move(sorted);
  const auto any = [&](CheckProblem::Kind kind) {
    return std::any_of(report.problems.begin(), report.problems.end(),
                       [&](const CheckProblem& problem) { return problem.kind == kind; });
  };
  report.result = any(CheckProblem::Kind::kDamage)   ? CheckResult::kDamaged
                  : any(CheckProblem::Kind::kUnseen) ? CheckResult::kIncomplete
                  : sample.all()                     ? CheckResult::kSound
                                                     : CheckResult::kSampled;
}

void record_result(const std::string& directory, FileSystem* fs, Clock& clock, CheckReport& report) {
  report.not_recorded = why_not(directory, report);
  if (!report.not_recorded.empty()) return;
  const Status recorded = guarded([&] { return record(directory, fs, clock, report); });
  report.recorded = recorded.ok();
  if (!recorded) report.not_recorded = recorded.error().message;
}

Result<std::vector<PastCheck>> past_checks(const Archive& archive) {
  return guarded([&]() -> Result<std::vector<PastCheck>> {
    BFA_ASSIGN_OR_RETURN(const auto decisions, archive.decisions(kKind));
    std::vector<PastCheck> checks;
    for (const Decision& decision : decisions) {
      const auto json = nlohmann::json::parse(decision.value, nullptr, false);
      if (json.is_object()) checks.push_back(past_check(json));
    }
    std::stable_sort(checks.begin(), checks.end(),
                     [](const PastCheck& a, const PastCheck& b) { return a.began < b.began; });
    return checks;
  });
}

}  // namespace bfa
