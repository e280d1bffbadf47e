// SPDX-License-Identifier: Apache-2.0
// What a rebuild reads otherwise than the store that it replaces.
#include "crawl/reread_dates.h"

#include <algorithm>

namespace bfa {
namespace {

class DateComparison {
 public:
  explicit DateComparison(RereadDates& out) : out_(out) {}

  void add(const DataObject& before, const DataObject& after) {
    compare(before.published, after.published, after.provenance);
    compare(before.modified, after.modified, after.provenance);
  }

 private:
  void compare(const std::optional<Timestamp>& before, const std::optional<Timestamp>& after,
               const Provenance& provenance) {
    if (before == after && (!before || before->offset == after->offset)) return;
    const bool both = before && after && after->precision == TimePrecision::kInstant;
    if (both && before->precision == TimePrecision::kLocalTime && before->utc == after->civil()) {
      // An instant without a rule for its zone has the offset that is written on the page.
      const auto zone = provenance.rules.find("zone");
      if (zone == provenance.rules.end()) {
        ++out_.offsets;
        return;
      }
      ++out_.instants;
      if (std::find(out_.zones.begin(), out_.zones.end(), zone->second) == out_.zones.end())
        out_.zones.push_back(zone->second);
    } else if (both && before->precision == TimePrecision::kInstant && before->utc == after->utc) {
      ++out_.offsets;
    } else {
      ++out_.others;
    }
  }

  RereadDates& out_;
};

}  // namespace

void compare_with_old(const std::string& directory, const ArchiveOptions& options, const Archive& rebuilt,
                      RereadDates& out) {
  ArchiveOptions reading = options;
  reading.mode = ArchiveOptions::Mode::kRead;
  reading.create = false;
  const auto old = Archive::open(directory, reading);
  if (!old) return;
  DateComparison comparison(out);
  (void)(*old)->for_each_object({}, [&](const std::string& key, const ObjectSummary& before) {
    if (const auto after = rebuilt.summary(key)) comparison.add(before.latest, after->latest);
    return true;
  });
}

}  // namespace bfa
