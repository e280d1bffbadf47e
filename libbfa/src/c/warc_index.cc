// SPDX-License-Identifier: Apache-2.0
#include "base/try.h"
#include "bfa/warc/cdx_writer.h"
#include "bfa/warc/validate.h"
#include "c/warc.h"

struct bfa_warc_report : bfa::CHandle<bfa::HandleKind::kWarcReport> {
  bfa::WarcReport report;
};

namespace bfa {
namespace {

std::int64_t number_or_none(const std::optional<std::uint64_t>& number) {
  return number ? static_cast<std::int64_t>(*number) : -1;
}

// Shows an entry to the program.
bfa_code show_entry(const CdxEntry& entry, bfa_cdx_fn visit, void* user) {
  const std::string line = format_cdxj(entry);
  bfa_cdx_entry made{};
  made.struct_size = sizeof made;
  made.key = view_of(entry.key);
  made.timestamp = view_of(entry.timestamp);
  made.url = view_of(entry.url);
  made.mime = view_of(entry.mime);
  made.status = view_of(entry.status);
  made.digest = view_of(entry.digest);
  made.filename = view_of(entry.filename);
  made.offset = number_or_none(entry.offset);
  made.length = number_or_none(entry.length);
  made.line = view_of(line);
  return visit(&made, user);
}

}  // namespace
}  // namespace bfa

using bfa::Status;

bfa_code bfa_warc_validate(const char* path, uint64_t threads, const bfa_stop* stop, bfa_warc_report** out,
                           bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{path, "path"}}));
    BFA_RETURN_IF_ERROR(bfa::require_stop(stop));
    bfa::StoppableDisk disk(stop);
    auto made = std::make_unique<bfa_warc_report>();
    bfa::WarcValidateOptions options;
    options.threads = static_cast<std::size_t>(threads);
    BFA_ASSIGN_OR_RETURN(made->report, bfa::validate_warc(disk.files(), path, options));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_warc_report_read(const bfa_warc_report* report, bfa_warc_result* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{report, "report"}, {out, "out"}}));
    const bfa::WarcReport& of = report->report;
    bfa_warc_result made{};
    made.file = bfa::view_of(of.file);
    made.records = of.records;
    made.digests_ok = of.digests_ok;
    made.digests_bad = of.digests_bad;
    made.lost_bytes = of.lost_bytes;
    made.truncated = of.truncated ? 1 : 0;
    made.corrupt = of.corrupt ? 1 : 0;
    made.spec_violation = of.spec_violation ? 1 : 0;
    return bfa::fill(out, made, "bfa_warc_result");
  });
}

bfa_code bfa_warc_report_findings(const bfa_warc_report* report, bfa_findings** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{report, "report"}}));
    return bfa::give_findings(report->report.findings, out);
  });
}

void bfa_warc_report_free(bfa_warc_report* report) {
  bfa::free_handle(report);
}

bfa_code bfa_warc_index(const char* path, bfa_cdx_fn visit, void* user, bfa_findings** findings,
                        bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require({{path, "path"}, {visit, "visit"}}));
    const auto disk = bfa::make_c_disk();
    bfa::Findings found;
    bool stopped = false;
    const auto each = [&](const bfa::CdxCapture& capture) -> Status {
      BFA_RETURN_IF_ERROR(bfa::callback_status(bfa::show_entry(capture.entry, visit, user), stopped));
      // The reading ends by an error only: this one is taken back below.
      return stopped ? Status(bfa::Error{bfa::Code::kInternal, "stopped", "", -1}) : Status();
    };
    auto status = bfa::index_warc(*disk, path, {}, each, found);
    if (!status.ok() && !stopped) return status;
    return bfa::give_findings(std::move(found), findings);
  });
}

bfa_code bfa_cdx_find(const char* path, const char* key, int32_t prefix, bfa_cdx_fn visit, void* user,
                      bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{path, "path"}, {key, "key"}, {visit, "visit"}}));
    const auto disk = bfa::make_c_disk();
    BFA_ASSIGN_OR_RETURN(const auto index, bfa::CdxIndex::open(*disk, path));
    bool stopped = false;
    Status answer;
    BFA_RETURN_IF_ERROR(
        index->find(key, prefix != 0 ? bfa::CdxIndex::Match::kPrefix : bfa::CdxIndex::Match::kExact,
                    [&](const bfa::CdxEntry& entry) {
                      answer = bfa::callback_status(bfa::show_entry(entry, visit, user), stopped);
                      return answer.ok() && !stopped;
                    }));
    return answer;
  });
}

bfa_code bfa_cdx_read(const char* path, bfa_cdx_fn visit, void* user, bfa_findings** findings,
                      bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require({{path, "path"}, {visit, "visit"}}));
    const auto disk = bfa::make_c_disk();
    bfa::Findings found;
    bool stopped = false;
    Status answer;
    const auto each = [&](const bfa::CdxEntry& entry) {
      answer = bfa::callback_status(bfa::show_entry(entry, visit, user), stopped);
      return answer.ok() && !stopped;
    };
    BFA_RETURN_IF_ERROR(bfa::read_cdx(*disk, path, each, found));
    BFA_RETURN_IF_ERROR(answer);
    return bfa::give_findings(std::move(found), findings);
  });
}

bfa_code bfa_cdxj_parse(const char* line, size_t size, bfa_cdx_fn visit, void* user, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{line, "line"}, {visit, "visit"}}));
    BFA_ASSIGN_OR_RETURN(const auto entry, bfa::parse_cdxj({line, size}));
    bool stopped = false;
    return bfa::callback_status(bfa::show_entry(entry, visit, user), stopped);
  });
}
