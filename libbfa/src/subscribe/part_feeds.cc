// SPDX-License-Identifier: Apache-2.0
#include "subscribe/part_feeds.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "base/try.h"
#include "bfa/feed/feed.h"
#include "bfa/url/canonical.h"
#include "crawl/past/scope.h"

namespace bfa {
namespace {

constexpr auto kLag = std::chrono::hours(1);  // feeds are made anew at different times

struct KnownEntry {
  std::string key;              // of its address
  std::optional<UtcTime> date;  // of publication, or of its change
};

// The entries of the blog's posts in a document, in its order.
struct Document {
  std::vector<KnownEntry> entries;
  UtcTime read{};  // when the feed was asked for last
};

// What the feeds that are polled have.
struct Covered {
  std::set<std::string> keys;
  std::optional<UtcTime> half;  // half of the main feed's entries are older; nothing without dates
  UtcTime read{};

  void add(const Document& document) {
    for (const KnownEntry& entry : document.entries) keys.insert(entry.key);
  }
};

enum class Evidence { kLacking, kCovered, kNone };

Result<std::optional<Document>> document_of(const Archive& archive, const Scope& scope,
                                            const std::string& feed_url, const std::vector<FeedPoll>& polls) {
  BFA_ASSIGN_OR_RETURN(const auto stored, archive.view().last_feed(feed_url));
  if (!stored) return std::optional<Document>();
  const auto feed = deserialize_feed(stored->serialized);
  if (!feed) return std::optional<Document>();
  Document out;
  out.read = stored->time;
  for (const FeedPoll& poll : polls) {
    if (poll.url == feed_url && poll.read) out.read = std::max(out.read, poll.time);
  }
  for (const FeedEntry& entry : feed->entries) {
    const auto url = scope.admit(entry.link);
    if (!url) continue;
    const auto& date = entry.published ? entry.published : entry.updated;
    out.entries.push_back({fetch_dedup_key(*url), date ? std::optional(date->utc) : std::nullopt});
  }
  return std::optional(std::move(out));
}

// An entry that always stays on top is older than half of the others, not than all.
std::optional<UtcTime> half_of(const Document& document) {
  std::vector<UtcTime> dates;
  for (const KnownEntry& entry : document.entries) {
    if (entry.date) dates.push_back(*entry.date);
  }
  if (dates.empty()) return std::nullopt;
  const auto middle = dates.begin() + static_cast<std::ptrdiff_t>((dates.size() - 1) / 2);
  std::nth_element(dates.begin(), middle, dates.end());
  return *middle;
}

Evidence judge(const Document& document, const Covered& covered) {
  bool common = false, undated = false;
  const KnownEntry* newest = nullptr;
  for (const KnownEntry& entry : document.entries) {
    if (newest == nullptr || (entry.date && newest->date && *entry.date > *newest->date)) newest = &entry;
    if (covered.keys.contains(entry.key)) {
      common = true;
    } else if (!entry.date || !covered.half) {
      undated = true;
    } else if (*entry.date > *covered.half && *entry.date <= covered.read - kLag) {
      return Evidence::kLacking;
    }
  }
  if (newest == nullptr) return Evidence::kCovered;  // it brings nothing
  if (undated && !common) return Evidence::kLacking;
  return covered.keys.contains(newest->key) ? Evidence::kCovered : Evidence::kNone;
}

}  // namespace

Result<std::vector<std::string>> feeds_beside_main(const Archive& archive, const BlogState& blog,
                                                   const std::vector<FeedPoll>& polls,
                                                   const std::vector<std::string>& before) {
  std::vector<std::string> out;
  if (blog.feed.empty() || blog.feeds.size() < 2) return out;
  BFA_ASSIGN_OR_RETURN(const Scope scope, Scope::of(blog.base));
  BFA_ASSIGN_OR_RETURN(const auto main, document_of(archive, scope, blog.feed, polls));
  if (!main) return before;
  Covered covered;
  covered.add(*main);
  covered.half = half_of(*main);
  covered.read = main->read;
  for (const std::string& feed : blog.feeds) {
    if (feed == blog.feed) continue;
    BFA_ASSIGN_OR_RETURN(const auto document, document_of(archive, scope, feed, polls));
    if (!document) continue;
    const Evidence evidence = judge(*document, covered);
    const bool chosen = std::find(before.begin(), before.end(), feed) != before.end();
    if (evidence == Evidence::kCovered || (evidence == Evidence::kNone && !chosen)) continue;
    covered.add(*document);
    out.push_back(feed);
  }
  return out;
}

}  // namespace bfa
