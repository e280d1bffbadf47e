// SPDX-License-Identifier: Apache-2.0
#include "report/window_history.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace bfa {
namespace {

std::size_t hash_of(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

// 0: no link.
std::size_t link_hash(const FeedEntry& entry) {
  return entry.link.empty() ? 0 : hash_of(entry.link) * 3 + 1;
}

}  // namespace

bool WindowHistory::knows(const FeedEntry& entry) const {
  const std::size_t link = link_hash(entry);
  return known_.contains(hash_of(entry.id)) || (link != 0 && known_.contains(link));
}

bool WindowHistory::overlaps(const std::vector<FeedEntry>& entries) const {
  std::unordered_set<std::size_t> present;
  for (const FeedEntry& entry : entries) {
    present.insert(hash_of(entry.id));
    if (const std::size_t link = link_hash(entry); link != 0) present.insert(link);
  }
  // gone[i]: how many of the i newest entries before are gone.
  std::vector<std::size_t> gone = {0};
  for (const Past& past : window_) {
    const bool stays = present.contains(past.id) || (past.link != 0 && present.contains(past.link));
    gone.push_back(gone.back() + (stays ? 0 : 1));
  }
  return std::any_of(entries.begin(), entries.end(), [&](const FeedEntry& entry) {
    if (!knows(entry)) return false;
    if (!entry.published) return true;
    const auto newer = std::partition_point(window_.begin(), window_.end(), [&](const Past& past) {
      return past.published > entry.published->utc;
    });
    const auto count = static_cast<std::size_t>(newer - window_.begin());
    return gone[count] * 2 <= count;
  });
}

bool WindowHistory::take(const std::vector<FeedEntry>& entries) {
  const bool any_new =
      std::any_of(entries.begin(), entries.end(), [&](const FeedEntry& entry) { return !knows(entry); });
  const bool overflow = !known_.empty() && any_new && !overlaps(entries);
  window_.clear();
  for (const FeedEntry& entry : entries) {
    const Past past{hash_of(entry.id), link_hash(entry), entry.published ? entry.published->utc : UtcTime{}};
    known_.insert(past.id);
    if (past.link != 0) known_.insert(past.link);
    if (entry.published) window_.push_back(past);
  }
  std::sort(window_.begin(), window_.end(),
            [](const Past& a, const Past& b) { return a.published > b.published; });
  return overflow;
}

}  // namespace bfa
