// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>

#include "bfa/extract/extract.h"
#include "bfa/text/charset.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

// Some cases name their language by a comment of the upstream test ("French dates").
std::string language_tag(const std::string& lang) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 29> kNames{
      {{"english", "en"},    {"french", "fr"},     {"german", "de"},     {"spanish", "es"},
       {"italian", "it"},    {"portuguese", "pt"}, {"dutch", "nl"},      {"russian", "ru"},
       {"ukrainian", "uk"},  {"belarusian", "be"}, {"polish", "pl"},     {"czech", "cs"},
       {"romanian", "ro"},   {"turkish", "tr"},    {"vietnamese", "vi"}, {"thai", "th"},
       {"arabic", "ar"},     {"persian", "fa"},    {"chinese", "zh"},    {"japanese", "ja"},
       {"indonesian", "id"}, {"filipino", "fil"},  {"danish", "da"},     {"finnish", "fi"},
       {"hebrew", "he"},     {"bangla", "bn"},     {"hindi", "hi"},      {"swedish", "sv"},
       {"korean", "ko"}}};
  const std::string folded = fold_case(std::string_view(lang));
  for (const auto& [name, tag] : kNames) {
    if (folded.starts_with(name)) return std::string(tag);
  }
  return folded.find(' ') == std::string::npos ? lang : std::string();
}

// As precise as the result is: a day wanted as midnight is met by the day.
bool same_time(const Timestamp& got, const Timestamp& wanted) {
  using std::chrono::days;
  using std::chrono::floor;
  if (got.precision == TimePrecision::kDay) return floor<days>(got.utc) == floor<days>(wanted.utc);
  if (got.precision == TimePrecision::kMonth || got.precision == TimePrecision::kYear) {
    const std::string a = format_timestamp({got.utc, got.precision});
    return format_timestamp({wanted.utc, got.precision}) == a;
  }
  return floor<std::chrono::seconds>(got.utc) == floor<std::chrono::seconds>(wanted.utc);
}

constexpr int kBuddhistOffset = 543;

// Several references read a Buddhist year as a common one; the day that is 543 years earlier is the right
// one.
bool is_buddhist_misreading(const Timestamp& got, const Timestamp& wanted) {
  const std::chrono::year_month_day then(std::chrono::floor<std::chrono::days>(wanted.utc));
  const auto moved = then - std::chrono::years(kBuddhistOffset);
  return moved.ok() && std::chrono::sys_days(moved) == std::chrono::floor<std::chrono::days>(got.utc);
}

bool is_other_day(const Timestamp& got, const Timestamp& wanted) {
  const Timestamp cut{wanted.utc, std::min(got.precision, TimePrecision::kDay)};
  const Timestamp own{got.utc, cut.precision};
  return format_timestamp(own) != format_timestamp(cut);
}

struct Reading {
  Timestamp time;
  bool certain = true;  // the reader gives only one reading and supplied no part of it
  DateCalendar calendar = DateCalendar::kGregorian;
};

// Feed dates are read by the feed parser's function, dates in prose by the other.
bool is_feed_date(const Json& item) {
  const std::string source = text_at(item, "source");
  return source.starts_with("feed") || source.starts_with("miniflux");
}

std::optional<Reading> read_case(const Json& item) {
  const std::string text = text_at(item, "string");
  if (is_feed_date(item)) {
    const auto found = parse_feed_date(text);
    return found ? std::optional(Reading{*found}) : std::nullopt;
  }
  const std::string relative = text_at(item, "relative_base");
  const auto now = parse_timestamp(relative.empty() ? "2012-11-13" : relative);
  const auto found = find_prose_date(text, language_tag(text_at(item, "lang")), now ? now->utc : UtcTime());
  if (!found) return std::nullopt;
  return Reading{found->time, !found->ambiguous && !found->approximate, found->calendar};
}

// `wrong_day`: set when another day than the wanted one is given for certain.
std::string check(const Json& item, bool& wrong_day) {
  const std::string text = text_at(item, "string");
  const auto got = read_case(item);
  if (flag_at(item, "must_parse")) return got ? std::string() : "not read: " + shown(text);
  const std::string iso = text_at(item, "iso");
  if (iso.empty()) return got ? "read as " + format_timestamp(got->time) + ", but is no date" : std::string();
  if (!got) return "not read: " + shown(text) + ", wanted " + iso;
  const auto wanted = parse_timestamp(iso);
  if (!wanted) return "the case's own date does not parse: " + iso;
  if (same_time(got->time, *wanted)) return {};
  if (got->calendar == DateCalendar::kBuddhist && is_buddhist_misreading(got->time, *wanted)) return {};
  wrong_day = got->certain && is_other_day(got->time, *wanted);
  return shown(text) + " read as " + format_timestamp(got->time) + ", wanted " + iso;
}

std::string check_page(const std::string& folder, const Json& item) {
  const auto bytes = read_file(folder + "/" + text_at(item, "file"));
  if (!bytes) return to_string(bytes.error());
  const auto url = Url::parse(text_at(item, "url"));
  if (!url) return "the page's address does not parse";
  Findings findings;
  const DecodedText decoded = decode_text(*bytes, {}, CharsetContext::kHtml, findings);
  const auto doc = HtmlDocument::parse(decoded.text, findings);
  if (!doc) return to_string(doc.error());
  PageInput page;
  page.url = *url;
  page.blog = *Url::parse(url->origin() + "/");
  page.doc = &*doc;
  const auto got = make_generic_strategy()->extract(nullptr, page);
  if (!got) return to_string(got.error());
  const auto published = got->object ? got->object->published : std::nullopt;
  const std::string day = published ? format_timestamp(*published).substr(0, 10) : "no date";
  const std::string wanted = text_at(item, "date");
  return day == wanted ? std::string() : "got " + day + ", wanted " + wanted;
}

class DatesKind : public SuiteKind {
 public:
  std::string_view name() const override { return "dates"; }

  // A string passes when it is read as the wanted time, as precise as the result says; those without a wanted
  // time must not be read, or must be read as anything ("must_parse"). Pages pass by the day of publication.
  // The measure "wrong_days" counts the strings that are read as another day than the wanted one, without
  // being reported as ambiguous or incomplete.
  Status run(const std::string& folder, KindReport& report) const override {
    double wrong_days = 0;
    Status status = for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      bool wrong_day = false;
      report.add(text_at(item, "id"), is_feed_date(item) ? "feed" : "prose", check(item, wrong_day));
      if (wrong_day) ++wrong_days;
    });
    report.measures["wrong_days"] = wrong_days;
    const std::string pages = folder + "/pages.jsonl";
    if (!status.ok() || !std::filesystem::exists(pages)) return status;
    return for_each_line(pages, [&](const Json& item) {
      if (text_at(item, "date").empty()) {
        ++report.skipped;
      } else {
        report.add(text_at(item, "id"), "pages", check_page(folder, item));
      }
    });
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_dates_kind() {
  return std::make_unique<DatesKind>();
}

}  // namespace bfa::conformance
