// SPDX-License-Identifier: Apache-2.0
#include "bfa/http/robots.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/ascii.h"
#include "base/guard.h"
#include "http/robots_path.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{500} * 1024;  // RFC 9309 section 2.5
constexpr std::size_t kMaxFindings = 100;
constexpr double kMaxDelaySeconds = 86400;

enum class Key : std::uint8_t { kUserAgent, kAllow, kDisallow, kSitemap, kCrawlDelay, kUnknown };

struct KeyName {
  std::string_view name;
  Key key;
  bool misspelt;
};

// Only the beginning of a key is compared, as in the parsers that sites are tested with.
constexpr KeyName kKeys[] = {
    {"user-agent", Key::kUserAgent, false},   {"useragent", Key::kUserAgent, true},
    {"user agent", Key::kUserAgent, true},    {"allow", Key::kAllow, false},
    {"disallow", Key::kDisallow, false},      {"dissallow", Key::kDisallow, true},
    {"dissalow", Key::kDisallow, true},       {"disalow", Key::kDisallow, true},
    {"diasllow", Key::kDisallow, true},       {"disallaw", Key::kDisallow, true},
    {"sitemap", Key::kSitemap, false},        {"site-map", Key::kSitemap, true},
    {"crawl-delay", Key::kCrawlDelay, false}, {"crawldelay", Key::kCrawlDelay, true},
};

const KeyName* find_key(std::string_view text) {
  for (const auto& key : kKeys) {
    if (starts_ignoring_case(text, key.name)) return &key;
  }
  return nullptr;
}

bool is_token_char(char c) {
  return is_letter(c) || c == '_' || c == '-';
}

std::string product_token(std::string_view value) {
  const auto end = std::find_if_not(value.begin(), value.end(), is_token_char);
  return ascii_lower_case(value.substr(0, static_cast<std::size_t>(end - value.begin())));
}

// The value up to its version, when it has characters beyond those of a token but is one word.
std::string whole_name(std::string_view value) {
  value = value.substr(0, value.find('/'));
  if (std::any_of(value.begin(), value.end(), is_blank)) return {};
  return ascii_lower_case(value);
}

}  // namespace

// Reads the file line by line.
class RobotsRules::Parser {
 public:
  Parser(RobotsRules& rules, Findings& findings) : rules_(rules), findings_(findings) {}

  void parse(std::string_view bytes) {
    for (const char mark : {'\xEF', '\xBB', '\xBF'}) {
      if (bytes.empty() || bytes.front() != mark) break;
      bytes.remove_prefix(1);
    }
    if (bytes.size() > kMaxBytes) bytes = cut(bytes);
    while (!bytes.empty()) {
      const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
      ++number_;
      line(bytes.substr(0, end));
      const bool both = end + 1 < bytes.size() && bytes[end] == '\r' && bytes[end + 1] == '\n';
      bytes.remove_prefix(std::min(end + (both ? 2 : 1), bytes.size()));
    }
  }

 private:
  // The part of the file that is used, without the line that the limit cuts.
  std::string_view cut(std::string_view bytes) {
    findings_.push_back({Code::kLimit, "robots_too_large", "what lies beyond 500 KiB is ignored",
                         static_cast<std::int64_t>(kMaxBytes), "robots.txt"});
    bytes = bytes.substr(0, kMaxBytes);
    const std::size_t end = bytes.find_last_of("\r\n");
    return end == std::string_view::npos ? bytes : bytes.substr(0, end);
  }

  void note(const char* id, std::string_view text) {
    if (findings_.size() >= kMaxFindings) return;
    findings_.push_back({Code::kUnsupported, id,
                         "line " + std::to_string(number_) + ": " + std::string(text.substr(0, 80)), -1,
                         "robots.txt"});
  }

  void line(std::string_view raw) {
    const std::string_view text = trim_line_space(raw.substr(0, raw.find('#')));
    if (text.empty()) return;
    std::size_t end = text.find(':');
    std::size_t value = end + 1;
    if (end == std::string_view::npos) {
      // Without a colon, but exactly two words: a key and its value.
      end = text.find_first_of(" \t");
      value = end == std::string_view::npos ? end : text.find_first_not_of(" \t", end);
      if (value == std::string_view::npos || text.find_first_of(" \t", value) != std::string_view::npos)
        return note("unknown_line", text);
      note("missing_colon", text);
    }
    const KeyName* key = find_key(trim_line_space(text.substr(0, end)));
    if (key == nullptr) return note("unknown_line", text);
    if (key->misspelt) note("misspelt_key", text);
    take(key->key, trim_line_space(text.substr(value)), text);
  }

  void take(Key key, std::string_view value, std::string_view text) {
    switch (key) {
      case Key::kUserAgent:
        return user_agent(value);
      case Key::kAllow:
      case Key::kDisallow:
        return rule(key == Key::kAllow, value, text);
      case Key::kSitemap:
        if (!value.empty() &&
            std::find(rules_.sitemaps_.begin(), rules_.sitemaps_.end(), value) == rules_.sitemaps_.end())
          rules_.sitemaps_.emplace_back(value);
        return;
      case Key::kCrawlDelay:
        return crawl_delay(value, text);
      case Key::kUnknown:
        return;
    }
  }

  void user_agent(std::string_view value) {
    if (rules_.groups_.empty() || group_has_rules_) rules_.groups_.emplace_back();
    group_has_rules_ = false;
    auto& agents = rules_.groups_.back().agents;
    if (!value.empty() && value.front() == '*' && (value.size() == 1 || is_blank(value[1]))) {
      agents.emplace_back("*");
      return;
    }
    std::string token = product_token(value);
    std::string whole = whole_name(value);
    if (whole != token && !whole.empty()) agents.push_back(std::move(whole));
    if (!token.empty()) agents.push_back(std::move(token));
  }

  void rule(bool allow, std::string_view value, std::string_view text) {
    if (rules_.groups_.empty()) return note("rule_without_group", text);
    group_has_rules_ = true;
    auto& rules = rules_.groups_.back().rules;
    std::string pattern = http::normalise_robots_pattern(value);
    if (pattern.empty()) return;
    const std::size_t slash = pattern.rfind('/');
    const bool index = allow && slash != std::string::npos && pattern.compare(slash, 10, "/index.htm") == 0;
    if (index) rules.push_back({allow, pattern.substr(0, slash + 1) + '$', std::string(text), number_});
    rules.push_back({allow, std::move(pattern), std::string(text), number_});
  }

  void crawl_delay(std::string_view value, std::string_view text) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
    if (error != std::errc() || !std::isfinite(seconds) || seconds < 0) return note("unknown_line", text);
    if (rules_.groups_.empty()) return note("rule_without_group", text);
    const double milliseconds = std::min(seconds, kMaxDelaySeconds) * 1000;
    rules_.groups_.back().crawl_delay = std::chrono::milliseconds(std::llround(milliseconds));
  }

  RobotsRules& rules_;
  Findings& findings_;
  std::size_t number_ = 0;
  bool group_has_rules_ = false;
};

RobotsRules RobotsRules::parse(std::string_view bytes, Findings& findings) {
  return guarded_or(
      [&]() -> RobotsRules {
        RobotsRules rules;
        Parser(rules, findings).parse(bytes);
        for (auto& group : rules.groups_)
          for (auto& rule : group.rules) {
            const std::size_t size = rule.pattern.size() - (rule.pattern.ends_with('$') ? 1 : 0);
            rule.literal = std::min(rule.pattern.find('*'), size);
          }
        return rules;
      },
      refuse_all);
}

// Needs no memory.
RobotsRules RobotsRules::refuse_all() {
  RobotsRules rules;
  rules.refuses_all_ = true;
  return rules;
}

RobotsRules RobotsRules::allow_all() {
  return {};
}

RobotsRules RobotsRules::disallow_all() {
  return guarded_or(
      [&]() -> RobotsRules {
        Findings none;
        return parse("User-agent: *\nDisallow: /\n", none);
      },
      refuse_all);
}

RobotsRules RobotsRules::from_response(int status, std::string_view body, Findings& findings) {
  if (status >= 200 && status < 300) return parse(body, findings);
  if (status >= 300 && status < 500) return allow_all();
  return disallow_all();
}

std::vector<const RobotsRules::Group*> RobotsRules::groups_for(std::string_view agent) const {
  const std::string name = ascii_lower_case(trim_line_space(agent.substr(0, agent.find('/'))));
  std::vector<const Group*> own, all;
  for (const auto& group : groups_) {
    const auto& agents = group.agents;
    if (!name.empty() && name != "*" && std::find(agents.begin(), agents.end(), name) != agents.end())
      own.push_back(&group);
    if (std::find(agents.begin(), agents.end(), "*") != agents.end()) all.push_back(&group);
  }
  return own.empty() ? all : own;
}

const RobotsRules::Rule* RobotsRules::decide(std::string_view agent, std::string_view url) const {
  const std::string path = http::robots_path(url);
  const Rule* best = nullptr;
  for (const Group* group : groups_for(agent)) {
    for (const auto& rule : group->rules) {
      const bool better = best == nullptr || rule.pattern.size() > best->pattern.size() ||
                          (rule.pattern.size() == best->pattern.size() && rule.allow && !best->allow);
      // Most rules fail in their first bytes.
      if (better && path.compare(0, rule.literal, rule.pattern, 0, rule.literal) == 0 &&
          http::robots_pattern_matches(rule.pattern, path))
        best = &rule;
    }
  }
  return best;
}

bool RobotsRules::allowed(std::string_view agent, std::string_view url) const {
  return guarded_or(
      [&]() -> bool {
        if (refuses_all_) return false;
        const Rule* rule = decide(agent, url);
        return rule == nullptr || rule->allow;
      },
      [] { return false; });
}

std::string RobotsRules::deciding_line(std::string_view agent, std::string_view url) const {
  return guarded_or_empty([&]() -> std::string {
    const Rule* rule = decide(agent, url);
    return rule == nullptr ? std::string() : "line " + std::to_string(rule->line) + ": " + rule->text;
  });
}

std::optional<std::chrono::milliseconds> RobotsRules::crawl_delay(std::string_view agent) const {
  return guarded_or(
      [&]() -> std::optional<std::chrono::milliseconds> {
        for (const Group* group : groups_for(agent)) {
          if (group->crawl_delay) return group->crawl_delay;
        }
        return std::nullopt;
      },
      []() -> std::optional<std::chrono::milliseconds> { return std::chrono::hours(24); });
}

}  // namespace bfa
