// SPDX-License-Identifier: Apache-2.0
// bfa warc ls|cat|check|index and others: WARC and ARC files on their own, without an archive, also
// within containers. ls: a line per record. cat: one record's bytes. check: framing, fields,
// digests. index: see cmd_warc_index.cc. recompress, repair: see cmd_warc_rewrite.cc. Exit codes: 0 fine, 1 a
// rule of the standard is broken, 3 not readable, 6 truncated, 7 digest mismatch.
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "args.h"
#include "bfa/container/container.h"
#include "bfa/warc/exchange.h"
#include "bfa/warc/reader.h"
#include "bfa/warc/validate.h"
#include "command.h"
#include "terminal_text.h"
#include "warc/cmd_warc.h"
#include "warc/warc_copy_report.h"

namespace bfa::tool {
namespace {

constexpr const char* kUsageText =
    "Usage: bfa warc ls [--json] FILE...\n"
    "       bfa warc cat FILE --offset N [--headers|--block|--payload]\n"
    "       bfa warc check [--strict] [--json] FILE...\n"
    "       bfa warc index [--zipnum N] [-o OUT] FILE...\n"
    "       bfa warc index --lookup URL [--prefix] INDEX...\n"
    "       bfa warc index --dedup [-a ARCHIVE] FILE...\n"
    "       bfa warc recompress [--to gzip|zstd|plain] [--json] IN OUT\n"
    "       bfa warc repair [--dry-run] [--json] IN OUT\n"
    "       bfa warc merge IN... -o OUT\n"
    "       bfa warc split IN... -o OUT --size BYTES|--records N|--by-host\n"
    "       bfa warc filter IN... -o OUT [--url URL] [--host HOST] [--status 4xx] ...\n"
    "       bfa warc redact IN... -o OUT --reason TEXT [--url URL] ...\n"
    "       bfa warc materialise IN... -o OUT [--with FILE]\n"
    "       bfa warc diff A B\n\n"
    "FILE may be a container (WACZ, zip, tar, 7z, RAR, ISO, cpio, CAB, LHA, xar), which stands for the WARC "
    "files in "
    "it,\nor a member of one (x.wacz!/NAME), or packed as a whole (.xz, .bz2, .lzma, .lz, .Z).\n"
    "bfa warc COMMAND --help describes one.\n";

nlohmann::json finding_json(const Finding& finding) {
  nlohmann::json json = {{"code", finding.id}, {"message", finding.message}};
  if (finding.offset >= 0) json["offset"] = finding.offset;
  return json;
}

std::string dump(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Files, and members of containers by their "FILE!/NAME".
FileSystem& input_files() {
  static const auto files = make_container_file_system(posix_file_system());
  return *files;
}

// Calls `use` for each file, and for each WARC or ARC file of a container; the gravest code.
template <class Use>
int each_input(const std::vector<std::string>& files, bool json, Use&& use) {
  int worst = kDone;
  for (const auto& file : files) {
    Findings findings;
    const auto paths = archives_within(input_files(), file, findings);
    print_findings(findings);
    worst = std::max({worst, code_for(findings), code_for_members(findings)});
    if (json && !findings.empty()) {
      nlohmann::json line = {{"v", 1}, {"file", file}, {"findings", nlohmann::json::array()}};
      for (const auto& finding : findings) line["findings"].push_back(finding_json(finding));
      print_line(dump(line));
    }
    if (!paths) worst = std::max(worst, report_error(paths.error(), json));
    if (!paths) continue;
    if (paths->empty()) {
      const char* const why = findings.empty()
                                  ? "holds no WARC or ARC file; containers in it are not searched"
                                  : "holds no WARC or ARC file that can be read";
      worst = std::max(worst, report_error({Code::kUnsupported, why, file, -1}, json));
    }
    for (const auto& path : *paths) worst = std::max(worst, use(path));
  }
  return worst;
}

// Reads the rest of a block, so that the record's length is known; damage is in the reader's findings.
Status drain(WarcRecord& record) {
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got) return got.error().code == Code::kIo ? Status(got.error()) : Status();
    if (*got == 0) return {};
  }
}

void print_record(const WarcRecord& record, bool json) {
  const WarcHeader& header = record.header();
  const WarcRef& place = record.position();
  const std::string type(header.field("WARC-Type"));
  const std::string date(header.field("WARC-Date"));
  if (!json) {
    std::array<char, 96> columns{};
    std::snprintf(columns.data(), columns.size(), "%12llu %10llu  %-12s %-20s ",
                  static_cast<unsigned long long>(place.offset),
                  static_cast<unsigned long long>(place.length), type.c_str(), date.c_str());
    print_line(columns.data() + header.target_uri());
    return;
  }
  nlohmann::json line = {{"v", 1}, {"file", place.file}, {"offset", place.offset}, {"type", type}};
  const auto put = [&](const char* name, const std::string& value) {
    if (!value.empty()) line[name] = value;
  };
  if (place.length != 0) line["length"] = place.length;
  line["content_length"] = header.content_length;
  put("id", place.record_id);
  put("date", date);
  put("url", header.target_uri());
  put("content_type", header.content_type());
  print_line(dump(line));
}

// What comes through a pipe: to be read once, from its beginning.
class StandardInput final : public Source {
 public:
  Result<std::size_t> read(std::span<std::byte> dst) override {
    const std::size_t got = std::fread(dst.data(), 1, dst.size(), stdin);
    if (got == 0 && std::ferror(stdin) != 0) return Error{Code::kIo, "cannot read", "standard input", -1};
    return got;
  }
};

int list_records(const Result<std::unique_ptr<WarcReader>>& reader, bool json) {
  if (!reader) return report_error(reader.error(), json);
  for (;;) {
    const auto record = (*reader)->next();
    if (!record) return report_error(record.error(), json);
    if (*record == nullptr) break;
    if (const auto status = drain(**record); !status) return report_error(status.error(), json);
    print_record(**record, json);
  }
  print_findings((*reader)->findings());
  return code_for((*reader)->findings());
}

int list_input(const std::vector<std::string>& files, bool json) {
  if (files == std::vector<std::string>{"-"}) {
    StandardInput input;
    return list_records(WarcReader::open(input, "standard input"), json);
  }
  return each_input(files, json, [&](const std::string& path) {
    return list_records(WarcReader::open(input_files(), path), json);
  });
}

int warc_ls(const Arguments& arguments) {
  std::vector<std::string> files;
  bool json = false;
  Args args("warc ls", "List the records of WARC and ARC files: offset, length, type, date, URL.",
            "Exit codes: 0 done, 3 unreadable, 6 truncated (what is whole is listed).");
  args.positional("FILE", files, "WARC or ARC files, packed in any way; - alone: standard input")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  return list_input(files, json);
}

Status copy_to_stdout(Source& source) {
  std::array<std::byte, 65536> buffer;
  for (;;) {
    auto got = source.read(buffer);
    if (!got) return std::move(got).error();
    if (*got == 0) return {};
    if (std::fwrite(buffer.data(), 1, *got, stdout) != *got) {
      return Error{Code::kIo, "cannot write", "standard output", -1};
    }
  }
}

void print_header(const WarcHeader& header) {
  std::printf("%s\r\n", header.version.c_str());
  for (const auto& [name, value] : header.fields) std::printf("%s: %s\r\n", name.c_str(), value.c_str());
  std::printf("\r\n");
}

Status print_payload(WarcRecord& record) {
  if (!record.header().content_type().starts_with("application/http") ||
      record.header().type() == WarcType::kRequest) {
    return copy_to_stdout(record.block());
  }
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
  auto exchange = read_exchange(record, kMost);
  if (!exchange) return std::move(exchange).error();
  Findings findings;
  auto body = entity_body(*exchange, kMost, findings);
  if (!body) return std::move(body).error();
  std::fwrite(body->data(), 1, body->size(), stdout);
  return {};
}

int warc_cat(const Arguments& arguments) {
  std::string file;
  std::int64_t offset = 0;
  bool headers = false;
  bool block = false;
  bool payload = false;
  Args args("warc cat", "Print one record: its header and block, or a part of it.",
            "Exit codes: 0 done, 3 no record there, 6 truncated.");
  args.positional("FILE", file, "WARC or ARC file, packed or not, also inside of a container")
      .option("--offset", offset, "where the record begins (see bfa warc ls); default 0")
      .flag("--headers", headers, "the record's header only")
      .flag("--block", block, "the block only: HTTP head and body as sent")
      .flag("--payload", payload, "the HTTP body only, transfer coding removed");
  if (const auto code = args.parse(arguments)) return *code;
  if (offset < 0) {
    std::fprintf(stderr, "bfa warc cat: --offset is negative\n");
    return kUsage;
  }
  const auto input = warc_input(input_files(), file);
  if (!input) return report_error(input.error(), false);
  const auto reader =
      WarcReader::open(input_files(), *input, WarcReadOptions{}, static_cast<std::uint64_t>(offset));
  if (!reader) return report_error(reader.error(), false);
  const auto record = (*reader)->next();
  if (!record) return report_error(record.error(), false);
  if (*record == nullptr) return report_error({Code::kCorrupt, "no record there", file, offset}, false);
  if (!block && !payload) print_header((*record)->header());
  const Status status = headers   ? Status()
                        : payload ? print_payload(**record)
                                  : copy_to_stdout((*record)->block());
  std::fflush(stdout);
  if (!status) return report_error(status.error(), false);
  print_findings((*reader)->findings());
  return code_for((*reader)->findings());
}

// `strict`: a remark counts as a broken rule.
int verdict(const WarcReport& report, bool strict) {
  if (report.truncated) return kTruncatedInput;
  if (report.digests_bad != 0) return kDigestMismatch;
  if (report.corrupt) return kUnreadable;
  return report.spec_violation || (strict && !report.findings.empty()) ? kNo : kDone;
}

void print_report(const WarcReport& report, bool json, bool strict) {
  const int code = verdict(report, strict);
  if (json) {
    nlohmann::json line = {{"v", 1},
                           {"file", report.file},
                           {"verdict", check_verdict(code)},
                           {"records", report.records},
                           {"types", report.by_type},
                           {"digests_ok", report.digests_ok},
                           {"digests_bad", report.digests_bad},
                           {"bytes_lost", report.lost_bytes},
                           {"payload_digests_of", report.payload_forms},
                           {"findings", nlohmann::json::array()}};
    for (const auto& finding : report.findings) line["findings"].push_back(finding_json(finding));
    print_line(dump(line));
    return;
  }
  std::string types;
  for (const auto& [type, count] : report.by_type) types += ", " + std::to_string(count) + " " + type;
  print_line(report.file + ": " + check_verdict(code) + ": " + counted(report.records, "record", "records") +
             types + "; " + counted(report.digests_ok, "digest", "digests") + " correct, " +
             std::to_string(report.digests_bad) + " wrong");
  print_findings(report.findings);
}

int warc_check(const Arguments& arguments) {
  std::vector<std::string> files;
  bool json = false;
  bool strict = false;
  Args args("warc check", "Check WARC and ARC files record by record: framing, fields, digests, compression.",
            "Exit codes, the most severe of all files: 0 fine, 1 a rule of the standard is broken, 3 "
            "unreadable or\n"
            "damaged, 6 truncated, 7 digest mismatch.");
  args.positional("FILE", files, "WARC or ARC files, packed or not, also inside of containers")
      .flag("--json", json, "JSON Lines");
  std::int64_t threads = 1;
  args.flag("--strict", strict, "count what is only odd as a broken rule");
  args.option("--threads", threads, "threads that check stretches of a file in parallel (1)", {1, 256});
  if (const auto code = args.parse(arguments)) return *code;
  if (threads < 1 || threads > 256) {
    std::fprintf(stderr, "bfa warc check: --threads is 1 to 256\n");
    return kUsage;
  }
  return each_input(files, json, [&](const std::string& path) {
    WarcValidateOptions options;
    // A packed member of a container would be unpacked again for each section.
    if (path.find("!/") == std::string::npos) options.threads = static_cast<std::size_t>(threads);
    const auto report = validate_warc(input_files(), path, options);
    if (report) print_report(*report, json, strict);
    return report ? verdict(*report, strict) : report_error(report.error(), json);
  });
}

// With --dedup: the index of originals, which has other options.
int warc_index_any(const Arguments& arguments) {
  const bool originals = std::find(arguments.begin(), arguments.end(), "--dedup") != arguments.end();
  return originals ? warc_index_originals(arguments) : warc_index(arguments);
}

}  // namespace

int code_for_members(const Findings& findings) {
  const bool lost = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.id == "member_encrypted" ||
           (finding.code == Code::kCorrupt && finding.id != "member_name_unreadable");
  });
  return lost ? kUnreadable : kDone;
}

int code_for(const Findings& findings) {
  const bool cut = std::any_of(findings.begin(), findings.end(),
                               [](const Finding& finding) { return finding.code == Code::kTruncated; });
  return cut ? kTruncatedInput : kDone;
}

int cmd_warc(const Arguments& arguments) {
  static constexpr std::array<Subcommand, 12> kCommands{{{"ls", warc_ls},
                                                         {"cat", warc_cat},
                                                         {"check", warc_check},
                                                         {"index", warc_index_any},
                                                         {"recompress", warc_recompress},
                                                         {"repair", warc_repair},
                                                         {"merge", warc_merge},
                                                         {"split", warc_split},
                                                         {"filter", warc_filter},
                                                         {"redact", warc_redact},
                                                         {"materialise", warc_materialise},
                                                         {"diff", warc_diff}}};
  return run_subcommand("warc", kCommands, kUsageText, arguments);
}

}  // namespace bfa::tool
