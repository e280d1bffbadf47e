// SPDX-License-Identifier: Apache-2.0
#include "wacz/page_title.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "bfa/html/content.h"
#include "bfa/io/compress.h"
#include "bfa/text/charset.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::size_t kMostDecoded = 65536;
constexpr std::size_t kMostTitle = 4096;

std::optional<ContentCoding> coding_named(std::string_view name) {
  name = trim_blanks(name);
  if (name.empty() || equals_ignoring_case(name, "identity")) return ContentCoding::kIdentity;
  if (equals_ignoring_case(name, "gzip") || equals_ignoring_case(name, "x-gzip")) return ContentCoding::kGzip;
  if (equals_ignoring_case(name, "deflate")) return ContentCoding::kDeflate;
  if (equals_ignoring_case(name, "br")) return ContentCoding::kBrotli;
  if (equals_ignoring_case(name, "zstd")) return ContentCoding::kZstd;
  return std::nullopt;
}

std::size_t find_ascii(std::string_view text, std::string_view lower, std::size_t from) {
  const auto at = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), lower.begin(),
                              lower.end(), [](char a, char b) { return ascii_lower(a) == b; });
  return at == text.end() ? std::string_view::npos : static_cast<std::size_t>(at - text.begin());
}

// The bytes between <title ...> and </title>.
std::string_view title_bytes(std::string_view html) {
  for (std::size_t at = 0; (at = find_ascii(html, "<title", at)) != std::string_view::npos; at += 6) {
    const std::size_t begin = html.find('>', at + 6);
    if (begin == std::string_view::npos) return {};
    const std::string_view attributes = html.substr(at + 6, begin - at - 6);
    if (!attributes.empty() && attributes.front() != ' ' && attributes.front() != '\n') continue;  // <titles>
    const std::size_t end = find_ascii(html, "</title", begin);
    return end == std::string_view::npos ? std::string_view() : html.substr(begin + 1, end - begin - 1);
  }
  return {};
}

}  // namespace

std::string page_title(const CdxCapture& capture) {
  const std::string codings = capture.head == nullptr ? "" : capture.head->combined("Content-Encoding");
  const auto coding = coding_named(codings);
  if (!coding) return {};
  std::string decoded;
  std::string_view html = capture.body;
  if (*coding != ContentCoding::kIdentity) {
    // Only the first bytes are given: a truncated end is expected.
    (void)decode_content_into(*coding, capture.body, kMostDecoded, decoded);
    html = decoded;
  }
  const std::string_view bytes = title_bytes(html).substr(0, kMostTitle);
  if (bytes.empty()) return {};
  std::string charset;
  if (capture.head != nullptr) charset = parse_media_type(capture.head->header("Content-Type")).charset;
  if (charset.empty()) charset = prescan_html_encoding(html);
  Findings findings;
  const std::string text = decode_text(bytes, charset, CharsetContext::kText, findings).text;
  // Character references are those of HTML; markup has no meaning within a title.
  std::string escaped;
  for (const char c : text) escaped += c == '<' ? std::string("&lt;") : std::string(1, c);
  return collapse_space(text.find('&') == std::string::npos ? text : html_to_text(escaped));
}

}  // namespace bfa
