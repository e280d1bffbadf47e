// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <memory>

#include "base/try.h"
#include "bfa/c/crawl.h"
#include "bfa/io/file_system.h"
#include "bfa/migrate/import.h"
#include "bfa/package/aip.h"
#include "c/archive.h"
#include "c/stop.h"

struct bfa_packages : bfa::CHandle<bfa::HandleKind::kPackages> {
  std::vector<bfa::PackageReport> list;
};

namespace bfa {

template <>
struct EarlierSizes<bfa_pack_options> {
  static constexpr std::array<std::size_t, 1> value{offsetof(bfa_pack_options, earlier)};  // 0.3
};

namespace {

Result<PackageOptions> pack_options(const bfa_pack_options& given) {
  const auto bad = [](const char* name, std::int64_t value) {
    return Error{Code::kInvalidArgument,
                 std::string("bfa_pack_options: ") + name + " cannot be " + std::to_string(value),
                 "C interface", -1};
  };
  if (given.form < BFA_PACK_METS || given.form > BFA_PACK_WARC) return bad("form", given.form);
  if (given.into < BFA_PACK_FOLDER || given.into > BFA_PACK_7Z) return bad("into", given.into);
  PackageOptions options;
  options.output_directory = text_or_empty(given.output_directory);
  options.url = text_or_empty(given.url);
  options.catalogue = given.catalogue != 0;
  options.personal_data = given.personal_data != 0;
  options.copy_warc = given.copy_warc != 0;
  options.log = log_of(given.log, given.log_user);
  options.form = static_cast<PackageForm>(given.form);
  options.into = static_cast<PackageContainer>(given.into);
  options.all_versions = given.latest_only == 0;
  if (given.since != BFA_NO_TIME) {
    BFA_ASSIGN_OR_RETURN(options.since, time_argument(given.since, "since"));
  }
  options.before = text_or_empty(given.before);
  if (given.earlier != nullptr) {
    BFA_ASSIGN_OR_RETURN(options.earlier, earlier_packages(posix_file_system(), given.earlier));
  }
  options.keeper.organisation = text_or_empty(given.organisation);
  options.keeper.code = text_or_empty(given.organisation_code);
  options.keeper.address = text_or_empty(given.organisation_address);
  options.keeper.person = text_or_empty(given.operator_name);
  options.keeper.rights = text_or_empty(given.rights);
  options.places = text_or_empty(given.places);
  options.links = given.links != 0;
  options.pack_records = given.pack_records != 0;
  options.threads = static_cast<std::size_t>(given.threads);
  return options;
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_view bfa_pack_form_name(int32_t form) {
  if (form < BFA_PACK_METS || form > BFA_PACK_WARC) return bfa::no_view();
  return bfa::view_of(bfa::package_form_name(static_cast<bfa::PackageForm>(form)));
}

bfa_code bfa_pack_options_init(bfa_pack_options* options, size_t struct_size) {
  const bfa::PackageOptions defaults;
  bfa_pack_options made{};
  made.catalogue = defaults.catalogue ? 1 : 0;
  made.personal_data = defaults.personal_data ? 1 : 0;
  made.copy_warc = defaults.copy_warc ? 1 : 0;
  made.latest_only = defaults.all_versions ? 0 : 1;
  made.since = BFA_NO_TIME;
  made.links = defaults.links ? 1 : 0;
  made.pack_records = defaults.pack_records ? 1 : 0;
  made.time = BFA_NO_TIME;
  made.threads = defaults.threads;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_pack(const bfa_archive* archive, const bfa_pack_options* options, bfa_packages** out,
                  bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (out != nullptr) *out = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}}));
    BFA_ASSIGN_OR_RETURN(const auto given,
                         bfa::options_of(options, &bfa_pack_options_init, "bfa_pack_options"));
    BFA_ASSIGN_OR_RETURN(auto settings, bfa::pack_options(given));
    BFA_RETURN_IF_ERROR(bfa::require_stop(given.stop));
    const bfa::CallStop stop(given.stop);
    settings.go_on = [token = stop.token()] { return !token.stop_requested(); };
    std::unique_ptr<bfa::Clock> clock;
    if (given.time != BFA_NO_TIME) {
      BFA_ASSIGN_OR_RETURN(const auto time, bfa::time_argument(given.time, "time"));
      clock = bfa::make_fixed_clock(time);
    }
    settings.clock = clock.get();
    if (archive->writable)
      return bfa::Error{bfa::Code::kInvalidArgument,
                        "the archive is open for writing, and its newest WARC file is not complete: open it "
                        "for reading to pack it",
                        archive->archive->directory(), -1};
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
