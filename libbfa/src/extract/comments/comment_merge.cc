// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_merge.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/guard.h"
#include "bfa/extract/extract.h"
#include "bfa/text/utf8.h"
#include "extract/comments/matching.h"
#include "extract/fields/local_time.h"
#include "extract/page/page_facts.h"
#include "text/bigram.h"

namespace bfa {
namespace {

constexpr double kMinText = 0.5;         // Dice of two texts of one comment
constexpr std::size_t kMaxOpen = 400;    // comments on each side that are compared pair by pair
constexpr std::size_t kMinExcerpt = 20;  // bytes of a text that may be the start of another

std::string fragment_of(const std::string& url) {
  const std::size_t hash = url.rfind('#');
  return hash == std::string::npos ? std::string() : url.substr(hash + 1);
}

struct Side {
  std::string key;  // letters and digits of the text
  BigramSet pairs;
};

Side side_of(const DataObject& comment) {
  Side side;
  side.key = comparable_title(comment.text);
  side.pairs.add_text(comment.text);
  return side;
}

double weight_of(const DataObject& a, const Side& left, const DataObject& b, const Side& right) {
  double text = left.key == right.key ? 1.0 : dice(left.pairs, right.pairs);
  const std::string& shorter = left.key.size() < right.key.size() ? left.key : right.key;
  const std::string& longer = left.key.size() < right.key.size() ? right.key : left.key;
  if (shorter.size() >= kMinExcerpt && longer.starts_with(shorter)) text = std::max(text, 0.9);
  if (text < kMinText) return 0;
  double weight = text;
  if (!a.authors.empty() && !b.authors.empty()) {
    weight += comparable_title(a.authors.front()) == comparable_title(b.authors.front()) ? 0.3 : -0.2;
  }
  if (a.published && b.published) {
    const auto gap = a.published->utc - b.published->utc;
    const bool near = gap < std::chrono::hours(38) && gap > -std::chrono::hours(38);
    weight += near ? 0.2 : -0.2;
  }
  return weight;
}

// If the feed does not contain an answered comment, only the address of that comment is known.
void name_parents(std::vector<DataObject>& comments) {
  std::unordered_map<std::string, std::string> ids;  // by address
  for (const DataObject& comment : comments) {
    if (!fragment_of(comment.url).empty()) ids.emplace(comment.url, comment.id);
  }
  for (DataObject& comment : comments) {
    const auto found = ids.find(comment.parent);
    if (found != ids.end() && found->second != comment.id) comment.parent = found->second;
  }
}

}  // namespace

std::vector<std::int32_t> match_comments(const std::vector<DataObject>& a, const std::vector<DataObject>& b) {
  std::vector<std::int32_t> match(a.size(), -1);
  std::vector<bool> used(b.size(), false);
  std::unordered_map<std::string, std::size_t> by_fragment;
  for (std::size_t j = 0; j < b.size(); ++j) {
    const std::string fragment = fragment_of(b[j].url);
    if (!fragment.empty()) by_fragment.emplace(fragment, j);
  }
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto found = by_fragment.find(fragment_of(a[i].url));
    if (found != by_fragment.end() && !used[found->second]) {
      match[i] = static_cast<std::int32_t>(found->second);
      used[found->second] = true;
    } else if (rows.size() < kMaxOpen) {
      rows.push_back(i);
    }
  }
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < b.size() && columns.size() < kMaxOpen; ++j) {
    if (!used[j]) columns.push_back(j);
  }
  if (rows.empty() || columns.empty()) return match;
  std::vector<Side> left, right;
  for (const std::size_t i : rows) left.push_back(side_of(a[i]));
  for (const std::size_t j : columns) right.push_back(side_of(b[j]));
  std::vector<std::vector<double>> weights(rows.size(), std::vector<double>(columns.size(), 0));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      weights[r][c] = weight_of(a[rows[r]], left[r], b[columns[c]], right[c]);
    }
  }
  const std::vector<std::int32_t> found = max_weight_matching(weights);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (found[r] >= 0) {
      match[rows[r]] = static_cast<std::int32_t>(columns[static_cast<std::size_t>(found[r])]);
    }
  }
  return match;
}

std::vector<DataObject> merge_comments(std::vector<DataObject> page, const std::vector<DataObject>& feed) {
  return guarded_or_empty([&]() -> std::vector<DataObject> {
    const std::vector<std::int32_t> match = match_comments(page, feed);
    std::vector<bool> used(feed.size(), false);
    std::map<std::string, std::string> renamed;
    for (std::size_t i = 0; i < page.size(); ++i) {
      if (match[i] < 0) continue;
      const DataObject& entry = feed[static_cast<std::size_t>(match[i])];
      used[static_cast<std::size_t>(match[i])] = true;
      DataObject& comment = page[i];
      if (!entry.id.empty()) {
        renamed.emplace(comment.id, entry.id);
        comment.id = entry.id;
      }
      if (comment.url == comment.post && entry.url != entry.post) comment.url = entry.url;
      if (comment.authors.empty()) comment.authors = entry.authors;
      const bool finer =
          entry.published && (!comment.published || comment.attributes.count("relative_date") > 0 ||
                              comment.published->precision != TimePrecision::kInstant);
      if (finer) {
        comment.published = entry.published;
        comment.attributes.erase("relative_date");
      }
      take_offset(comment.published, entry.published);
      if (!comment.modified) comment.modified = entry.modified;
      comment.feed = entry.feed;
      if (comment.parent.empty()) comment.parent = entry.parent;
    }
    for (DataObject& comment : page) {
      const auto found = renamed.find(comment.parent);
      if (found != renamed.end()) comment.parent = found->second;
    }
    for (std::size_t j = 0; j < feed.size(); ++j) {
      if (!used[j]) page.push_back(feed[j]);
    }
    name_parents(page);
    return page;
  });
}

}  // namespace bfa
