// SPDX-License-Identifier: Apache-2.0
#include "raw_client.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>

namespace bfa::test {

RawClient::RawClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  const timeval wait{10, 0};
  (void)::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  (void)::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
  // Who is not connected sends and reads nothing.
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) end();
}

RawClient::~RawClient() {
  ::close(socket_);
}

bool RawClient::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t put = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

void RawClient::end() const {
  (void)::shutdown(socket_, SHUT_WR);
}

std::string RawClient::read_until(std::string_view end) const {
  std::string out;
  char byte = 0;
  while (!out.ends_with(end) && ::recv(socket_, &byte, 1, 0) == 1) out.push_back(byte);
  return out;
}

std::string RawClient::read_all() const {
  std::string out;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (got <= 0) return out;
    out.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::string answer_to(int port, std::string_view bytes) {
  const RawClient client(port);
  (void)client.send(bytes);
  return client.read_all();
}

int status_of(std::string_view answer) {
  const std::size_t space = answer.find(' ');
  return space == std::string_view::npos ? 0 : std::atoi(std::string(answer.substr(space + 1, 3)).c_str());
}

std::string body_of(std::string_view answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string_view::npos ? std::string() : std::string(answer.substr(end + 4));
}

}  // namespace bfa::test
