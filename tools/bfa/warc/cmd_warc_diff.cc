// SPDX-License-Identifier: Apache-2.0
// bfa warc diff A B: do two WARC files contain the same captures? Exit codes: 0 the same, 1 they differ, 2
// usage, 3 unreadable.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "args.h"
#include "bfa/container/container.h"
#include "bfa/warc/validate.h"
#include "terminal_text.h"
#include "warc/cmd_warc.h"
#include "warc/warc_copy_report.h"

namespace bfa::tool {
namespace {

const char* kind_name(WarcDifference::Kind kind) {
  switch (kind) {
    case WarcDifference::Kind::kOnlyA:
      return "only_a";
    case WarcDifference::Kind::kOnlyB:
      return "only_b";
    case WarcDifference::Kind::kDiffers:
      break;
  }
  return "differs";
}

void print_difference(const WarcDifference& difference, bool json) {
  if (!json) {
    const char* mark = difference.kind == WarcDifference::Kind::kOnlyA   ? "- "
                       : difference.kind == WarcDifference::Kind::kOnlyB ? "+ "
                                                                         : "! ";
    std::string line = mark + difference.date + " " + difference.url;
    if (!difference.digest_a.empty()) line += " " + difference.digest_a;
    if (difference.kind == WarcDifference::Kind::kDiffers) line += " ->";
    if (!difference.digest_b.empty()) line += " " + difference.digest_b;
    print_line(line);
    return;
  }
  nlohmann::ordered_json line = {
      {"v", 1}, {"event", kind_name(difference.kind)}, {"url", difference.url}, {"date", difference.date}};
  const auto side = [&](const char* name, const std::string& digest, const WarcRef& place) {
    if (place.file.empty()) return;
    nlohmann::ordered_json at = {{"file", place.file}, {"offset", place.offset}};
    if (!digest.empty()) at["digest"] = digest;
    line[name] = std::move(at);
  };
  side("a", difference.digest_a, difference.place_a);
  side("b", difference.digest_b, difference.place_b);
  print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_summary(const WarcComparison& result, bool json) {
  if (json) {
    print_line(nlohmann::ordered_json{{"v", 1},
                                      {"event", "done"},
                                      {"captures_a", result.captures_a},
                                      {"captures_b", result.captures_b},
                                      {"same", result.same},
                                      {"only_a", result.only_a},
                                      {"only_b", result.only_b},
                                      {"differing", result.differing}}
                   .dump());
    return;
  }
  print_line(counted(result.same, "capture", "captures") + " the same, " + std::to_string(result.only_a) +
             " only in A (-), " + std::to_string(result.only_b) + " only in B (+), " +
             std::to_string(result.differing) + " differ (!)");
}

}  // namespace

int warc_diff(const Arguments& arguments) {
  std::string a;
  std::string b;
  bool json = false;
  bool quiet = false;
  Args args(
      "warc diff",
      "Compare what two WARC files captured: URL, date and payload digest of their responses, revisits\n"
      "and resources, whatever their order, packing and other records. A digest in the record's header is\n"
      "taken as it is: use bfa warc check to compare it with the bytes.",
      "Exit codes: 0 the same captures, 1 they differ, 3 unreadable.");
  args.positional("A", a, "WARC or ARC file; a container (WACZ, zip, tar, 7z, ...) stands for those in it")
      .positional("B", b, "the other one")
      .flag("-q,--quiet", quiet, "the exit code alone")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  const auto files = make_container_file_system(posix_file_system());
  const auto left = warc_inputs(*files, {a});
  if (!left) return report_error(left.error(), json);
  const auto right = warc_inputs(*files, {b});
  if (!right) return report_error(right.error(), json);
  const auto result = compare_warcs(*files, *left, *right, [&](const WarcDifference& difference) {
    if (!quiet) print_difference(difference, json);
  });
  if (!result) return report_error(result.error(), json);
  if (!quiet) print_summary(*result, json);
  return result->only_a + result->only_b + result->differing == 0 ? kDone : kNo;
}

}  // namespace bfa::tool
