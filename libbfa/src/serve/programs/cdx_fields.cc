// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/cdx_fields.h"

#include "base/ascii.h"
#include "bfa/base/time.h"

namespace bfa {
namespace {

struct FieldNames {
  CdxField field;
  std::string_view wayback, pywb;
};
constexpr FieldNames kNames[] = {
    {CdxField::kUrlKey, "urlkey", "urlkey"},
    {CdxField::kTimestamp, "timestamp", "timestamp"},
    {CdxField::kUrl, "original", "url"},
    {CdxField::kMime, "mimetype", "mime"},
    {CdxField::kStatus, "statuscode", "status"},
    {CdxField::kDigest, "digest", "digest"},
    {CdxField::kRedirect, "redirect", "redirect"},
    {CdxField::kRobotFlags, "robotflags", "robotflags"},
    {CdxField::kLength, "length", "length"},
    {CdxField::kOffset, "offset", "offset"},
    {CdxField::kFilename, "filename", "filename"},
    {CdxField::kOriginalLength, "orig.length", "orig.length"},
    {CdxField::kOriginalOffset, "orig.offset", "orig.offset"},
    {CdxField::kOriginalFilename, "orig.filename", "orig.filename"},
    {CdxField::kDupeCount, "dupecount", "dupecount"},
    {CdxField::kSkipCount, "skipcount", "skipcount"},
    {CdxField::kEndTimestamp, "endtimestamp", "endtimestamp"},
};

std::string printable(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte != 0x7f) {
      out += c;
      continue;
    }
    out += '%';
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

std::string file_name(const std::string& path) {
  return printable(path.substr(path.rfind('/') + 1));
}

std::string number_or_nothing(std::uint64_t number) {
  return number == 0 ? std::string() : std::to_string(number);
}

bool has_place(const IndexedCapture& capture) {
  return !capture.warc.file.empty();
}

std::string mime_of(const IndexedCapture& capture, bool resolved) {
  if (!has_place(capture)) return {};
  if (capture.revisit && (!resolved || capture.mime.empty())) return "warc/revisit";
  return capture.mime.empty() ? "unk" : printable(capture.mime);
}

std::string place_value(const CdxRow& row, CdxField field) {
  const WarcRef& warc = row.capture.warc;
  const bool place = has_place(row.capture);
  switch (field) {
    case CdxField::kLength:
      return place ? number_or_nothing(warc.length) : std::string();
    case CdxField::kOffset:
      return place ? std::to_string(warc.offset) : std::string();
    case CdxField::kFilename:
      return place ? file_name(warc.file) : std::string();
    case CdxField::kOriginalLength:
      return row.original ? number_or_nothing(row.original->length) : std::string();
    case CdxField::kOriginalOffset:
      return row.original ? std::to_string(row.original->offset) : std::string();
    case CdxField::kOriginalFilename:
      return row.original ? file_name(row.original->file) : std::string();
    default:
      return {};
  }
}

}  // namespace

std::optional<CdxField> parse_cdx_field(std::string_view name) {
  for (const FieldNames& names : kNames) {
    if (name == names.wayback || name == names.pywb) return names.field;
  }
  const auto number = parse_number(name);
  const auto& columns = default_cdx_fields(CdxDialect::kPywb);
  if (number && *number < columns.size()) return columns[static_cast<std::size_t>(*number)];
  return {};
}

std::string_view cdx_field_name(CdxDialect dialect, CdxField field) {
  for (const FieldNames& names : kNames) {
    if (names.field == field) return dialect == CdxDialect::kWayback ? names.wayback : names.pywb;
  }
  return {};
}

const std::vector<CdxField>& default_cdx_fields(CdxDialect dialect) {
  using F = CdxField;
  static const std::vector<CdxField> kWayback{F::kUrlKey, F::kTimestamp, F::kUrl,   F::kMime,
                                              F::kStatus, F::kDigest,    F::kLength};
  static const std::vector<CdxField> kPywb{F::kUrlKey, F::kTimestamp, F::kUrl,      F::kMime,
                                           F::kStatus, F::kDigest,    F::kRedirect, F::kRobotFlags,
                                           F::kLength, F::kOffset,    F::kFilename};
  return dialect == CdxDialect::kWayback ? kWayback : kPywb;
}

std::string cdx_value(const CdxRow& row, CdxField field, bool resolved) {
  const IndexedCapture& capture = row.capture;
  switch (field) {
    case CdxField::kUrlKey:
      return printable(capture.key);
    case CdxField::kTimestamp:
      return format_cdx_time(capture.time);
    case CdxField::kUrl:
      return printable(capture.url);
    case CdxField::kMime:
      return mime_of(capture, resolved);
    case CdxField::kStatus:
      return capture.status == 0 ? std::string() : std::to_string(capture.status);
    case CdxField::kDigest:
      return printable(capture.digest);
    case CdxField::kRedirect:
      return printable(capture.redirect);
    case CdxField::kRobotFlags:
      return {};
    case CdxField::kDupeCount:
      return std::to_string(row.duplicates);
    case CdxField::kSkipCount:
      return std::to_string(row.skipped);
    case CdxField::kEndTimestamp:
      return format_cdx_time(row.end);
    default:
      return place_value(row, field);
  }
}

std::string cdx_line(const CdxRow& row, const std::vector<CdxField>& fields, bool resolved) {
  std::string line;
  for (const CdxField field : fields) {
    if (!line.empty()) line += ' ';
    const std::string value = cdx_value(row, field, resolved);
    line += value.empty() ? "-" : value;
  }
  return line;
}

}  // namespace bfa
