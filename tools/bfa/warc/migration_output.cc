// SPDX-License-Identifier: Apache-2.0
#include "warc/migration_output.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

constexpr std::size_t kShownNotes = 20;

void print_json(const MigrationReport& report, const std::string& output) {
  nlohmann::ordered_json line = {{"v", 1},
                                 {"to", output},
                                 {"units", report.units},
                                 {"records", report.records},
                                 {"pages", report.pages},
                                 {"objects", report.objects},
                                 {"notes", report.notes},
                                 {"files", report.files}};
  print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_summary(const MigrationReport& report, const std::string& output) {
  std::uint64_t records = 0;
  std::string types;
  for (const auto& [type, count] : report.records) {
    records += count;
    types += (types.empty() ? "" : ", ") + std::to_string(count) + " " + type;
  }
  std::string line = output + ": " + counted(report.units, "source", "sources");
  if (records != 0) line += ", " + counted(records, "record", "records") + " (" + types + ")";
  if (report.pages != 0) line += ", " + counted(report.pages, "page", "pages");
  if (report.objects != 0) line += ", " + counted(report.objects, "object", "objects");
  print_line(line);
  for (const auto& [note, count] : report.notes) print_line("  " + note + ": " + std::to_string(count));
  std::size_t shown = 0;
  for (const auto& note : report.first_notes) {
    if (++shown > kShownNotes) break;
    std::fprintf(stderr, "bfa: %s%s%s: %s (%s)\n", on_one_line(note.source).c_str(),
                 note.url.empty() ? "" : " ", on_one_line(note.url).c_str(),
                 on_one_line(note.message).c_str(), note.id.c_str());
  }
  if (report.first_notes.size() > kShownNotes)
    std::fprintf(stderr, "bfa: all of these are in %s.report.jsonl\n", on_one_line(output).c_str());
}

}  // namespace

std::optional<MigrationTarget> migration_target_named(const std::string& name) {
  if (name == "warc") return MigrationTarget::kWarc;
  if (name == "wacz") return MigrationTarget::kWacz;
  if (name == "cdxj") return MigrationTarget::kCdxj;
  if (name == "jsonl") return MigrationTarget::kObjects;
  if (name == "csv") return MigrationTarget::kCsv;
  if (name == "markdown") return MigrationTarget::kMarkdown;
  if (name == "static") return MigrationTarget::kStatic;
  return std::nullopt;
}

WarcPacking packing_of(const std::string& path) {
  if (path.ends_with(".warc")) return WarcPacking::kPlain;
  return path.ends_with(".zst") ? WarcPacking::kZstd : WarcPacking::kGzip;
}

int print_migration(const Result<MigrationReport>& report, const std::string& output, bool json,
                    bool strict) {
  if (!report && report.error().code == Code::kUnavailable) return kInterrupted;
  if (!report) {
    const int code = report_error(report.error(), json);
    return report.error().code == Code::kInvalidArgument ? kUsage : code;
  }
  if (json) {
    print_json(*report, output);
  } else {
    print_summary(*report, output);
  }
  return strict && !report->lossless() ? kNo : kDone;
}

}  // namespace bfa::tool
