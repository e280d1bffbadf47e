// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/url/url.h"
#include "bfa/warc/exchange.h"

namespace bfa {
namespace {

// The size of the 1xx heads at the beginning of a response; 101 ends HTTP and is final (RFC 9110, section
// 15.2).
std::size_t interim_size(std::string_view response) {
  std::size_t size = 0;
  for (;;) {
    const std::string_view rest = response.substr(size);
    const std::size_t blank = std::min(rest.find("\r\n\r\n"), rest.find("\n\n"));
    if (blank == std::string_view::npos) return size;
    const std::size_t end = blank + (rest[blank] == '\r' ? 4 : 2);
    Findings ignored;
    const auto head = parse_response_head(rest.substr(0, end), ignored);
    if (!head) return size;  // the final head: its defects are reported by the caller
    const bool interim = head->status >= 100 && head->status < 200 && head->status != 101;
    if (!interim) return size;
    size += end;
  }
}

Result<Exchange> make(std::string_view url, std::string_view request, std::string_view response,
                      const ExchangeContext& context) {
  const std::string_view address = url.substr(0, url.find('#'));
  if (const auto parsed = Url::parse(address); !parsed)
    return Error{Code::kInvalidArgument, "not an absolute URL", std::string(url), -1};
  // Parsing drops some of these; a WARC-Target-URI may have none.
  if (std::any_of(address.begin(), address.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
    return Error{Code::kInvalidArgument, "the URL has a control character", std::string(url), -1};
  Exchange exchange;
  exchange.url = std::string(address);
  exchange.started = context.started;
  exchange.duration = context.duration;
  exchange.ip_address = context.ip_address;
  exchange.protocol = context.protocol;
  exchange.truncated = context.truncated;
  if (!request.empty()) {
    Findings ignored;
    BFA_ASSIGN_OR_RETURN(const HttpHead head, parse_request_head(request, ignored));
    (void)head;
  }
  const std::size_t interim = interim_size(response);
  exchange.interim = std::string(response.substr(0, interim));
  response.remove_prefix(interim);
  BFA_ASSIGN_OR_RETURN(exchange.head, parse_response_head(response, exchange.findings));
  exchange.request = Blob(std::string(request));
  exchange.response = Blob(std::string(response));
  return exchange;
}

}  // namespace

Result<Exchange> make_exchange(std::string_view url, std::string_view request, std::string_view response,
                               const ExchangeContext& context) {
  return guarded([&]() -> Result<Exchange> { return make(url, request, response, context); });
}

}  // namespace bfa
