// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <curl/curl.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/http/fetcher.h"
#include "bfa/io/blob.h"
#include "bfa/url/url.h"
#include "http/host_queue.h"
#include "http/settings.h"

namespace bfa::http {

struct EasyDeleter {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
using EasyHandle = std::unique_ptr<CURL, EasyDeleter>;

// The result of one hop: an exchange, an error, or (spool failures) only an error.
struct HopResult {
  std::optional<Exchange> exchange;
  std::optional<Error> error;
  Findings findings{};  // of a hop without an exchange
  // Its framing could not be read to the end: in a second request by HTTP/1.0 the answer ends with the
  // connection, so that the rest may come, too.
  bool bad_framing = false;
};

// One hop: a GET, or a POST, with the bytes of both directions as they were on the wire. It is the callback
// data of the easy handle, so it cannot be moved. Used only on the network thread.
class Transfer {
 public:
  // `settings` and `easy` must outlive it; `easy` is reset. `plain`: by HTTP/1.0, over a new connection, and
  // the answer is read to its end without regard to the length in its head.
  Transfer(const Settings& settings, CURL* easy, const FetchRequest& request, const Url& url,
           bool same_host_as_request, bool plain = false);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  // False when the handle cannot be set up (memory, a connect_to rule in a shape that it does not take).
  bool ready() const noexcept { return ready_; }
  // Notes the start; the caller adds the handle to the multi handle now.
  void start(SteadyTime now);
  SteadyTime started() const noexcept { return started_; }
  // When to stop if no byte comes before; nothing while connecting, which has its own time-out.
  std::optional<SteadyTime> idle_deadline() const;
  // True when the transfer has to end at `now`, which idle_deadline() gave: nothing came for too long, or too
  // little. finish() will report it.
  bool expired(SteadyTime now);
  // The transfer is over with `code`; once. The easy handle still has its facts.
  HopResult finish(CURLcode code);

 private:
  static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* self);
  static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* self);
  static int on_debug(CURL* easy, curl_infotype type, char* data, std::size_t size, void* self);
  static int on_connected(void* self, char*, char*, int, int);
  static int on_close(void* sockets, curl_socket_t socket);
  static curl_socket_t on_socket(void* self, curlsocktype purpose, curl_sockaddr* address);

  void setup();
  void setup_callbacks();
  void setup_tls();
  void setup_addresses();
  bool setup_headers(const FetchRequest& request, bool same_host);
  void setup_post(const FetchRequest& request);
  bool take_header(std::string_view line);
  void acknowledge_now();
  bool take_body(std::string_view bytes);
  void take_sent(std::string_view bytes);
  void take_excess(std::string_view note);
  bool write(std::string_view bytes);
  template <class Value>
  void set(CURLoption option, Value value);

  Error failure(CURLcode code) const;
  Findings failure_findings(CURLcode code, const Error& error) const;
  std::optional<Error> local_failure(CURLcode code) const;
  Error make_error(Code code, std::string message) const;
  HopResult finish_exchange(CURLcode code);
  HopResult finish_long_head();
  Error head_error() const;
  void note_end(CURLcode code, Exchange& exchange) const;
  Status write_excess(Exchange& exchange);
  void keep_cookies(const HttpHead& head) const;
  std::string error_text(CURLcode code) const;
  bool is_interim() const;

  void count(std::size_t bytes);
  std::size_t take_budget(std::size_t bytes);
  std::string slow_text() const;

  const Settings& settings_;
  CURL* easy_;
  const Url url_;
  const std::uint64_t max_body_bytes_;
  const std::shared_ptr<std::atomic<std::int64_t>> budget_;
  const bool plain_;
  bool ready_ = true;
  Slist headers_, addresses_;
  char error_buffer_[CURL_ERROR_SIZE] = {};

  SteadyTime started_{}, last_byte_{};
  UtcTime started_utc_{};
  bool connected_ = false;
  bool idle_ = false, slow_ = false;
  std::optional<SteadyTime> window_;  // since when window_bytes_ are counted; nothing before the first byte
  std::uint64_t window_bytes_ = 0;

  std::string request_;  // bytes sent
  std::string interim_;  // 1xx heads
  std::string head_;     // of the final answer, so far
  bool head_complete_ = false;
  bool head_too_large_ = false;
  bool head_written_ = false;
  BlobWriter response_;
  std::uint64_t body_bytes_ = 0;
  bool over_budget_ = false;
  bool cut_ = false;              // the body has more than max_body_bytes_
  std::string_view last_in_;      // the bytes that the library read last; valid within its callback
  std::size_t excess_bytes_ = 0;  // came after the end of the answer, at least
  std::string excess_;            // those of them that were available
  std::string refused_;           // an address that no socket was opened for
  bool opened_socket_ = false;
  std::optional<Error> local_error_;  // the spool file, memory
};

}  // namespace bfa::http
