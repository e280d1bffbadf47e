// SPDX-License-Identifier: Apache-2.0
// Any bytes as an answer, head and body: the decoded body stays within the limit, and its beginning is the
// same with a smaller one.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/http/message.h"
#include "fuzz/fuzz_target.h"

namespace {

constexpr std::uint64_t kLimit = 1u << 20;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

BFA_FUZZ_TARGET(http_body) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  auto head = bfa::parse_response_head(bytes, findings);
  if (!head) return 0;
  bfa::Exchange exchange;
  exchange.url = "http://blog.example/";
  exchange.head = std::move(head).value();
  exchange.response = bfa::Blob(bytes);
  const auto entity = bfa::entity_body(exchange, kLimit, findings);
  require(entity ? entity->size() <= kLimit : entity.error().code == bfa::Code::kLimit);
  const auto decoded = bfa::decoded_body(exchange, kLimit, findings);
  require(decoded ? decoded->size() <= kLimit : decoded.error().code == bfa::Code::kLimit);
  const auto prefix = bfa::decoded_prefix(exchange, kLimit, findings);
  require(prefix.has_value() && prefix->size() <= kLimit);
  if (decoded) require(*prefix == *decoded);
  bfa::parse_retry_after(exchange.head, bfa::UtcTime{});
  bfa::parse_media_type(exchange.head.header("Content-Type"));
  return 0;
}
