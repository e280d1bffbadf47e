// SPDX-License-Identifier: Apache-2.0
#include <sys/random.h>

#include <array>
#include <memory>
#include <string>

#include "base/guard.h"
#include "bfa/io/digest.h"
#include "bfa/warc/writer.h"

namespace bfa {
namespace {

// RFC 9562 section 5.4: version and variant over 122 bits.
std::string uuid(std::array<unsigned char, 16> bits) {
  bits[6] = static_cast<unsigned char>((bits[6] & 0x0fU) | 0x40U);
  bits[8] = static_cast<unsigned char>((bits[8] & 0x3fU) | 0x80U);
  const std::string hex = hex_encode({reinterpret_cast<const char*>(bits.data()), bits.size()});
  return hex.substr(0, 8) + "-" + hex.substr(8, 4) + "-" + hex.substr(12, 4) + "-" + hex.substr(16, 4) + "-" +
         hex.substr(20);
}

}  // namespace

std::string random_uuid() {
  return guarded_or_empty([&]() -> std::string {
    std::array<unsigned char, 16> bits{};
    std::size_t used = 0;
    while (used < bits.size()) {
      const ssize_t got = ::getrandom(bits.data() + used, bits.size() - used, 0);
      if (got > 0) used += static_cast<std::size_t>(got);
    }
    return uuid(bits);
  });
}

std::function<std::string()> seeded_uuids(std::string seed) {
  return guarded_or_empty([&]() -> std::function<std::string()> {
    return [seed = std::move(seed), number = std::uint64_t{0}]() mutable {
      return guarded_or_empty([&]() -> std::string {
        const std::string raw = digest(DigestAlgorithm::kSha256, seed + "/" + std::to_string(number++));
        std::array<unsigned char, 16> bits{};
        for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<unsigned char>(raw[i]);
        return uuid(bits);
      });
    };
  });
}

}  // namespace bfa
