// SPDX-License-Identifier: Apache-2.0
#include "c/crawl.h"

#include <iterator>

#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/http/fetcher.h"
#include "bfa/migrate/import.h"
#include "c/archive.h"
#include "c/replay.h"

namespace bfa {
namespace {

Status require_writable(const bfa_archive* archive) {
  BFA_RETURN_IF_ERROR(require({{archive, "archive"}}));
  if (archive->writable) return {};
  return Error{Code::kInvalidArgument, "the archive is open for reading only", archive->archive->directory(),
               -1};
}

// What a conversion changed or left out is said with what could not be read.
void add_notes(const std::vector<MigrationNote>& notes, Findings& findings) {
  for (const MigrationNote& note : notes) {
    const Code code = note.kind == MigrationNote::Kind::kDamage ? Code::kCorrupt : Code::kUnsupported;
    findings.push_back({code, note.id, note.message, -1, note.source});
  }
}

}  // namespace
}  // namespace bfa

using bfa::Status;

bfa_code bfa_crawl(bfa_archive* archive, const char* const* urls, size_t count,
                   const bfa_crawl_options* options, bfa_reports** reports, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (reports != nullptr) *reports = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require_writable(archive));
    const bfa::WritingCall writing(*archive);
    BFA_RETURN_IF_ERROR(writing.status());
    BFA_ASSIGN_OR_RETURN(const auto addresses, bfa::strings_of(urls, count, "urls"));
    BFA_ASSIGN_OR_RETURN(const auto call, bfa::CrawlCall::make(options, addresses));
    BFA_ASSIGN_OR_RETURN(const auto fetcher, bfa::make_network_fetcher(call->network));
    BFA_ASSIGN_OR_RETURN(auto list, bfa::crawl_blogs(*archive->archive, *fetcher, addresses, call->crawl));
    if (reports != nullptr) {
      BFA_ASSIGN_OR_RETURN(*reports, bfa::make_c_reports(std::move(list)));
    }
    auto answer = call->answer();
    if (!answer.ok() && reports != nullptr) {
      bfa_reports_free(*reports);
      *reports = nullptr;
    }
    return answer;
  });
}

bfa_code bfa_import(bfa_archive* archive, const char* const* inputs, size_t input_count,
                    const char* const* blogs, size_t blog_count, const bfa_crawl_options* options,
                    bfa_replay* counts, bfa_reports** reports, bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    const bfa::ReplayOutputs outputs{counts, reports, findings};
    BFA_RETURN_IF_ERROR(outputs.prepare());
    BFA_RETURN_IF_ERROR(bfa::require_writable(archive));
    const bfa::WritingCall writing(*archive);
    BFA_RETURN_IF_ERROR(writing.status());
    BFA_ASSIGN_OR_RETURN(const auto files, bfa::strings_of(inputs, input_count, "inputs"));
    bfa::ImportOptions settings;
    BFA_ASSIGN_OR_RETURN(settings.blogs, bfa::strings_of(blogs, blog_count, "blogs"));
    BFA_ASSIGN_OR_RETURN(const auto call, bfa::CrawlCall::make(options, settings.blogs));
    BFA_RETURN_IF_ERROR(call->read_import(settings));
    const auto disk = bfa::make_container_file_system(bfa::posix_file_system());
    BFA_ASSIGN_OR_RETURN(auto report,
                         bfa::import_captures(*archive->archive, *disk, files, settings, call->crawl));
    BFA_RETURN_IF_ERROR(call->answer());
    bfa::add_notes(report.conversion.first_notes, report.replay.findings);
    return outputs.give(std::move(report.replay), report.repeated.size());
  });
}

bfa_code bfa_rebuild(const char* directory, const bfa_crawl_options* options, int64_t accept_loss,
                     bfa_replay* counts, bfa_reports** reports, bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    const bfa::ReplayOutputs outputs{counts, reports, findings};
    BFA_RETURN_IF_ERROR(outputs.prepare());
    BFA_RETURN_IF_ERROR(bfa::require({{directory, "directory"}}));
    BFA_ASSIGN_OR_RETURN(const auto call, bfa::CrawlCall::make(options, {}));
    bfa::ArchiveOptions archive;
    archive.mode = bfa::ArchiveOptions::Mode::kRebuild;
    archive.log = call->crawl.log;
    std::optional<std::uint64_t> loss;
    if (accept_loss >= 0) loss = static_cast<std::uint64_t>(accept_loss);
    BFA_ASSIGN_OR_RETURN(auto report, bfa::rebuild_archive(directory, archive, call->crawl, loss));
    BFA_RETURN_IF_ERROR(call->answer());
    if (!report.accepted_loss.empty())
      report.findings.push_back({bfa::Code::kNotFound, "accepted_loss", report.accepted_loss, -1, directory});
    return outputs.give(std::move(report), 0);
  });
}
