// SPDX-License-Identifier: Apache-2.0
#include "build.h"

#include <algorithm>
#include <charconv>

#include "bfa/io/digest.h"
#include "bfa/text/prose_date.h"

namespace bfa {

void add_unique(std::vector<std::string>& list, std::string_view value) {
  const std::string_view trimmed = trimmed_space(value);
  if (trimmed.empty() || std::find(list.begin(), list.end(), trimmed) != list.end()) return;
  list.emplace_back(trimmed);
}

void set_extra(std::map<std::string, std::string>& extra, const std::string& name, const std::string& value) {
  if (!value.empty()) extra.try_emplace(name, value);
}

void add_enclosure(FeedEntry& entry, FeedEnclosure enclosure) {
  if (enclosure.url.empty()) return;
  for (FeedEnclosure& known : entry.enclosures) {
    if (known.url != enclosure.url) continue;
    if (known.type.empty()) known.type = enclosure.type;
    if (known.length == 0) known.length = enclosure.length;
    return;
  }
  entry.enclosures.push_back(std::move(enclosure));
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  const std::string_view trimmed = trimmed_space(text);
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != trimmed.data() + trimmed.size()) return std::nullopt;
  return value;
}

std::uint64_t parse_length(std::string_view text) {
  return parse_count(text).value_or(0);
}

void set_date(std::string_view text, std::optional<Timestamp>& date, std::string& raw, Findings& findings,
              std::int64_t offset) {
  const std::string_view trimmed = trimmed_space(text);
  if (trimmed.empty() || !raw.empty()) return;
  raw = std::string(trimmed);
  const auto parsed = parse_feed_date(trimmed);
  if (parsed) {
    date = *parsed;
  } else {
    findings.push_back({Code::kCorrupt, "unreadable_date",
                        "a date that cannot be read: '" + raw.substr(0, 60) + "'", offset, "feed"});
  }
}

std::string author_name(std::string_view text) {
  const std::string_view whole = trimmed_space(text);
  const std::size_t at = whole.find('@');
  if (at == std::string_view::npos) return std::string(whole);
  const std::size_t open = whole.find('(');
  const std::size_t close = whole.rfind(')');
  if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
    const std::string_view inside = trimmed_space(whole.substr(open + 1, close - open - 1));
    const std::string_view before = trimmed_space(whole.substr(0, open));
    if (before.find('@') != std::string_view::npos && before.find(' ') == std::string_view::npos &&
        !inside.empty()) {
      return std::string(inside);
    }
    if (inside.find('@') != std::string_view::npos && !before.empty() &&
        inside.find(':') == std::string_view::npos) {
      return std::string(before);
    }
    return std::string(whole);
  }
  const std::size_t less = whole.find('<');
  if (less != std::string_view::npos && less > 0 && at > less) {
    std::string_view name = trimmed_space(whole.substr(0, less));
    if (name.size() > 1 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
    return std::string(trimmed_space(name));
  }
  return std::string(whole);
}

std::string author_email(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) return {};
  constexpr std::string_view kEnds = " \t\r\n()<>,;:\"";
  const std::size_t before = text.find_last_of(kEnds, at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find_first_of(kEnds, at), text.size());
  return begin < at && at + 1 < end ? std::string(text.substr(begin, end - begin)) : std::string();
}

std::string language_tag(std::string_view text) {
  std::string tag(trimmed_space(text));
  std::replace(tag.begin(), tag.end(), '_', '-');
  return tag;
}

std::string language_of(const XmlNode& node) {
  for (const XmlNode::Attribute& a : node.attributes) {
    if (a.name == "lang") return language_tag(trimmed_space(a.value));
  }
  return {};
}

bool is_full(const Feed& feed, const FeedLimits& limits, Findings& findings) {
  if (feed.entries.size() < limits.max_entries) return false;
  const bool is_new = findings.empty() || findings.back().id != "too_many_entries";
  if (is_new) {
    findings.push_back({Code::kLimit, "too_many_entries",
                        "more than " + std::to_string(limits.max_entries) + " entries, the rest is left out",
                        -1, "feed"});
  }
  return true;
}

void finish_feed(Feed& feed, std::string_view base) {
  for (FeedEntry& entry : feed.entries) {
    if (entry.content.empty()) {
      entry.content = entry.summary;
    }
    if (entry.id.empty()) entry.id = entry.link;
    if (entry.id.empty()) {
      const std::string parts = entry.title + '\n' + entry.published_raw + '\n' + entry.content;
      entry.id = labelled_digest(DigestAlgorithm::kSha1, digest(DigestAlgorithm::kSha1, parts));
    }
    if (entry.authors.empty()) entry.authors = feed.authors;
    if (entry.language == feed.language) entry.language.clear();
  }
  feed.is_comments = is_comment_feed(feed, base);
}

}  // namespace bfa
