// SPDX-License-Identifier: Apache-2.0
#include "warc/warc_copy_report.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "bfa/container/container.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

struct Count {
  const char* name;
  const char* words;
  std::uint64_t value;
};

std::vector<Count> counts_of(const WarcCopyReport& report) {
  return {{"left_out", "left out", report.left_out},
          {"materialised", "revisits made responses", report.materialised},
          {"unresolved", "revisits without an original", report.unresolved},
          {"redacted", "redacted", report.redacted},
          {"dropped", "damaged and left out", report.dropped},
          {"bytes_lost", "bytes without a record", report.lost_bytes}};
}

void print_json(const WarcCopyReport& report, const char* command) {
  nlohmann::ordered_json line = {{"v", 1},
                                 {"event", command},
                                 {"records_in", report.records_in},
                                 {"records", report.records},
                                 {"as_is", report.as_is}};
  for (const auto& count : counts_of(report)) line[count.name] = count.value;
  line["bytes_in"] = report.bytes_in;
  line["bytes_out"] = report.bytes_out;
  line["files"] = report.files;
  line["findings"] = nlohmann::ordered_json::array();
  for (const auto& finding : report.findings) {
    line["findings"].push_back({{"code", finding.id},
                                {"message", finding.message},
                                {"file", finding.where},
                                {"offset", finding.offset}});
  }
  print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_text(const WarcCopyReport& report) {
  print_findings(report.findings);
  std::string line = counted(report.records_in, "record", "records") + " read, " +
                     std::to_string(report.records) + " written";
  for (const auto& count : counts_of(report)) {
    if (count.value != 0) line += ", " + std::to_string(count.value) + " " + count.words;
  }
  print_line(line + "; " + counted(report.bytes_in, "byte", "bytes") + " became " +
             std::to_string(report.bytes_out));
  for (const auto& file : report.files) print_line(file);
}

}  // namespace

int missing_output(const char* command) {
  std::fprintf(stderr, "bfa warc %s: -o OUT is missing (see bfa warc %s --help)\n", command, command);
  return kUsage;
}

Result<std::vector<std::string>> warc_inputs(FileSystem& files, const std::vector<std::string>& paths) {
  std::vector<std::string> all;
  for (const auto& path : paths) {
    Findings findings;
    auto within = archives_within(files, path, findings);
    print_findings(findings);
    if (!within) return std::move(within).error();
    if (within->empty()) return Error{Code::kUnsupported, "holds no WARC or ARC file", path, -1};
    all.insert(all.end(), within->begin(), within->end());
  }
  return all;
}

Result<std::string> warc_input(FileSystem& files, const std::string& path) {
  auto all = warc_inputs(files, {path});
  if (!all) return std::move(all).error();
  if (all->size() == 1) return std::move(all->front());
  return Error{Code::kUnsupported,
               std::to_string(all->size()) + " WARC files in it; name one of them, as " + all->front(), path,
               -1};
}

int report_copy(const Result<WarcCopyReport>& report, const char* command, bool json) {
  if (!report) return report_error(report.error(), json);
  if (json) {
    print_json(*report, command);
  } else {
    print_text(*report);
  }
  const bool cut = std::any_of(report->findings.begin(), report->findings.end(),
                               [](const Finding& finding) { return finding.code == Code::kTruncated; });
  if (cut) return kTruncatedInput;
  return report->dropped + report->unresolved + report->lost_bytes == 0 ? kDone : kNo;
}

std::optional<std::uint64_t> parse_size(const std::string& text) {
  if (text.empty()) return 0;
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || end - rest > 1 || value == 0) return std::nullopt;
  if (rest == end) return value;
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t unit = kUnits.find(*rest);
  const unsigned shift = 10 * (static_cast<unsigned>(unit) + 1);
  if (unit == std::string_view::npos || value >> (64 - shift) != 0) return std::nullopt;
  return value << shift;
}

}  // namespace bfa::tool
