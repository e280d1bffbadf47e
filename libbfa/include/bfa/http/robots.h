// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"

namespace bfa {

// robots.txt, parsed (RFC 9309). A value; reading is thread-safe.
class BFA_EXPORT RobotsRules {
 public:
  // Any bytes; never fails. Beyond 500 KiB is ignored (a kLimit finding). Non-standard lines are findings.
  static RobotsRules parse(std::string_view bytes, Findings& findings);
  static RobotsRules allow_all();
  static RobotsRules disallow_all();
  // By the status of the answer: 2xx parses `body`, 4xx allows all, 5xx disallows all. RFC 9309
  // section 2.3.1.
  static RobotsRules from_response(int status, std::string_view body, Findings& findings);

  // May `agent` (its product token) fetch `url` (absolute, or path and query)? Longest match; allow wins a
  // tie.
  bool allowed(std::string_view agent, std::string_view url) const;
  // The line that decided, for explanations; empty when no rule matched.
  std::string deciding_line(std::string_view agent, std::string_view url) const;
  std::optional<std::chrono::milliseconds> crawl_delay(std::string_view agent) const;
  const std::vector<std::string>& sitemaps() const noexcept { return sitemaps_; }

 private:
  struct Rule {
    bool allow = false;
    std::string pattern;
    std::size_t line = 0;
  };
  struct Group {
    std::vector<std::string> agents;  // lower case
    std::vector<Rule> rules;
    std::optional<std::chrono::milliseconds> crawl_delay;
  };
  std::vector<Group> groups_;
  std::vector<std::string> sitemaps_;
};

}  // namespace bfa
