// SPDX-License-Identifier: Apache-2.0
#include "report/feed_windows.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <utility>

#include "base/try.h"
#include "bfa/feed/feed.h"

namespace bfa {
namespace {

constexpr int kNotModified = 304;

}  // namespace

std::size_t FeedWindows::source_of(const std::string& url, std::size_t blog) {
  const auto [at, is_new] = index_.try_emplace(url, sources_.size());
  if (is_new) sources_.push_back({blog, false, false, url, url, {}});
  return at->second;
}

void FeedWindows::expect(const std::string& url, std::size_t blog, bool main) {
  if (url.empty()) return;
  Source& source = sources_[source_of(url, blog)];
  source.expected = true;
  source.main = source.main || (main && source.blog == blog);
}

void FeedWindows::add(const Capture& capture, std::size_t blog) {
  Source& source = sources_[source_of(capture.url, blog)];
  source.final_url = capture.final_url;
  // Bytes that are not known are equal to no others.
  const std::size_t digest =
      capture.payload_digest.empty() ? 0 : std::hash<std::string>()(capture.payload_digest);
  source.answers.push_back({capture.time.time_since_epoch().count(), capture.sequence,
                            static_cast<std::uint32_t>(digest), capture.status == kNotModified});
}

// Whether the answer was a feed.
Result<bool> FeedWindows::read(const Source& source, const Answer& answer, Feed& feed) const {
  for (const std::string* url : {&source.url, &source.final_url}) {
    BFA_ASSIGN_OR_RETURN(const auto version, archive_.view().feed_at(*url, answer.sequence));
    if (!version || version->sequence != answer.sequence) continue;
    BFA_ASSIGN_OR_RETURN(feed, deserialize_feed(version->serialized));
    return true;
  }
  return false;
}

bool FeedWindows::in_one_visit(const Answer& one, const Answer& other) const {
  if (crawls_.empty()) return false;
  // An import is one crawl of the captures of many visits.
  constexpr std::int64_t kMostBetween = UtcTime::duration(std::chrono::hours(24)).count();
  const auto crawl_of = [this](const Answer& answer) {
    return std::lower_bound(crawls_.begin(), crawls_.end(), answer.sequence) - crawls_.begin();
  };
  return std::abs(one.time - other.time) < kMostBetween && crawl_of(one) == crawl_of(other);
}

// A blog whose feed moves to another address goes on with the history of the one before.
void FeedWindows::continue_from(const std::vector<Done>& before, const Answer& first,
                                WindowHistory& history) const {
  const Done* latest = nullptr;
  for (const Done& done : before) {
    if (done.last_feed.time >= first.time || in_one_visit(done.last_feed, first)) return;  // both are in use
    if (latest == nullptr || done.last_feed.time > latest->last_feed.time) latest = &done;
  }
  if (latest != nullptr) history = latest->history;
}

Result<std::optional<FeedFigures>> FeedWindows::figures_of(const Source& source,
                                                           std::vector<Done>& before) const {
  FeedFigures out;
  out.url = source.url;
  out.answers = source.answers.size();
  std::uint64_t compared = 0, overflows = 0;
  Done done;
  std::uint32_t last = 0;  // digest of the last answer that was a feed; 0: none
  for (const Answer& answer : source.answers) {
    const bool is_first = out.format.empty();
    if (answer.unchanged || (last != 0 && last == answer.digest)) {
      out.failing = 0;
      if (!done.history.empty()) ++compared;
      if (!is_first) done.last_feed = answer;
      continue;
    }
    Feed feed;
    BFA_ASSIGN_OR_RETURN(const bool is_feed, read(source, answer, feed));
    if (!is_feed) {
      ++out.failing;
      continue;
    }
    if (feed.is_comments) return std::optional<FeedFigures>();
    if (is_first) continue_from(before, answer, done.history);
    last = answer.digest;
    done.last_feed = answer;
    out.failing = 0;
    out.format = feed.format;
    out.version = feed.version;
    out.window = feed.entries.size();
    // An empty feed says nothing of what was in it between two answers.
    if (feed.entries.empty()) continue;
    if (!done.history.empty()) ++compared;
    if (done.history.take(feed.entries)) ++overflows;
  }
  if (compared > 0) {
    out.compared = compared;
    out.overflows = overflows;
  }
  if (!out.format.empty()) before.push_back(std::move(done));
  return std::optional<FeedFigures>(std::move(out));
}

Status FeedWindows::finish(std::vector<BlogFigures>& blogs) {
  BFA_ASSIGN_OR_RETURN(const auto crawls, archive_.crawls());
  for (const RecordedCrawl& crawl : crawls) crawls_.push_back(crawl.after);
  std::sort(crawls_.begin(), crawls_.end());
  for (Source& source : sources_) {
    std::sort(source.answers.begin(), source.answers.end(), [](const Answer& a, const Answer& b) {
      return std::pair(a.time, a.sequence) < std::pair(b.time, b.sequence);
    });
  }
  // The feeds of a blog one after the other, the older ones first.
  const auto began = [](const Source& source) {
    return source.answers.empty() ? 0 : source.answers.front().time;
  };
  std::stable_sort(sources_.begin(), sources_.end(), [&](const Source& a, const Source& b) {
    return std::pair(a.blog, began(a)) < std::pair(b.blog, began(b));
  });
  index_.clear();
  std::vector<Done> before;
  std::size_t last_blog = 0;
  for (Source& source : sources_) {
    if (source.blog != last_blog) before.clear();
    last_blog = source.blog;
    BFA_ASSIGN_OR_RETURN(auto figures, figures_of(source, before));
    source.answers = {};
    // Usual places of feeds are asked too: what never was a feed and is not named by the blog is none.
    if (!figures || (figures->format.empty() && !source.expected)) continue;
    BlogFigures& blog = blogs[source.blog];
    if (figures->compared)
      blog.possible_loss = blog.possible_loss.value_or(0) + figures->overflows.value_or(0);
    blog.feeds.insert(source.main ? blog.feeds.begin() : blog.feeds.end(), std::move(*figures));
  }
  for (BlogFigures& blog : blogs) {
    const auto fails = [](const FeedFigures& feed) { return feed.failing > 0; };
    if (!blog.feeds.empty() && std::all_of(blog.feeds.begin(), blog.feeds.end(), fails))
      blog.feed_failing = true;
  }
  return {};
}

}  // namespace bfa
