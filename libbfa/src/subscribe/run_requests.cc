// SPDX-License-Identifier: Apache-2.0
// What other programs ask a run for, beside its schedule.
#include <algorithm>

#include "base/try.h"
#include "bfa/subscribe/retry.h"
#include "subscribe/identity.h"
#include "subscribe/run_source.h"

namespace bfa {
namespace {

// An error about what was asked for is said, and the run goes on; others end it.
Status say_or_fail(const Error& error, const std::string& url, Findings& findings) {
  if (error.code != Code::kNotFound && error.code != Code::kInvalidArgument) return error;
  findings.push_back({error.code, "bad_request", error.message, -1, url});
  return {};
}

}  // namespace

Status RunSource::take_request(const RunRequest& wanted, Findings& findings) {
  const UtcTime now = clock_.now();
  if (!wanted.add.empty()) {
    BFA_ASSIGN_OR_RETURN(const AddReport added, add_subscriptions(archive_, wanted.add, now));
    findings.insert(findings.end(), added.refused.begin(), added.refused.end());
  }
  for (const auto& each : wanted.end) {
    const Status ended = end_subscription(archive_, each.url, each.reason, now);
    if (!ended) BFA_RETURN_IF_ERROR(say_or_fail(ended.error(), each.url, findings));
    if (ended) BFA_RETURN_IF_ERROR(forget_unvisited(each.url));
  }
  for (const auto& url : wanted.poll) BFA_RETURN_IF_ERROR(ask_now(url, findings));
  for (const auto& each : wanted.retry) BFA_RETURN_IF_ERROR(retry(each, findings));
  return {};
}

// A blog that was never visited, and whose subscription ended, is none of the archive's.
Status RunSource::forget_unvisited(const std::string& url) {
  const auto blog = find_blog(url);
  if (blog == blogs_.end() || blog->second.open) return {};
  BFA_ASSIGN_OR_RETURN(const auto known, archive_.view().blog(blog->first));
  if (known) return {};
  whole_.erase({blog->second.due, blog->first});
  given_.erase(identity_of(url));
  blogs_.erase(blog);
  return {};
}

std::map<std::string, RunSource::Blog>::iterator RunSource::find_blog(const std::string& url) {
  const std::string identity = identity_of(url);
  return std::find_if(blogs_.begin(), blogs_.end(),
                      [&](const auto& each) { return identity_of(each.first) == identity; });
}

// The feeds of a blog, or one feed; a blog without feeds is visited whole. A blog that failed lately is
// asked all the same.
Status RunSource::ask_now(const std::string& url, Findings& findings) {
  const UtcTime now = clock_.now();
  const auto blog = find_blog(url);
  if (blog == blogs_.end()) {
    schedule_.hurry(url, now);
    const bool known = std::any_of(blogs_.begin(), blogs_.end(), [&](const auto& each) {
      const auto feeds = schedule_.feeds_of(each.first);
      return std::find(feeds.begin(), feeds.end(), url) != feeds.end();
    });
    if (!known)
      findings.push_back({Code::kNotFound, "bad_request", "no blog or feed has this address", -1, url});
    return {};
  }
  memory_.not_before.erase(blog->first);
  const auto feeds = schedule_.feeds_of(blog->first);
  for (const auto& feed : feeds) schedule_.hurry(feed, now);
  if (feeds.empty()) plan(blog->first, now);
  return {};
}

Status RunSource::retry(const RunRequest::Target& target, Findings& findings) {
  RetryQuery query;
  query.addresses = {target.url};
  query.reason = target.reason;
  const auto report = retry_failed(archive_, query, clock_.now());
  if (!report) return say_or_fail(report.error(), target.url, findings);
  findings.insert(findings.end(), report->unknown.begin(), report->unknown.end());
  for (const auto& home : report->blogs) {
    memory_.not_before.erase(home);
    BFA_ASSIGN_OR_RETURN(const auto state, archive_.view().blog(home));
    if (state) BFA_RETURN_IF_ERROR(take_blog(*state));
  }
  return {};
}

}  // namespace bfa
