// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <string>

namespace bfa::http {

// An IPv4 or IPv6 address as text; text that is no address for other families.
inline std::string address_text(const sockaddr& address) {
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

}  // namespace bfa::http
