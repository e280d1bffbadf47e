// SPDX-License-Identifier: Apache-2.0
// The result of a finished transfer: the second half of Transfer.
#include <new>

#include "base/ascii.h"
#include "http/transfer.h"

namespace bfa::http {
namespace {

std::string protocol_of(CURL* easy) {
  long version = CURL_HTTP_VERSION_NONE;
  curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
  if (version == CURL_HTTP_VERSION_2_0) return "h2";
  return version == CURL_HTTP_VERSION_1_0 ? "http/1.0" : "http/1.1";
}

// The proxy without its user name and password.
std::string_view proxy_host(std::string_view proxy) {
  const std::size_t at = proxy.rfind('@');
  return at == std::string_view::npos ? proxy : proxy.substr(at + 1);
}

}  // namespace

std::string Transfer::error_text(CURLcode code) const {
  const std::string_view text = trim_line_space(error_buffer_);
  return std::string(text.empty() ? curl_easy_strerror(code) : text);
}

std::string Transfer::slow_text() const {
  return "less than " + std::to_string(settings_.options.min_rate) + " bytes a second from " +
         std::string(url_.host()) + " (--min-rate)";
}

Error Transfer::make_error(Code code, std::string message) const {
  for (char& c : message) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return Error{code, std::move(message), url_.href(), -1};
}

Error Transfer::head_error() const {
  return make_error(Code::kLimit, "the head of the answer is larger than " +
                                      std::to_string(settings_.options.max_head_bytes) + " bytes");
}

// Errors that are not the network's: nothing of the answer is kept then.
std::optional<Error> Transfer::local_failure(CURLcode code) const {
  if (local_error_) return local_error_;
  if (code == CURLE_OUT_OF_MEMORY) return make_error(Code::kIo, "out of memory");
  return std::nullopt;
}

Error Transfer::failure(CURLcode code) const {
  const std::string host(url_.host());
  if (idle_)
    return make_error(Code::kUnavailable, "timeout: nothing from " + host + " for " +
                                              std::to_string(settings_.options.timeout.count()) + " ms");
  if (slow_) return make_error(Code::kUnavailable, "timeout: " + slow_text());
  if (!refused_.empty() && !opened_socket_)
    return make_error(Code::kDenied, "address " + refused_ + " of " + host +
                                         " is private or special (--allow-private permits it)");
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return make_error(Code::kUnavailable, "dns: cannot resolve " + host);
    case CURLE_COULDNT_RESOLVE_PROXY:
      return make_error(Code::kUnavailable,
                        "dns: cannot resolve the proxy " + std::string(proxy_host(settings_.options.proxy)));
    case CURLE_COULDNT_CONNECT:
      return make_error(Code::kUnavailable, "connect: " + host + ": " + error_text(code));
    case CURLE_OPERATION_TIMEDOUT:
      return make_error(Code::kUnavailable, "timeout: " + host + ": " + error_text(code));
    case CURLE_PEER_FAILED_VERIFICATION:
      return make_error(Code::kUnavailable, "tls: certificate of " + host + " is not accepted: " +
                                                error_text(code) + " (--cacert FILE trusts another issuer)");
    case CURLE_SSL_CACERT_BADFILE:
      return make_error(Code::kInvalidArgument,
                        "tls: cannot read the trusted certificates: " + error_text(code));
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_USE_SSL_FAILED:
    case CURLE_SSL_ISSUER_ERROR:
      return make_error(Code::kUnavailable, "tls: handshake with " + host + " failed: " + error_text(code));
    case CURLE_URL_MALFORMAT:
      return make_error(Code::kInvalidArgument, "not a usable address: " + error_text(code));
    case CURLE_UNSUPPORTED_PROTOCOL:
      return make_error(Code::kCorrupt, "the answer is no HTTP/1: " + error_text(code));
    case CURLE_WEIRD_SERVER_REPLY:
      return make_error(Code::kCorrupt, "the answer is no HTTP: " + error_text(code));
    default:
      return make_error(Code::kUnavailable, "reset: " + host + ": " + error_text(code));
  }
}

// Findings for the archive about a hop without an exchange.
Findings Transfer::failure_findings(CURLcode code, const Error& error) const {
  const char* id = nullptr;
  if (error.code == Code::kDenied)
    id = "address_refused";
  else if (code == CURLE_PEER_FAILED_VERIFICATION)
    id = "tls_certificate";
  else if (error.message.starts_with("tls: "))
    id = "tls_handshake";
  if (id == nullptr) return {};
  return {{error.code, id, error.message, -1, url_.href()}};
}

// The reason for the end of the body.
void Transfer::note_end(CURLcode code, Exchange& exchange) const {
  const auto note = [&](const char* id, std::string message) {
    exchange.findings.push_back({Code::kTruncated, id, std::move(message), -1, "http body"});
  };
  if (over_budget_) {
    // Not a property of the answer: a later run gets all of it.
    exchange.truncated = Truncation::kDisconnect;
    note("byte_limit", "ended at the limit of bytes for this run");
  } else if (cut_) {
    exchange.truncated = Truncation::kLength;
    note("body_too_large", "cut after " + std::to_string(max_body_bytes_) + " bytes");
  } else if (code == CURLE_OPERATION_TIMEDOUT || idle_ || slow_) {
    exchange.truncated = Truncation::kTime;
    const std::string why = slow_ ? slow_text() : idle_ ? std::string("no byte came") : error_text(code);
    note("body_timeout", "no end in time: " + why);
  } else if (code != CURLE_OK && error_text(code).find("chunked") != std::string::npos) {
    // The framing is wrong, so where the answer ends is not known.
    exchange.truncated = Truncation::kUnspecified;
    note("bad_chunking", error_text(code));
  } else if (code != CURLE_OK) {
    exchange.truncated = Truncation::kDisconnect;
    note("body_disconnect", error_text(code));
  }
}

// Bytes after the announced end are kept with the body: the announced length is wrong more often than the
// body. An unrequested answer, which starts with a head, is not part of the body.
Status Transfer::write_excess(Exchange& exchange) {
  if (excess_bytes_ == 0) return {};
  std::string message = std::to_string(excess_bytes_) + " bytes or more came after the end";
  if (excess_.empty()) {
    message += "; they are left out";
  } else if (starts_ignoring_case(excess_, "HTTP/")) {
    message += "; they are another answer, and left out";
  } else {
    const auto free = static_cast<std::size_t>(max_body_bytes_ - std::min(body_bytes_, max_body_bytes_));
    const std::size_t room = take_budget(std::min(free, excess_.size()));
    if (!write(std::string_view(excess_).substr(0, room))) return *local_error_;
    message += "; what came is kept";
  }
  exchange.findings.push_back({Code::kCorrupt, "bytes_after_body", std::move(message), -1, "http body"});
  return {};
}

void Transfer::keep_cookies(const HttpHead& head) const {
  if (!settings_.options.cookies) return;
  for (const auto& [name, value] : head.headers) {
    if (equals_ignoring_case(name, "Set-Cookie"))
      settings_.cookies->store(url_, value, settings_.options.clock->now());
  }
}

HopResult Transfer::finish_exchange(CURLcode code) {
  Exchange exchange;
  if (head_.empty()) {
    exchange.head.status = 200;  // HTTP/0.9 has no other
    exchange.findings.push_back({Code::kCorrupt, "http_0_9", "the answer has no head", 0, "http head"});
  } else {
    auto head = parse_response_head(head_, exchange.findings);
    if (!head)
      return {std::nullopt, make_error(Code::kCorrupt, "the answer is no HTTP: " + head.error().message)};
    exchange.head = std::move(head).value();
    keep_cookies(exchange.head);
  }
  if (!head_written_ && !write(head_)) return {std::nullopt, local_error_};
  if (const Status kept = write_excess(exchange); !kept) return {std::nullopt, kept.error()};
  auto response = response_.finish();
  if (!response) return {std::nullopt, response.error()};
  if (!interim_.empty())
    exchange.findings.push_back(
        {Code::kCorrupt, "interim_response", "1xx heads came before the final one", 0, "http head"});
  exchange.response = std::move(response).value();
  exchange.request = Blob(std::move(request_));
  exchange.interim = std::move(interim_);
  exchange.url = url_.href();
  exchange.started = started_utc_;
  exchange.duration = settings_.options.clock->now() - started_utc_;
  exchange.protocol = head_.empty() ? "http/0.9" : protocol_of(easy_);
  char* address = nullptr;
  if (settings_.options.proxy.empty() &&
      curl_easy_getinfo(easy_, CURLINFO_PRIMARY_IP, &address) == CURLE_OK && address != nullptr)
    exchange.ip_address = address;
  note_end(code, exchange);
  const bool bad_framing = exchange.truncated == Truncation::kUnspecified;
  return {std::move(exchange), std::nullopt, {}, bad_framing};
}

// The part of a head that was received, as an exchange without a status: its bytes are kept.
HopResult Transfer::finish_long_head() {
  if (head_.empty()) return {std::nullopt, head_error()};
  Exchange exchange;
  if (!write(head_)) return {std::nullopt, local_error_};
  auto response = response_.finish();
  if (!response) return {std::nullopt, response.error()};
  exchange.response = std::move(response).value();
  exchange.request = Blob(std::move(request_));
  exchange.interim = std::move(interim_);
  exchange.url = url_.href();
  exchange.started = started_utc_;
  exchange.duration = settings_.options.clock->now() - started_utc_;
  exchange.protocol = protocol_of(easy_);
  exchange.truncated = Truncation::kLength;
  return {std::move(exchange), head_error()};
}

HopResult Transfer::finish(CURLcode code) try {
  // The library gives up a single line that is too long as if there were no memory.
  const bool long_line = code == CURLE_OUT_OF_MEMORY && !request_.empty() && !head_complete_;
  if ((head_too_large_ || long_line) && !local_error_) return finish_long_head();
  if (over_budget_ && !head_complete_)
    return {std::nullopt, make_error(Code::kUnavailable, "the limit of bytes for this run is reached")};
  if (auto error = local_failure(code)) return {std::nullopt, std::move(error)};
  const bool http09 = head_.empty() && body_bytes_ > 0;
  if (!http09 && (!head_complete_ || is_interim())) {
    Error error = failure(code);
    Findings findings = failure_findings(code, error);
    const bool bad_length = code == CURLE_WEIRD_SERVER_REPLY && !head_.empty();
    return {std::nullopt, std::move(error), std::move(findings), bad_length};
  }
  return finish_exchange(code);
} catch (const std::bad_alloc&) {
  return {std::nullopt, Error{Code::kIo, "out of memory", {}, -1}};
}

}  // namespace bfa::http
