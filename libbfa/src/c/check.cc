// SPDX-License-Identifier: Apache-2.0
#include "bfa/check/check.h"

#include <memory>
#include <mutex>

#include "base/try.h"
#include "bfa/c/crawl.h"
#include "c/stop.h"

struct bfa_check_report : bfa::CHandle<bfa::HandleKind::kCheckReport> {
  bfa::CheckReport report;
};

namespace bfa {
namespace {

// A check with the program's callback.
Status check_for_c(const char* directory, const bfa_check_options* given_options, bool package,
                   bfa_check_report** out) {
  BFA_RETURN_IF_ERROR(clear(out, "out"));
  BFA_RETURN_IF_ERROR(require({{directory, "directory"}}));
  BFA_ASSIGN_OR_RETURN(const auto given,
                       options_of(given_options, &bfa_check_options_init, "bfa_check_options"));
  BFA_RETURN_IF_ERROR(require_stop(given.stop));
  CallStop stop(given.stop);
  CheckOptions options;
  options.read_data = given.read_data != 0;
  options.digests = given.digests != 0;
  options.packages = given.packages != 0;
  options.record = given.record != 0;
  options.sample = given.sample;
  options.seed = given.seed;
  options.threads = static_cast<std::size_t>(given.threads);
  options.stop = stop.token();
  bfa_code answered = BFA_OK;
  if (given.on_progress != nullptr) {
    options.progress = [&](const CheckProgress& progress) {
      if (answered != BFA_OK) return;
      bfa_check_progress made{};
      made.struct_size = sizeof made;
      made.doing = view_of(progress.doing);
      made.done = progress.done;
      made.all = progress.all;
      made.bytes_done = progress.bytes_done;
      made.bytes_all = progress.bytes_all;
      answered = given.on_progress(&made, given.progress_user);
      if (answered != BFA_OK) stop.request();
    };
  }
  Status affected_answer;
  bool told = given.on_affected == nullptr;
  if (!told) {
    options.affected = [&](const CheckAffected& of) {
      if (told || !affected_answer.ok()) return;
      bfa_affected made{};
      made.struct_size = sizeof made;
      made.id = view_of(of.id);
      made.file = view_of(of.file);
      made.is_object = of.object ? 1 : 0;
      made.url = view_of(of.url);
      made.time = time_or_none(of.time);
      affected_answer = callback_status(given.on_affected(&made, given.affected_user), told);
    };
  }
  auto report = package ? check_package(directory, options) : check_archive(directory, options);
  if (!report) return std::move(report).error();
  bool stopped = false;
  BFA_RETURN_IF_ERROR(callback_status(answered, stopped));
  BFA_RETURN_IF_ERROR(affected_answer);
  auto made = std::make_unique<bfa_check_report>();
  made->report = *std::move(report);
  *out = made.release();
  return {};
}

bfa_check_result result_of(const CheckReport& report) {
  bfa_check_result made{};
  made.result = static_cast<std::int32_t>(report.result);
  made.stopped = report.stopped ? 1 : 0;
  made.recorded = report.recorded ? 1 : 0;
  made.began = time_or_none(report.began);
  made.ended = time_or_none(report.ended);
  made.files = report.files;
  made.bytes = report.bytes;
  made.files_read = report.files_read;
  made.bytes_read = report.bytes_read;
  made.digests_compared = report.digests_compared;
  made.records = report.records;
  made.captures = report.captures;
  made.places = report.places;
  made.objects = report.objects;
  made.versions = report.versions;
  made.packages = report.packages;
  made.package_files = report.package_files;
  made.problems = report.problems.size();
  return made;
}

}  // namespace
}  // namespace bfa

using bfa::Status;

bfa_code bfa_check_options_init(bfa_check_options* options, size_t struct_size) {
  const bfa::CheckOptions defaults;
  bfa_check_options made{};
  made.packages = defaults.packages ? 1 : 0;
  made.record = defaults.record ? 1 : 0;
  made.sample = defaults.sample;
  made.threads = defaults.threads;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_check_archive(const char* directory, const bfa_check_options* options, bfa_check_report** out,
                           bfa_error** err) {
  return bfa::c_call(err, [&] { return bfa::check_for_c(directory, options, false, out); });
}

bfa_code bfa_check_package(const char* directory, const bfa_check_options* options, bfa_check_report** out,
                           bfa_error** err) {
  return bfa::c_call(err, [&] { return bfa::check_for_c(directory, options, true, out); });
}

bfa_code bfa_check_report_read(const bfa_check_report* report, bfa_check_result* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{report, "report"}, {out, "out"}}));
    return bfa::fill(out, bfa::result_of(report->report), "bfa_check_result");
  });
}

bfa_code bfa_check_report_problem(const bfa_check_report* report, size_t index, bfa_check_problem* out,
                                  bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{report, "report"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, report->report.problems.size()));
    const bfa::CheckProblem& problem = report->report.problems[index];
    bfa_check_problem made{};
    made.kind = static_cast<int32_t>(problem.kind);
    made.id = bfa::view_of(problem.id);
    made.file = bfa::view_of(problem.file);
    made.message = bfa::view_of(problem.message);
    made.advice = bfa::view_of(problem.advice);
    made.offset = problem.offset;
    made.count = problem.count;
    made.captures = problem.captures;
    made.objects = problem.objects;
    return bfa::fill(out, made, "bfa_check_problem");
  });
}

bfa_code bfa_check_report_to_json(const bfa_check_report* report, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{report, "report"}}));
    std::string lines;
    for (const auto& problem : report->report.problems) lines += bfa::check_problem_to_json(problem) + "\n";
    lines += bfa::check_report_to_json(report->report) + "\n";
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(std::move(lines)));
    return {};
  });
}

void bfa_check_report_free(bfa_check_report* report) {
  bfa::free_handle(report);
}
