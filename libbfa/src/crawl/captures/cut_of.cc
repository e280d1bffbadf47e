// SPDX-License-Identifier: Apache-2.0
#include "crawl/captures/cut_of.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/io/source.h"

namespace bfa {
namespace {

constexpr std::size_t kTailBytes = 7;  // "\r\n0\r\n\r\n"
constexpr std::uint64_t kMaxBody = std::uint64_t{1} << 30U;

Result<std::string> tail_of(const Blob& blob, std::size_t count) {
  const std::uint64_t size = blob.size();
  const std::uint64_t begin = size - std::min<std::uint64_t>(size, count);
  if (blob.in_memory()) return std::string(blob.memory().substr(static_cast<std::size_t>(begin)));
  BFA_ASSIGN_OR_RETURN(const auto source, blob.open());
  BFA_ASSIGN_OR_RETURN(const std::uint64_t passed, source->skip(begin));
  (void)passed;
  return read_all(*source, count);
}

// The rare answers that end in another way (with trailers) are read whole.
Result<bool> lacks_last_chunk(const Exchange& exchange) {
  BFA_ASSIGN_OR_RETURN(const std::string tail, tail_of(exchange.response, kTailBytes));
  if (tail == "\r\n0\r\n\r\n") return false;
  Findings findings;
  const auto body = entity_body(exchange, kMaxBody, findings);
  if (!body && body.error().code == Code::kIo) return body.error();
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.id == "chunked_cut"; });
}

std::optional<std::uint64_t> stated_length(const HttpHead& head) {
  const std::string_view text = trim_blanks(head.header("content-length"));
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return length;
}

// Some archiving tools store a body without its content coding, and leave the head as it was: then the length
// is that of other bytes.
Result<bool> was_decoded(const Exchange& exchange) {
  const std::string_view coding = exchange.head.header("content-encoding");
  if (coding.empty() || equals_ignoring_case(coding, "identity")) return false;
  BFA_ASSIGN_OR_RETURN(const auto source, exchange.response.open());
  BFA_ASSIGN_OR_RETURN(const std::uint64_t passed, source->skip(exchange.head.size));
  (void)passed;
  BFA_ASSIGN_OR_RETURN(const std::string begin, read_all(*make_limit_source(*source, 2), 2));
  const bool gzip = coding.find("gzip") != std::string_view::npos;
  return gzip ? begin != "\x1f\x8b" : begin.starts_with('<');
}

Result<std::optional<std::string>> short_body(const Exchange& exchange) {
  const std::optional<std::string> none;
  if (exchange.head.size == 0 || exchange.head.status == 204) return none;
  const std::string coding = ascii_lower_case(exchange.head.header("transfer-encoding"));
  if (coding.find("chunked") != std::string::npos) {
    BFA_ASSIGN_OR_RETURN(const bool cut, lacks_last_chunk(exchange));
    return cut ? std::optional<std::string>("the transfer was cut: its last chunk is missing") : none;
  }
  const auto length = stated_length(exchange.head);
  const std::uint64_t came = exchange.response.size() - exchange.head.size;
  if (!coding.empty() || !length || came >= *length) return none;
  BFA_ASSIGN_OR_RETURN(const bool other_bytes, was_decoded(exchange));
  if (other_bytes) return none;
  return std::optional<std::string>("the transfer was cut: " + std::to_string(came) + " of " +
                                    std::to_string(*length) + " bytes came");
}

}  // namespace

Result<std::optional<std::string>> cut_of(const Exchange& exchange) {
  using Cut = std::optional<std::string>;
  switch (exchange.truncated) {
    case Truncation::kDisconnect:
      return Cut("the connection ended before the answer did");
    case Truncation::kTime:
      return Cut("the answer did not end in time");
    case Truncation::kLength:
      return Cut("the answer is larger than the limit, and was cut there");
    case Truncation::kUnspecified:
      return Cut("the transfer was cut, or where the answer ends cannot be told");
    case Truncation::kNone:
      break;
  }
  return short_body(exchange);
}

}  // namespace bfa
