// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/ascii.h"
#include "base/try.h"
#include "warc/write/header_edit.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxHeaderBytes = 1u << 20;  // the default limit of WarcReader

Error invalid(std::string message) {
  return {Code::kInvalidArgument, std::move(message), {}, -1};
}

// WARC 1.1, section 4: a token, without separators and control characters.
bool is_token(std::string_view name) {
  constexpr std::string_view kSeparators = "()<>@,;:\\\"/[]?={} \t";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return c > ' ' && c < '\x7f' && kSeparators.find(c) == std::string_view::npos;
  });
}

bool has_control(std::string_view value) {
  return std::any_of(value.begin(), value.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\x7f';
  });
}

// What would make the header unreadable, or end it early.
Status check_framing(const WarcHeader& header, std::string_view version) {
  if (!version.starts_with("WARC/") || version.find('\n') != std::string_view::npos)
    return invalid("record version '" + std::string(version) + "' is not WARC/1.1");
  bool has_length = false;
  for (const auto& [name, value] : header.fields) {
    const std::string_view key = trim_line_space(name);
    if (key.empty() || is_blank(name.front()) || name.find_first_of(":\n") != std::string::npos)
      return invalid("field name '" + name + "' is empty, begins with a blank, or has a colon or line end");
    if (value.find('\n') != std::string::npos) return invalid("value of " + name + " has a line end");
    if (!equals_ignoring_case(key, "Content-Length")) continue;
    if (has_length) return invalid("two Content-Length fields");
    has_length = true;
    if (parse_number(value) != header.content_length)
      return invalid("Content-Length field '" + value + "' differs from the header's length of " +
                     std::to_string(header.content_length));
  }
  return {};
}

// Fields that may be repeated: WARC 1.1, section 5.7; and WARC-Protocol.
bool may_repeat(std::string_view name) {
  return equals_ignoring_case(name, "WARC-Concurrent-To") || equals_ignoring_case(name, "WARC-Protocol");
}

Status check_fields(const WarcFields& fields) {
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    if (!is_token(field->first)) return invalid("field name '" + field->first + "' is not a token");
    if (has_control(field->second)) return invalid("value of " + field->first + " has a control character");
    const bool repeated = std::any_of(fields.begin(), field, [&](const auto& one) {
      return equals_ignoring_case(one.first, field->first);
    });
    if (repeated && !may_repeat(field->first)) return invalid("field " + field->first + " is repeated");
  }
  return {};
}

// WARC 1.1, section 5: the mandatory fields.
Status check_mandatory(const WarcHeader& header) {
  if (header.field("WARC-Type").empty()) return invalid("no WARC-Type field");
  const std::string_view id = header.field("WARC-Record-ID");
  if (id.size() < 3 || id.front() != '<' || id.back() != '>' || id.find(' ') != std::string_view::npos)
    return invalid("WARC-Record-ID '" + std::string(id) + "' is not a URI in < >");
  if (!header.date())
    return invalid("WARC-Date '" + std::string(header.field("WARC-Date")) + "' is not a W3C date");
  const WarcType type = header.type();
  const bool wants_uri =
      type != WarcType::kWarcinfo && type != WarcType::kMetadata && type != WarcType::kUnknown;
  if (wants_uri && header.target_uri().empty())
    return invalid(std::string(warc_type_name(type)) + " record without WARC-Target-URI");
  return {};
}

}  // namespace

Result<std::string> record_header_text(const WarcHeader& header, bool any_header) {
  const std::string_view version = header.version.empty() ? std::string_view("WARC/1.1") : header.version;
  BFA_RETURN_IF_ERROR(check_framing(header, version));
  if (!any_header) {
    if (version != "WARC/1.1" && version != "WARC/1.0")
      return invalid("record version '" + std::string(version) + "' is not WARC/1.1");
    BFA_RETURN_IF_ERROR(check_fields(header.fields));
    BFA_RETURN_IF_ERROR(check_mandatory(header));
  }
  std::string text(version);
  text += "\r\n";
  bool has_length = false;
  for (const auto& [name, value] : header.fields) {
    has_length = has_length || equals_ignoring_case(name, "Content-Length");
    text.append(name).append(": ").append(value).append("\r\n");
  }
  if (!has_length)
    text.append("Content-Length: ").append(std::to_string(header.content_length)).append("\r\n");
  text.append("\r\n");
  if (text.size() > kMaxHeaderBytes)
    return invalid("the header has " + std::to_string(text.size()) + " bytes; readers take " +
                   std::to_string(kMaxHeaderBytes));
  return text;
}

}  // namespace bfa
