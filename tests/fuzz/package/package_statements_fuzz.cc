// SPDX-License-Identifier: Apache-2.0
// What pages state of themselves: any page gives statements; those that are addresses are web addresses. The
// part that is parsed of a page states what the whole page does.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "fuzz/fuzz_target.h"
#include "package/aip/page_statements.h"

BFA_FUZZ_TARGET(package_statements) {
  bfa::Exchange exchange;
  exchange.url = "https://blog.example/a";
  const std::string body(reinterpret_cast<const char*>(data), size);
  const std::string response = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
  bfa::Findings findings;
  exchange.head = *bfa::parse_response_head(response, findings);
  exchange.response = bfa::Blob(response);
  const auto page = bfa::read_statements(exchange, true), part = bfa::read_statements(exchange, false);
  if (!page || !part) return 0;
  constexpr std::size_t kSmall = 4096;  // no limit of the parser is reached
  const bool same = part->canonical == page->canonical && part->shortlinks == page->shortlinks &&
                    part->license == page->license && part->rights == page->rights &&
                    part->geo == page->geo && part->asks_password == page->asks_password;
  if (size <= kSmall && !same) std::abort();
  for (const std::string* const url : {&page->canonical, &page->license}) {
    if (!url->empty() && !url->starts_with("http")) std::abort();
  }
  static_cast<void>(bfa::platform_of(body));
  static_cast<void>(bfa::geo_of(body));
  return 0;
}
