// SPDX-License-Identifier: Apache-2.0
#include "http/transfer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <new>

#include "http/ascii.h"

namespace bfa::http {
namespace {

// The status of a head's first line; 0 when there is none.
int status_of(std::string_view head) {
  const std::size_t space = head.substr(0, head.find('\n')).find(' ');
  if (space == std::string_view::npos || head.size() < space + 4) return 0;
  int status = 0;
  for (const char c : head.substr(space + 1, 3)) {
    if (!is_digit(c)) return 0;
    status = status * 10 + (c - '0');
  }
  return status;
}

std::string address_text(const sockaddr& address) {
  char text[INET6_ADDRSTRLEN] = {};
  const void* bytes = nullptr;
  if (address.sa_family == AF_INET)
    bytes = &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
  else if (address.sa_family == AF_INET6)
    bytes = &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  else
    return "of family " + std::to_string(address.sa_family);
  return ::inet_ntop(address.sa_family, bytes, text, sizeof text) != nullptr ? text : "unknown";
}

bool is_of_first_host_only(std::string_view name) {
  return equal_ignoring_case(name, "Authorization") || equal_ignoring_case(name, "Cookie");
}

}  // namespace

template <class Value>
void Transfer::set(CURLoption option, Value value) {
  if (curl_easy_setopt(easy_, option, value) != CURLE_OK) ready_ = false;
}

Transfer::Transfer(const Settings& settings, CURL* easy, const FetchRequest& request, const Url& url,
                   bool same_host_as_request)
    : settings_(settings),
      easy_(easy),
      url_(url),
      max_body_bytes_(request.max_body_bytes),
      response_(settings.options.spool_memory_bytes) {
  curl_easy_reset(easy_);
  setup();
  setup_callbacks();
  setup_tls();
  if (!setup_headers(request, same_host_as_request)) ready_ = false;
}

void Transfer::setup() {
  const NetworkOptions& options = settings_.options;
  set(CURLOPT_URL, url_.href().c_str());
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_HTTP09_ALLOWED, 1L);
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_HTTP_TRANSFER_DECODING, 0L);
  set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
  // An empty cookie starts keeping cookies in memory, for the hops of this handle. (An empty COOKIEFILE does
  // so too, but the library's reset loses that list's memory.)
  set(CURLOPT_COOKIELIST, "Set-Cookie:");
  set(CURLOPT_PROXY, options.proxy.c_str());
  set(CURLOPT_NOPROXY, "");
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (settings_.connect_to) set(CURLOPT_CONNECT_TO, settings_.connect_to.get());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_QUICK_EXIT, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.connect_timeout.count()));
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(options.total_timeout.count()));
}

void Transfer::setup_callbacks() {
  set(CURLOPT_ERRORBUFFER, error_buffer_);
  set(CURLOPT_VERBOSE, 1L);  // for the bytes sent
  set(CURLOPT_DEBUGFUNCTION, &Transfer::on_debug);
  set(CURLOPT_DEBUGDATA, this);
  set(CURLOPT_HEADERFUNCTION, &Transfer::on_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &Transfer::on_body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_PREREQFUNCTION, &Transfer::on_connected);
  set(CURLOPT_PREREQDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &Transfer::on_socket);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_CLOSESOCKETFUNCTION, &Transfer::on_close);
  set(CURLOPT_CLOSESOCKETDATA, settings_.sockets.get());  // a connection outlives its transfer
}

void Transfer::setup_tls() {
  const Trust& trust = settings_.trust;
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  if (!trust.bundle.empty()) {
    curl_blob blob{const_cast<char*>(trust.bundle.data()), trust.bundle.size(), CURL_BLOB_NOCOPY};
    set(CURLOPT_CAINFO_BLOB, &blob);
    return;
  }
  set(CURLOPT_CAINFO, trust.ca_file.empty() ? nullptr : trust.ca_file.c_str());
  set(CURLOPT_CAPATH, trust.ca_folder.empty() ? nullptr : trust.ca_folder.c_str());
}

bool Transfer::setup_headers(const FetchRequest& request, bool same_host) {
  std::string line;
  for (const auto& [name, value] : settings_.headers) {
    bool replaced = false;
    for (const auto& own : request.headers) replaced = replaced || equal_ignoring_case(own.first, name);
    line.assign(name).append(": ").append(value);
    if (!replaced && !append(headers_, line)) return false;
  }
  for (const auto& [name, value] : request.headers) {
    if (!same_host && is_of_first_host_only(name)) continue;
    // The library takes a header without a value away unless a semicolon stands for the colon.
    line.assign(name).append(value.empty() ? ";" : ": ").append(value);
    if (!append(headers_, line)) return false;
  }
  set(CURLOPT_HTTPHEADER, headers_.get());
  return true;
}

void Transfer::start(SteadyTime now) {
  started_ = last_byte_ = now;
  started_utc_ = settings_.options.clock->now();
}

std::optional<SteadyTime> Transfer::idle_deadline() const {
  if (!connected_) return std::nullopt;
  return last_byte_ + settings_.options.timeout;
}

int Transfer::on_connected(void* self, char*, char*, int, int) {
  auto& transfer = *static_cast<Transfer*>(self);
  transfer.connected_ = true;
  transfer.last_byte_ = std::chrono::steady_clock::now();
  return CURL_PREREQFUNC_OK;
}

// The guard: `address` is what would be connected to, after resolving, connect_to and proxy.
curl_socket_t Transfer::on_socket(void* self, curlsocktype, curl_sockaddr* address) {
  auto& transfer = *static_cast<Transfer*>(self);
  const NetworkOptions& options = transfer.settings_.options;
  try {
    std::string text = address_text(address->addr);
    if (!options.allow_private && options.proxy.empty() && is_special_address(text)) {
      transfer.refused_ = std::move(text);
      return CURL_SOCKET_BAD;
    }
  } catch (const std::bad_alloc&) {
    return CURL_SOCKET_BAD;
  }
  transfer.opened_socket_ = true;
  const curl_socket_t made = ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  try {
    if (made != CURL_SOCKET_BAD) transfer.settings_.sockets->emplace(transfer.url_.host(), made);
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
    // it works without, only slower
  }
  return made;
}

int Transfer::on_close(void* sockets, curl_socket_t socket) {
  std::erase_if(*static_cast<OpenSockets*>(sockets),
                [socket](const auto& entry) { return entry.second == socket; });
  return ::close(socket);
}

int Transfer::on_debug(CURL*, curl_infotype type, char* data, std::size_t size, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  // The one sign of bytes that came after the end of the answer; the library drops them.
  if (type == CURLINFO_TEXT && std::string_view(data, size).starts_with("Excess found"))
    transfer.excess_ = true;
  if (type != CURLINFO_HEADER_OUT) return 0;
  try {
    transfer.take_sent(std::string_view(data, size));
  } catch (const std::bad_alloc&) {
    transfer.local_error_ = transfer.make_error(Code::kIo, "out of memory");
  }
  return 0;
}

void Transfer::take_sent(std::string_view bytes) {
  last_byte_ = std::chrono::steady_clock::now();
  if (bytes.starts_with("CONNECT ")) return;  // for the proxy, not for the server
  // A kept connection that turns out closed makes the library send the request again on a new one.
  if (bytes.starts_with("GET ") && request_.ends_with("\r\n\r\n")) request_.clear();
  request_ += bytes;
}

std::size_t Transfer::on_header(char* data, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  try {
    return transfer.take_header(std::string_view(data, size * count)) ? size * count : 0;
  } catch (const std::bad_alloc&) {
    transfer.local_error_ = transfer.make_error(Code::kIo, "out of memory");
    return 0;
  }
}

bool Transfer::take_header(std::string_view line) {
  last_byte_ = std::chrono::steady_clock::now();
  if (head_complete_) {
    // Another head: the one before was interim. Anything else is a trailer, which the body has as well.
    if (head_written_ || !is_interim() || !starts_ignoring_case(line, "HTTP")) return true;
    interim_ += head_;
    head_.clear();
    head_complete_ = false;
  }
  if (head_.size() + interim_.size() + line.size() > settings_.options.max_head_bytes) {
    head_too_large_ = true;
    return false;
  }
  head_ += line;
  head_complete_ = line == "\r\n" || line == "\n";
  if (head_complete_) acknowledge_now();
  return true;
}

// A server that sends head and body apart waits for the head's acknowledgement, which the kernel holds back
// for 40 ms on a kept connection: said at once, a request takes what the server takes.
void Transfer::acknowledge_now() {
  const auto [begin, end] = settings_.sockets->equal_range(std::string(url_.host()));
  for (auto at = begin; at != end; ++at) {
    const int on = 1;
    (void)::setsockopt(at->second, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
  }
}

bool Transfer::is_interim() const {
  const int status = status_of(head_);
  return status >= 100 && status < 200 && status != 101;
}

std::size_t Transfer::on_body(char* data, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  try {
    return transfer.take_body(std::string_view(data, size * count)) ? size * count : 0;
  } catch (const std::bad_alloc&) {
    transfer.local_error_ = transfer.make_error(Code::kIo, "out of memory");
    return 0;
  }
}

bool Transfer::take_body(std::string_view bytes) {
  last_byte_ = std::chrono::steady_clock::now();
  if (!head_written_ && !write(head_)) return false;
  head_written_ = true;
  const std::uint64_t room = max_body_bytes_ - body_bytes_;
  cut_ = bytes.size() > room;
  if (cut_) bytes = bytes.substr(0, static_cast<std::size_t>(room));
  body_bytes_ += bytes.size();
  return write(bytes) && !cut_;
}

bool Transfer::write(std::string_view bytes) {
  const Status status = response_.write(bytes);
  if (!status.ok()) local_error_ = status.error();
  return status.ok();
}

}  // namespace bfa::http
