// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "base/try.h"
#include "bfa/c/crawl.h"
#include "bfa/package/aip.h"
#include "c/archive.h"

struct bfa_packages : bfa::CHandle<bfa::HandleKind::kPackages> {
  std::vector<bfa::PackageReport> list;
};

using bfa::Status;
using bfa::usable;

bfa_code bfa_pack_options_init(bfa_pack_options* options, size_t struct_size) {
  const bfa::PackageOptions defaults;
  bfa_pack_options made{};
  made.catalogue = defaults.catalogue ? 1 : 0;
  made.personal_data = defaults.personal_data ? 1 : 0;
  made.copy_warc = defaults.copy_warc ? 1 : 0;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_pack(const bfa_archive* archive, const bfa_pack_options* options, bfa_packages** out,
                  bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (out != nullptr) *out = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}}));
    BFA_ASSIGN_OR_RETURN(const auto given,
                         bfa::options_of(options, &bfa_pack_options_init, "bfa_pack_options"));
    bfa::PackageOptions settings;
    settings.output_directory = bfa::text_or_empty(given.output_directory);
    settings.url = bfa::text_or_empty(given.url);
    settings.catalogue = given.catalogue != 0;
    settings.personal_data = given.personal_data != 0;
    settings.copy_warc = given.copy_warc != 0;
    settings.log = bfa::log_of(given.log, given.log_user);
    auto made = std::make_unique<bfa_packages>();
    BFA_ASSIGN_OR_RETURN(made->list, bfa::write_packages(*archive->archive, settings));
    if (out != nullptr) *out = made.release();
    return {};
  });
}

size_t bfa_packages_count(const bfa_packages* packages) {
  return usable(packages) ? packages->list.size() : 0;
}

bfa_code bfa_packages_at(const bfa_packages* packages, size_t index, bfa_package* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{packages, "packages"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, packages->list.size()));
    const bfa::PackageReport& report = packages->list[index];
    bfa_package made{};
    made.directory = bfa::view_of(report.directory);
    made.blog = bfa::view_of(report.blog);
    made.records = report.records;
    made.warc_files = report.warc_files;
    made.bytes = report.bytes;
    return bfa::fill(out, made, "bfa_package");
  });
}

void bfa_packages_free(bfa_packages* packages) {
  bfa::free_handle(packages);
}
