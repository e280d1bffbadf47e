// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <utility>

#include "base/guard.h"
#include "bfa/search/search_index.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

constexpr std::size_t kMostObjects = 20'000, kMostLength = 200;

// Insertions, deletions and replacements that make one text the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string path_of(const Url& url) {
  return std::string(url.path()) + (url.has_query() ? "?" + std::string(url.query()) : "");
}

std::vector<std::string> find_similar(const Archive& archive, const std::string& url, std::size_t count) {
  const auto wanted = Url::parse(url);
  if (!wanted || url.size() > kMostLength) return {};
  const std::string path = path_of(*wanted);
  const std::size_t most = std::max<std::size_t>(2, path.size() / 6);
  std::vector<std::pair<std::size_t, std::string>> found;
  std::size_t read = 0;
  for (const ObjectKind kind : {ObjectKind::kPost, ObjectKind::kPage}) {
    ObjectQuery query;
    query.kind = kind;
    query.blog_host = wanted->host();
    query.heads_only = true;
    // An archive that cannot be read has no suggestions.
    static_cast<void>(archive.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
      const auto known = Url::parse(summary.latest.url);
      const std::string other = known ? path_of(*known) : std::string();
      const std::size_t gap = std::max(other.size(), path.size()) - std::min(other.size(), path.size());
      const std::size_t edits = other.empty() || gap > most ? most + 1 : distance(path, other);
      if (edits > 0 && edits <= most) found.emplace_back(edits, summary.latest.url);
      return ++read < kMostObjects;
    }));
  }
  std::sort(found.begin(), found.end());
  found.resize(std::min(found.size(), count));
  std::vector<std::string> urls;
  urls.reserve(found.size());
  for (auto& [edits, address] : found) urls.push_back(std::move(address));
  return urls;
}

}  // namespace

std::vector<std::string> similar_addresses(const Archive& archive, const std::string& url, std::size_t most) {
  return guarded_or_empty([&] { return find_similar(archive, url, most); });
}

}  // namespace bfa
