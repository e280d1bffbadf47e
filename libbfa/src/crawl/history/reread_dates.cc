// SPDX-License-Identifier: Apache-2.0
// What a rebuild reads otherwise than the store that it replaces.
#include "crawl/history/reread_dates.h"

#include <algorithm>

#include "base/try.h"

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

Result<StoreComparison> compare_with_old(const std::string& directory, const ArchiveOptions& options,
                                         const Archive& rebuilt,
                                         const std::function<bool(const DataObject&)>& may_go,
                                         const std::function<bool(const std::string& url)>& is_removed,
                                         RereadDates& out) {
  ArchiveOptions reading = options;
  reading.mode = ArchiveOptions::Mode::kRead;
  reading.create = false;
  StoreComparison compared;
  const auto old = Archive::open(directory, reading);
  if (!old) return compared;  // often the reason for a rebuild
  compared.files = (*old)->reconciliation();
  Status failed;
  std::uint64_t went = 0;
  // What of the old store cannot be read cannot be lost either.
  (void)(*old)->for_each_object({}, [&](const std::string& key, const ObjectSummary& before) {
    ++compared.objects;
    const auto after = rebuilt.summary(key);
    if (after) {
      compare_dates(before.latest, after->latest, out);
    } else if (after.error().code == Code::kNotFound &&
               is_removed(before.latest.post.empty() ? before.latest.url : before.latest.post)) {
      ++compared.removed_objects;
    } else if (after.error().code == Code::kNotFound) {
      ++compared.lost_objects;
      went += may_go(before.latest) ? 1 : 0;
    } else {
      failed = after.error();
    }
    return failed.ok();
  });
  BFA_RETURN_IF_ERROR(failed);
  const auto count = [&is_removed](std::uint64_t& captures) {
    return [&captures, &is_removed](const Capture& capture) {
      captures += is_removed(capture.url) ? 0 : 1;
      return true;
    };
  };
  (void)(*old)->for_each_capture(count(compared.captures_before));
  BFA_RETURN_IF_ERROR(rebuilt.for_each_capture(count(compared.captures_after)));
  const bool whole = compared.files.missing.empty() && compared.files.shorter.empty();
  if (whole && compared.captures_after >= compared.captures_before) compared.lost_objects -= went;
  return compared;
}

}  // namespace bfa
