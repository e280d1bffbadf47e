// SPDX-License-Identifier: Apache-2.0
// Transfers that were cut, and answers that nobody asked for: failed captures, whose bytes are kept.
#include "crawl/cut_transfer.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/io/source.h"

namespace bfa {
namespace {

constexpr std::size_t kEqualCuts = 3;  // equal answers that show that the stated length is wrong
constexpr std::uint64_t kMaxBody = std::uint64_t{1} << 30U;

// The bytes of a body, for comparison.
Result<std::string> entity_of(const Exchange& exchange) {
  Findings ignored;
  return entity_body(exchange, kMaxBody, ignored);
}

// How many of the task's earlier captures have the same body. Captures that cannot be read do not count.
Result<std::size_t> count_equal(const StepContext& context, const Exchange& exchange) {
  BFA_ASSIGN_OR_RETURN(const std::string own, entity_of(exchange));
  std::size_t equal = 0;
  for (const std::uint64_t sequence : context.task.captures) {
    const auto before = context.view.stored().load(sequence);
    if (!before && before.error().code == Code::kIo) return before.error();
    if (!before || before->head.status != exchange.head.status) continue;
    const auto body = entity_of(*before);
    if (body && *body == own) ++equal;
  }
  return equal;
}

bool has_condition(std::string_view request) {
  Findings ignored;
  const auto head = parse_request_head(request, ignored);
  return head && (!head->header("if-none-match").empty() || !head->header("if-modified-since").empty());
}

// Whether the request permitted an answer without content. Its bytes may be unknown.
Result<bool> asked_if_modified(const StepContext& context, const Exchange& exchange) {
  BFA_ASSIGN_OR_RETURN(const auto source, exchange.request.open());
  BFA_ASSIGN_OR_RETURN(const std::string request, read_all(*source, kMaxBody));
  if (has_condition(request)) return true;
  BFA_ASSIGN_OR_RETURN(const auto last, context.view.stored().last_capture(context.task.url.href()));
  if (!last) return false;
  return request.empty() ||
         (context.task.conditional && !(last->etag.empty() && last->last_modified.empty()));
}

}  // namespace

Result<bool> is_read_cut(const StepContext& context, const Exchange& exchange) {
  const bool again = !context.options.offline && exchange.truncated != Truncation::kLength;
  if (!again) {
    BFA_ASSIGN_OR_RETURN(const auto whole, context.view.stored().last_capture(context.task.url.href()));
    if (!whole || whole->truncated) return true;
  }
  if (context.task.captures.size() + 1 < kEqualCuts) return false;
  BFA_ASSIGN_OR_RETURN(const std::size_t equal, count_equal(context, exchange));
  return equal + 1 >= kEqualCuts;
}

void fail_as_cut(StepContext& context, std::string message) {
  StepResult& result = context.result;
  const StepOptions& options = context.options;
  const Truncation how = result.exchanges.back().truncated;
  // A slow answer may take ten minutes, and one over the limit is so again.
  const std::uint32_t attempts = how == Truncation::kLength ? 0
                                 : how == Truncation::kTime ? std::min(options.max_attempts, 1u)
                                                            : options.max_attempts;
  result.error = Error{Code::kUnavailable, std::move(message), context.task.url.href()};
  if (context.task.attempts >= attempts) {
    result.outcome = Outcome::kTruncated;
    return;
  }
  result.outcome = Outcome::kRetry;
  result.retry = context.task;
  result.retry->attempts = context.task.attempts + 1;
  result.retry->captures.push_back(0);  // this step's own: the archive writes its number
  result.retry_in = options.retry_backoff * (1u << std::min(context.task.attempts, 10u));
}

Result<std::optional<std::string>> unasked_of(const StepContext& context, const Exchange& exchange) {
  using Reason = std::optional<std::string>;
  if (exchange.head.status == 206) return Reason("answered 206 with a part that was not asked for");
  if (exchange.head.status != 304) return Reason();
  BFA_ASSIGN_OR_RETURN(const bool asked, asked_if_modified(context, exchange));
  return asked ? Reason() : Reason("answered 304 to a request without a condition");
}

}  // namespace bfa
