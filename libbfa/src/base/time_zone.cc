// SPDX-License-Identifier: Apache-2.0
// The only file that includes the library date, which reads the system's own zone files (USE_OS_TZDB).
#include "base/time_zone.h"

#include <date/tz.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"

namespace bfa {
namespace {

using std::chrono::floor;
using std::chrono::minutes;
using std::chrono::seconds;
using std::chrono::sys_days;
using std::chrono::sys_seconds;

using Rules = date::time_zone;

// Zone files list their changes up to 2037; what follows is a rule that the library does not read.
constexpr sys_seconds kEnd = sys_days(std::chrono::year(2037) / 12 / 31);
constexpr minutes kMostOffset = std::chrono::hours(24);

Error no_database(const std::string& why) {
  return Error{Code::kUnsupported, "no time zones on this system (package tzdata): " + why, {}, -1};
}

// The library trusts the content of zone files: a file without their first bytes would end the program.
Status check_file(const std::string& name) {
  for (const char* const folder : {"/usr/share/zoneinfo/uclibc/", "/usr/share/zoneinfo/"}) {
    std::ifstream file(folder + name, std::ios::binary);
    std::array<char, 5> head{};
    if (!file.read(head.data(), head.size())) continue;
    const bool known =
        std::string_view(head.data(), 4) == "TZif" && (head[4] == '\0' || (head[4] >= '2' && head[4] <= '4'));
    if (known) return {};
    return Error{Code::kUnsupported, "not a time zone file", folder + name, -1};
  }
  return Error{Code::kUnsupported, "a time zone file cannot be read", "/usr/share/zoneinfo/" + name, -1};
}

// The rules of a zone, from its file. Errors: as TimeZone::find.
Result<const Rules*> read_zone(const std::string& name) {
  const Rules* rules = nullptr;
  try {
    const auto& zones = date::get_tzdb().zones;
    const auto at =
        std::find_if(zones.begin(), zones.end(), [&](const Rules& z) { return z.name() == name; });
    if (at == zones.end() || name == "localtime")
      return Error{
          Code::kInvalidArgument, "no time zone of this name: \"" + name.substr(0, 64) + "\"", {}, -1};
    rules = &*at;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    std::string why = e.what();
    while (!why.empty() && why.back() == '\n') why.pop_back();
    return no_database(why);
  }
  BFA_RETURN_IF_ERROR(check_file(name));
  try {
    (void)rules->get_info(sys_seconds{});  // reads the file
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return Error{Code::kUnsupported, std::string("a time zone file cannot be read: ") + e.what(),
                 "/usr/share/zoneinfo/" + name, -1};
  }
  return rules;
}

// The same, from the file the first time only.
Result<const Rules*> load(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, const Rules*> known;
  const std::lock_guard lock(mutex);
  if (const auto at = known.find(name); at != known.end()) return at->second;
  BFA_ASSIGN_OR_RETURN(const Rules* const rules, read_zone(name));
  known.emplace(name, rules);
  return rules;
}

// True when the files list the changes of later years. Short ("slim") files leave them to a rule, which the
// library does not read: half of the year would be wrong by an hour.
bool lists_later_years(const Rules& rules) {
  const sys_seconds from = sys_days(std::chrono::year(2030) / 1 / 1);
  const sys_seconds to = sys_days(std::chrono::year(2031) / 1 / 1);
  return rules.get_info(from).end < to;
}

Status check_database() {
  static const Status checked = []() -> Status {
    for (const char* const name : {"Europe/Berlin", "America/New_York"}) {
      const auto rules = load(name);
      if (!rules && rules.error().code == Code::kInvalidArgument)
        return no_database("it has no " + std::string(name));
      if (!rules) return rules.error();
      if (lists_later_years(**rules)) return {};
    }
    return no_database("its files are of the short form, which lists no changes after the last of the law's");
  }();
  return checked;
}

// "+02:00", "-03:30".
std::optional<minutes> offset_of(std::string_view name) {
  if (name.size() != 6 || (name[0] != '+' && name[0] != '-') || name[3] != ':') return std::nullopt;
  if (!is_all_digits(name.substr(1, 2)) || !is_all_digits(name.substr(4))) return std::nullopt;
  const auto number = [&](std::size_t at) { return (name[at] - '0') * 10 + (name[at + 1] - '0'); };
  if (number(1) > 23 || number(4) > 59) return std::nullopt;
  const minutes offset(number(1) * 60 + number(4));
  return name[0] == '-' ? -offset : offset;
}

std::string offset_name(minutes offset) {
  if (offset == minutes(0)) return "UTC";
  const auto count = std::abs(offset.count());
  std::string name = offset < minutes(0) ? "-00:00" : "+00:00";
  name[1] = static_cast<char>('0' + count / 600 % 10);
  name[2] = static_cast<char>('0' + count / 60 % 10);
  name[4] = static_cast<char>('0' + count % 60 / 10);
  name[5] = static_cast<char>('0' + count % 10);
  return name;
}

// A zone's offset at an instant; nothing when it is not known or not of whole minutes.
std::optional<minutes> offset_in(const Rules& rules, UtcTime time) {
  const auto second = floor<seconds>(time);
  if (second >= kEnd || second < sys_days(std::chrono::year(1850) / 1 / 1)) return std::nullopt;
  const seconds offset = rules.get_info(second).offset;
  if (offset % minutes(1) != seconds(0)) return std::nullopt;
  return floor<minutes>(offset);
}

}  // namespace

Status check_zone(std::string_view name) {
  return guarded([&]() -> Status {
    BFA_ASSIGN_OR_RETURN(const TimeZone zone, TimeZone::find(name));
    (void)zone;
    return {};
  });
}

Result<TimeZone> TimeZone::find(std::string_view name) {
  if (const auto offset = offset_of(name)) return fixed(*offset);
  const bool plain = !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '/' || c == '_' || c == '-' || c == '+';
  });
  if (!plain)
    return Error{Code::kInvalidArgument,
                 "not the name of a time zone (\"Europe/Berlin\") nor an offset "
                 "(\"+02:00\"): \"" +
                     std::string(name.substr(0, 64)) + "\"",
                 {},
                 -1};
  BFA_RETURN_IF_ERROR(check_database());
  TimeZone zone;
  zone.name_ = name;
  BFA_ASSIGN_OR_RETURN(zone.rules_, load(zone.name_));
  return zone;
}

TimeZone TimeZone::fixed(minutes offset) {
  TimeZone zone;
  zone.name_ = offset_name(offset);
  zone.offset_ = offset;
  return zone;
}

Result<std::vector<std::string>> TimeZone::names() {
  BFA_RETURN_IF_ERROR(check_database());
  std::vector<std::string> names;
  for (const Rules& rules : date::get_tzdb().zones) {
    if (rules.name() != "localtime") names.push_back(rules.name());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<minutes> TimeZone::offset_at(UtcTime time) const {
  if (rules_ == nullptr) return offset_;
  return offset_in(*static_cast<const Rules*>(rules_), time);
}

std::vector<std::pair<UtcTime, minutes>> TimeZone::changes_since(UtcTime from) const {
  std::vector<std::pair<UtcTime, minutes>> changes;
  if (rules_ == nullptr) return {{from, offset_}};
  const auto& rules = *static_cast<const Rules*>(rules_);
  for (sys_seconds at = floor<seconds>(from); at < kEnd;) {
    const auto info = rules.get_info(at);
    const minutes offset = floor<minutes>(info.offset);
    if (changes.empty() || changes.back().second != offset) changes.emplace_back(at, offset);
    at = info.end;
  }
  return changes;
}

// Each offset that the zone had within a day of the civil time gives an instant, if the zone had this offset
// at that instant.
CivilMeaning TimeZone::to_utc(CivilTime local) const {
  const UtcTime as_utc(local.time_since_epoch());
  CivilMeaning meaning;
  std::array<std::optional<minutes>, 2> offsets = {offset_at(as_utc - kMostOffset),
                                                   offset_at(as_utc + kMostOffset)};
  if (!offsets[0] || !offsets[1]) return meaning;
  if (*offsets[0] == *offsets[1]) offsets[1].reset();
  meaning.kind = CivilMeaning::Kind::kMissing;
  for (const auto& offset : offsets) {
    if (!offset || offset_at(as_utc - *offset) != offset) continue;
    const UtcTime utc = as_utc - *offset;
    if (meaning.kind == CivilMeaning::Kind::kMissing) {
      meaning = {CivilMeaning::Kind::kInstant, utc, {}};
    } else {
      meaning = {CivilMeaning::Kind::kAmbiguous, std::min(meaning.utc, utc), std::max(meaning.utc, utc)};
    }
  }
  return meaning;
}

}  // namespace bfa
