// SPDX-License-Identifier: Apache-2.0
#include "support/wire_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace bfa::test {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

int connected_socket(int port, std::string_view address) {
  const bool six = address.find(':') != std::string_view::npos;
  const int socket = ::socket(six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return -1;
  int result = -1;
  if (six) {
    sockaddr_in6 to{};
    to.sin6_family = AF_INET6;
    to.sin6_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET6, std::string(address).c_str(), &to.sin6_addr);
    result = ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to);
  } else {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, std::string(address).c_str(), &to.sin_addr);
    result = ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to);
  }
  if (result == 0) return socket;
  ::close(socket);
  return -1;
}

}  // namespace

std::string WireReply::header(std::string_view name) const {
  const std::string text = lower(head), wanted = "\r\n" + lower(name) + ":";
  const std::size_t at = text.find(wanted);
  if (at == std::string::npos) return {};
  std::size_t begin = at + wanted.size();
  while (begin < head.size() && head[begin] == ' ') ++begin;
  return head.substr(begin, head.find("\r\n", begin) - begin);
}

WireClient::WireClient(int port, std::string_view address, std::chrono::milliseconds patience)
    : socket_(connected_socket(port, address)), patience_(patience) {}

WireClient::WireClient(WireClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      patience_(other.patience_),
      buffer_(std::move(other.buffer_)),
      ended_(other.ended_),
      reset_(other.reset_) {}

WireClient::~WireClient() {
  if (socket_ >= 0) ::close(socket_);
}

bool WireClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void WireClient::end_sending() {
  ::shutdown(socket_, SHUT_WR);
}

bool WireClient::read_more() {
  if (ended_ || socket_ < 0) return false;
  pollfd wanted{socket_, POLLIN, 0};
  if (::poll(&wanted, 1, static_cast<int>(patience_.count())) <= 0) return false;
  std::array<char, 65536> bytes;
  const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (got > 0) {
    buffer_.append(bytes.data(), static_cast<std::size_t>(got));
    return true;
  }
  ended_ = true;
  reset_ = got < 0;
  return false;
}

std::string WireClient::take(std::size_t count) {
  std::string out = buffer_.substr(0, count);
  buffer_.erase(0, count);
  return out;
}

std::string WireClient::read_until(std::string_view end) {
  for (std::size_t from = 0;;) {
    const std::size_t at = buffer_.find(end, from);
    if (at != std::string::npos) return take(at + end.size());
    from = buffer_.size() >= end.size() ? buffer_.size() - end.size() + 1 : 0;
    if (!read_more()) return take(buffer_.size());
  }
}

std::string WireClient::read_to_end() {
  while (read_more()) {
  }
  return take(buffer_.size());
}

WireReply WireClient::read_reply(bool to_head) {
  WireReply reply;
  reply.head = read_until("\r\n\r\n");
  if (!reply.head.ends_with("\r\n\r\n") || !reply.head.starts_with("HTTP/1.1 ")) return reply;
  reply.status = std::atoi(reply.head.c_str() + 9);
  const std::string length = reply.header("content-length");
  if (to_head || reply.status == 204 || reply.status == 304 || reply.status == 100) {
    reply.whole = true;
  } else if (!length.empty()) {
    const auto count = static_cast<std::size_t>(std::atoll(length.c_str()));
    while (buffer_.size() < count && read_more()) {
    }
    reply.whole = buffer_.size() >= count;
    reply.body = take(count);
  } else if (reply.header("transfer-encoding") == "chunked") {
    for (;;) {
      const std::string line = read_until("\r\n");
      if (!line.ends_with("\r\n")) break;
      const auto size = static_cast<std::size_t>(std::strtoull(line.c_str(), nullptr, 16));
      while (buffer_.size() < size + 2 && read_more()) {
      }
      if (buffer_.size() < size + 2) break;
      reply.body += take(size);
      take(2);
      reply.whole = size == 0;
      if (size == 0) break;
    }
  } else {
    reply.body = read_to_end();
    reply.whole = !reset_;
  }
  return reply;
}

std::string wire_get(int port, std::string_view target, std::string_view headers) {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n" +
         std::string(headers) + "\r\n";
}

WireReply wire_ask(int port, std::string_view request) {
  WireClient client(port);
  client.send(request);
  return client.read_reply(request.starts_with("HEAD "));
}

}  // namespace bfa::test
