// SPDX-License-Identifier: Apache-2.0
#include "http/transfer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <new>

#include "base/ascii.h"

namespace bfa::http {
namespace {

// The status of a head's first line; 0 without a status.
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

void lead_to_loopback(curl_sockaddr& address, int port) {
  sockaddr_in loopback{};
  loopback.sin_family = AF_INET;
  loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  loopback.sin_port = htons(static_cast<std::uint16_t>(port));
  std::memcpy(&address.addr, &loopback, sizeof loopback);
  address.addrlen = sizeof loopback;
  address.family = AF_INET;
}

bool is_of_first_host_only(std::string_view name) {
  return equals_ignoring_case(name, "Authorization") || equals_ignoring_case(name, "Cookie");
}

// The head as it is archived: what it says to the proxy is a secret of this machine. The header stays, so
// that the record shows that it was sent.
std::string without_proxy_secret(std::string_view head) {
  constexpr std::string_view kName = "Proxy-Authorization:";
  std::string out;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size() - 1) + 1;
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end);
    if (starts_ignoring_case(line, kName)) {
      out.append(line.substr(0, kName.size())).append(" (removed)\r\n");
    } else {
      out += line;
    }
  }
  return out;
}

}  // namespace

template <class Value>
void Transfer::set(CURLoption option, Value value) {
  if (curl_easy_setopt(easy_, option, value) != CURLE_OK) ready_ = false;
}

Transfer::Transfer(const Settings& settings, CURL* easy, const FetchRequest& request, const Url& url,
                   bool same_host_as_request, bool plain)
    : settings_(settings),
      easy_(easy),
      url_(url),
      max_body_bytes_(request.max_body_bytes),
      budget_(request.budget),
      plain_(plain),
      response_(settings.options.spool_memory_bytes) {
  curl_easy_reset(easy_);
  setup();
  setup_callbacks();
  setup_tls();
  setup_addresses();
  if (!setup_headers(request, same_host_as_request)) ready_ = false;
  setup_post(request);
}

void Transfer::setup() {
  const NetworkOptions& options = settings_.options;
  set(CURLOPT_URL, url_.href().c_str());
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  const auto newest = options.http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1;
  set(CURLOPT_HTTP_VERSION, static_cast<long>(plain_ ? CURL_HTTP_VERSION_1_0 : newest));
  set(CURLOPT_IGNORE_CONTENT_LENGTH, plain_ ? 1L : 0L);
  set(CURLOPT_FRESH_CONNECT, plain_ ? 1L : 0L);
  set(CURLOPT_FORBID_REUSE, plain_ ? 1L : 0L);
  set(CURLOPT_HTTP09_ALLOWED, 1L);
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_HTTP_TRANSFER_DECODING, 0L);
  set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
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

// With a resolver of the caller: its answer is put into the library's cache only for this hop.
void Transfer::setup_addresses() {
  const std::string host(url_.host());
  const bool literal = host.starts_with('[') || host.find_first_not_of("0123456789.") == std::string::npos;
  if (!settings_.seams.resolve || literal) return;
  std::string entry = host + ":" + std::to_string(url_.port()) + ":";
  const auto addresses = settings_.seams.resolve(host);
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    if (i > 0) entry += ',';
    entry += addresses[i].find(':') == std::string::npos ? addresses[i] : "[" + addresses[i] + "]";
  }
  if (addresses.empty() || !append(addresses_, entry)) ready_ = false;  // never ask the library's own
  set(CURLOPT_RESOLVE, addresses_.get());
}

bool Transfer::setup_headers(const FetchRequest& request, bool same_host) {
  std::string line;
  bool own_cookies = false;
  for (const auto& [name, value] : settings_.headers) {
    bool replaced = false;
    for (const auto& own : request.headers) replaced = replaced || equals_ignoring_case(own.first, name);
    line.assign(name).append(": ").append(value);
    if (!replaced && !append(headers_, line)) return false;
  }
  for (const auto& [name, value] : request.headers) {
    if (!same_host && is_of_first_host_only(name)) continue;
    own_cookies = own_cookies || equals_ignoring_case(name, "Cookie");
    // curl drops a header without a value unless it is written with a semicolon in place of the colon.
    line.assign(name).append(value.empty() ? ";" : ": ").append(value);
    if (!append(headers_, line)) return false;
  }
  if (settings_.options.cookies && !own_cookies) {
    const std::string cookies = settings_.cookies->header(url_, settings_.options.clock->now());
    if (!cookies.empty() && !append(headers_, "Cookie: " + cookies)) return false;
  }
  set(CURLOPT_HTTPHEADER, headers_.get());
  return true;
}

void Transfer::setup_post(const FetchRequest& request) {
  if (!request.post_body) return;
  set(CURLOPT_POST, 1L);
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.post_body->size()));
  set(CURLOPT_COPYPOSTFIELDS, request.post_body->data());
}

void Transfer::start(SteadyTime now) {
  started_ = last_byte_ = now;
  started_utc_ = settings_.options.clock->now();
}

std::optional<SteadyTime> Transfer::idle_deadline() const {
  if (!connected_) return std::nullopt;
  const SteadyTime idle = last_byte_ + settings_.options.timeout;
  if (!window_ || settings_.options.min_rate == 0) return idle;
  return std::min(idle, *window_ + settings_.options.min_rate_window);
}

bool Transfer::expired(SteadyTime now) {
  idle_ = last_byte_ + settings_.options.timeout <= now;
  if (idle_ || !window_) return idle_;
  const std::chrono::duration<double> elapsed = now - *window_;
  slow_ =
      static_cast<double>(window_bytes_) < static_cast<double>(settings_.options.min_rate) * elapsed.count();
  window_ = now;
  window_bytes_ = 0;
  return slow_;
}

// Counts what came of the answer.
void Transfer::count(std::size_t bytes) {
  last_byte_ = std::chrono::steady_clock::now();
  if (!window_) window_ = last_byte_;
  window_bytes_ += bytes;
}

int Transfer::on_connected(void* self, char*, char*, int, int) {
  auto& transfer = *static_cast<Transfer*>(self);
  transfer.connected_ = true;
  transfer.last_byte_ = std::chrono::steady_clock::now();
  return CURL_PREREQFUNC_OK;
}

// Checks the address before connecting: `address` is the final one, after resolving, connect_to and proxy.
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
  if (const auto& instead = transfer.settings_.seams.port_instead) {
    const int port = instead(address_text(address->addr));
    if (port == 0) return CURL_SOCKET_BAD;
    lead_to_loopback(*address, port);
  }
  const curl_socket_t made = ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  try {
    if (made != CURL_SOCKET_BAD) transfer.settings_.sockets->emplace(transfer.url_.host(), made);
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
    // it works without it, but slower
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
  const std::string_view bytes(data, size);
  try {
    if (type == CURLINFO_DATA_IN) transfer.last_in_ = bytes;
    if (type == CURLINFO_TEXT) transfer.take_excess(bytes);
    if (type == CURLINFO_HEADER_OUT) transfer.take_sent(bytes);
  } catch (const std::bad_alloc&) {
    transfer.local_error_ = transfer.make_error(Code::kIo, "out of memory");
  }
  return 0;
}

void Transfer::take_sent(std::string_view bytes) {
  last_byte_ = std::chrono::steady_clock::now();
  if (bytes.starts_with("CONNECT ")) return;  // for the proxy, not for the server
  // A kept connection that turns out closed makes the library send the request again on a new one.
  const bool is_request_line = bytes.starts_with("GET ") || bytes.starts_with("POST ");
  if (is_request_line && request_.ends_with("\r\n\r\n")) request_.clear();
  const bool begins = request_.empty();
  request_ += settings_.options.proxy.empty() ? std::string(bytes) : without_proxy_secret(bytes);
  constexpr std::string_view kH2 = " HTTP/2\r\n";
  if (const auto at = begins ? request_.find(kH2) : std::string::npos; at != std::string::npos)
    request_.replace(at, kH2.size(), " HTTP/1.1\r\n");
}

// The library reports in its log text how many bytes came after the end of the answer, and drops them: they
// are the end of the bytes that it read last.
void Transfer::take_excess(std::string_view note) {
  constexpr std::string_view kExcess = "Excess found";
  constexpr std::string_view kCount = "excess = ";
  if (!note.starts_with(kExcess)) return;
  const std::size_t at = note.find(kCount);
  if (at != std::string_view::npos)
    std::from_chars(note.data() + at + kCount.size(), note.data() + note.size(), excess_bytes_);
  excess_ = last_in_.substr(last_in_.size() - std::min(excess_bytes_, last_in_.size()));
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

// How many of so many bytes are left in the budget that the request shares; they are taken from it.
std::size_t Transfer::take_budget(std::size_t bytes) {
  if (!budget_) return bytes;
  const auto wanted = static_cast<std::int64_t>(bytes);
  const std::int64_t left = std::clamp<std::int64_t>(budget_->fetch_sub(wanted), 0, wanted);
  if (left == wanted) return bytes;
  budget_->fetch_add(wanted - left);
  over_budget_ = true;
  return static_cast<std::size_t>(left);
}

bool Transfer::take_header(std::string_view line) {
  count(line.size());
  if (take_budget(line.size()) < line.size()) return false;
  if (head_complete_) {
    // Another head: the previous one was interim. Other lines are trailers, which the body has as well.
    if (head_written_ || !is_interim() || !starts_ignoring_case(line, "HTTP")) return true;
    interim_ += head_;
    head_.clear();
    head_complete_ = false;
  }
  if (head_.size() + interim_.size() + line.size() > settings_.options.max_head_bytes) {
    head_too_large_ = true;
    return false;
  }
  // HTTP/2 has no text on the wire: the library's text form is archived as HTTP/1.1, with the real protocol
  // in a separate field.
  if (constexpr std::string_view kH2 = "HTTP/2 "; head_.empty() && line.starts_with(kH2)) {
    head_ += "HTTP/1.1 ";
    line.remove_prefix(kH2.size());
  }
  head_ += line;
  head_complete_ = line == "\r\n" || line == "\n";
  if (head_complete_) acknowledge_now();
  return true;
}

// A server that sends head and body apart waits for the head's acknowledgement, which the kernel delays for
// 40 ms on a kept connection. With an immediate acknowledgement a request takes only the server's time.
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
  count(bytes.size());
  if (!head_written_ && !write(head_)) return false;
  head_written_ = true;
  const std::uint64_t room = max_body_bytes_ - body_bytes_;
  cut_ = bytes.size() > room;
  if (cut_) bytes = bytes.substr(0, static_cast<std::size_t>(room));
  bytes = bytes.substr(0, take_budget(bytes.size()));
  body_bytes_ += bytes.size();
  return write(bytes) && !cut_ && !over_budget_;
}

bool Transfer::write(std::string_view bytes) {
  const Status status = response_.write(bytes);
  if (!status.ok()) local_error_ = status.error();
  return status.ok();
}

}  // namespace bfa::http
