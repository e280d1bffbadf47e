// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "base/guard.h"
#include "bfa/check/check.h"

namespace bfa {
namespace {

using nlohmann::ordered_json;

std::string dump(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json places_of(const CheckProblem& problem) {
  auto places = ordered_json::array();
  for (const CheckPlace& place : problem.places) {
    ordered_json one = ordered_json::object();
    if (place.offset >= 0) one["offset"] = place.offset;
    one["message"] = place.message;
    places.push_back(std::move(one));
  }
  return places;
}

}  // namespace

std::string_view check_kind_name(CheckProblem::Kind kind) {
  switch (kind) {
    case CheckProblem::Kind::kDamage:
      return "damage";
    case CheckProblem::Kind::kUnseen:
      return "not seen";
    case CheckProblem::Kind::kNote:
      break;
  }
  return "note";
}

std::string check_problem_to_json(const CheckProblem& problem) {
  return guarded_or_empty([&] {
    ordered_json line = {{"v", 1},
                         {"event", "problem"},
                         {"kind", check_kind_name(problem.kind)},
                         {"id", problem.id},
                         {"file", problem.file}};
    if (problem.offset >= 0) line["offset"] = problem.offset;
    line["count"] = problem.count;
    line["message"] = problem.message;
    if (problem.places.size() > 1) line["places"] = places_of(problem);
    line["advice"] = problem.advice;
    line["captures"] = problem.captures;
    line["objects"] = problem.objects;
    return dump(line);
  });
}

std::string check_report_to_json(const CheckReport& report) {
  return guarded_or_empty([&] {
    ordered_json line = {{"v", 1},
                         {"event", "done"},
                         {"result", check_result_name(report.result)},
                         {"began", format_rfc3339(report.began)},
                         {"ended", format_rfc3339(report.ended)},
                         {"read_data", report.read_data},
                         {"digests", report.digests},
                         {"sample", report.sample},
                         {"files", report.files},
                         {"bytes", report.bytes},
                         {"files_read", report.files_read},
                         {"bytes_read", report.bytes_read},
                         {"bytes_being_written", report.bytes_unwritten},
                         {"digests_compared", report.digests_compared},
                         {"records", report.records},
                         {"captures", report.captures},
                         {"places", report.places},
                         {"steps", report.steps},
                         {"objects", report.objects},
                         {"versions", report.versions},
                         {"packages", report.packages},
                         {"package_files", report.package_files},
                         {"recorded", report.recorded}};
    if (!report.recorded) line["not_recorded"] = report.not_recorded;
    return dump(line);
  });
}

}  // namespace bfa
