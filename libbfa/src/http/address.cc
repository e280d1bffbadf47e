// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/http/fetcher.h"

namespace bfa {
namespace {

struct Range4 {
  std::uint32_t first;
  int bits;
};

constexpr std::uint32_t ip4(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return a << 24 | b << 16 | c << 8 | d;
}

// IANA IPv4 special-purpose address registry, and multicast.
constexpr Range4 kSpecial4[] = {
    {ip4(0, 0, 0, 0), 8},        // this network
    {ip4(10, 0, 0, 0), 8},       // private
    {ip4(100, 64, 0, 0), 10},    // shared by carriers
    {ip4(127, 0, 0, 0), 8},      // loopback
    {ip4(169, 254, 0, 0), 16},   // link-local
    {ip4(172, 16, 0, 0), 12},    // private
    {ip4(192, 0, 0, 0), 24},     // protocol assignments
    {ip4(192, 0, 2, 0), 24},     // documentation
    {ip4(192, 31, 196, 0), 24},  // AS112
    {ip4(192, 52, 193, 0), 24},  // AMT
    {ip4(192, 88, 99, 0), 24},   // 6to4 relays, deprecated
    {ip4(192, 168, 0, 0), 16},   // private
    {ip4(192, 175, 48, 0), 24},  // AS112
    {ip4(198, 18, 0, 0), 15},    // benchmarks
    {ip4(198, 51, 100, 0), 24},  // documentation
    {ip4(203, 0, 113, 0), 24},   // documentation
    {ip4(224, 0, 0, 0), 4},      // multicast
    {ip4(240, 0, 0, 0), 4},      // reserved, broadcast
};

struct Range6 {
  std::array<std::uint16_t, 4> first;  // the upper half; ranges below go by it
  int bits;
};

// IANA IPv6 special-purpose address registry, multicast and deprecated ranges; ::/64 covers the unspecified,
// loopback, IPv4-compatible and IPv4-mapped addresses.
constexpr Range6 kSpecial6[] = {
    {{0, 0, 0, 0}, 64},               // ::, ::1, ::a.b.c.d, ::ffff:a.b.c.d, ::ffff:0:a.b.c.d
    {{0x64, 0xFF9B, 1, 0}, 48},       // local NAT64
    {{0x100, 0, 0, 0}, 64},           // discard
    {{0x2001, 0, 0, 0}, 23},          // protocol assignments: Teredo, ORCHID, benchmarks, ...
    {{0x2001, 0xDB8, 0, 0}, 32},      // documentation
    {{0x2002, 0, 0, 0}, 16},          // 6to4: an IPv4 address inside
    {{0x2620, 0x4F, 0x8000, 0}, 48},  // AS112
    {{0x3FFF, 0, 0, 0}, 20},          // documentation
    {{0x5F00, 0, 0, 0}, 16},          // segment routing
    {{0xFC00, 0, 0, 0}, 7},           // unique local
    {{0xFE80, 0, 0, 0}, 10},          // link-local
    {{0xFEC0, 0, 0, 0}, 10},          // site-local, deprecated
    {{0xFF00, 0, 0, 0}, 8},           // multicast
};

bool is_special4(std::uint32_t address) {
  for (const auto& range : kSpecial4) {
    if ((address ^ range.first) >> (32 - range.bits) == 0) return true;
  }
  return false;
}

std::uint64_t join(const std::array<std::uint16_t, 4>& parts) {
  std::uint64_t value = 0;
  for (const std::uint16_t part : parts) value = value << 16 | part;
  return value;
}

bool is_special6(const unsigned char (&bytes)[16]) {
  std::uint64_t upper = 0;
  for (int i = 0; i < 8; ++i) upper = upper << 8 | bytes[i];
  for (const auto& range : kSpecial6) {
    if ((upper ^ join(range.first)) >> (64 - range.bits) == 0) return true;
  }
  // 64:ff9b::/96 reaches the IPv4 address in its last four bytes through a translator.
  bool nat64 = upper == join({0x64, 0xFF9B, 0, 0});
  for (int i = 8; i < 12; ++i) nat64 = nat64 && bytes[i] == 0;
  return nat64 && is_special4(ip4(bytes[12], bytes[13], bytes[14], bytes[15]));
}

}  // namespace

bool is_special_address(std::string_view address) {
  char text[INET6_ADDRSTRLEN + 1] = {};
  address = address.substr(0, address.find('%'));
  if (address.size() >= sizeof text) return true;
  address.copy(text, address.size());
  in_addr four{};
  if (::inet_pton(AF_INET, text, &four) == 1) return is_special4(ntohl(four.s_addr));
  in6_addr six{};
  if (::inet_pton(AF_INET6, text, &six) == 1) return is_special6(six.s6_addr);
  return true;
}

}  // namespace bfa
