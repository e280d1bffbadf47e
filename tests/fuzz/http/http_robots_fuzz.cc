// SPDX-License-Identifier: Apache-2.0
// The first line is a path, the second an agent, the rest a robots.txt. Without a deciding line all is
// allowed; the case of the agent and the kind of line ends do not matter; findings and delays are bounded.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/http/robots.h"
#include "fuzz/fuzz_target.h"

namespace {

std::string_view take_line(std::string_view& bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  return line;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out;
}

}  // namespace

BFA_FUZZ_TARGET(http_robots) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view url = take_line(bytes), agent = take_line(bytes);
  bfa::Findings findings;
  const auto rules = bfa::RobotsRules::parse(bytes, findings);
  const bool allowed = rules.allowed(agent, url);
  if (rules.deciding_line(agent, url).empty() && !allowed) std::abort();
  if (rules.allowed(upper(agent), url) != allowed) std::abort();
  if (findings.size() > 101) std::abort();
  std::string other(bytes);
  if (other.find('\r') == std::string::npos) {
    std::replace(other.begin(), other.end(), '\n', '\r');
    if (bfa::RobotsRules::parse(other, findings).allowed(agent, url) != allowed) std::abort();
  }
  const auto delay = rules.crawl_delay(agent);
  if (delay && (delay->count() < 0 || delay->count() > 86400000)) std::abort();
  return 0;
}
