// SPDX-License-Identifier: Apache-2.0
// Lines of CDX files: columns named by letters.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/warc/cdx.h"

namespace bfa {
namespace {

constexpr std::string_view kHeaderMark = "CDX ";

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> parts;
  while (!line.empty()) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    if (end != 0) parts.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return parts;
}

bool is_time(std::string_view text) {
  return text.size() >= 4 && text.size() <= 17 && is_all_digits(text);
}

// The columns of lines in files without a header line; empty: unknown.
std::string_view usual_columns(const std::vector<std::string_view>& parts) {
  if (parts.size() < 4) return {};
  if (is_time(parts[1])) {
    if (parts.size() == 11) return "NbamskrMSVg";
    if (parts.size() == 10) return "NbamskrMVg";
    if (parts.size() == 9) return "NbamskrVg";
  }
  if (is_time(parts[2]) && parts.size() == 7) return "aebmngv";
  if (is_time(parts[2]) && parts.size() == 8) return "aebmngvc";
  return {};
}

void take(CdxEntry& entry, char column, std::string_view value) {
  if (value == "-") return;
  switch (column) {
    case 'N':
    case 'A':
      entry.key = value;
      break;
    case 'b':
      entry.timestamp = value;
      break;
    case 'a':
      entry.url = value;
      break;
    case 'm':
      entry.mime = value;
      break;
    case 's':
      entry.status = value;
      break;
    case 'k':
    case 'c':
      entry.digest = value;
      break;
    case 'r':
    case 'R':
      entry.redirect = value;
      break;
    case 'M':
      entry.robots = value;
      break;
    case 'S':
    case 'n':
      entry.length = parse_number(value);
      break;
    case 'V':
    case 'v':
      entry.offset = parse_number(value);
      break;
    case 'g':
      entry.filename = value;
      break;
    default:
      break;
  }
}

Error bad_line(std::string what, std::string_view line) {
  return {Code::kCorrupt, std::move(what), std::string(line.substr(0, 200)), -1};
}

}  // namespace

Result<std::optional<CdxEntry>> CdxParser::parse(std::string_view line) {
  return guarded([&]() -> Result<std::optional<CdxEntry>> {
    line = trim_line_end(line);
    // The first character of the header line is the delimiter.
    if (line.size() > 5 && line.substr(1).starts_with(kHeaderMark)) {
      columns_.clear();
      for (const auto letter : split(line.substr(1 + kHeaderMark.size()))) columns_.push_back(letter.front());
      return std::optional<CdxEntry>();
    }
    if (trim_blanks(line).empty() || line.starts_with("!meta ")) return std::optional<CdxEntry>();
    const std::size_t space = line.find(' ');
    const std::size_t json = line.find(" {");
    if (json != std::string_view::npos && space != std::string_view::npos && columns_.empty()) {
      auto entry = parse_cdxj(line);
      if (!entry) return std::move(entry).error();
      return std::optional(std::move(*entry));
    }
    const auto parts = split(line);
    const std::string_view columns = columns_.empty() ? usual_columns(parts) : std::string_view(columns_);
    if (columns.empty()) return bad_line("line of no known index format", line);
    if (parts.size() != columns.size()) {
      return bad_line("index line of " + std::to_string(parts.size()) + " columns, where there are " +
                          std::to_string(columns.size()),
                      line);
    }
    CdxEntry entry;
    for (std::size_t i = 0; i < parts.size(); ++i) take(entry, columns[i], parts[i]);
    return std::optional(std::move(entry));
  });
}

}  // namespace bfa
