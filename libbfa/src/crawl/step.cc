// SPDX-License-Identifier: Apache-2.0
#include "bfa/crawl/step.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/address_rules.h"
#include "bfa/url/canonical.h"
#include "crawl/crawl_steps.h"
#include "crawl/cut_transfer.h"
#include "crawl/leaveout/switches.h"
#include "crawl/step_context.h"
#include "crawl/step_feed_poll.h"

namespace bfa {
namespace {

// Ends the step as a transient failure: it is retried later in this run, or in the next one.
void fail_transiently(StepContext& context, Error error, std::chrono::milliseconds asked) {
  StepResult& result = context.result;
  const auto backoff = context.options.retry_backoff * (1u << std::min(context.task.attempts, 10u));
  const auto wait = std::max(asked, std::chrono::milliseconds(backoff));
  const bool too_long = asked > context.options.max_retry_wait;
  if (context.task.attempts >= context.options.max_attempts || too_long) {
    if (too_long) error.message += ", and asks to wait " + std::to_string(asked.count() / 1000) + " s";
    result.outcome = Outcome::kFailed;
  } else {
    result.outcome = Outcome::kRetry;
    result.retry = context.task;
    result.retry->attempts = context.task.attempts + 1;
    result.retry_in = wait;
  }
  result.error = std::move(error);
}

void fail(StepContext& context, Outcome outcome, Error error) {
  context.result.outcome = outcome;
  context.result.error = std::move(error);
}

// The home page cannot be fetched: the feed may still be at a usual path.
Status handle_missing(StepContext& context) {
  const bool last_word = context.result.outcome != Outcome::kRetry;
  if (!last_word) return {};
  if (context.task.kind == TaskKind::kHome && !context.result.exchanges.empty())
    return handle_home_missing(context);
  return {};
}

}  // namespace

Result<std::shared_ptr<const Page>> read_own_page(StepContext& context, const Exchange& exchange) {
  StoredPage own;
  BFA_ASSIGN_OR_RETURN(own.page, read_page(exchange, context.options, &context.head_tags, own.findings));
  context.result.findings.insert(context.result.findings.end(), own.findings.begin(), own.findings.end());
  // What a later step finds when it reads the capture: the findings of the head are among them.
  own.findings.insert(own.findings.begin(), context.head_findings.begin(), context.head_findings.end());
  own.bytes = bytes_of(own.page, exchange);
  context.own_page = std::make_shared<const StoredPage>(std::move(own));
  return std::shared_ptr<const Page>(context.own_page, &context.own_page->page);
}

Result<std::shared_ptr<const Page>> stored_page(StepContext& context, std::uint64_t capture) {
  BFA_ASSIGN_OR_RETURN(const auto stored, context.view.page(capture, context.options));
  context.result.findings.insert(context.result.findings.end(), stored->findings.begin(),
                                 stored->findings.end());
  return std::shared_ptr<const Page>(stored, &stored->page);
}

namespace {

Status handle_answer(StepContext& context, const Exchange& exchange) {
  if (context.task.kind != TaskKind::kRobots && context.options.robots_tags != RobotsTagPolicy::kIgnore) {
    context.head_tags = robots_tags_of(exchange.head, context.options.agent, context.head_findings);
    Findings& findings = context.result.findings;
    findings.insert(findings.end(), context.head_findings.begin(), context.head_findings.end());
    if (refuse_copy(context, context.head_tags, exchange.started)) return {};
  }
  switch (context.task.kind) {
    case TaskKind::kRobots:
      return handle_robots(context, &exchange);
    case TaskKind::kHome:
      return handle_home(context, exchange);
    case TaskKind::kFeed:
      return handle_feed(context, exchange);
    case TaskKind::kSitemap:
      return handle_sitemap(context, exchange);
    case TaskKind::kPage:
      return handle_page(context, exchange);
    case TaskKind::kCommentFeed:
      return handle_comment_feed(context, exchange);
    case TaskKind::kMedia:
      return {};
    case TaskKind::kLearn:
    case TaskKind::kExtract:
    case TaskKind::kJoin:
    case TaskKind::kMove:
      break;
  }
  return Error{Code::kInternal, "a task without a fetch has an answer", context.task.url.href()};
}

// Tasks that read only stored data.
Status handle_stored(StepContext& context) {
  if (context.task.kind == TaskKind::kLearn) return handle_learn(context);
  if (context.task.kind == TaskKind::kMove) return handle_move(context);
  return context.task.kind == TaskKind::kJoin ? handle_join(context) : handle_extract(context);
}

// A cut answer is a failed capture, unless no better one can be had.
Status handle_cut(StepContext& context, std::string how) {
  Exchange& exchange = context.result.exchanges.back();
  BFA_ASSIGN_OR_RETURN(const bool read, is_read_cut(context, exchange));
  if (exchange.truncated == Truncation::kNone) exchange.truncated = Truncation::kUnspecified;
  if (!read) {
    fail_as_cut(context, std::move(how));
    return handle_missing(context);
  }
  context.result.findings.push_back(
      {Code::kTruncated, "cut_and_read", std::move(how), -1, context.task.url.href()});
  return handle_answer(context, exchange);
}

Status handle_status(StepContext& context) {
  const Exchange& exchange = context.result.exchanges.back();
  const int status = exchange.head.status;
  const std::string answered = "answered " + std::to_string(status);
  BFA_ASSIGN_OR_RETURN(auto unasked, unasked_of(context, exchange));
  if (unasked) {
    fail_transiently(context, Error{Code::kUnavailable, std::move(*unasked), context.task.url.href()}, {});
    if (context.result.retry) context.result.retry->conditional = false;
    return handle_missing(context);
  }
  if (status == 304) {
    context.result.outcome = Outcome::kNotModified;
    return context.task.kind == TaskKind::kFeed ? handle_feed_unchanged(context) : Status();
  }
  if (status >= 200 && status < 300) {
    BFA_ASSIGN_OR_RETURN(auto cut, cut_of(exchange));
    return cut ? handle_cut(context, std::move(*cut)) : handle_answer(context, exchange);
  }
  if (status == 429 || status >= 500) {
    fail_transiently(context, Error{Code::kUnavailable, answered, context.task.url.href()},
                     parse_retry_after(exchange.head, exchange.started).value_or(std::chrono::seconds(0)));
    return handle_missing(context);
  }
  if (context.task.kind == TaskKind::kRobots) return handle_robots(context, &exchange);
  if (status == 404 || status == 410) {
    fail(context, Outcome::kGone, Error{Code::kNotFound, answered, context.task.url.href()});
  } else if (status == 401 || status == 403 || status == 451) {
    fail(context, Outcome::kDenied, Error{Code::kDenied, answered, context.task.url.href()});
  } else {
    fail(context, Outcome::kFailed, Error{Code::kNotFound, answered, context.task.url.href()});
  }
  return handle_missing(context);
}

// The target of the last answer when it is a redirect.
std::optional<Url> redirect_target(const StepResult& result) {
  if (result.exchanges.empty()) return std::nullopt;
  const Exchange& last = result.exchanges.back();
  const std::string_view location = last.head.header("location");
  if (last.head.status < 300 || last.head.status >= 400 || last.head.status == 304 || location.empty())
    return std::nullopt;
  const auto base = Url::parse(last.url);
  auto target = Url::parse(location, base ? &*base : nullptr);
  if (!target || !target->is_http()) return std::nullopt;
  return std::move(*target);
}

// Takes the exchanges and findings of an answer into the result.
void take_answer(StepResult& result, Fetched& fetched) {
  result.exchanges = std::move(fetched.hops);
  result.findings = std::move(fetched.findings);
  for (const auto& exchange : result.exchanges)
    result.findings.insert(result.findings.end(), exchange.findings.begin(), exchange.findings.end());
}

// Why nothing of a step may be kept: its address, or one to which it was redirected, is left out.
std::optional<Finding> refusal_of(const CrawlTask& task, const Fetched& fetched, const StepOptions& options) {
  if (!options.rules) return {};
  auto refused = options.rules->refuses(task);
  for (std::size_t i = 0; !refused && i < fetched.hops.size(); ++i) {
    const Removal* const removal = options.rules->blocks(task.blog, fetched.hops[i].url);
    if (removal != nullptr)
      refused = Finding{Code::kDenied, "blocked", removal_sentence(*removal), -1, fetched.hops[i].url};
  }
  return refused;
}

Status run_step(StepContext& context, Fetched& fetched) {
  if (const auto refused = refusal_of(context.task, fetched, context.options)) {
    context.result.keep_bytes = false;
    context.result.findings.push_back(*refused);
    fail(context, Outcome::kDenied, Error{refused->code, refused->message, refused->where});
    return {};
  }
  if (!task_fetches(context.task.kind)) return handle_stored(context);
  take_answer(context.result, fetched);
  if (context.task.kind == TaskKind::kPage && context.task.feed_sequence == 0) {
    if (const auto target = redirect_target(context.result)) return handle_moved(context, *target);
  }
  const bool answered =
      !context.result.exchanges.empty() && context.result.exchanges.back().head.status >= 200;
  if (!fetched.error && answered) return handle_status(context);
  Error error = fetched.error.value_or(Error{Code::kUnavailable, "no answer", context.task.url.href()});
  if (error.where.empty()) error.where = context.task.url.href();
  if (error.code == Code::kUnavailable) {
    fail_transiently(context, std::move(error), {});
  } else {
    fail(context, error.code == Code::kDenied ? Outcome::kDenied : Outcome::kFailed, std::move(error));
  }
  return handle_missing(context);
}

StepResult step_without_memory() {
  StepResult result;
  result.outcome = Outcome::kFailed;
  result.error = Error{Code::kIo, "out of memory", {}, -1};
  return result;
}

StepResult failed_step(const CrawlTask& task, Error error) {
  StepResult result;
  result.task = task;
  result.outcome = Outcome::kFailed;
  result.error = std::move(error);
  return result;
}

}  // namespace

std::string_view robots_tag_policy_name(RobotsTagPolicy policy) {
  switch (policy) {
    case RobotsTagPolicy::kIgnore:
      return "ignore";
    case RobotsTagPolicy::kObey:
      return "obey";
    case RobotsTagPolicy::kArchive:
      break;
  }
  return "archive";
}

bool refuse_copy(StepContext& context, const RobotsTags& tags, UtcTime captured) {
  if (context.options.robots_tags == RobotsTagPolicy::kIgnore || !tags.refuses_copies(captured)) return false;
  const std::string directive = tags.noarchive ? "noarchive" : "unavailable_after";
  const std::string message = "the page asks not to be archived (" + directive + ")";
  context.result.findings.push_back({Code::kDenied, "robots_tag", message, -1, context.task.url.href()});
  context.result.keep_bytes = false;
  fail(context, Outcome::kDenied, Error{Code::kDenied, message, context.task.url.href()});
  return true;
}

bool StepContext::is_home(const Url& url) const {
  const std::string key = fetch_dedup_key(url);
  return key == scope.base_key() || key == home_key();
}

const std::string& StepContext::home_key() const {
  if (!kept_home_key) {
    const auto home = Url::parse(blog.home);
    kept_home_key = home ? fetch_dedup_key(*home) : std::string();
  }
  return *kept_home_key;
}

CrawlTask StepContext::make_task(TaskKind kind, Stage stage, Url url) const {
  CrawlTask next;
  next.kind = kind;
  next.stage = stage;
  next.blog = task.blog;
  next.url = std::move(url);
  next.referrer = task.url.href();
  next.depth = task.depth + 1;
  next.crawl = task.crawl;
  return next;
}

Result<std::unique_ptr<CrawlSteps>> CrawlSteps::make(const BlogView& view, StepOptions options) {
  auto strategy = make_strategy(options.strategy);
  if (!strategy) return Error{Code::kInvalidArgument, "unknown strategy", options.strategy};
  return std::unique_ptr<CrawlSteps>(new CrawlSteps(view, std::move(options), std::move(strategy)));
}

ProcessedStep CrawlSteps::process(const CrawlTask& task, Fetched fetched) const {
  ProcessedStep step;
  StepResult& result = step.result;
  const Status status = guarded([&]() -> Status {
    result.task = task;
    BFA_ASSIGN_OR_RETURN(const auto known, view_.blog(task.blog));
    StepContext context{task, view_, options_, *strategy_, known->state, known->scope, result};
    BFA_RETURN_IF_ERROR(run_step(context, fetched));
    if (task.kind == TaskKind::kFeed && !result.poll) result.poll = begin_poll(context);
    if (options_.rules) options_.rules->drop_blocked(result);
    step.page = std::move(context.own_page);
    return {};
  });
  if (!status) {
    result.outcome = Outcome::kFailed;
    result.error = status.error();
    result.objects.clear();
    result.tasks.clear();
  }
  return step;
}

StepResult process_fetched(const CrawlTask& task, Fetched fetched, const BlogView& view,
                           const StepOptions& options) {
  const auto process = [&]() -> StepResult {
    const auto steps = CrawlSteps::make(view, options);
    if (!steps) return failed_step(task, steps.error());
    StepResult result = (*steps)->process(task, std::move(fetched)).result;
    leave_out(options, result);
    return result;
  };
  return guarded_or(process, step_without_memory);
}

StepResult crawl_step(const CrawlTask& task, const BlogView& view, Fetcher& fetcher,
                      const StepOptions& options) {
  return guarded_or(
      [&]() -> StepResult {
        const auto steps = CrawlSteps::make(view, options);
        if (!steps) return failed_step(task, steps.error());
        Fetched none;
        auto plan = (*steps)->plan(task);
        const auto process = [&](Fetched answer) {
          StepResult result = (*steps)->process(task, std::move(answer)).result;
          leave_out(options, result);
          return result;
        };
        if (plan && !*plan) return process(std::move(none));
        Status asked = plan ? fetcher.submit(std::move(**plan)) : Status(std::move(plan).error());
        if (!asked) {
          none.error = std::move(asked).error();
          return process(std::move(none));
        }
        std::optional<Fetched> fetched;
        while (!fetched && fetcher.pending() > 0) fetched = fetcher.next(std::chrono::seconds(1));
        if (fetched) return process(std::move(*fetched));
        none.error = Error{Code::kInternal, "the fetcher gave no answer", task.url.href()};
        return process(std::move(none));
      },
      step_without_memory);
}

}  // namespace bfa
