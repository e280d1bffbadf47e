// SPDX-License-Identifier: Apache-2.0
#include "bfa/crawl/crawl.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/base/version.h"
#include "bfa/extract/rules.h"
#include "bfa/url/canonical.h"
#include "crawl/add_once.h"
#include "crawl/asked_retry.h"
#include "crawl/became.h"
#include "crawl/given_zone.h"
#include "crawl/leaveout/switches.h"
#include "crawl/leaveout/take_rules.h"
#include "crawl/limits/due_rechecks.h"
#include "crawl/loop.h"
#include "crawl/moves/find_blog_move.h"
#include "crawl/moves/find_moves.h"
#include "crawl/seed.h"
#include "crawl/visit.h"

namespace bfa {
namespace {

constexpr auto kDeferredFor = std::chrono::hours(1);
constexpr auto kVisitEvery = std::chrono::hours(24);

// What the options say about one blog.
struct Given {
  std::vector<std::string> feeds;
  std::string zone;
};

}  // namespace

std::vector<std::string> other_addresses(const BlogState& blog) {
  std::vector<std::string> out = blog.feeds;
  const bool is_feed = std::find(out.begin(), out.end(), blog.home) != out.end() || blog.feed == blog.home;
  if (is_feed && !blog.base.empty()) out.push_back(blog.base);
  return out;
}

KnownHomes::KnownHomes(const std::vector<BlogState>& blogs) {
  for (const auto& blog : blogs) add(blog.home);
  for (const auto& blog : blogs) {
    for (const auto& address : other_addresses(blog)) {
      if (const auto url = Url::parse(address)) by_key_.try_emplace(fetch_dedup_key(*url), blog.home);
    }
  }
}

void KnownHomes::add(const std::string& home) {
  if (const auto url = Url::parse(home)) by_key_.insert_or_assign(fetch_dedup_key(*url), home);
}

Result<std::string> KnownHomes::home_of(const std::string& text) const {
  BFA_ASSIGN_OR_RETURN(std::string home, home_url(text));
  BFA_ASSIGN_OR_RETURN(const Url parsed, Url::parse(home));
  const auto at = by_key_.find(fetch_dedup_key(parsed));
  return at == by_key_.end() ? home : at->second;
}

Result<std::vector<std::string>> home_urls(const std::vector<BlogState>& known,
                                           const std::vector<std::string>& urls) {
  const KnownHomes homes(known);
  std::vector<std::string> out;
  for (const auto& text : urls) {
    BFA_ASSIGN_OR_RETURN(std::string home, homes.home_of(text));
    add_once(out, std::move(home));
  }
  return out;
}

namespace {

// The known pages that a visit asks for again.
Result<std::vector<std::string>> pages_to_recheck(const Archive& archive, const BlogState& blog,
                                                  const CrawlOptions& options, Clock& clock) {
  if (options.recheck == Recheck::kDue)
    return due_rechecks(archive, blog.home, options.recheck_price, clock.now());
  std::vector<std::string> urls;
  if (options.recheck == Recheck::kNone) return urls;
  BFA_RETURN_IF_ERROR(archive.for_each_known_page(blog.home, [&](const Capture& page) {
    if (page.url != blog.home) urls.push_back(page.url);
    return true;
  }));
  return urls;
}

// Returns their number.
Result<std::uint64_t> seed_rechecks(Archive& archive, const BlogState& blog, std::uint64_t crawl,
                                    const CrawlOptions& options, Clock& clock) {
  PostPattern posts;
  BFA_ASSIGN_OR_RETURN(const auto learned, archive.view().template_at(blog.home, blog.template_sequence));
  if (learned) posts = PostPattern::parse(learned->post_pattern).value_or(PostPattern());
  BFA_ASSIGN_OR_RETURN(const auto urls, pages_to_recheck(archive, blog, options, clock));
  for (const auto& url : urls) {
    CrawlTask task =
        first_task(TaskKind::kPage, posts.matches(url) ? Stage::kPost : Stage::kOther, blog.home, url, crawl);
    task.depth = 1;
    task.referrer = blog.home;
    task.conditional = options.recheck != Recheck::kAll;
    BFA_RETURN_IF_ERROR(add_task(archive.frontier(), task));
  }
  return std::uint64_t{urls.size()};
}

// Tries the failed tasks of earlier runs again.
Status seed_failures(Archive& archive, const BlogState& blog, std::uint64_t crawl) {
  BFA_ASSIGN_OR_RETURN(const auto failures, archive.failures(blog.home));
  for (const auto& failure : failures) {
    if (failure.error.code != Code::kUnavailable) continue;
    CrawlTask task = failure.task;
    task.attempts = 0;
    task.not_before = {};
    task.crawl = crawl;
    // The page was fetched to learn the template from. The template exists now, and no later step would read
    // its bytes.
    if (task.stage == Stage::kEntry && blog.template_sequence != 0) task.stage = Stage::kPost;
    BFA_RETURN_IF_ERROR(add_task(archive.frontier(), task));
  }
  return {};
}

// `given`: what the user said about the blog, in this run or an earlier one.
Status seed_new(Archive& archive, const std::string& home, const Given& given, std::uint64_t crawl) {
  BFA_ASSIGN_OR_RETURN(BlogState blog, new_blog(home));
  blog.given_feeds = given.feeds;
  take_given_zone(blog, given.zone);
  BFA_RETURN_IF_ERROR(archive.put_blog(blog));
  return add_task(archive.frontier(), first_task(TaskKind::kHome, Stage::kHome, home, home, crawl));
}

// Returns the number of pages that are asked for again.
Result<std::uint64_t> seed_update(Archive& archive, const BlogState& blog, std::uint64_t crawl,
                                  const CrawlOptions& options, Clock& clock) {
  BFA_RETURN_IF_ERROR(archive.reset_seen(blog.home));
  const bool conditional = options.recheck != Recheck::kAll;
  std::vector<CrawlTask> tasks;
  tasks.push_back(first_task(TaskKind::kHome, Stage::kHome, blog.home, blog.home, crawl));
  std::vector<std::string> feeds = blog.feeds;
  if (!blog.feed.empty()) feeds = {blog.feed};
  for (const auto& given : blog.given_feeds) add_once(feeds, given);
  for (const auto& feed : feeds)
    tasks.push_back(first_task(TaskKind::kFeed, Stage::kFeed, blog.home, feed, crawl));
  if (options.step.comments) {
    for (const auto& feed : blog.comment_feeds)
      tasks.push_back(first_task(TaskKind::kCommentFeed, Stage::kOther, blog.home, feed, crawl));
  }
  for (auto& task : tasks) {
    task.conditional = conditional;
    task.referrer = blog.home;
    BFA_RETURN_IF_ERROR(add_task(archive.frontier(), task));
  }
  BFA_ASSIGN_OR_RETURN(const auto unread, unread_pages(archive, blog, crawl, options.step));
  for (const auto& task : unread) BFA_RETURN_IF_ERROR(add_task(archive.frontier(), task));
  BFA_RETURN_IF_ERROR(seed_failures(archive, blog, crawl));
  return seed_rechecks(archive, blog, crawl, options, clock);
}

// The feeds that the options give, by home URL.
Result<std::map<std::string, std::vector<std::string>>> given_feeds(const std::vector<BlogState>& known,
                                                                    const CrawlOptions& options) {
  std::map<std::string, std::vector<std::string>> by_home;
  for (const auto& [text, addresses] : options.feeds) {
    BFA_ASSIGN_OR_RETURN(const auto homes, home_urls(known, {text}));
    std::vector<std::string>& feeds = by_home[homes.front()];
    for (const auto& address : addresses) {
      BFA_ASSIGN_OR_RETURN(std::string feed, home_url(address));
      add_once(feeds, std::move(feed));
    }
  }
  return by_home;
}

// Keeps feeds that are new to a known blog, and another zone.
Status add_given(Archive& archive, BlogState& blog, const Given& given) {
  const std::size_t before = blog.given_feeds.size();
  for (const auto& feed : given.feeds) add_once(blog.given_feeds, feed);
  const bool other_zone = take_given_zone(blog, given.zone);
  return blog.given_feeds.size() == before && !other_zone ? Status() : archive.put_blog(blog);
}

// A blog with failed addresses to try again is visited for all else, too.
bool wants_all(const BlogState& blog, const CrawlOptions& options, Clock& clock) {
  return !options.due_only || clock.now() - blog.last_crawl >= kVisitEvery;
}

}  // namespace

Result<std::uint64_t> seed_visits(Archive& archive, const std::vector<std::string>& homes,
                                  const std::map<std::string, std::vector<std::string>>& feeds,
                                  std::uint64_t crawl, const CrawlOptions& options, Clock& clock) {
  std::uint64_t rechecks = 0;
  for (const auto& home : homes) {
    const auto given = feeds.find(home);
    const Given more{given == feeds.end() ? std::vector<std::string>() : given->second, options.zone};
    BFA_ASSIGN_OR_RETURN(auto known, archive.view().blog(home));
    if (known) BFA_RETURN_IF_ERROR(add_given(archive, *known, more));
    BFA_ASSIGN_OR_RETURN(const std::uint64_t left, archive.frontier().size(home));
    if (known && left > 0) {
      if (!is_asked_retry(*known) || !wants_all(*known, options, clock)) continue;
      known->due_reason.clear();
      BFA_RETURN_IF_ERROR(archive.put_blog(*known));
    }
    if (known && known->crawls > 0) {
      BFA_ASSIGN_OR_RETURN(const std::uint64_t more_rechecks,
                           seed_update(archive, *known, crawl, options, clock));
      rechecks += more_rechecks;
      continue;
    }
    if (known) BFA_RETURN_IF_ERROR(archive.reset_seen(home));
    BFA_RETURN_IF_ERROR(
        seed_new(archive, home, known ? Given{known->given_feeds, known->given_zone} : more, crawl));
  }
  return rechecks;
}

namespace {

// A blog that was joined with the one that continues it stays so.
Status note_blog_move(const Archive& archive, BlogState& blog) {
  if (!blog.moved_to.empty() && blog.moved_evidence.empty()) return {};
  BFA_ASSIGN_OR_RETURN(const auto moved, find_blog_move(archive, blog));
  blog.moved_to = moved ? moved->to : std::string();
  blog.moved_evidence = moved ? moved->evidence : std::string();
  return {};
}

}  // namespace

Status record_end(Archive& archive, const CrawlReport& report, const StepOptions& options, Clock& clock) {
  BFA_ASSIGN_OR_RETURN(auto blog, archive.view().blog(report.blog));
  if (!blog) return {};
  take_became(report, *blog);
  const bool retry = is_asked_retry(*blog);
  if (!retry) blog->last_crawl = clock.now();
  if (report.deferred) {
    blog->due = clock.now() + kDeferredFor;
    blog->due_reason = report.error ? report.error->message : "deferred";
  } else if (report.queued == 0 && !report.error) {
    if (!retry) ++blog->crawls;
    blog->due_reason.clear();
  }
  const bool whole = report.queued == 0 && !report.error && !report.deferred && !report.only_polled;
  BFA_RETURN_IF_ERROR(note_left_out(archive, report.blog, whole, options));
  BFA_RETURN_IF_ERROR(note_blog_move(archive, *blog));
  return archive.put_blog(*blog);
}

std::string settings_json(const CrawlOptions& options) {
  const StepOptions& step = options.step;
  const char* recheck = options.recheck == Recheck::kAll    ? "all"
                        : options.recheck == Recheck::kNone ? "none"
                                                            : "due";
  const auto limit = [](const char* name, std::uint64_t most) {
    return most == 0 ? std::string() : std::string(",\"") + name + "\":" + std::to_string(most);
  };
  return std::string("{\"v\":1,\"strategy\":\"") + step.strategy + "\",\"robots\":\"" +
         (step.obey_robots ? "obey" : "ignore") + "\",\"robots_tags\":\"" +
         std::string(robots_tag_policy_name(step.robots_tags)) +
         "\",\"media\":" + (step.media ? "true" : "false") +
         ",\"comments\":" + (step.comments ? "true" : "false") +
         ",\"extract\":" + (step.extract ? "true" : "false") + ",\"order\":\"" +
         std::string(fetch_order_name(options.order)) + "\",\"recheck\":\"" + recheck +
         "\",\"max_depth\":" + std::to_string(step.max_depth) +
         ",\"max_body_bytes\":" + std::to_string(step.max_body_bytes) +
         ",\"max_training_pages\":" + std::to_string(step.max_training_pages) +
         limit("max_pages", options.max_pages) + limit("max_bytes", options.max_bytes) + "}";
}

namespace {

Result<std::vector<CrawlReport>> crawl_archive(Archive& archive, Fetcher& fetcher,
                                               const std::vector<std::string>& urls, CrawlOptions options) {
  Clock& clock = options.clock != nullptr ? *options.clock : system_clock();
  BFA_RETURN_IF_ERROR(check_given_zone(options.zone));
  BFA_RETURN_IF_ERROR(check_patterns(options));
  BFA_ASSIGN_OR_RETURN(const auto known, archive.blogs());
  BFA_ASSIGN_OR_RETURN(auto homes, home_urls(known, urls));
  BFA_RETURN_IF_ERROR(take_rules(archive, homes, options));
  const std::vector<std::string> all = homes;
  std::vector<CrawlReport> blocked = take_blocked(*options.step.rules, homes);
  if (homes.empty()) return blocked;
  BFA_ASSIGN_OR_RETURN(const auto loop,
                       CrawlLoop::make(archive.sink(), archive.view(), archive.frontier(), fetcher, options));
  BFA_ASSIGN_OR_RETURN(const auto feeds, given_feeds(known, options));
  BFA_ASSIGN_OR_RETURN(const std::uint64_t crawl, archive.begin_crawl(homes, settings_json(options)));
  BFA_ASSIGN_OR_RETURN(const std::uint64_t rechecks,
                       seed_visits(archive, homes, feeds, crawl, options, clock));
  (void)rechecks;
  loop->at_end([&](const CrawlReport& blog) { return find_moves(archive, blog.blog, crawl); });
  BFA_ASSIGN_OR_RETURN(auto reports, loop->run(homes, [&](const CrawlReport& report) {
    return record_end(archive, report, options.step, clock);
  }));
  BFA_RETURN_IF_ERROR(archive.end_crawl(crawl));
  for (CrawlReport& report : blocked) {
    const auto at = std::find(all.begin(), all.end(), report.blog) - all.begin();
    reports.insert(reports.begin() + std::min(at, static_cast<std::ptrdiff_t>(reports.size())),
                   std::move(report));
  }
  return reports;
}

}  // namespace

WarcFields crawl_warcinfo(const StepOptions& step, const NetworkOptions& network) {
  return guarded_or_empty([&]() -> WarcFields {
    const double delay = std::chrono::duration<double>(network.delay).count();
    WarcFields fields = {
        {"software", "libbfa/" + std::string(version())},
        {"format", "WARC File Format 1.1"},
        {"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
        {"robots", step.obey_robots ? "obey" : "ignore"},
        {"robots-tags", std::string(robots_tag_policy_name(step.robots_tags))},
        {"http-header-user-agent", network.user_agent},
        {"media", step.media ? "images and style sheets of posts" : "none"},
        {"delay", std::to_string(delay) + " s"},
    };
    if (!step.comments) fields.emplace_back("comments", "none");
    if (!step.extract) fields.emplace_back("extraction", "none");
    if (network.http2) fields.emplace_back("http2", "offered");
    if (!network.cookies) fields.emplace_back("cookies", "none");
    if (!network.from.empty()) fields.emplace_back("operator", network.from);
    return fields;
  });
}

Result<std::vector<CrawlReport>> crawl_blogs(Archive& archive, Fetcher& fetcher,
                                             const std::vector<std::string>& urls,
                                             const CrawlOptions& options) {
  return guarded([&] { return crawl_archive(archive, fetcher, urls, options); });
}

Result<std::vector<CrawlReport>> crawl_into(RecordSink& sink, const BlogView& view, Frontier& frontier,
                                            Fetcher& fetcher, const std::vector<std::string>& urls,
                                            const CrawlOptions& options) {
  return guarded([&]() -> Result<std::vector<CrawlReport>> {
    BFA_ASSIGN_OR_RETURN(const auto loop, CrawlLoop::make(sink, view, frontier, fetcher, options));
    BFA_ASSIGN_OR_RETURN(const auto homes, home_urls({}, urls));
    for (const auto& home : homes) {
      BFA_RETURN_IF_ERROR(add_task(frontier, first_task(TaskKind::kHome, Stage::kHome, home, home, 1)));
    }
    return loop->run(homes, [](const CrawlReport&) { return Status(); });
  });
}

}  // namespace bfa
