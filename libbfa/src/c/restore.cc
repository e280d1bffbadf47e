// SPDX-License-Identifier: Apache-2.0
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/migrate/import.h"
#include "c/handle.h"
#include "c/replay.h"

struct bfa_package_list : bfa::CHandle<bfa::HandleKind::kPackageList> {
  std::vector<bfa::PackageContents> list;
};

using bfa::Status;
using bfa::usable;

bfa_code bfa_package_list_find(const char* path, bfa_package_list** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{path, "path"}}));
    auto made = std::make_unique<bfa_package_list>();
    BFA_ASSIGN_OR_RETURN(made->list, bfa::list_packages(bfa::posix_file_system(), path));
    *out = made.release();
    return {};
  });
}

size_t bfa_package_list_count(const bfa_package_list* list) {
  return usable(list) ? list->list.size() : 0;
}

bfa_code bfa_package_list_at(const bfa_package_list* list, size_t index, bfa_package_contents* out,
                             bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{list, "list"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, list->list.size()));
    const bfa::PackageContents& of = list->list[index];
    bfa_package_contents made{};
    made.path = bfa::view_of(of.path);
    made.blog = bfa::view_of(of.blog);
    made.warcs = of.warcs.size();
    made.has_steps = of.has_steps ? 1 : 0;
    return bfa::fill(out, made, "bfa_package_contents");
  });
}

bfa_view bfa_package_list_warc(const bfa_package_list* list, size_t index, size_t warc) {
  if (!usable(list) || index >= list->list.size()) return bfa::no_view();
  const auto& warcs = list->list[index].warcs;
  return warc < warcs.size() ? bfa::view_of(warcs[warc]) : bfa::no_view();
}

void bfa_package_list_free(bfa_package_list* list) {
  bfa::free_handle(list);
}

bfa_code bfa_restore(const char* directory, const char* const* packages, size_t count,
                     const bfa_crawl_options* options, int64_t accept_loss, bfa_restored* restored,
                     bfa_replay* counts, bfa_reports** reports, bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    const bfa::ReplayOutputs outputs{counts, reports, findings};
    BFA_RETURN_IF_ERROR(outputs.prepare());
    if (restored != nullptr)
      BFA_RETURN_IF_ERROR(bfa::check_struct_size(restored->struct_size, sizeof *restored, "bfa_restored"));
    BFA_RETURN_IF_ERROR(bfa::require({{directory, "directory"}}));
    BFA_ASSIGN_OR_RETURN(const auto paths, bfa::strings_of(packages, count, "packages"));
    BFA_ASSIGN_OR_RETURN(const auto call, bfa::CrawlCall::make(options, {}));
    bfa::ArchiveOptions archive;
    archive.mode = bfa::ArchiveOptions::Mode::kWrite;
    archive.create = true;
    archive.log = call->crawl.log;
    std::optional<std::uint64_t> loss;
    if (accept_loss >= 0) loss = static_cast<std::uint64_t>(accept_loss);
    BFA_ASSIGN_OR_RETURN(auto report, bfa::restore_packages(directory, paths, archive, call->crawl, loss));
    BFA_RETURN_IF_ERROR(call->answer());
    if (restored != nullptr) {
      bfa_restored made{};
      made.packages = report.packages.size();
      made.present = report.present.size();
      made.warc_files = report.files;
      made.damages = report.damages;
      BFA_RETURN_IF_ERROR(bfa::fill(restored, made, "bfa_restored"));
    }
    return outputs.give(std::move(report.replay), 0);
  });
}
