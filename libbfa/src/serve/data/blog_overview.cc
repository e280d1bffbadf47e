// SPDX-License-Identifier: Apache-2.0
#include "serve/data/blog_overview.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/try.h"
#include "bfa/subscribe/status.h"
#include "bfa/subscribe/subscriptions.h"
#include "bfa/url/url.h"
#include "subscribe/identity.h"

namespace bfa {
namespace {

std::string host_of(const std::string& home) {
  const auto url = Url::parse(home);
  return url ? std::string(url->host()) : std::string();
}

std::string addresses_failed(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " address failed" : " addresses failed");
}

void say_state(const BlogState& state, std::vector<std::string>& out) {
  if (!state.became.empty() && !state.became_overruled)
    out.push_back("something else answers: " + state.became + " (" + state.became_evidence + ")");
  if (!state.moved_to.empty()) {
    out.push_back(state.moved_evidence.empty()
                      ? "joined into " + state.moved_to
                      : "seems to be continued at " + state.moved_to + " (" + state.moved_evidence + ")");
  }
  if (!state.due_reason.empty()) out.push_back("put off: " + state.due_reason);
  if (state.last_crawl == UtcTime{}) {
    out.emplace_back("not crawled yet");
  } else if (state.crawls == 0) {
    out.emplace_back("its first crawl has not ended");
  }
}

class OverviewMaker {
 public:
  OverviewMaker(const Archive& archive, const SearchIndex& index) : archive_(archive), index_(index) {}

  Result<BlogOverview> make() {
    BFA_ASSIGN_OR_RETURN(const auto states, archive_.blogs());
    for (const BlogState& state : states) add_state(state);
    BFA_ASSIGN_OR_RETURN(const auto subscribed, subscriptions(archive_));
    for (const Subscription& subscription : subscribed) {
      const auto known = by_identity_.find(identity_of(subscription.url));
      BlogRow& row = row_of(known == by_identity_.end() ? subscription.url : known->second);
      row.subscribed = true;
      if (row.title.empty()) row.title = subscription.title;
    }
    BFA_RETURN_IF_ERROR(add_titles());
    BFA_RETURN_IF_ERROR(add_counts());
    BFA_RETURN_IF_ERROR(add_failures());
    for (auto& [home, row] : rows_) {
      if (!row.trouble.empty()) ++overview_.trouble;
      overview_.blogs.push_back(std::move(row));
    }
    return std::move(overview_);
  }

 private:
  BlogRow& row_of(const std::string& home) {
    const auto [at, is_new] = rows_.try_emplace(home);
    if (is_new) {
      at->second.home = home;
      at->second.host = host_of(home);
    }
    return at->second;
  }

  void add_state(const BlogState& state) {
    BlogRow& row = row_of(state.home);
    by_identity_[identity_of(state.home)] = state.home;
    row.feed = state.feed;
    if (state.last_crawl != UtcTime{}) row.last_visit = state.last_crawl;
    if (const UtcTime next = bfa::next_visit(state); next != UtcTime{}) row.next_visit = next;
    say_state(state, row.trouble);
    if (state.last_crawl != UtcTime{} && state.feed.empty() && state.feeds.empty())
      row.trouble.emplace_back("no feed");
  }

  Status add_titles() {
    ObjectQuery query;
    query.kind = ObjectKind::kBlog;
    query.heads_only = true;
    return archive_.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
      const auto at = rows_.find(summary.latest.url);
      if (at != rows_.end() && !summary.latest.title.empty()) at->second.title = summary.latest.title;
      return true;
    });
  }

  Status add_counts() {
    BFA_ASSIGN_OR_RETURN(const auto counts, index_.count_blogs());
    std::map<std::string, const BlogCounts*> by_host;
    for (const BlogCounts& one : counts) {
      by_host[one.host] = &one;
      overview_.posts += one.posts;
      overview_.comments += one.comments;
      overview_.versions += one.versions;
    }
    std::map<std::string, int> sharing;
    for (const auto& [home, row] : rows_) ++sharing[row.host];
    for (auto& [home, row] : rows_) {
      const auto at = by_host.find(row.host);
      if (at != by_host.end()) row.counts = *at->second;
      row.shares_host = sharing[row.host] > 1;
      if (row.counts.posts == 0 && row.last_visit) row.trouble.emplace_back("no posts");
    }
    return {};
  }

  Status add_failures() {
    BFA_ASSIGN_OR_RETURN(const auto failures, archive_.failures({}));
    for (const FailedTask& failure : failures) {
      const auto at = rows_.find(failure.task.blog);
      if (at != rows_.end()) ++at->second.failed;
    }
    for (auto& [home, row] : rows_) {
      if (row.failed > 0) row.trouble.push_back(addresses_failed(row.failed));
    }
    return {};
  }

  const Archive& archive_;
  const SearchIndex& index_;
  std::map<std::string, BlogRow> rows_;
  std::map<std::string, std::string> by_identity_;  // to the home address
  BlogOverview overview_;
};

}  // namespace

const BlogRow* BlogOverview::find(const std::string& home) const {
  const auto at =
      std::lower_bound(blogs.begin(), blogs.end(), home,
                       [](const BlogRow& row, const std::string& text) { return row.home < text; });
  return at != blogs.end() && at->home == home ? &*at : nullptr;
}

Result<BlogOverview> make_overview(const Archive& archive, const SearchIndex& index) {
  return OverviewMaker(archive, index).make();
}

}  // namespace bfa
