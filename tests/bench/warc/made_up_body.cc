// SPDX-License-Identifier: Apache-2.0
#include "made_up_body.h"

namespace bfa::bench {
namespace {

// Words that repeat as in texts: few are frequent, many are rare.
struct Words {
  explicit Words(std::uint64_t seed) : state(seed * 0x9e3779b97f4a7c15U + 1) {}
  std::uint64_t next() {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return state;
  }
  void word(std::string& out) {
    const std::uint64_t rank = (next() % 4096) * (next() % 4096) / 4096;
    std::uint64_t letters = (rank + 1) * 2654435761U;
    const std::size_t size = 2 + letters % 9;
    for (std::size_t i = 0; i < size; ++i, letters = letters * 31 + 7) {
      out.push_back("etaoinshrdlucmfwypvbgkqjxz"[(letters >> 5U) % (rank < 400 ? 12 : 26)]);
    }
    out.push_back(' ');
  }
  std::uint64_t state;
};

}  // namespace

std::string made_up_body(std::uint64_t number) {
  Words words(number);
  std::string out;
  if (number % 4 == 3) {
    const std::size_t size = 2000 + words.next() % 40'000;
    while (out.size() < size) {
      const std::uint64_t bits = words.next();
      out.append(reinterpret_cast<const char*>(&bits), sizeof bits);
    }
    return out;
  }
  out = "<!doctype html><html><head><title>Post " + std::to_string(number) + "</title></head><body>";
  const std::size_t size = 3000 + words.next() % 50'000;
  while (out.size() < size) {
    out += "<div class=\"entry-content\"><p>";
    for (int i = 0; i < 40; ++i) words.word(out);
    out += "</p></div>\n";
  }
  return out + "</body></html>";
}

}  // namespace bfa::bench
