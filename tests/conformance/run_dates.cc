// SPDX-License-Identifier: Apache-2.0
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

std::string check(const Json& item) {
  const std::string text = text_at(item, "string"), source = text_at(item, "source");
  // Feed dates are read by the feed parser's function, dates in prose by the other.
  const bool is_prose = source.starts_with("dateparser");
  std::optional<Timestamp> got;
  if (is_prose) {
    const std::string relative = text_at(item, "relative_base");
    const auto now = parse_timestamp(relative.empty() ? "2012-11-13" : relative);
    const auto found = find_prose_date(text, language_tag(text_at(item, "lang")), now ? now->utc : UtcTime());
    if (found) got = found->time;
  } else if (const auto found = parse_feed_date(text)) {
    got = *found;
  }
  if (flag_at(item, "must_parse")) return got ? std::string() : "not read: " + shown(text);
  const std::string iso = text_at(item, "iso");
  if (iso.empty()) return got ? "read as " + format_timestamp(*got) + ", but is no date" : std::string();
  if (!got) return "not read: " + shown(text) + ", wanted " + iso;
  const auto wanted = parse_timestamp(iso);
  if (!wanted) return "the case's own date does not parse: " + iso;
  if (same_time(*got, *wanted)) return {};
  return shown(text) + " read as " + format_timestamp(*got) + ", wanted " + iso;
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
  Status run(const std::string& folder, KindReport& report) const override {
    Status status = for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      const bool is_prose = text_at(item, "source").starts_with("dateparser");
      report.add(text_at(item, "id"), is_prose ? "prose" : "feed", check(item));
    });
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
