// SPDX-License-Identifier: Apache-2.0
#include "serve/http/content_coding.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"

namespace bfa::serve_http {
namespace {

// Zero in any spelling: "0", "0.", "0.000".
bool is_zero(std::string_view weight) {
  return !weight.empty() &&
         std::all_of(weight.begin(), weight.end(), [](char c) { return c == '0' || c == '.'; });
}

bool is_wanted(std::string_view parameters) {
  const std::size_t at = parameters.find('=');
  if (at == std::string_view::npos) return true;
  if (!equals_ignoring_case(trim_blanks(parameters.substr(0, at)), "q")) return true;
  return !is_zero(trim_blanks(parameters.substr(at + 1)));
}

std::string_view essence(std::string_view content_type) {
  return trim_blanks(content_type.substr(0, content_type.find(';')));
}

}  // namespace

bool accepts_gzip(std::string_view accept_encoding) {
  std::optional<bool> named, any;
  while (!accept_encoding.empty()) {
    const std::string_view item = accept_encoding.substr(0, accept_encoding.find(','));
    accept_encoding.remove_prefix(std::min(accept_encoding.size(), item.size() + 1));
    const std::size_t semicolon = std::min(item.find(';'), item.size());
    const std::string_view coding = trim_blanks(item.substr(0, semicolon));
    const bool wanted = semicolon == item.size() || is_wanted(item.substr(semicolon + 1));
    if (equals_ignoring_case(coding, "gzip") || equals_ignoring_case(coding, "x-gzip")) named = wanted;
    if (coding == "*") any = wanted;
  }
  return named.value_or(any.value_or(false));
}

bool is_compressible(std::string_view content_type) {
  const std::string_view type = essence(content_type);
  if (starts_ignoring_case(type, "text/")) return true;
  for (const std::string_view suffix : {"+json", "+xml", "/json", "/xml", "/javascript", "/x-ndjson",
                                        "/ndjson", "/jsonl", "/link-format", "/x-javascript", "/wasm"}) {
    if (ends_ignoring_case(type, suffix)) return true;
  }
  return false;
}

bool is_event_stream(std::string_view content_type) {
  return equals_ignoring_case(essence(content_type), "text/event-stream");
}

}  // namespace bfa::serve_http
