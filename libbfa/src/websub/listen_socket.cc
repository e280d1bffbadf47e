// SPDX-License-Identifier: Apache-2.0
#include "websub/listen_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/ascii.h"

namespace bfa::websub {
namespace {

constexpr int kBacklog = 64;

struct Endpoint {
  sockaddr_storage bytes{};
  socklen_t size = 0;
  std::string text;
};

Error bad_address(std::string_view address) {
  return Error{
      Code::kInvalidArgument,
      "not an address to listen at: ADDRESS:PORT with an IPv4 or IPv6 address in numbers is expected",
      std::string(address), -1};
}

Result<Endpoint> endpoint_of(std::string_view address) {
  const std::size_t colon = address.rfind(':');
  const std::string_view port_text = colon == std::string_view::npos ? address : address.substr(colon + 1);
  std::string host(colon == std::string_view::npos ? "" : address.substr(0, colon));
  const auto port = parse_number(port_text);
  if (!port || *port > 65535) return bad_address(address);
  if (host.empty()) host = "127.0.0.1";
  Endpoint out;
  out.text = host;
  if (host.starts_with('[') && host.ends_with(']')) {
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(static_cast<std::uint16_t>(*port));
    if (::inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &six.sin6_addr) != 1)
      return bad_address(address);
    std::memcpy(&out.bytes, &six, sizeof six);
    out.size = sizeof six;
    return out;
  }
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(static_cast<std::uint16_t>(*port));
  if (::inet_pton(AF_INET, host.c_str(), &four.sin_addr) != 1) return bad_address(address);
  std::memcpy(&out.bytes, &four, sizeof four);
  out.size = sizeof four;
  return out;
}

Error refused(std::string_view address, const char* what) {
  return Error{Code::kUnavailable, std::string(what) + ": " + std::system_category().message(errno),
               std::string(address), -1};
}

int port_of(int socket) {
  sockaddr_storage bytes{};
  socklen_t size = sizeof bytes;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&bytes), &size) != 0) return 0;
  if (bytes.ss_family == AF_INET6) {
    sockaddr_in6 six{};
    std::memcpy(&six, &bytes, sizeof six);
    return ntohs(six.sin6_port);
  }
  sockaddr_in four{};
  std::memcpy(&four, &bytes, sizeof four);
  return ntohs(four.sin_port);
}

}  // namespace

void Descriptor::close() noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Result<ListenSocket> open_listen_socket(std::string_view address) {
  const auto endpoint = endpoint_of(address);
  if (!endpoint) return endpoint.error();
  ListenSocket out;
  out.socket = Descriptor(::socket(endpoint->bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!out.socket.valid()) return refused(address, "cannot open a socket");
  const int on = 1;
  // A restart may take the port while old connections end; IPv6 does not take IPv4's port.
  (void)::setsockopt(out.socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (endpoint->bytes.ss_family == AF_INET6)
    (void)::setsockopt(out.socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  const auto* bytes = reinterpret_cast<const sockaddr*>(&endpoint->bytes);
  if (::bind(out.socket.get(), bytes, endpoint->size) != 0) return refused(address, "cannot listen");
  if (::listen(out.socket.get(), kBacklog) != 0) return refused(address, "cannot listen");
  out.address = endpoint->text;
  out.port = port_of(out.socket.get());
  return out;
}

}  // namespace bfa::websub
