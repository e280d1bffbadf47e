// SPDX-License-Identifier: Apache-2.0
#include "made_queries.h"

#include <random>

#include "bfa/text/utf8.h"
#include "made_archive.h"

namespace bfa::bench {

std::string query_text(Class kind, int number, std::size_t posts) {
  std::mt19937_64 random(static_cast<std::uint64_t>(1000 * kind + number));
  const auto n = static_cast<std::size_t>(number);
  switch (kind) {
    case kCommon:
      return word_at(n % 40);
    case kFrequent:
      return word_at(100 + 10 * n % 2000);
    case kRare:
      return word_at(10'000 + 500 * n % 50'000);
    case kTwo:
      return drawn_word(random) + " " + drawn_word(random);
    case kPhrase:
      return "\"" + word_at(n % 20) + " " + word_at((n * 7) % 60) + "\"";
    case kPrefix:
      return word_at(200 + 31 * n % 5000).substr(0, 3) + "*";
    case kHanPair:
      return drawn_character(random) + drawn_character(random);
    case kHanFive:
      return collapse_space(made_post((10 * n) % posts).text).substr(0, 15);
    case kField:
      return "title:" + word_at(20 + n % 200);
  }
  return {};
}

}  // namespace bfa::bench
