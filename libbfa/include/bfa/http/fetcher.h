// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/log.h"
#include "bfa/http/message.h"

namespace bfa {

struct FetchRequest {
  std::uint64_t id = 0;  // the caller's, returned with the answer
  std::string url{};     // http or https; a fragment is not sent
  // Added to the fetcher's own headers (If-None-Match, Accept, ...); one of the same name replaces it. They
  // are sent with every hop, except that Authorization and Cookie are sent only to the host of `url`.
  std::vector<std::pair<std::string, std::string>> headers{};
  std::uint64_t max_body_bytes = 64u << 20;  // more is cut and marked Truncation::kLength
  int max_redirects = 10;                    // 0: a redirect is the final answer
  // The host's own minimum time between request starts (robots.txt Crawl-delay). It is used when it is longer
  // than NetworkOptions::delay, and is not limited by max_delay.
  std::chrono::milliseconds delay{0};
  // What may still come of all requests that share it, in bytes of answers; null: no limit. An answer is cut
  // where nothing is left, and none is begun then (kUnavailable).
  std::shared_ptr<std::atomic<std::int64_t>> budget{};
  // With a value the request is a POST with this body; its Content-Type is in `headers`. No redirect of it is
  // followed, whatever max_redirects says. Exchange::request has its head alone: a body may have secrets.
  std::optional<std::string> post_body{};
};

// The answer to one FetchRequest. `hops`: every exchange, the last one the final answer; empty when there
// was no exchange. An answer that was cut off after its head is a hop with `truncated` set, and no error.
// `error`: why there is no (full) answer; `where` is the URL of the hop that failed:
// kUnavailable transient, or possibly so: retry. The message begins with what failed: "dns: ", "connect: ",
//                 "timeout: ", "tls: " (with host and reason), "reset: "
//   kDenied       an address that policy refuses, a scheme that is not http or https
// kLimit    too many redirects or a loop (the message lists the chain), a head over max_head_bytes
//   kCorrupt      the answer is not HTTP
//   kNotFound     not in this archive (a fetcher that reads one)
//   kIo           the spool file or memory
//   kInvalidArgument  a URL or certificate file that cannot be used
struct Fetched {
  std::uint64_t id = 0;
  std::vector<Exchange> hops;
  std::optional<Error> error;
  // Facts for the archive about a hop without an exchange: "tls_certificate" (not accepted, so no request was
  // sent), "tls_handshake", "address_refused".
  Findings findings;
  std::string rendered_dom;  // when a browser rendered the page; otherwise empty
};

// Answers requests: from the network, a WARC file, a browser or a test. The order of answers is not defined.
// submit(), next() and pending() may be called from different threads; submit() and next() each from one
// thread at a time.
class BFA_EXPORT Fetcher {
 public:
  virtual ~Fetcher() = default;
  // Accepts a request; next() returns the answer. Errors: kInvalidArgument (not an absolute http or https
  // URL, a header with a line end); such a request gets no answer.
  virtual Status submit(FetchRequest request) = 0;
  // Waits up to `wait` for an answer. Nothing when no answer came in that time, or no request is pending.
  virtual std::optional<Fetched> next(std::chrono::milliseconds wait) = 0;
  // Number of requests that were accepted and not yet answered.
  virtual std::size_t pending() const = 0;
};

struct NetworkOptions {
  std::string user_agent;                 // default: "libbfa/VERSION", and "(+FROM)" when there is a contact
  std::string from;                       // From header (contact); none when empty
  int max_connections = 64;               // over all hosts
  int max_connections_per_host = 1;       // politeness
  std::chrono::milliseconds delay{1000};  // least time between two request starts to one host; 0 for none
  double delay_factor = 2.0;  // ... and at least this multiple of the last response time (0 when delay is 0)
  std::chrono::milliseconds max_delay{30000};        // cap of the two above, and of the increase by errors
  std::chrono::milliseconds max_retry_after{60000};  // longer waits that servers ask for are cut to this
  std::chrono::milliseconds connect_timeout{15000};  // resolve, connect and TLS together
  std::chrono::milliseconds timeout{60000};          // without a byte, once connected
  std::chrono::milliseconds total_timeout{600000};
  // An answer that brings less than this many bytes a second over the window is cut (0: never): one that
  // comes a byte at a time would hold its host's other pages until the total time is over.
  std::uint64_t min_rate = 1024;
  std::chrono::milliseconds min_rate_window{30000};
  std::uint64_t max_head_bytes = 256u << 10;
  std::uint64_t spool_memory_bytes = 2u << 20;  // larger responses go to a spool file
  std::vector<std::string> connect_to;          // FROM_HOST:FROM_PORT:TO_HOST:TO_PORT as curl's --connect-to
  std::string ca_file;                          // trust these certificates (PEM) in addition to the system's
  std::string proxy;           // none when empty; the environment's proxy variables are ignored
  bool cookies = true;         // kept for the fetcher's life (a crawl) and sent back; false: none are sent
  bool http2 = false;          // offer HTTP/2 over TLS; its answers are kept as HTTP/1.1 text, protocol "h2"
  bool allow_private = false;  // private, loopback, link-local and other special addresses
  // For Exchange::started and duration; system_clock() when null; must outlive the fetcher. Delays and
  // time-outs always go by the machine's steady clock.
  Clock* clock = nullptr;
  LogHook log;  // one kDebug line a hop; called on the network thread
};

// A fetcher on the network: one thread with many transfers, HTTP/1.1 GET, exact bytes, redirects hop by hop.
// Each hop waits for its host's turn. The wait is `delay` or `delay_factor`; it is doubled (with jitter) at
// each failure in a row, and doubled for all hosts of a registered domain or an address when one of them
// answers 403 or 429; Retry-After extends it. Addresses are checked at connect time, after resolving and
// connect_to, on every hop; no socket is opened to a refused address. (A proxy resolves the names itself:
// then only literal addresses and localhost in URLs are checked, and the proxy's own address is not.) Cookies
// by RFC 6265, none for public suffixes. docs/http.md describes it. Destroying the fetcher drops pending
// requests. Errors: kInvalidArgument when ca_file cannot be read or an option has no meaning, kInternal when
// the transfer library does not start.
BFA_EXPORT Result<std::unique_ptr<Fetcher>> make_network_fetcher(NetworkOptions options);

// True for addresses that are refused without allow_private: loopback, private, link-local, multicast,
// mapped, unspecified, special; and for text that is not an address. `address`: IPv4 or IPv6 in text, without
// brackets; a zone ("%eth0") is ignored. Thread-safe. Source: RFC 6890 and the IANA special-purpose
// registries.
BFA_EXPORT bool is_special_address(std::string_view address);

}  // namespace bfa
