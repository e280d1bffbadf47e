// SPDX-License-Identifier: Apache-2.0
#include "bfa/http/robots.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/text/prose_date.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxValueBytes = 8 * 1024;
constexpr std::string_view kUnavailable = "unavailable_after";

// Directives with a value after a colon; any other word before a colon is an agent.
constexpr std::array<std::string_view, 4> kWithValue = {kUnavailable, "max-snippet", "max-image-preview",
                                                        "max-video-preview"};
constexpr std::array<std::string_view, 13> kPlain = {
    "all",     "index",     "follow",      "noindex",      "nofollow", "none",  "noarchive",
    "nocache", "nosnippet", "notranslate", "noimageindex", "noodp",    "noydir"};

std::string_view word_before_colon(std::string_view text) {
  const auto colon = text.find(':');
  return colon == std::string_view::npos ? std::string_view() : trim_line_space(text.substr(0, colon));
}

template <std::size_t kCount>
bool is_one_of(const std::array<std::string_view, kCount>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_directive(std::string_view text) {
  const std::string word = ascii_lower_case(trim_line_space(text));
  return is_one_of(kPlain, word) || is_one_of(kWithValue, ascii_lower_case(word_before_colon(text)));
}

std::string product_token(std::string_view agent) {
  return ascii_lower_case(trim_line_space(agent.substr(0, agent.find('/'))));
}

// A date may contain commas: it ends at the next known directive.
std::size_t end_of_date(std::string_view rest) {
  for (std::size_t comma = rest.find(','); comma != std::string_view::npos;
       comma = rest.find(',', comma + 1)) {
    const auto next = rest.substr(comma + 1);
    if (is_directive(next.substr(0, next.find(',')))) return comma;
  }
  return rest.size();
}

void take_date(RobotsTags& tags, std::string_view text, Findings& findings) {
  const auto time = parse_feed_date(trim_line_space(text));
  if (!time) {
    findings.push_back({Code::kCorrupt,
                        "robots_tag_date",
                        "unavailable_after is no date: " + std::string(text.substr(0, 64)),
                        -1,
                        {}});
    return;
  }
  if (!tags.unavailable_after || time->utc < *tags.unavailable_after) tags.unavailable_after = time->utc;
}

RobotsTags directives(std::string_view rest, Findings& findings) {
  RobotsTags tags;
  while (!rest.empty()) {
    if (ascii_lower_case(word_before_colon(rest.substr(0, rest.find(',')))) == kUnavailable) {
      const auto value = rest.substr(rest.find(':') + 1);
      const auto end = end_of_date(value);
      take_date(tags, value.substr(0, end), findings);
      rest = value.substr(std::min(end + 1, value.size()));
      continue;
    }
    const auto end = std::min(rest.find(','), rest.size());
    const std::string word = ascii_lower_case(trim_line_space(rest.substr(0, end)));
    if (word == "noindex" || word == "none") tags.noindex = true;
    if (word == "nofollow" || word == "none") tags.nofollow = true;
    if (word == "noarchive" || word == "nocache") tags.noarchive = true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return tags;
}

}  // namespace

namespace {

// For a page whose directives could not be read.
RobotsTags strictest() {
  return {.noindex = true, .nofollow = true, .noarchive = true, .unavailable_after = {}};
}

}  // namespace

void RobotsTags::add(const RobotsTags& other) {
  noindex = noindex || other.noindex;
  nofollow = nofollow || other.nofollow;
  noarchive = noarchive || other.noarchive;
  if (other.unavailable_after && (!unavailable_after || *other.unavailable_after < *unavailable_after))
    unavailable_after = other.unavailable_after;
}

RobotsTags parse_robots_tag(std::string_view value, std::string_view agent, Findings& findings) {
  return guarded_or(
      [&]() -> RobotsTags {
        value = value.substr(0, kMaxValueBytes);
        const auto first = word_before_colon(value.substr(0, value.find(',')));
        const std::string named = ascii_lower_case(first);
        if (!named.empty() && !is_one_of(kWithValue, named)) {
          if (named != "*" && named != product_token(agent)) return {};
          value.remove_prefix(value.find(':') + 1);
        }
        return directives(value, findings);
      },
      strictest);
}

RobotsTags parse_robots_meta(std::string_view name, std::string_view content, std::string_view agent,
                             Findings& findings) {
  return guarded_or(
      [&]() -> RobotsTags {
        const std::string named = ascii_lower_case(trim_line_space(name));
        if (named.empty() || (named != "robots" && named != product_token(agent))) return {};
        return directives(content.substr(0, kMaxValueBytes), findings);
      },
      strictest);
}

RobotsTags robots_tags_of(const HttpHead& head, std::string_view agent, Findings& findings) {
  return guarded_or(
      [&]() -> RobotsTags {
        RobotsTags tags;
        for (const auto& [name, value] : head.headers)
          if (ascii_lower_case(name) == "x-robots-tag") tags.add(parse_robots_tag(value, agent, findings));
        return tags;
      },
      strictest);
}

}  // namespace bfa
