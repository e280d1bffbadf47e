// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/status.h"
#include "base/counted.h"
#include "bfa/object/filters.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/subscribe/polling.h"
#include "bfa/subscribe/subscriptions.h"
#include "crawl/asked_retry.h"
#include "crawl/visit.h"
#include "subscribe/absent.h"
#include "subscribe/identity.h"
#include "subscribe/missing_warcs.h"
#include "subscribe/no_posts.h"
#include "subscribe/owners.h"

namespace bfa {
namespace {

// A blog that was joined into another by a user.
bool is_joined(const BlogState& blog) {
  return !blog.moved_to.empty() && blog.moved_evidence.empty();
}

// Whether a version differs in its content from the one before. Versions are made for that, and when a page
// went, came back or moved.
bool is_edited(const std::vector<Version>& versions) {
  for (std::size_t i = 1; i < versions.size(); ++i) {
    const DataObject &before = versions[i - 1].object, &after = versions[i].object;
    if (before.status == "gone" || after.status == "gone" || before.url != after.url) continue;
    if (object_changed(before, after)) return true;
  }
  return false;
}

class Reporter {
 public:
  Reporter(const Archive& archive, const StatusOptions& options)
      : archive_(archive), options_(options), now_(options.now.value_or(system_clock().now())) {}

  Result<std::vector<BlogStatus>> run() {
    BFA_RETURN_IF_ERROR(list_blogs());
    if (options_.objects) BFA_RETURN_IF_ERROR(count_objects());
    BFA_RETURN_IF_ERROR(find_polls());
    for (std::size_t i = 0; i < blogs_.size(); ++i) {
      if (known_[i]) BFA_RETURN_IF_ERROR(find_trouble(*known_[i], blogs_[i]));
    }
    BFA_RETURN_IF_ERROR(find_missing_warcs());
    std::sort(blogs_.begin(), blogs_.end(),
              [](const BlogStatus& a, const BlogStatus& b) { return a.home < b.home; });
    return std::move(blogs_);
  }

 private:
  Status list_blogs() {
    BFA_ASSIGN_OR_RETURN(const auto states, archive_.blogs());
    std::map<std::string, std::size_t> by_identity;
    for (const BlogState& state : states) {
      BlogStatus blog;
      blog.home = state.home;
      blog.feed = state.feed;
      blog.crawls = state.crawls;
      if (state.last_crawl != UtcTime{}) blog.last_crawl = state.last_crawl;
      if (const UtcTime next = next_visit(state); next != UtcTime{}) blog.next = next;
      owners_.add(state.base.empty() ? state.home : state.base, blogs_.size());
      by_identity[identity_of(state.home)] = blogs_.size();
      blogs_.push_back(std::move(blog));
      known_.emplace_back(state);
    }
    for (const BlogState& state : states) {
      for (const auto& address : other_addresses(state))
        by_identity.try_emplace(identity_of(address), by_identity.at(identity_of(state.home)));
    }
    BFA_ASSIGN_OR_RETURN(const auto subscribed, subscriptions(archive_));
    for (const Subscription& subscription : subscribed) {
      const auto [at, is_new] = by_identity.try_emplace(identity_of(subscription.url), blogs_.size());
      if (is_new) {
        blogs_.emplace_back();
        blogs_.back().home = subscription.url;
        known_.emplace_back();
      }
      BlogStatus& blog = blogs_[at->second];
      blog.subscribed = true;
      if (blog.title.empty()) blog.title = subscription.title;
    }
    return {};
  }

  Status count_objects() {
    std::map<std::string, std::size_t, std::less<>> by_home;
    for (std::size_t i = 0; i < blogs_.size(); ++i) by_home[blogs_[i].home] = i;
    ObjectQuery heads;
    heads.heads_only = true;
    Status read;
    const Status scanned = archive_.for_each_object(heads, [&](const std::string& key,
                                                               const ObjectSummary& summary) {
      const DataObject& object = summary.latest;
      auto owner = owners_.owner_of(object.url.empty() ? object.post : object.url);
      // The home of a blog may be below that of another one without a slash between them.
      if (const auto own = by_home.find(object.url); object.kind == ObjectKind::kBlog && own != by_home.end())
        owner = own->second;
      if (!owner) return true;
      BlogStatus& blog = blogs_[*owner];
      if (object.kind == ObjectKind::kComment)
        ++(listed_kind(object) == kPingback ? blog.pingbacks : blog.comments);
      if (object.kind == ObjectKind::kBlog && !object.title.empty()) blog.title = object.title;
      if (object.kind != ObjectKind::kPost) return true;
      ++blog.posts;
      if (object.status == "gone") ++blog.gone;
      if (summary.first_seen >= now_ - kNewPosts) ++blog.new_posts;
      if (summary.versions > 1) {
        const auto versions = archive_.versions(key);
        if (!versions) read = versions.error();
        if (versions && is_edited(*versions)) ++blog.edited;
      }
      if (object.published && (!blog.newest_post || *blog.newest_post < object.published->utc))
        blog.newest_post = object.published->utc;
      return read.ok();
    });
    return scanned.ok() ? read : scanned;
  }

  Status find_polls() {
    std::map<std::string, BlogStatus*> by_home;
    for (BlogStatus& blog : blogs_) by_home[blog.home] = &blog;
    BFA_ASSIGN_OR_RETURN(const auto plans, plan_feeds(archive_, {}, {}, now_));
    for (const FeedPlan& plan : plans) {
      const auto at = by_home.find(plan.blog);
      if (at == by_home.end() || plan.why.reason == PollReason::kFirst) continue;
      BlogStatus& blog = *at->second;
      blog.last_poll = std::max(blog.last_poll.value_or(UtcTime::min()), UtcTime(plan.why.polled));
      blog.next_poll = std::min(blog.next_poll.value_or(UtcTime::max()), UtcTime(plan.why.due));
      if (plan.why.failures > 1)
        blog.trouble.push_back(counted(plan.why.failures, "poll", "polls") +
                               " in a row failed: " + plan.feed);
    }
    BFA_RETURN_IF_ERROR(for_each_absent(archive_, [&](const AbsentAddress& address) -> Status {
      if (const auto at = by_home.find(address.blog); at != by_home.end()) ++at->second->absent;
      return {};
    }));
    BFA_ASSIGN_OR_RETURN(const auto overflows, feed_overflows(archive_));
    for (const FeedOverflow& overflow : overflows) {
      const auto at = by_home.find(overflow.blog);
      if (at == by_home.end()) continue;
      at->second->overflows += overflow.times;
      at->second->trouble.push_back("entries may be lost: " + counted(overflow.times, "poll", "polls") +
                                    " found a feed without one entry of the poll before, last at " +
                                    format_rfc3339(overflow.last));
    }
    return {};
  }

  Status find_missing_warcs() {
    BFA_ASSIGN_OR_RETURN(const auto known, known_warcs(archive_));
    BFA_ASSIGN_OR_RETURN(const auto names, missing_of(archive_, known));
    BFA_ASSIGN_OR_RETURN(const auto missing, missing_warcs(archive_, names, owners_));
    for (std::size_t i = 0; i < blogs_.size(); ++i) {
      if (std::string sentence = missing_warcs_sentence(missing, i); !sentence.empty())
        blogs_[i].trouble.push_back(std::move(sentence));
    }
    return {};
  }

  Status find_trouble(const BlogState& state, BlogStatus& blog) const {
    BFA_ASSIGN_OR_RETURN(const auto failures, archive_.failures(state.home));
    for (const FailedTask& failure : failures)
      ++(failure.task.kind == TaskKind::kMedia ? blog.media_missing : blog.failed);
    std::vector<std::string>& out = blog.trouble;
    if (!state.became.empty() && !state.became_overruled)
      out.push_back("something else answers: " + state.became + " (" + state.became_evidence + ")");
    if (!state.moved_to.empty()) {
      out.push_back(is_joined(state)
                        ? "joined into " + state.moved_to
                        : "seems to be continued at " + state.moved_to + " (" + state.moved_evidence + ")");
    }
    if (is_asked_retry(state)) {
      out.emplace_back("failed addresses are tried again at the next visit");
    } else if (!state.due_reason.empty()) {
      out.push_back("put off: " + state.due_reason);
    }
    if (state.last_crawl == UtcTime{}) {
      out.push_back("not crawled yet");
      return {};
    }
    if (state.crawls == 0) out.push_back("its first crawl has not ended");
    if (state.feed.empty() && state.feeds.empty()) out.push_back("no feed");
    if (blog.failed > 0) out.push_back(counted(blog.failed, "address failed", "addresses failed"));
    if (blog.media_missing > 0)
      out.push_back(counted(blog.media_missing, "image or style sheet is missing",
                            "images or style sheets are missing"));
    if (options_.objects && blog.posts == 0) out.emplace_back(kNoPosts);
    return {};
  }

  const Archive& archive_;
  const StatusOptions& options_;
  const UtcTime now_;
  std::vector<BlogStatus> blogs_;
  std::vector<std::optional<BlogState>> known_;  // beside each of blogs_
  BlogOwners owners_;
};

}  // namespace

UtcTime next_visit(const BlogState& blog, std::chrono::seconds every) {
  if (!blog.due_reason.empty()) return blog.due;
  if (blog.crawls == 0 || blog.last_crawl == UtcTime{}) return {};
  return blog.last_crawl + every;
}

Result<std::vector<BlogStatus>> archive_status(const Archive& archive, const StatusOptions& options) {
  return guarded([&] { return Reporter(archive, options).run(); });
}

Result<std::vector<std::string>> blogs_to_visit(const Archive& archive, UtcTime now, bool all) {
  return guarded([&]() -> Result<std::vector<std::string>> {
    std::vector<std::string> out;
    std::set<std::string> known;
    BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
    for (const BlogState& blog : blogs) {
      known.insert(identity_of(blog.home));
      for (const auto& address : other_addresses(blog)) known.insert(identity_of(address));
      if (!is_joined(blog) && (all || next_visit(blog) <= now)) out.push_back(blog.home);
    }
    BFA_ASSIGN_OR_RETURN(const auto subscribed, subscriptions(archive));
    for (const Subscription& subscription : subscribed) {
      if (!known.contains(identity_of(subscription.url))) out.push_back(subscription.url);
    }
    return out;
  });
}

}  // namespace bfa
