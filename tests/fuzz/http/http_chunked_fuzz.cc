// SPDX-License-Identifier: Apache-2.0
// Any bytes framed as chunks come back as they were; any bytes taken for chunks give at most as many bytes.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/http/message.h"
#include "fuzz/fuzz_target.h"

namespace {

constexpr std::string_view kHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

std::string entity_of(std::string_view body) {
  bfa::Exchange exchange;
  exchange.response = bfa::Blob(std::string(kHead) + std::string(body));
  exchange.head.status = 200;
  exchange.head.size = kHead.size();
  exchange.head.headers.emplace_back("Transfer-Encoding", "chunked");
  bfa::Findings findings;
  auto entity = bfa::entity_body(exchange, std::max<std::size_t>(body.size(), 1), findings);
  if (!entity) std::abort();
  return std::move(entity).value();
}

}  // namespace

BFA_FUZZ_TARGET(http_chunked) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (entity_of(bytes).size() > bytes.size()) std::abort();
  std::string framed;
  std::size_t chunk = 1;
  for (std::string_view rest = bytes; !rest.empty(); chunk = chunk * 3 % 1021) {
    const std::string_view part = rest.substr(0, chunk);
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, part.size(), 16).ptr;
    framed.append(digits, end).append("\r\n").append(part).append("\r\n");
    rest.remove_prefix(part.size());
  }
  framed += "0\r\n\r\n";
  if (entity_of(framed) != bytes) std::abort();
  return 0;
}
