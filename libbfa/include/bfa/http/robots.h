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
//
// Where the RFC leaves room, the parser is as lenient as the ones that sites are written for: lines end in
// CR, LF or both, a byte order mark is skipped, keys may lack their colon ("disallow /x") or be misspelt
// ("dissallow"), other lines between do not end a group, and "Allow: /dir/index.html" allows "/dir/" too.
// Groups of the same agent are one. Agents match by product token: the letters, "_" and "-" that a line's
// value begins with, in any case; a value with other characters ("360Spider") matches an agent that is the
// same. Paths are compared after normalising percent-encoding (RFC 9309 section 2.2.2), so "/%7Ejoe" and
// "/~joe" are alike and so are "/caf%c3%a9" and the same in raw UTF-8, while "/a%2fb" and "/a/b" are not.
// /robots.txt itself is judged like any other path; a crawler fetches it without asking.
class BFA_EXPORT RobotsRules {
 public:
  // Any bytes; never fails. What lies beyond 500 KiB is ignored (a kLimit finding "robots_too_large").
  // Non-standard lines are findings ("unknown_line", "missing_colon", "misspelt_key", "rule_without_group",
  // at most 100). Cost: O(bytes).
  static RobotsRules parse(std::string_view bytes, Findings& findings);
  static RobotsRules allow_all();
  static RobotsRules disallow_all();
  // By the status of the answer: 2xx parses `body`; 3xx (too many redirects) and 4xx allow all; 5xx and
  // everything else (no answer: status 0) disallow all. RFC 9309 section 2.3.1; that 429 means "come back
  // later" is for the caller to see.
  static RobotsRules from_response(int status, std::string_view body, Findings& findings);

  // May `agent` (its product token; what follows a "/" is ignored) fetch `url` (absolute, or path and query)?
  // Longest match; allow wins a tie. Cost: O(rules * url).
  bool allowed(std::string_view agent, std::string_view url) const;
  // The line that decided, for explanations: "line 12: Disallow: /private/"; empty when no rule matched.
  std::string deciding_line(std::string_view agent, std::string_view url) const;
  // The Crawl-delay of the agent's group, else of the group for all; at most a day. Not in the RFC.
  std::optional<std::chrono::milliseconds> crawl_delay(std::string_view agent) const;
  // Values of Sitemap lines in order, without repetition, as they stand: absolute URLs are due, not certain.
  const std::vector<std::string>& sitemaps() const noexcept { return sitemaps_; }

 private:
  struct Rule {
    bool allow = false;
    std::string pattern;  // normalised
    std::string text;     // the line as it stands
    std::size_t line = 0;
    std::size_t literal = 0;  // bytes of the pattern before its first "*" or last "$"
  };
  struct Group {
    std::vector<std::string> agents;  // lower case: product tokens, and whole values where they differ
    std::vector<Rule> rules;
    std::optional<std::chrono::milliseconds> crawl_delay;
  };
  class Parser;

  std::vector<const Group*> groups_for(std::string_view agent) const;
  const Rule* decide(std::string_view agent, std::string_view url) const;

  std::vector<Group> groups_;
  std::vector<std::string> sitemaps_;
};

}  // namespace bfa
