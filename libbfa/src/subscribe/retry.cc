// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/retry.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "crawl/asked_retry.h"
#include "crawl/past/scope.h"
#include "crawl/seed.h"
#include "store/archive_impl.h"
#include "subscribe/absent.h"
#include "subscribe/identity.h"

namespace bfa {
namespace {

// The addresses of a query, and which of them something was found for.
class Wanted {
 public:
  explicit Wanted(const RetryQuery& query) : reason_(ascii_lower_case(query.reason)) {
    for (const auto& text : query.addresses) {
      const auto address = home_url(text);
      by_identity_.emplace(identity_of(address ? *address : text), text);
    }
  }

  bool takes(const FailedTask& failure) {
    if (!has_reason(failure.error)) return false;
    if (by_identity_.empty()) return true;
    bool found = false;
    for (const auto& address : {failure.task.blog, failure.task.url.href()}) {
      const std::string identity = identity_of(address);
      if (!by_identity_.contains(identity)) continue;
      found_.insert(identity);
      found = true;
    }
    return found;
  }

  Findings unknown() const {
    Findings out;
    for (const auto& [identity, text] : by_identity_) {
      if (!found_.contains(identity))
        out.push_back({Code::kNotFound, "nothing_failed", "nothing failed at this address", -1, text});
    }
    return out;
  }

 private:
  bool has_reason(const Error& error) const {
    return reason_.empty() || reason_ == code_name(error.code) ||
           ascii_lower_case(error.message).find(reason_) != std::string::npos;
  }

  std::string reason_;
  std::map<std::string, std::string> by_identity_;
  std::set<std::string> found_;
};

// The task that a crawl would have made for it.
CrawlTask fresh_task(const FailedTask& failure, const BlogState& blog) {
  CrawlTask task = failure.task;
  task.attempts = 0;
  task.not_before = {};
  // The page was fetched to learn from. Its bytes would be read by no step, since a template exists.
  if (task.stage == Stage::kEntry && blog.template_sequence != 0) task.stage = Stage::kPost;
  return task;
}

class Retry {
 public:
  Retry(Archive& archive, const RetryQuery& query, UtcTime now)
      : archive_(archive), query_(query), wanted_(query), now_(now) {}

  Result<RetryReport> run() {
    BFA_RETURN_IF_ERROR(flush());  // an archive that is open for reading has no sink
    BFA_ASSIGN_OR_RETURN(const auto blogs, archive_.blogs());
    for (const BlogState& blog : blogs) BFA_RETURN_IF_ERROR(retry(blog));
    report_.unknown = wanted_.unknown();
    BFA_RETURN_IF_ERROR(flush());
    return std::move(report_);
  }

 private:
  // Refused by an archive that is open for reading.
  Status flush() { return archive_.put_decisions({}); }

  Status retry(BlogState blog) {
    BFA_ASSIGN_OR_RETURN(const auto failures, archive_.failures(blog.home));
    const std::uint64_t before = report_.due;
    for (const FailedTask& failure : failures) {
      const CrawlTask task = fresh_task(failure, blog);
      if ((task.kind == TaskKind::kMedia && !query_.media) || !wanted_.takes(failure)) continue;
      if (!blog.moved_to.empty() && blog.moved_evidence.empty()) {
        ++report_.joined;
      } else if (!task_fetches(task.kind)) {
        ++report_.local;
      } else {
        BFA_ASSIGN_OR_RETURN(const bool added, put_task_again(archive_, task));
        ++(added ? report_.due : report_.waiting);
      }
    }
    if (report_.due == before) return {};
    report_.blogs.push_back(blog.home);
    // A first crawl that has not ended goes on, as a visit of the blog.
    if (blog.crawls == 0 && blog.due_reason.empty()) return {};
    blog.due = now_;
    if (blog.crawls > 0) blog.due_reason = kRetryAsked;
    return archive_.put_blog(blog);
  }

  Archive& archive_;
  const RetryQuery& query_;
  Wanted wanted_;
  UtcTime now_;
  RetryReport report_;
};

FailedTask failure_of(const AbsentAddress& address) {
  FailedTask failure;
  failure.task.kind = address.kind;
  failure.task.blog = address.blog;
  failure.task.url = stored_url(address.url);
  failure.error = {Code::kNotFound, "answered " + std::to_string(address.status), address.url, -1};
  failure.time = address.time;
  return failure;
}

// Counts what is absent, and adds it to the failures when it is asked for.
Status add_absent(const Archive& archive, const RetryQuery& query, Wanted& wanted, FailureReport& report,
                  std::vector<FailedTask>& failures) {
  return for_each_absent(archive, [&](const AbsentAddress& address) -> Status {
    if (address.kind == TaskKind::kMedia && !query.media) return {};
    FailedTask failure = failure_of(address);
    if (!wanted.takes(failure)) return {};
    ++report.absent;
    if (query.absent) failures.push_back(std::move(failure));
    return {};
  });
}

Result<FailureReport> grouped(const Archive& archive, const RetryQuery& query) {
  FailureReport report;
  Wanted wanted(query);
  BFA_ASSIGN_OR_RETURN(auto failures, archive.failures({}));
  BFA_RETURN_IF_ERROR(add_absent(archive, query, wanted, report, failures));
  std::map<std::pair<Code, std::string>, std::size_t> places;
  for (FailedTask& failure : failures) {
    if (!wanted.takes(failure)) continue;
    if (failure.task.kind == TaskKind::kMedia && !query.media) {
      ++report.media_left_out;
      continue;
    }
    const Error& error = failure.error;
    const auto [at, is_new] = places.try_emplace({error.code, error.message}, report.groups.size());
    if (is_new) report.groups.push_back({error.code, error.message, {}});
    report.groups[at->second].failures.push_back(std::move(failure));
  }
  std::stable_sort(report.groups.begin(), report.groups.end(), [](const auto& a, const auto& b) {
    return std::tuple(b.failures.size(), a.message) < std::tuple(a.failures.size(), b.message);
  });
  report.unknown = wanted.unknown();
  return report;
}

}  // namespace

Result<FailureReport> failed_addresses(const Archive& archive, const RetryQuery& query) {
  return guarded([&]() -> Result<FailureReport> { return grouped(archive, query); });
}

Result<RetryReport> retry_failed(Archive& archive, const RetryQuery& query, UtcTime now) {
  return guarded([&] { return Retry(archive, query, now).run(); });
}

}  // namespace bfa
