// SPDX-License-Identifier: Apache-2.0
#include "serve/data/blog_overview.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "base/try.h"
#include "bfa/url/url.h"
#include "search/index_lists.h"
#include "subscribe/identity.h"
#include "subscribe/no_posts.h"

namespace bfa {
namespace {

std::string host_of(const std::string& home) {
  const auto url = Url::parse(home);
  return url ? std::string(url->host()) : std::string();
}

// Whether a blog has its whole host, when no other blog is there.
bool is_whole_host(const std::string& base) {
  const auto url = Url::parse(base);
  return url && (url->path().empty() || url->path() == "/") && !url->has_query();
}

class OverviewMaker {
 public:
  OverviewMaker(const Archive& archive, const SearchIndex& index, UtcTime now)
      : archive_(archive), index_(index), since_(now - kNewPosts) {}

  Result<BlogOverview> make(const std::vector<BlogStatus>& states) {
    for (const BlogStatus& state : states) add_state(state);
    BFA_RETURN_IF_ERROR(add_bases());
    BFA_RETURN_IF_ERROR(add_titles());
    BFA_RETURN_IF_ERROR(add_counts());
    for (BlogRow& row : overview_.blogs) {
      if (row.counts.posts == 0 && row.last_crawl) row.trouble.emplace_back(kNoPosts);
      if (!row.trouble.empty()) ++overview_.trouble;
    }
    return std::move(overview_);
  }

 private:
  void add_state(const BlogStatus& state) {
    BlogRow row;
    row.home = row.base = state.home;
    row.host = host_of(state.home);
    row.title = state.title;
    row.feed = state.feed;
    row.subscribed = state.subscribed;
    row.failed = state.failed;
    row.media_missing = state.media_missing;
    row.absent = state.absent;
    row.last_crawl = state.last_crawl;
    row.next_crawl = state.next;
    row.last_poll = state.last_poll;
    row.next_poll = state.next_poll;
    row.trouble = state.trouble;
    by_home_[row.home] = overview_.blogs.size();
    overview_.blogs.push_back(std::move(row));
  }

  BlogRow* row_of(const std::string& home) {
    const auto at = by_home_.find(home);
    return at == by_home_.end() ? nullptr : &overview_.blogs[at->second];
  }

  Status add_bases() {
    BFA_ASSIGN_OR_RETURN(const auto states, archive_.blogs());
    for (const BlogState& state : states) {
      BlogRow* const row = row_of(state.home);
      if (row == nullptr) continue;
      if (!state.base.empty()) row->base = state.base;
      overview_.owners.add(row->base, by_home_.at(state.home));
    }
    return {};
  }

  Status add_titles() {
    ObjectQuery query;
    query.kind = ObjectKind::kBlog;
    query.heads_only = true;
    return archive_.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
      BlogRow* const row = row_of(summary.latest.url);
      if (row != nullptr && !summary.latest.title.empty()) row->title = summary.latest.title;
      return true;
    });
  }

  Status add_counts() {
    BFA_ASSIGN_OR_RETURN(const auto counts, index_.count_blogs(since_));
    std::map<std::string, const BlogCounts*> by_host;
    for (const BlogCounts& one : counts) {
      by_host[one.host] = &one;
      overview_.posts += one.posts;
      overview_.comments += one.comments;
      overview_.versions += one.versions;
    }
    std::map<std::string, int> sharing;
    for (const BlogRow& row : overview_.blogs) ++sharing[row.host];
    std::set<std::string> shared;
    for (BlogRow& row : overview_.blogs) {
      row.shares_host = sharing[row.host] > 1 || !is_whole_host(row.base);
      const auto at = by_host.find(row.host);
      if (row.shares_host) {
        shared.insert(row.host);
      } else if (at != by_host.end()) {
        row.counts = *at->second;
      }
    }
    for (const std::string& host : shared) BFA_RETURN_IF_ERROR(count_apart(host));
    return {};
  }

  Status count_apart(const std::string& host) {
    BFA_ASSIGN_OR_RETURN(auto numbers, count_shared_host(index_, host, overview_.owners, since_));
    for (std::size_t i = 0; i < overview_.blogs.size(); ++i) {
      BlogRow& row = overview_.blogs[i];
      if (row.host != host) continue;
      row.own = std::make_shared<const BlogNumbers>(std::move(numbers[i]));
      row.counts = row.own->counts;
    }
    return {};
  }

  const Archive& archive_;
  const SearchIndex& index_;
  const UtcTime since_;
  std::map<std::string, std::size_t> by_home_;
  BlogOverview overview_;
};

}  // namespace

std::optional<UtcTime> BlogRow::last_look() const {
  if (!last_crawl || !last_poll) return last_crawl ? last_crawl : last_poll;
  return std::max(*last_crawl, *last_poll);
}

std::optional<UtcTime> BlogRow::next_look() const {
  if (!next_crawl || !next_poll) return next_crawl;  // no next visit: it is due at once
  return std::min(*next_crawl, *next_poll);
}

const BlogRow* BlogOverview::find(const std::string& home) const {
  const auto at =
      std::lower_bound(blogs.begin(), blogs.end(), home,
                       [](const BlogRow& row, const std::string& text) { return row.home < text; });
  return at != blogs.end() && at->home == home ? &*at : nullptr;
}

const BlogRow* BlogOverview::named(const std::string& address) const {
  if (const BlogRow* row = find(address)) return row;
  const std::string wanted = home_identity_of(address);
  const BlogRow* of_host = nullptr;
  for (const BlogRow& row : blogs) {
    if (home_identity_of(row.home) == wanted) return &row;
    if (of_host == nullptr && row.host == address) of_host = &row;
  }
  if (of_host != nullptr) return of_host;
  // The address with which its posts begin, where that is another one.
  const BlogRow* const owner = owner_of(address);
  return owner != nullptr && home_identity_of(owner->base) == wanted ? owner : nullptr;
}

const BlogRow* BlogOverview::owner_of(std::string_view url) const {
  const auto at = owners.owner_of(url);
  return at && *at < blogs.size() ? &blogs[*at] : nullptr;
}

Result<BlogOverview> make_overview(const Archive& archive, const SearchIndex& index,
                                   const std::vector<BlogStatus>& states, UtcTime now) {
  return OverviewMaker(archive, index, now).make(states);
}

Result<std::vector<DayCounts>> days_of_blog(const SearchIndex& index, const BlogRow& blog) {
  if (blog.own) return blog.own->days;
  return index.count_days(blog.host);
}

Result<std::vector<DayCounts>> days_of_year(const SearchIndex& index, const BlogRow& blog, int year) {
  if (!blog.own) return count_days_of_year(index, blog.host, year);
  std::vector<DayCounts> out;
  for (const DayCounts& day : blog.own->days) {
    if (std::atoi(day.day.c_str()) == year) out.push_back(day);
  }
  return out;
}

Result<std::vector<DayCounts>> months_of_blog(const SearchIndex& index, const BlogRow& blog) {
  if (blog.own) return blog.own->months;
  return count_months(index, blog.host);
}

Result<std::vector<std::pair<std::string, std::uint64_t>>> values_of_blog(const SearchIndex& index,
                                                                          const BlogRow& blog,
                                                                          ValueField field,
                                                                          std::size_t limit) {
  if (!blog.own) return index.count_values(blog.host, field, limit);
  const auto at = blog.own->values.find(field);
  if (at == blog.own->values.end()) return std::vector<std::pair<std::string, std::uint64_t>>();
  auto values = at->second;
  values.resize(std::min(values.size(), limit));
  return values;
}

}  // namespace bfa
