// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bfa/base/log.h"
#include "bfa/http/message.h"

namespace bfa {

struct FetchRequest {
  std::uint64_t id = 0;  // the caller's, given back with the answer
  std::string url;       // http or https
  std::vector<std::pair<std::string, std::string>>
      headers;                               // besides the fetcher's own: If-None-Match, Accept, ...
  std::uint64_t max_body_bytes = 64u << 20;  // more is cut and marked Truncation::kLength
  int max_redirects = 10;
};

// The answer to one FetchRequest. `hops`: every exchange that took place, the last one the final answer;
// empty when nothing was exchanged. `error`: why there is no (full) answer: kUnavailable (resolve, connect,
// reset, time-out, TLS), kDenied (an address that policy refuses, a scheme), kLimit (redirects), kNotFound
// (not in this archive).
struct Fetched {
  std::uint64_t id = 0;
  std::vector<Exchange> hops;
  std::optional<Error> error;
  std::string rendered_dom;  // when a browser rendered the page; else empty
};

// Answers requests from somewhere: the network, a WARC, a browser, a test. Requests are answered in any
// order. submit() and next() may be called from different threads; each from one thread at a time.
class BFA_EXPORT Fetcher {
 public:
  virtual ~Fetcher() = default;
  // Takes a request; the answer comes out of next(). Errors: kInvalidArgument.
  virtual Status submit(FetchRequest request) = 0;
  // Waits up to `wait` for an answer. Nothing when none came in time or nothing is under way.
  virtual std::optional<Fetched> next(std::chrono::milliseconds wait) = 0;
  // Requests taken and not yet given back.
  virtual std::size_t pending() const = 0;
};

struct NetworkOptions {
  std::string user_agent;                 // default: "libbfa/VERSION (+contact)"
  std::string from;                       // From header (contact); none when empty
  int max_connections = 64;               // over all hosts
  int max_connections_per_host = 1;       // politeness
  std::chrono::milliseconds delay{1000};  // least time between two requests to one host; 0 for none
  double delay_factor = 2.0;  // ... and at least this multiple of the last response time (0 when delay is 0)
  std::chrono::milliseconds max_delay{30000};
  std::chrono::milliseconds connect_timeout{15000};
  std::chrono::milliseconds timeout{60000};  // without a byte
  std::chrono::milliseconds total_timeout{600000};
  std::uint64_t max_head_bytes = 256u << 10;
  std::uint64_t spool_memory_bytes = 2u << 20;  // larger responses go to a spool file
  std::vector<std::string> connect_to;          // FROM_HOST:FROM_PORT:TO_HOST:TO_PORT as curl's --connect-to
  std::string ca_file;                          // trust these certificates too
  std::string proxy;           // none when empty; the environment's proxy variables are ignored
  bool allow_private = false;  // private, loopback, link-local and other special addresses
  Clock* clock = nullptr;      // system_clock() when null; must outlive the fetcher
  LogHook log;
};

// The network: one thread with many transfers, HTTP/1.1, exact bytes, redirects hop by hop, refused addresses
// checked at connect time on every hop. Errors: kInternal when the transfer library does not start.
BFA_EXPORT Result<std::unique_ptr<Fetcher>> make_network_fetcher(NetworkOptions options);

// Gives one answer that is already there, whatever is asked: how a loop that fetches ahead calls crawl_step.
BFA_EXPORT std::unique_ptr<Fetcher> make_prefetched(Fetched fetched);

// True for addresses that allow_private guards: loopback, private, link-local, multicast, mapped,
// unspecified, special. `address`: IPv4 or IPv6 in text. Source: RFC 6890 and the IANA special-purpose
// registries.
BFA_EXPORT bool is_special_address(std::string_view address);

}  // namespace bfa
