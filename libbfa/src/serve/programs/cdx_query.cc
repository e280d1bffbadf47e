// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/cdx_query.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "serve/data/archived_url.h"
#include "store/capture_hops.h"

namespace bfa {
namespace {

constexpr std::size_t kMostFilters = 16, kMostFields = 40;

Error invalid(std::string message) {
  return {Code::kInvalidArgument, std::move(message), {}, -1};
}

// The greatest key with this beginning is below it.
std::string above_prefix(std::string prefix) {
  while (!prefix.empty() && prefix.back() == '\xff') prefix.pop_back();
  if (prefix.empty()) return "\xff";
  prefix.back() = static_cast<char>(static_cast<unsigned char>(prefix.back()) + 1);
  return prefix;
}

std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), part.size() + 1));
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

// "true", "1", "yes" and an empty value (as in "&gzip") are yes.
bool is_yes(const QueryString& query, std::string_view name) {
  const std::string value = ascii_lower_case(query.value(name));
  return query.has(name) && value != "false" && value != "0" && value != "no" && value != "off";
}

class QueryParser {
 public:
  QueryParser(CdxDialect dialect, const QueryString& query) : query_(query) { out_.dialect = dialect; }

  Result<CdxQuery> parse() {
    BFA_RETURN_IF_ERROR(parse_output());
    BFA_RETURN_IF_ERROR(parse_ranges());
    BFA_RETURN_IF_ERROR(parse_times());
    BFA_RETURN_IF_ERROR(parse_order());
    BFA_RETURN_IF_ERROR(parse_limits());
    BFA_RETURN_IF_ERROR(parse_conditions());
    BFA_RETURN_IF_ERROR(parse_fields());
    BFA_RETURN_IF_ERROR(parse_pages());
    BFA_RETURN_IF_ERROR(parse_resume());
    return std::move(out_);
  }

 private:
  bool pywb() const { return out_.dialect == CdxDialect::kPywb; }

  Status parse_output() {
    const std::string_view output = query_.value("output");
    out_.output = pywb() ? CdxOutput::kCdxj : CdxOutput::kText;
    if (output.empty()) return {};
    if (output == "json") {
      out_.output = CdxOutput::kJson;
    } else if (output == "text") {
      out_.output = CdxOutput::kText;
    } else if (pywb() && output == "cdxj") {
      out_.output = CdxOutput::kCdxj;
    } else if (pywb() && output == "link") {
      out_.output = CdxOutput::kLink;
    } else {
      return invalid(pywb() ? "output: wanted is cdxj, json, text or link"
                            : "output: wanted is json or text");
    }
    return {};
  }

  Status parse_ranges() {
    std::string_view url = query_.value("url");
    std::string_view match = query_.value("matchType");
    if (url.empty()) return invalid("url: which address is asked for is missing");
    if (url.size() > kMaxArchivedUrl)
      return invalid("url: an address has at most " + std::to_string(kMaxArchivedUrl) + " bytes");
    const bool domain_form = url.starts_with("*."), prefix_form = url.ends_with("*");
    if (match.empty()) match = domain_form ? "domain" : prefix_form ? "prefix" : "exact";
    if (match == "domain" && domain_form) url.remove_prefix(2);
    if (match == "prefix" && prefix_form) url.remove_suffix(1);
    if (url.empty() && match == "prefix") return add_range("", "\xff");
    std::string key = surt_key(url);
    if (match == "exact") return add_range(std::move(key), {});
    if (match == "prefix") return add_prefix(std::move(key), url);
    if (match != "host" && match != "domain")
      return invalid("matchType: wanted is exact, prefix, host or domain");
    const std::size_t bracket = key.find(')');
    if (bracket == std::string::npos)
      return invalid("matchType=" + std::string(match) + " needs the address of a host");
    key.resize(bracket);
    if (match == "host") return add_range(key + ")", key + "*");
    // Its own pages, then those of its subdomains; then those of its ports.
    if (const std::size_t colon = key.find(':'); colon != std::string::npos) key.resize(colon);
    BFA_RETURN_IF_ERROR(add_range(key + ")", key + "-"));
    return add_range(key + ":", key + ";");
  }

  // The key drops a last slash and an empty query, which belong to the beginning that is meant.
  Status add_prefix(std::string key, std::string_view url) {
    if (url.ends_with("/") && !key.ends_with("/")) key += '/';
    if (url.find('?') != std::string_view::npos && key.find('?') == std::string::npos) key += '?';
    std::string last = above_prefix(key);
    return add_range(std::move(key), std::move(last));
  }

  Status add_range(std::string first, std::string last) {
    CaptureRange range;
    range.first = std::move(first);
    range.last = std::move(last);
    out_.ranges.push_back(std::move(range));
    return {};
  }

  Result<std::optional<DigitTimes>> time_of(std::string_view name) const {
    const std::string_view text = query_.value(name);
    if (text.empty()) return std::optional<DigitTimes>();
    const auto times = parse_digit_times(text);
    if (times) return times;
    return invalid(std::string(name) + ": a time has 1 to 14 digits, yyyymmddhhmmss");
  }

  Status parse_times() {
    BFA_ASSIGN_OR_RETURN(auto from, time_of("from"));
    BFA_ASSIGN_OR_RETURN(const auto to, time_of("to"));
    if (!from && pywb()) {
      BFA_ASSIGN_OR_RETURN(from, time_of("from_ts"));
    }
    for (CaptureRange& range : out_.ranges) {
      if (from) range.from = from->first;
      if (to) range.to = to->last;
    }
    return {};
  }

  Status parse_order() {
    const std::string_view sort = query_.value("sort");
    if (!sort.empty() && sort != "default" && sort != "reverse" && sort != "closest")
      return invalid("sort: wanted is reverse or closest");
    if (sort == "reverse" || is_yes(query_, "reverse")) {
      std::reverse(out_.ranges.begin(), out_.ranges.end());
      for (CaptureRange& range : out_.ranges) range.backwards = true;
    }
    BFA_ASSIGN_OR_RETURN(const auto closest, time_of("closest"));
    if (sort == "closest" && !closest) return invalid("sort=closest needs closest=TIME");
    if (!closest || sort == "reverse") return {};
    if (out_.ranges.size() != 1 || !out_.ranges[0].last.empty())
      return invalid("closest: only with one address (matchType=exact)");
    out_.ranges[0].backwards = false;
    out_.closest = closest->first;
    return {};
  }

  Status parse_limits() {
    const std::string_view limit = query_.value("limit");
    const bool last = limit.starts_with("-");
    const auto number =
        limit.empty() ? std::optional<std::uint64_t>(0) : parse_number(limit.substr(last ? 1 : 0));
    if (!number || *number > CdxQuery::kMostNumber) return invalid("limit: wanted is a whole number");
    if (last && (pywb() || out_.closest || out_.ranges[0].backwards))
      return invalid(
          "limit: a negative one asks for the last rows, which is in the dialect of /cdx without sort");
    if (last && *number > CdxQuery::kMostLast)
      return invalid("limit: at most the last " + std::to_string(CdxQuery::kMostLast) +
                     " rows, or sort=reverse");
    (last ? out_.last : out_.limit) = *number;
    BFA_ASSIGN_OR_RETURN(out_.offset, query_.number("offset", 0, CdxQuery::kMostNumber, 0));
    if (last && out_.offset > 0) return invalid("offset: not with a negative limit");
    return {};
  }

  Status parse_conditions() {
    out_.resolve_revisits = is_yes(query_, "resolveRevisits");
    const auto filters = query_.values("filter");
    if (filters.size() > kMostFilters)
      return invalid("filter: at most " + std::to_string(kMostFilters) + " of them");
    for (const auto& text : filters) {
      BFA_ASSIGN_OR_RETURN(auto filter, CdxFilter::parse(out_.dialect, text));
      out_.filters.push_back(std::move(filter));
    }
    if (pywb()) return parse_collapse_time();
    for (const auto& list : query_.values("collapse")) {
      for (const std::string_view text : split(list)) BFA_RETURN_IF_ERROR(parse_collapse(text));
    }
    return {};
  }

  // pywb's: by the first digits of the time, and the status.
  Status parse_collapse_time() {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t digits, query_.number("collapseTime", 1, 14, 0));
    if (digits == 0) return {};
    out_.collapses = {{CdxField::kTimestamp, static_cast<std::size_t>(digits)}, {CdxField::kStatus, 0}};
    return {};
  }

  Status parse_collapse(std::string_view text) {
    const std::string_view name = text.substr(0, text.find(':'));
    const auto field = parse_cdx_field(name);
    std::optional<std::uint64_t> length(0);
    if (name.size() < text.size()) length = parse_number(text.substr(name.size() + 1));
    if (!field || !length || *length > kMaxArchivedUrl || out_.collapses.size() >= kMostFilters)
      return invalid("collapse: wanted is field or field:N with a field such as timestamp, digest or urlkey");
    out_.collapses.push_back({*field, static_cast<std::size_t>(*length)});
    return {};
  }

  Status parse_fields() {
    std::string_view list = query_.value("fl");
    if (list.empty() && pywb()) list = query_.value("fields");
    for (const std::string_view name : split(list)) {
      const auto field = parse_cdx_field(name);
      if (!field) return invalid("fl: there is no field \"" + std::string(name) + "\"");
      out_.fields.push_back(*field);
    }
    if (out_.fields.size() > kMostFields) return invalid("fl: too many fields");
    out_.fields_given = !out_.fields.empty();
    if (!out_.fields_given) {
      out_.fields = default_cdx_fields(out_.dialect);
      // JSON and CDXJ leave out what is unknown; the lines of `bfa warc index` have the same members.
      if (out_.resolve_revisits)
        out_.fields.insert(out_.fields.end(), {CdxField::kOriginalLength, CdxField::kOriginalOffset,
                                               CdxField::kOriginalFilename});
    }
    const auto add = [&](std::string_view parameter, CdxField field) {
      if (is_yes(query_, parameter) && !out_.has(field)) out_.fields.push_back(field);
    };
    add("showDupeCount", CdxField::kDupeCount);
    add("showSkipCount", CdxField::kSkipCount);
    add("lastSkipTimestamp", CdxField::kEndTimestamp);
    return {};
  }

  Status parse_pages() {
    if (is_yes(query_, "showPagedIndex"))
      return invalid("showPagedIndex: this index has no secondary one; showNumPages=true gives the pages");
    BFA_ASSIGN_OR_RETURN(out_.page_blocks, query_.number("pageSize", 1, 1000, out_.page_blocks));
    out_.show_page_count = is_yes(query_, "showNumPages");
    const std::string_view page = query_.value("page");
    if (page.empty() || page.starts_with("-")) return {};  // "If i<0, pages are not used"
    BFA_ASSIGN_OR_RETURN(out_.page, query_.number("page", 0, CdxQuery::kMostNumber, 0));
    if (out_.closest || out_.last > 0) return invalid("page: not with closest or a negative limit");
    return {};
  }

  // Goes on behind the place, in the range that it is in.
  Status parse_resume() {
    out_.show_resume_key = is_yes(query_, "showResumeKey");
    const std::string_view text = query_.value("resumeKey");
    const bool ordered = !out_.closest && out_.last == 0 && !out_.page;
    if ((out_.show_resume_key || !text.empty()) && !ordered)
      return invalid("resumeKey: not with closest, page or a negative limit");
    if (text.empty()) return {};
    const auto place = parse_resume_key(text);
    if (!place) return invalid("resumeKey: it is not one of this server");
    for (auto range = out_.ranges.begin(); range != out_.ranges.end(); ++range) {
      const bool in = range->last.empty() ? place->key == range->first
                                          : place->key >= range->first && place->key < range->last;
      if (!in) continue;
      range->after = *place;
      out_.ranges.erase(out_.ranges.begin(), range);
      out_.offset = 0;
      return {};
    }
    return invalid("resumeKey: it is of another query");
  }

  const QueryString& query_;
  CdxQuery out_;
};

}  // namespace

bool CdxQuery::has(CdxField field) const {
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

bool CdxQuery::reads_redirect() const {
  // Lines of JSON have it where a client chose it: those of `bfa warc index` have none.
  const bool shown = output == CdxOutput::kText || (output != CdxOutput::kLink && fields_given) ||
                     (output == CdxOutput::kJson && dialect == CdxDialect::kWayback);
  return (shown && has(CdxField::kRedirect)) ||
         std::any_of(filters.begin(), filters.end(),
                     [](const CdxFilter& filter) { return filter.reads(CdxField::kRedirect); }) ||
         std::any_of(collapses.begin(), collapses.end(),
                     [](const CdxCollapse& collapse) { return collapse.field == CdxField::kRedirect; });
}

Result<CdxQuery> parse_cdx_query(CdxDialect dialect, const QueryString& query) {
  return QueryParser(dialect, query).parse();
}

std::string resume_key(const CapturePlace& place) {
  return query_escaped(place.key) + "+" + std::to_string(place.time.time_since_epoch().count()) + "+" +
         std::to_string(place.sequence) + "+" + std::to_string(place.hop);
}

std::optional<CapturePlace> parse_resume_key(std::string_view given) {
  // A program may encode once more what stands encoded in the answer already.
  std::string text(given);
  if (text.find(' ') == std::string::npos) {
    std::replace(text.begin(), text.end(), '+', ' ');
    text = percent_decode(text);
  }
  std::string_view rest = text;
  const auto take_last = [&rest] {
    const std::size_t space = rest.rfind(' ');
    const std::string_view part =
        space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
    rest = space == std::string_view::npos ? std::string_view() : rest.substr(0, space);
    return part;
  };
  const auto hop = parse_number(take_last());
  const auto sequence = parse_number(take_last());
  std::string_view ticks = take_last();
  const bool negative = ticks.starts_with("-");
  if (negative) ticks.remove_prefix(1);
  const auto micros = parse_number(ticks);
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!micros || !sequence || *micros > kMost || *sequence > kMost) return {};
  if (!hop || *hop > kMostHops) return {};
  const auto since = static_cast<std::int64_t>(*micros);
  CapturePlace place;
  place.key = rest;
  place.time = UtcTime(std::chrono::microseconds(negative ? -since : since));
  place.sequence = *sequence;
  place.hop = static_cast<std::uint32_t>(*hop);
  return place;
}

}  // namespace bfa
