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
// Where the RFC leaves a choice, the parser is as lenient as the parsers that sites are tested with: lines
// end in CR, LF or both, a byte order mark is skipped, keys may lack their colon ("disallow /x") or be
// misspelt
// ("dissallow"), other lines do not end a group, and "Allow: /dir/index.html" allows "/dir/" too. Groups of
// the same agent are merged. Agents match by product token: the letters, "_" and "-" at the start of a line's
// value, in any case; a value with other characters ("360Spider") matches an equal agent. Paths are compared
// after normalising percent-encoding (RFC 9309 section 2.2.2): "/%7Ejoe" equals "/~joe", "/caf%c3%a9" equals
// the same in raw UTF-8, and "/a%2fb" does not equal "/a/b". /robots.txt itself is matched like any other
// path; a crawler fetches it without this check.
class BFA_EXPORT RobotsRules {
 public:
  // Accepts any bytes; never fails. Bytes beyond 500 KiB are ignored (a kLimit finding "robots_too_large").
  // Non-standard lines are findings ("unknown_line", "missing_colon", "misspelt_key", "rule_without_group",
  // at most 100). Cost: O(bytes).
  static RobotsRules parse(std::string_view bytes, Findings& findings);
  static RobotsRules allow_all();
  static RobotsRules disallow_all();
  // By the status of the answer: 2xx parses `body`; 3xx (too many redirects) and 4xx allow all; 5xx and
  // everything else (no answer: status 0) disallow all. 429 is a 4xx here; the caller handles its "retry
  // later". Source: RFC 9309 section 2.3.1.
  static RobotsRules from_response(int status, std::string_view body, Findings& findings);

  // Whether `agent` (a product token; a "/" and the rest are ignored) may fetch `url` (absolute, or path and
  // query). The longest match decides; allow wins a tie. Cost: O(rules * url).
  bool allowed(std::string_view agent, std::string_view url) const;
  // The line that decided, to explain the result: "line 12: Disallow: /private/"; empty when no rule matched.
  std::string deciding_line(std::string_view agent, std::string_view url) const;
  // The Crawl-delay of the agent's group, else of the group for all; at most a day. Not in the RFC.
  std::optional<std::chrono::milliseconds> crawl_delay(std::string_view agent) const;
  // Values of Sitemap lines in order, each once, as written: they should be absolute URLs, but may not be.
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
