// SPDX-License-Identifier: Apache-2.0
#include "crawl/run_report.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "crawl/past/scope.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxFailures = 1000;
constexpr std::size_t kEnoughUnlike = 3;   // posts of one crawl that the template does not fit
constexpr std::size_t kMaxRelearned = 64;  // at most so many of these are learned from
constexpr auto kProgressEvery = std::chrono::milliseconds(250);

// True for a task whose target may well not exist: then its absence is not a failure.
bool is_probe(const CrawlTask& task) {
  return task.kind == TaskKind::kRobots || is_soft_404_probe(task) || task.kind == TaskKind::kSitemap ||
         task.kind == TaskKind::kCommentFeed || (task.kind == TaskKind::kFeed && task.referrer.empty());
}

// True when the item's page answered that it is gone.
bool says_gone(const Committed::Item& item) {
  if (!item.change) return false;
  if (item.change->verdict == Verdict::kGone) return true;
  return std::any_of(
      item.change->reasons.begin(), item.change->reasons.end(),
      [](const ChangeReason& reason) { return reason.field == "status" && reason.detail.ends_with("gone"); });
}

// Counts the places where the walk through the blog was ended.
void count_ended_walks(const StepResult& result, CrawlReport& report) {
  for (const Finding& finding : result.findings) {
    if (finding.id != kWalkEnded) continue;
    if (report.walks_ended++ == 0) report.walk_ended_at = finding.where;
  }
}

// The count that an address belongs to which is not to be fetched.
std::uint64_t& denied_by(const StepResult& result, CrawlReport& report) {
  for (const Finding& finding : result.findings) {
    if (finding.id == "blocked") return report.blocked;
    if (finding.id == "left_out") return report.left_out;
  }
  return report.denied;
}

// What did not fit is archived as bytes and marked in its record; here it is listed.
void list_what_did_not_fit(const StepResult& result, CrawlReport& report) {
  if (!task_fetches(result.task.kind)) return;  // counted when it was fetched
  for (const Finding& finding : result.findings) {
    const bool part =
        finding.id == "body_over_limit" || finding.id == "html_nodes" || finding.id == kLinksOverLimit;
    if (!part) continue;
    ++report.failed;
    if (report.failures.size() >= kMaxFailures) return;
    const bool links = finding.id == kLinksOverLimit;
    report.failures.push_back(Error{Code::kLimit,
                                    links ? finding.message : "is too large: only its beginning was read",
                                    result.task.url.href(), -1});
    return;
  }
}

}  // namespace

bool counts_as_page(TaskKind kind) {
  return kind == TaskKind::kPage || kind == TaskKind::kHome;
}

void count_step(const StepResult& result, BlogRun& blog, bool offline) {
  CrawlReport& report = blog.report;
  for (const auto& exchange : result.exchanges) {
    ++report.requests;
    report.bytes += exchange.response.size();
  }
  const CrawlTask& task = result.task;
  const bool first_hand = task.kind == TaskKind::kHome || task.kind == TaskKind::kFeed;
  if (first_hand && !result.exchanges.empty() && !result.exchanges.back().ip_address.empty())
    report.address = result.exchanges.back().ip_address;
  if (!result.exchanges.empty() && result.exchanges.back().head.status >= 200 &&
      result.exchanges.back().head.status < 300) {
    ++report.fetched;
    if (counts_as_page(task.kind) && result.outcome != Outcome::kSomethingElse) ++blog.pages;
  }
  count_ended_walks(result, report);
  if (result.outcome == Outcome::kDone) list_what_did_not_fit(result, report);
  if (result.outcome == Outcome::kNotModified) ++report.not_modified;
  const bool failed = result.outcome == Outcome::kFailed || result.outcome == Outcome::kGone ||
                      result.outcome == Outcome::kTruncated || result.outcome == Outcome::kSomethingElse;
  count_something_else(result, blog.met);
  if (result.outcome == Outcome::kDenied && !is_probe(task)) ++denied_by(result, report);
  if (failed && task.kind == TaskKind::kMedia && !is_probe(task)) ++report.media_missing;
  // What is not in the files of an import, or was not there when they were made, is no failure of it.
  const bool absent = offline && result.error && result.error->code == Code::kNotFound;
  if (failed && task.kind != TaskKind::kMedia && !is_probe(task) && !absent) {
    ++report.failed;
    if (result.error && report.failures.size() < kMaxFailures) report.failures.push_back(*result.error);
  }
  if (task.kind == TaskKind::kHome && (failed || result.outcome == Outcome::kDenied))
    blog.home_error = result.error;
}

// A first crawl meets an object again on a later page, and completes what it read before. Nothing of that was
// in the archive when the crawl began: it counts neither as changed nor as unchanged.
void count_objects(const Committed& committed, BlogRun& blog) {
  for (const auto& item : committed.items) {
    switch (item.what) {
      case Committed::Item::What::kNew:
        ++blog.report.created;
        if (item.kind == ObjectKind::kPost) ++blog.report.posts;
        if (blog.is_update) blog.created.insert(item.url);
        break;
      case Committed::Item::What::kChanged:
        ++blog.report.changed;
        if (blog.is_update && says_gone(item)) blog.gone.insert(item.url);
        break;
      case Committed::Item::What::kRevised:
        if (blog.is_update) ++blog.report.changed;
        break;
      case Committed::Item::What::kMoved:
        if (item.kind != ObjectKind::kComment) ++blog.report.moved;
        // Either address was visited before it was known that the object moved.
        if (item.change && blog.gone.erase(item.change->moved_from) > 0) --blog.report.changed;
        if (blog.created.erase(item.url) == 0) break;
        --blog.report.created;
        if (item.kind == ObjectKind::kPost) --blog.report.posts;
        break;
      case Committed::Item::What::kReread:
      case Committed::Item::What::kSeen:
        if (blog.is_update) ++blog.report.unchanged;
        break;
    }
  }
  for (const auto& ref : committed.warc) {
    auto& files = blog.report.warc;
    if (std::find(files.begin(), files.end(), ref.file) == files.end()) files.push_back(ref.file);
  }
}

void report_feed(const BlogState& state, BlogRun& blog) {
  blog.report.no_feed = state.template_sequence != 0 && state.feed.empty();
  if (blog.feed.empty() || state.feed == blog.feed) return;
  blog.report.feed_before = blog.feed;
  blog.report.feed = state.feed;
}

void report_move(const BlogState& state, CrawlReport& report) {
  report.moved_to = state.moved_to;
  report.moved_evidence = state.moved_evidence;
}

UnlikePost unlike_post(const CrawlTask& late) {
  return {fast_hash(fetch_dedup_key(late.url)), late.capture};
}

std::vector<UnlikePost> watch_template(StepResult& result, BlogRun& blog) {
  std::vector<UnlikePost> found;
  for (const auto& task : result.tasks) {
    if (task.stage == Stage::kLate) found.push_back(unlike_post(task));
  }
  if (found.empty() || blog.relearns || blog.unlike.size() + found.size() < kEnoughUnlike) return found;
  blog.relearns = true;
  CrawlTask task;
  task.kind = TaskKind::kLearn;
  task.stage = Stage::kRelearn;
  task.blog = result.task.blog;
  task.url = stored_url(result.task.blog);
  task.depth = 1;
  result.tasks.push_back(std::move(task));
  return found;
}

void name_unlike(const BlogRun& blog, CrawlTask& task) {
  if (task.stage != Stage::kRelearn || !task.captures.empty()) return;
  std::vector<UnlikePost> all = blog.unlike;
  std::sort(all.begin(), all.end(), [](const UnlikePost& a, const UnlikePost& b) {
    return std::tie(a.hash, a.capture) < std::tie(b.hash, b.capture);
  });
  all.resize(std::min(all.size(), kMaxRelearned));
  for (const UnlikePost& post : all) task.captures.push_back(post.capture);
}

FetchedEvent RunEvents::fetched(const StepResult& result) {
  FetchedEvent event;
  event.blog = result.task.blog;
  event.url = result.task.url.href();
  event.task = result.task.kind;
  event.outcome = result.outcome;
  if (!result.exchanges.empty()) event.status = result.exchanges.back().head.status;
  for (const auto& exchange : result.exchanges) event.bytes += exchange.response.size();
  return event;
}

void RunEvents::add(FetchedEvent fetched, std::optional<Error> error, Committed committed) {
  if (waiting_.empty()) since_ = std::chrono::steady_clock::now();
  waiting_.push_back(Waiting{std::move(fetched), std::move(error), std::move(committed)});
}

void RunEvents::send_waiting() {
  std::vector<Waiting> sending;
  sending.swap(waiting_);
  if (!options_.on_event) return;
  for (auto& step : sending) {
    const FetchedEvent& fetched = step.fetched;
    if (fetched.status != 0 || fetched.outcome == Outcome::kDone) send(fetched);
    for (auto& item : step.committed.items) {
      if (item.what == Committed::Item::What::kChanged || item.what == Committed::Item::What::kMoved) {
        send(ChangeEvent{fetched.blog, std::move(item)});
      } else {
        send(ObjectEvent{fetched.blog, std::move(item)});
      }
    }
    if (step.error)
      send(ErrorEvent{fetched.blog, fetched.url, fetched.task, fetched.outcome, std::move(*step.error)});
  }
}

void RunEvents::send_done(const CrawlReport& report) const {
  if (options_.on_event) send(DoneEvent{report});
}

bool RunEvents::progress_is_due() {
  const auto now = std::chrono::steady_clock::now();
  if (!options_.on_event || now - progress_at_ < kProgressEvery) return false;
  progress_at_ = now;
  return true;
}

}  // namespace bfa
