// SPDX-License-Identifier: Apache-2.0
#include "feed/build.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/html/content.h"
#include "bfa/io/digest.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"

namespace bfa {

void add_unique(std::vector<std::string>& list, std::string_view value) {
  const std::string_view trimmed = trim_c_space(value);
  if (trimmed.empty() || has_lately(list, trimmed)) return;
  list.emplace_back(trimmed);
}

void set_extra(std::map<std::string, std::string>& extra, const std::string& name, const std::string& value) {
  if (!value.empty()) extra.try_emplace(name, value);
}

void add_enclosure(FeedEntry& entry, FeedEnclosure enclosure) {
  if (enclosure.url.empty()) return;
  for (FeedEnclosure& known : newest(entry.enclosures)) {
    if (known.url != enclosure.url) continue;
    if (known.type.empty()) known.type = enclosure.type;
    if (known.length == 0) known.length = enclosure.length;
    return;
  }
  entry.enclosures.push_back(std::move(enclosure));
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  const std::string_view trimmed = trim_c_space(text);
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
  const std::string_view trimmed = trim_c_space(text);
  if (trimmed.empty() || !raw.empty()) return;
  raw = std::string(trimmed);
  const auto parsed = parse_feed_date(trimmed);
  if (parsed) {
    if (!is_unset(*parsed)) date = *parsed;
  } else {
    findings.push_back({Code::kCorrupt, "unreadable_date",
                        "a date that cannot be read: '" + raw.substr(0, 60) + "'", offset, "feed"});
  }
}

void set_date(const ElementMap& map, std::initializer_list<std::string_view> keys,
              std::optional<Timestamp>& date, std::string& raw, Findings& findings) {
  for (const std::string_view key : keys) {
    const XmlNode* last = map.last_of(key);
    if (last != nullptr) set_date(last->all_text(), date, raw, findings, last->offset);
  }
}

void add_category(std::vector<FeedCategory>& categories, std::vector<std::string>& tags,
                  FeedCategory category) {
  if (category.term.empty() && category.label.empty()) return;
  if (has_lately(categories, category)) return;
  // Blogger's "kind#post" is the kind of the entry, not its subject. A term that is an address has no
  // meaning for people.
  const bool is_address = is_http_address(category.term);
  const bool is_label_better = !category.label.empty() && (category.term.empty() || is_address);
  if (!category.scheme.ends_with("#kind")) add_unique(tags, is_label_better ? category.label : category.term);
  categories.push_back(std::move(category));
}

void add_category_list(std::string_view list, std::string_view scheme, std::vector<FeedCategory>& categories,
                       std::vector<std::string>& tags) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    add_category(categories, tags,
                 {std::string(trim_c_space(list.substr(0, comma))), std::string(scheme), {}});
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

std::optional<FeedImage> read_image(const XmlNode& node, std::string_view core, const BaseAddress& outer) {
  const BaseAddress base = outer.within(node);
  const ElementMap map(node, core);
  FeedImage image;
  image.url = base.resolve(map.text_of({"url", "href"}));
  for (const std::string_view name : {"href", "url", "resource"}) {
    if (image.url.empty()) image.url = base.resolve(node.attribute(name));
  }
  if (const XmlNode* title = map.first_of({"title", "dc:title"}))
    image.title = plain_title(rss_text(*title, base));
  image.link = base.resolve(map.text_of({"link"}));
  image.description = map.text_of({"description", "dc:description"});
  const auto pixels = [&](std::string_view key) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(parse_length(map.text_of({key})), 1u << 20));
  };
  image.width = pixels("width");
  image.height = pixels("height");
  if (image.url.empty() && image.title.empty()) return std::nullopt;
  return image;
}

FeedGenerator read_generator(const XmlNode& node, const BaseAddress& outer) {
  const BaseAddress base = outer.within(node);
  FeedGenerator out;
  out.name = std::string(trim_c_space(node.all_text()));
  for (const std::string_view name : {"uri", "url", "href", "resource"}) {
    if (out.uri.empty()) out.uri = base.resolve(node.attribute(name));
  }
  out.version = std::string(trim_c_space(node.attribute("version")));
  return out;
}

std::string language_tag(std::string_view text) {
  std::string tag(trim_c_space(text));
  std::replace(tag.begin(), tag.end(), '_', '-');
  return tag;
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
    if (entry.authors.empty()) {
      entry.authors = feed.authors;
      entry.people = feed.people;
    }
    if (entry.language == feed.language) entry.language.clear();
  }
  feed.is_comments = is_comment_feed(feed, base);
}

namespace {

constexpr std::size_t kTitleCharacters = 100;

std::string cut_to_title(const std::string& text) {
  std::size_t at = 0, count = 0;
  while (at < text.size() && count < kTitleCharacters) {
    next_code_point(text, at);
    ++count;
  }
  return at < text.size() ? text.substr(0, at) + "\xE2\x80\xA6" : text;
}

}  // namespace

std::string display_title(const FeedEntry& entry) {
  return guarded_or_empty([&]() -> std::string {
    if (!entry.title.empty()) return entry.title;
    const std::string text = collapse_space(html_to_text(entry.content));
    return text.empty() ? entry.link : cut_to_title(text);
  });
}

std::string display_title(const Feed& feed) {
  return guarded_or_empty([&]() -> std::string { return feed.title.empty() ? feed.link : feed.title; });
}

}  // namespace bfa
