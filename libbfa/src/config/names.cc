// SPDX-License-Identifier: Apache-2.0
// Names that are similar, and values that are secret.
#include <algorithm>
#include <numeric>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/config/config.h"

namespace bfa {
namespace {

constexpr std::size_t kMostNames = 3;

// Letters to change, insert, remove or swap with the next one to make `b` of `a`.
std::size_t distance_of(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, above[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(above, row);
  }
  return above[b.size()];
}

// The password of an address: "http://user:HERE@host". Empty when there is none.
std::pair<std::size_t, std::size_t> password_in(std::string_view value) {
  const std::size_t scheme = value.find("://");
  const std::size_t begin = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::size_t end = std::min(value.find_first_of("/?#", begin), value.size());
  const std::size_t at = value.substr(0, end).rfind('@');
  if (at == std::string_view::npos || at < begin) return {0, 0};
  const std::size_t colon = value.find(':', begin);
  if (colon >= at) return {0, 0};
  return {colon + 1, at - colon - 1};
}

bool is_secret_key(std::string_view key) {
  constexpr std::string_view kWords[] = {"secret", "password", "token"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return key.find(word) != std::string_view::npos; });
}

}  // namespace

std::vector<std::string> similar_names(std::string_view name, const std::vector<std::string>& names) {
  return guarded_or_empty([&] {
    std::vector<std::pair<std::size_t, std::string>> near;
    const std::string wanted = ascii_lower_case(name.substr(0, 100));
    for (const auto& other : names) {
      const std::string lower = ascii_lower_case(other);
      const std::size_t most = std::max<std::size_t>(1, std::min(wanted.size(), lower.size()) / 3);
      const std::size_t distance = distance_of(wanted, lower);
      if (distance <= most || (wanted.size() > 2 && lower.starts_with(wanted)))
        near.emplace_back(std::min(distance, most + 1), other);
    }
    std::sort(near.begin(), near.end());
    std::vector<std::string> out;
    for (auto& [distance, other] : near) {
      if (out.size() < kMostNames) out.push_back(std::move(other));
    }
    return out;
  });
}

bool is_config_secret(std::string_view key, std::string_view value) {
  return guarded_or([&] { return !value.empty() && (is_secret_key(key) || password_in(value).second > 0); },
                    [] { return true; });
}

std::string masked_config(std::string_view key, const std::string& value) {
  return guarded_or_empty([&] {
    std::string out = value;
    if (is_secret_key(key)) return value.empty() ? value : std::string("***");
    const auto [begin, length] = password_in(value);
    return length == 0 ? out : out.replace(begin, length, "***");
  });
}

}  // namespace bfa
