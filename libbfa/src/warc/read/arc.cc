// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "warc/read/header_parser.h"

namespace bfa {
namespace {

bool is_arc_date(std::string_view text) {
  return (text.size() == 14 || text.size() == 12) && is_all_digits(text);
}

// Digits in the place of a date.
bool is_odd_date(std::string_view text) {
  return text.size() >= 8 && text.size() <= 20 && is_all_digits(text);
}

// "20120430100000" (or without the seconds) as RFC 3339.
std::string rfc3339(std::string_view digits) {
  std::string out;
  constexpr std::string_view kMarks = "--T::";
  for (std::size_t i = 0; i < 14; ++i) {
    out.push_back(i < digits.size() ? digits[i] : '0');
    if (i >= 3 && i % 2 == 1 && i < 13) out.push_back(kMarks[(i - 3) / 2]);
  }
  out.push_back('Z');
  return out;
}

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> columns;
  while (!line.empty()) {
    const std::size_t end = line.find(' ');
    if (end != 0) columns.push_back(line.substr(0, end));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return columns;
}

bool has_scheme(std::string_view url) {
  const std::size_t colon = url.find(':');
  return colon != 0 && colon != std::string_view::npos &&
         std::all_of(url.begin(), url.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return is_letter_or_digit(c) || c == '+' || c == '-' || c == '.'; });
}

// Which column is the date: searched from the right, because the URL on the left can contain spaces. The
// type can, too, but only after a semicolon. columns.size() if no column is a date.
std::size_t date_column(const std::vector<std::string_view>& columns, int version,
                        bool (*is_date)(std::string_view)) {
  const std::size_t after = version == 2 ? 7 : 2;  // columns after the date
  for (std::size_t extra = 0; columns.size() >= after + extra + 3; ++extra) {
    const std::size_t date = columns.size() - 1 - after - extra;
    if (is_date(columns[date])) return date;
    if (columns[date + 1].find(';') == std::string_view::npos &&
        columns[date].find(';') == std::string_view::npos)
      break;
  }
  return columns.size();
}

}  // namespace

ArcLine parse_arc_header(std::string_view line, int version, WarcHeader& header) {
  const auto columns = split(trim_blanks(line));
  std::size_t date = date_column(columns, version, &is_arc_date);
  if (date == columns.size()) date = date_column(columns, version = 3 - version, &is_arc_date);
  const bool odd_date = date == columns.size();
  if (odd_date) date = date_column(columns, version = 1, &is_odd_date);
  if (date == columns.size()) return ArcLine::kNone;
  const auto length = parse_number(columns.back());
  const std::string_view url(
      columns.front().data(),
      static_cast<std::size_t>(columns[date - 2].data() + columns[date - 2].size() - columns.front().data()));
  if (!has_scheme(url) || columns[date - 1].find_first_of(".:-") == std::string_view::npos)
    return ArcLine::kNone;
  const std::string_view type = columns[date + 1];
  header.version = version == 2 ? "ARC/2.0" : "ARC/1.0";
  header.content_length = length.value_or(0);
  header.fields.clear();
  header.fields.emplace_back("WARC-Type", url.starts_with("filedesc:") ? "warcinfo" : "response");
  header.fields.emplace_back("WARC-Target-URI", url);
  header.fields.emplace_back("WARC-Date", rfc3339(columns[date]));
  header.fields.emplace_back("WARC-IP-Address", columns[date - 1]);
  header.fields.emplace_back("Content-Type", type);
  header.fields.emplace_back("Content-Length", columns.back());
  header.fields.emplace_back("ARC-Header-Line", line);  // keeps what the translation omits
  return odd_date || !length ? ArcLine::kOddRecord : ArcLine::kRecord;
}

}  // namespace bfa
