// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/cdx_format.h"

#include "serve/data/archived_url.h"
#include "warc/index/json_text.h"

namespace bfa {
namespace {

std::string header_row(const CdxQuery& query) {
  std::string row = "[";
  for (const CdxField field : query.fields) {
    if (row.size() > 1) row += ",";
    append_json_string(row, cdx_field_name(query.dialect, field));
  }
  return row + "]";
}

}  // namespace

std::string_view CdxFormat::content_type() const {
  switch (query_.output) {
    case CdxOutput::kJson:
      return query_.dialect == CdxDialect::kWayback ? "application/json" : "application/x-ndjson";
    case CdxOutput::kCdxj:
      return "text/x-cdxj";
    case CdxOutput::kLink:
      return "application/link-format";
    case CdxOutput::kText:
      break;
  }
  return "text/plain; charset=utf-8";
}

std::string CdxFormat::array_row(const CdxRow& row) const {
  std::string out = "[";
  for (const CdxField field : query_.fields) {
    if (out.size() > 1) out += ",";
    const std::string value = cdx_value(row, field, query_.resolve_revisits);
    append_json_string(out, value.empty() ? "-" : value);
  }
  return out + "]";
}

// Without the members that are unknown, as in docs/formats/cdxj.md.
std::string CdxFormat::object_row(const CdxRow& row, bool with_key) const {
  std::string out = "{";
  for (const CdxField field : query_.fields) {
    if (!with_key && (field == CdxField::kUrlKey || field == CdxField::kTimestamp)) continue;
    // A redirect whose own record is known is a row like others.
    if (field == CdxField::kRedirect && !query_.fields_given && !row.capture.warc.file.empty()) continue;
    const std::string value = cdx_value(row, field, query_.resolve_revisits);
    if (value.empty()) continue;
    if (out.size() > 1) out += ", ";
    append_json_string(out, cdx_field_name(query_.dialect, field));
    out += ": ";
    append_json_string(out, value);
  }
  return out + "}";
}

std::string CdxFormat::row(const CdxRow& row) {
  const bool first = !begun_;
  begun_ = true;
  switch (query_.output) {
    case CdxOutput::kJson:
      if (query_.dialect == CdxDialect::kPywb) return object_row(row, true) + "\n";
      return (first ? "[" + header_row(query_) : std::string()) + ",\n" + array_row(row);
    case CdxOutput::kCdxj:
      return cdx_line(row, {CdxField::kUrlKey, CdxField::kTimestamp}) + " " + object_row(row, false) + "\n";
    case CdxOutput::kLink:
      return (first ? "<" : ",\n<") + origin_ + memento_path(row.capture.time, row.capture.url) +
             ">; rel=\"memento\"; datetime=\"" + format_http_date(row.capture.time) + "\"";
    case CdxOutput::kText:
      break;
  }
  return cdx_line(row, query_.fields, query_.resolve_revisits) + "\n";
}

std::string CdxFormat::end(const std::string& rest) {
  const bool array = query_.output == CdxOutput::kJson && query_.dialect == CdxDialect::kWayback;
  if (!array) {
    if (query_.output == CdxOutput::kLink) return begun_ ? "\n" : "";
    if (rest.empty() || query_.output != CdxOutput::kText) return {};
    return "\n" + rest + "\n";
  }
  if (!begun_) return "[]\n";
  std::string out;
  if (!rest.empty()) {
    out = ",\n[],\n[";
    append_json_string(out, rest);
    out += "]";
  }
  return out + "]\n";
}

}  // namespace bfa
