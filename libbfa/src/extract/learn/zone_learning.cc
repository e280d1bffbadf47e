// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/zone_learning.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/time_zone.h"
#include "extract/fields/local_time.h"

namespace bfa {
namespace {

using std::chrono::floor;
using std::chrono::hours;
using std::chrono::minutes;

constexpr std::size_t kLeastPairs = 4;
constexpr minutes kStep{15}, kWest = hours(-12), kEast = hours(14);
constexpr UtcTime kSame = std::chrono::sys_days(std::chrono::year(1990) / 1 / 1);

// Pages may leave out seconds: pairs are compared by the minute.
struct Clocks {
  UtcTime local, utc;  // on the minute
  minutes offset() const { return floor<minutes>(local - utc); }
};

// The pairs that an offset explains; the others are edits.
std::vector<Clocks> explained(const std::vector<TimePair>& pairs, std::size_t& count) {
  std::vector<Clocks> out;
  count = 0;
  for (const TimePair& pair : pairs) {
    if (!is_certain_clock(pair.local)) continue;
    ++count;
    const Clocks clocks{floor<minutes>(pair.local.utc), floor<minutes>(pair.utc)};
    const minutes offset = clocks.offset();
    if (offset >= kWest && offset <= kEast && offset % kStep == minutes(0)) out.push_back(clocks);
  }
  return out;
}

bool tells_enough(const std::vector<Clocks>& pairs, std::size_t count) {
  std::set<UtcTime> times;
  bool afternoon = false;
  for (const Clocks& pair : pairs) {
    times.insert(pair.local);
    afternoon = afternoon || pair.local - floor<std::chrono::days>(pair.local) >= hours(13);
  }
  return times.size() >= kLeastPairs && afternoon && 4 * pairs.size() >= 3 * count;
}

std::size_t disagreements(const TimeZone& zone, const std::vector<Clocks>& pairs) {
  return static_cast<std::size_t>(std::count_if(
      pairs.begin(), pairs.end(), [&](const Clocks& p) { return zone.offset_at(p.utc) != p.offset(); }));
}

// Which of equal zones is named, for people: an offset, then those of large regions.
std::size_t rank(std::string_view name) {
  if (name.starts_with('+') || name.starts_with('-') || name == "UTC") return 0;
  constexpr std::array<std::string_view, 6> kRegions = {"Europe/",    "America/", "Asia/",
                                                        "Australia/", "Africa/",  "Pacific/"};
  const auto* const at =
      std::find_if(kRegions.begin(), kRegions.end(), [&](auto region) { return name.starts_with(region); });
  return static_cast<std::size_t>(at - kRegions.begin()) + 1;
}

struct ZoneCandidate {
  TimeZone zone;
  std::size_t disagreements = 0;
};

std::vector<ZoneCandidate> candidates(const std::vector<Clocks>& pairs) {
  std::vector<ZoneCandidate> out;
  const auto names = TimeZone::names();
  if (!names) return out;
  for (const std::string& name : *names) {
    if (const auto zone = TimeZone::find(name)) out.push_back({*zone, disagreements(*zone, pairs)});
  }
  for (minutes offset = kWest; offset <= kEast; offset += kStep) {
    const TimeZone zone = TimeZone::fixed(offset);
    out.push_back({zone, disagreements(zone, pairs)});
  }
  return out;
}

// One name of each group of zones that are equal since 1990, sorted.
std::vector<std::string> without_equals(const std::vector<ZoneCandidate>& zones) {
  std::map<std::vector<std::pair<UtcTime, minutes>>, std::string> named;
  for (const ZoneCandidate& candidate : zones) {
    const std::string& name = candidate.zone.name();
    const auto [at, added] = named.emplace(candidate.zone.changes_since(kSame), name);
    if (!added && std::pair(rank(name), name) < std::pair(rank(at->second), at->second)) at->second = name;
  }
  std::vector<std::string> names;
  for (auto& [changes, name] : named) names.push_back(std::move(name));
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::vector<std::string> learn_zones(const std::vector<TimePair>& pairs) {
  std::size_t count = 0;
  const std::vector<Clocks> clocks = explained(pairs, count);
  if (!tells_enough(clocks, count)) return {};
  std::vector<ZoneCandidate> zones = candidates(clocks);
  if (zones.empty()) return {};
  std::size_t best = clocks.size();
  for (const ZoneCandidate& zone : zones) best = std::min(best, zone.disagreements);
  if (10 * best > clocks.size()) return {};
  // Where even the best zone contradicts some pairs, as many other pairs may be wrong too.
  std::erase_if(zones, [&](const ZoneCandidate& zone) { return zone.disagreements > 2 * best; });
  return without_equals(zones);
}

}  // namespace bfa
