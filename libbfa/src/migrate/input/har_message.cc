// SPDX-License-Identifier: Apache-2.0
#include "migrate/input/har_message.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "bfa/http/message.h"
#include "bfa/io/compress.h"
#include "bfa/text/charset.h"
#include "io/base64.h"

namespace bfa {
namespace {

constexpr std::string_view kOriginal = "X-Archive-Orig-";
constexpr std::uint64_t kMaxProbe = 64u << 20;

bool is_header_name(std::string_view name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter_or_digit(c) || kMarks.find(c) != std::string_view::npos;
  });
}

std::string on_one_line(std::string_view value) {
  std::string out;
  for (const char c : value) out.push_back(c == '\r' || c == '\n' || c == '\0' ? ' ' : c);
  return std::string(trim_blanks(out));
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// A body that is still gzip, although the browser should have decoded it: some proxies write such files.
bool still_gzip(const std::string& coding, const std::string& bytes) {
  if (!equals_ignoring_case(coding, "gzip") && !equals_ignoring_case(coding, "x-gzip")) return false;
  return bytes.starts_with("\x1f\x8b") && decode_content(ContentCoding::kGzip, bytes, kMaxProbe).has_value();
}

std::string form_escaped(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_letter_or_digit(c) || c == '-' || c == '_' || c == '.' || c == '*') {
      out.push_back(c);
    } else if (c == ' ') {
      out.push_back('+');
    } else {
      out += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
    }
  }
  return out;
}

}  // namespace

std::string har_text(const HarJson& json, const char* name) {
  const auto at = json.is_object() ? json.find(name) : json.end();
  return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

const HarJson& har_object(const HarJson& json, const char* name) {
  static const HarJson kEmpty = HarJson::object();
  const auto at = json.is_object() ? json.find(name) : json.end();
  return at != json.end() && at->is_structured() ? *at : kEmpty;
}

HarHeaders har_headers(const HarJson& message, bool multiplexed) {
  HarHeaders headers;
  for (const auto& header : har_object(message, "headers")) {
    const std::string name = har_text(header, "name");
    const std::string value = har_text(header, "value");
    // Browsers of 2018 and before omitted the colon.
    const bool bare_status = multiplexed && (name == "status" || name == "version");
    if (name.starts_with(':') || bare_status) {
      headers.pseudo = true;
      if (name == ":authority") headers.authority = on_one_line(value);
      continue;
    }
    if (!is_header_name(name)) {
      headers.refused.push_back(on_one_line(name));
      continue;
    }
    std::string_view left = value;
    do {  // several values of one name are joined by line ends
      const std::size_t end = left.find('\n');
      headers.lines.emplace_back(name, on_one_line(left.substr(0, end)));
      left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
    } while (!left.empty());
  }
  return headers;
}

std::string har_protocol(const std::string& http_version) {
  const std::string lower = ascii_lower_case(http_version);
  if (lower == "h2" || lower == "http/2" || lower == "http/2.0") return "h2";
  if (lower == "h3" || lower == "http/3" || lower == "http/3.0" || lower.starts_with("h3-")) return "h3";
  if (lower == "http/1.1" || lower == "http/1.0") return lower;
  return {};
}

HarBody har_response_body(const HarJson& response) {
  HarBody body;
  const HarJson& content = har_object(response, "content");
  const auto text = content.find("text");
  if (text == content.end() || !text->is_string()) return body;
  auto bytes = text->get<std::string>();
  const std::string encoding = har_text(content, "encoding");
  if (encoding.empty()) {
    body.text = true;
    body.bytes = std::move(bytes);
    return body;
  }
  if (equals_ignoring_case(encoding, "base64")) body.bytes = base64_decode(bytes);
  body.damaged = !body.bytes.has_value();
  return body;
}

HarRequestBody har_request_body(const HarJson& request) {
  HarRequestBody body;
  const HarJson& data = har_object(request, "postData");
  if (data.empty()) return body;
  const std::string text = har_text(data, "text");
  if (!text.empty()) {
    body.bytes = equals_ignoring_case(har_text(data, "encoding"), "base64") ? base64_decode(text) : text;
    body.lost = !body.bytes.has_value();
    return body;
  }
  const HarJson& params = har_object(data, "params");
  if (params.empty()) return body;
  if (parse_media_type(har_text(data, "mimeType")).essence != "application/x-www-form-urlencoded") {
    body.lost = true;
    return body;
  }
  std::string form;
  for (const auto& param : params) {
    if (!form.empty()) form.push_back('&');
    form += form_escaped(har_text(param, "name")) + "=" + form_escaped(har_text(param, "value"));
  }
  body.bytes = std::move(form);
  body.rebuilt = true;
  return body;
}

void fit_headers(WarcFields& headers, const HarBody& body, bool may_have_body,
                 std::vector<std::string>& changed) {
  const std::string none;
  const std::string& bytes = body.bytes ? *body.bytes : none;
  const auto rename = [&](std::pair<std::string, std::string>& header) {
    changed.push_back(header.first);
    header.first.insert(0, kOriginal);
  };
  const std::string length = std::to_string(bytes.size());
  bool has_length = false;
  std::optional<std::string> new_type;
  for (auto& header : headers) {
    if (equals_ignoring_case(header.first, "Transfer-Encoding")) {
      rename(header);
    } else if (equals_ignoring_case(header.first, "Content-Encoding")) {
      if (!bytes.empty() && !still_gzip(header.second, bytes)) rename(header);
    } else if (equals_ignoring_case(header.first, "Content-Length") && may_have_body) {
      const bool right = header.second == length && !has_length;
      if (right)
        has_length = true;
      else
        rename(header);
    } else if (equals_ignoring_case(header.first, "Content-Type") && body.text && !is_ascii(bytes)) {
      const MediaType type = parse_media_type(header.second);
      if (encoding_name(type.charset) == "utf-8") continue;
      new_type = type.essence + "; charset=utf-8";
      rename(header);
    }
  }
  if (new_type) headers.emplace_back("Content-Type", *new_type);
  if (may_have_body && !has_length) headers.emplace_back("Content-Length", length);
}

}  // namespace bfa
