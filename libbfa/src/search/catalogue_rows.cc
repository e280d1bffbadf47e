// SPDX-License-Identifier: Apache-2.0
#include "search/catalogue_rows.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/url/url.h"
#include "search/changed_fields.h"

namespace bfa {
namespace {

constexpr std::size_t kMostNames = 200;        // of one field of an object
constexpr std::size_t kLongestName = 1000;     // bytes; longer ones are left out
constexpr std::size_t kLongestTitle = 20'000;  // bytes

std::string names(const std::vector<std::string>& values) {
  std::vector<std::string> out;
  for (const auto& value : values) {
    if (value.empty() || value.size() > kLongestName || value.find('\n') != std::string::npos) continue;
    if (std::find(out.begin(), out.end(), value) != out.end()) continue;
    out.push_back(value);
    if (out.size() == kMostNames) break;
  }
  return joined_lines(out);
}

std::string cut_title(const std::string& title) {
  if (title.size() <= kLongestTitle) return title;
  std::size_t end = kLongestTitle;
  while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xc0U) == 0x80U) --end;
  return title.substr(0, end);
}

ListedState state_of(const DataObject& object) {
  ListedState state;
  state.url = object.url;
  state.title = cut_title(object.title);
  if (object.published) state.published = format_timestamp(*object.published);
  state.language = object.language;
  state.authors = names(object.authors);
  state.tags = names(object.tags);
  state.categories = names(categories_of(object));
  return state;
}

// Terms that a search is narrowed by: kind, host, year and month of publication as it is known now, versions
// that changed something, what happened in them, objects that are gone.
std::string filter_of(const ListedHistory& history, const ListedVersion& version, const DataObject& now) {
  std::string out = "k:" + std::string(listed_kind_name(listed_kind(now)));
  if (!history.host.empty()) out += " b:" + history.host;
  if (now.published)
    out += " y:" + period_of(now.published->utc, false) + " m:" + period_of(now.published->utc, true);
  if (version.verdict != Verdict::kNew && version.verdict != Verdict::kNone) out += " c:1";
  out += " v:" + std::string(verdict_name(version.verdict));
  if (listed_status(now.status) == ListedStatus::kGone) out += " g:1";
  return out;
}

}  // namespace

ObjectKind kind_of_number(std::int64_t number) {
  const auto listed = static_cast<ObjectKind>(number);
  return is_comment(listed) ? ObjectKind::kComment : listed;
}

std::string comment_type_of_number(std::int64_t number) {
  if (number == static_cast<std::int64_t>(kTrackback)) return "trackback";
  return number == static_cast<std::int64_t>(kPingback) ? "pingback" : "";
}

ListedStatus listed_status(std::string_view status) {
  if (status == "gone") return ListedStatus::kGone;
  return status == "restricted" ? ListedStatus::kRestricted : ListedStatus::kActive;
}

std::string_view status_text(ListedStatus status) {
  switch (status) {
    case ListedStatus::kGone:
      return "gone";
    case ListedStatus::kRestricted:
      return "restricted";
    case ListedStatus::kActive:
      break;
  }
  return "active";
}

std::int64_t date_code(const std::optional<Timestamp>& date) {
  if (!date) return kUnknownDate;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(date->utc.time_since_epoch()).count();
  return seconds * 8 + static_cast<std::int64_t>(date->precision);
}

std::int64_t date_code(UtcTime time) {
  return date_code(Timestamp{time});
}

static Result<Timestamp> date_of(const std::string& text) {
  auto date = parse_timestamp(text);
  if (date) return date;
  return Error{
      Code::kInvalidArgument,
      "not a date: '" + text.substr(0, 40) + "' (wanted: 2026, 2026-01, 2026-01-31 or 2026-01-31T10:00:00Z)",
      {},
      -1};
}

// Of all dates that begin at this instant the first one, however precise they are.
static std::int64_t least_code_at(UtcTime time) {
  return date_code(Timestamp{time, TimePrecision::kYear});
}

Result<std::optional<std::int64_t>> date_bound(const std::string& text) {
  if (text.empty()) return std::optional<std::int64_t>();
  BFA_ASSIGN_OR_RETURN(const Timestamp date, date_of(text));
  return std::optional(least_code_at(date.utc));
}

Result<std::optional<std::int64_t>> date_limit(const std::string& text) {
  if (text.empty()) return std::optional<std::int64_t>();
  BFA_ASSIGN_OR_RETURN(const Timestamp date, date_of(text));
  return std::optional(least_code_at(std::chrono::ceil<std::chrono::seconds>(end_of(date))));
}

std::int64_t first_doc_row(UtcTime time) {
  return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count() * kRowsOfASecond;
}

std::int64_t day_of(UtcTime time) {
  return std::chrono::floor<std::chrono::days>(time.time_since_epoch()).count();
}

std::optional<std::int64_t> day_of(const std::optional<Timestamp>& date) {
  if (!date || date->precision == TimePrecision::kYear || date->precision == TimePrecision::kMonth) return {};
  return day_of(date->utc);
}

std::string day_text(std::int64_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

std::int64_t month_number(std::int64_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  return 12 * std::int64_t{static_cast<int>(date.year())} + static_cast<unsigned>(date.month()) - 1;
}

std::string month_text(std::int64_t month) {
  const std::int64_t year = (month < 0 ? month - 11 : month) / 12;
  std::array<char, 48> text{};
  const std::int64_t number = month - 12 * year + 1;
  std::snprintf(text.data(), text.size(), "%04d-%02d", static_cast<int>(year), static_cast<int>(number));
  return text.data();
}

std::vector<std::string> categories_of(const DataObject& object) {
  const auto at = object.attributes.find("categories");
  return at == object.attributes.end() ? std::vector<std::string>() : split_lines(at->second);
}

std::string listed_host(const DataObject& object) {
  for (const std::string* address : {&object.url, &object.post}) {
    if (const auto url = Url::parse(*address); url && !url->host().empty())
      return ascii_lower_case(url->host());
  }
  return {};
}

std::string period_of(UtcTime time, bool with_month) {
  const std::string day = day_text(day_of(time));
  if (day.size() != 10 || day < kFirstYear) return "early";
  if (day.substr(0, 4) > kLastYear) return "late";
  return day.substr(0, with_month ? 7 : 4);
}

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string out;
  for (const auto& line : lines) {
    if (!out.empty()) out += '\n';
    out += line;
  }
  return out;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end != 0) out.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

ListedHistory listed_history(const std::string& key, const std::vector<Version>& versions,
                             const std::vector<Change>& changes) {
  ListedHistory out;
  const DataObject& now = versions.back().object;
  out.key = key;
  out.kind = comment_type(now) == "trackback" ? kTrackback : listed_kind(now);
  out.host = listed_host(now);
  if (now.kind == ObjectKind::kComment) out.post = now.post;
  out.published = date_code(now.published);
  out.day = day_of(now.published);
  for (std::size_t i = 0; i < versions.size(); ++i) {
    ListedVersion version;
    version.observed = versions[i].observed;
    version.step = versions[i].sequence;
    version.number = i + 1;
    version.newest = i + 1 == versions.size();
    if (!version.newest) version.until = ticks(versions[i + 1].observed);
    version.state = state_of(versions[i].object);
    version.status = listed_status(versions[i].object.status);
    version.readings = versions[i].readings;
    if (i > 0 && i <= changes.size()) {
      version.verdict = changes[i - 1].verdict;
      version.similarity = changes[i - 1].similarity;
      version.fields = changed_fields_code(changes[i - 1]);
    }
    version.filter = filter_of(out, version, now);
    out.versions.push_back(std::move(version));
  }
  return out;
}

}  // namespace bfa
