// SPDX-License-Identifier: Apache-2.0
// What a rebuild reads otherwise than the store that it replaces.
#include "crawl/reread_dates.h"

#include <algorithm>

namespace bfa {
namespace {

void compare(const std::optional<Timestamp>& before, const std::optional<Timestamp>& after,
             const Provenance& provenance, RereadDates& out) {
  if (before == after && (!before || before->offset == after->offset)) return;
  const bool both = before && after && after->precision == TimePrecision::kInstant;
  if (both && before->precision == TimePrecision::kLocalTime && before->utc == after->civil()) {
    // An instant without a rule for its zone has the offset that is written on the page.
    const auto zone = provenance.rules.find("zone");
    if (zone == provenance.rules.end()) {
      ++out.offsets;
      return;
    }
    ++out.instants;
    if (std::find(out.zones.begin(), out.zones.end(), zone->second) == out.zones.end())
      out.zones.push_back(zone->second);
  } else if (both && *before == *after) {
    ++out.offsets;
  } else {
    ++out.others;
  }
}

}  // namespace

void compare_dates(const DataObject& before, const DataObject& after, RereadDates& out) {
  compare(before.published, after.published, after.provenance, out);
  compare(before.modified, after.modified, after.provenance, out);
}

Status check_zones_of(const std::string& directory, const ArchiveOptions& options) {
  ArchiveOptions reading = options;
  reading.mode = ArchiveOptions::Mode::kRead;
  reading.create = false;
  const auto old = Archive::open(directory, reading);
  if (!old) return {};
  const auto blogs = (*old)->blogs();
  if (!blogs) return {};
  for (const BlogState& blog : *blogs) {
    std::vector<std::string> zones;
    if (!blog.given_zone.empty()) zones.push_back(blog.given_zone);
    const auto templates = (*old)->templates(blog.home);
    if (templates && !templates->empty())
      zones.insert(zones.end(), templates->back().zones.begin(), templates->back().zones.end());
    for (const std::string& zone : zones) {
      Status known = check_zone(zone);
      if (known) continue;
      return Error{Code::kUnsupported, "its dates are in the zone " + zone + ": " + known.error().message,
                   blog.home, -1};
    }
  }
  return {};
}

void compare_with_old(const std::string& directory, const ArchiveOptions& options, const Archive& rebuilt,
                      RereadDates& out) {
  ArchiveOptions reading = options;
  reading.mode = ArchiveOptions::Mode::kRead;
  reading.create = false;
  const auto old = Archive::open(directory, reading);
  if (!old) return;
  (void)(*old)->for_each_object({}, [&](const std::string& key, const ObjectSummary& before) {
    if (const auto after = rebuilt.summary(key)) compare_dates(before.latest, after->latest, out);
    return true;
  });
}

}  // namespace bfa
