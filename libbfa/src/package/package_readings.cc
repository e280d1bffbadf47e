// SPDX-License-Identifier: Apache-2.0
// What the package of one object has besides its captures, so that an import reads it as it was read.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "package/aip/object_readings.h"
#include "package/package_builder.h"

namespace bfa {
namespace {

using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

bool covers(const Ranges& ranges, std::uint64_t step) {
  return std::ranges::any_of(ranges,
                             [&](const auto& range) { return range.first <= step && step <= range.second; });
}

void add(Ranges& ranges, std::uint64_t step) {
  if (covers(ranges, step)) return;
  const auto at = std::ranges::upper_bound(ranges, step, {}, &Ranges::value_type::first);
  ranges.insert(at, {step, step});
}

// Ranges that follow each other become one.
Ranges joined(const Ranges& ranges) {
  Ranges all;
  for (const auto& range : ranges) {
    if (!all.empty() && range.first <= all.back().second + 1) {
      all.back().second = std::max(all.back().second, range.second);
    } else {
      all.push_back(range);
    }
  }
  return all;
}

}  // namespace

Status PackageBuilder::take_readings(const PackagePlan& plan, const BlogState& blog) {
  if (plan.only_key.empty() || options_.since || !options_.copy_warc || warcs_->files().empty()) return {};
  BFA_ASSIGN_OR_RETURN(const ObjectSummary about_blog, selection_.blog_record());
  BFA_ASSIGN_OR_RETURN(const auto readings,
                       gather_readings(archive_, blog, object_key(about_blog.latest), plan,
                                       [&](std::uint64_t step) { return covers(steps_, step); }));
  if (!readings) {
    log(LogLevel::kWarn,
        plan.only_url +
            ": the package does not have all that it was read from (it has moved, or a capture "
            "has no record of its step): an import reads its captures anew");
    return {};
  }
  const std::string name = model_.name + "-readings.warc.gz";
  readings_file_ = warc_folder() + "/" + name;
  const std::string path = root() + "/" + readings_file_;
  BFA_ASSIGN_OR_RETURN(readings_records_, write_readings(fs_, path, *readings, model_.now));
  PackageFile file;
  file.path = readings_file_;
  file.use = "warc";
  file.mime_type = "application/gzip";
  file.format_name = "WARC";
  file.format_version = "1.1";
  file.puid = "fmt/1281";
  BFA_ASSIGN_OR_RETURN(file.fixity, measure_file(fs_, path));
  report_.bytes += file.fixity.size;
  report_.warc_bytes += file.fixity.size;
  ++report_.warc_files;
  model_.files.push_back(std::move(file));
  for (const ObjectReadings::Step& step : readings->steps) add(steps_, step.sequence);
  steps_ = joined(steps_);
  return {};
}

}  // namespace bfa
