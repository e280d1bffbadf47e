// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/polling.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "subscribe/budget.h"
#include "subscribe/identity.h"
#include "subscribe/overflows.h"
#include "subscribe/poll_schedule.h"

namespace bfa {
namespace {

constexpr std::string_view kOverflow = "poll/o/";
constexpr std::string_view kBudget = "poll/b";

std::string overflow_name(const std::string& home, const std::string& feed) {
  return std::string(kOverflow) + home + '\n' + feed;
}

// "3 2026-05-01T10:00:00Z".
bool read_overflow(std::string_view bytes, FeedOverflow& overflow) {
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), overflow.times);
  if (error != std::errc() || end == bytes.data() + bytes.size()) return false;
  const auto time = parse_rfc3339(std::string_view(end + 1, bytes.data() + bytes.size()));
  if (time) overflow.last = *time;
  return time.has_value();
}

}  // namespace

Status count_overflow(Archive& archive, const std::string& home, const FeedPoll& poll) {
  FeedOverflow overflow;
  const std::string name = overflow_name(home, poll.url);
  BFA_RETURN_IF_ERROR(archive.for_each_note(name, [&](const std::string& found, const std::string& bytes) {
    if (found == name) read_overflow(bytes, overflow);
    return found != name;
  }));
  return archive.put_note(name, std::to_string(overflow.times + 1) + " " + format_rfc3339(poll.time));
}

Result<std::vector<FeedOverflow>> feed_overflows(const Archive& archive) {
  return guarded([&]() -> Result<std::vector<FeedOverflow>> {
    std::vector<FeedOverflow> out;
    BFA_RETURN_IF_ERROR(
        archive.for_each_note(std::string(kOverflow), [&](const std::string& name, const std::string& bytes) {
          FeedOverflow overflow;
          const std::size_t line = name.find('\n');
          if (line == std::string::npos || !read_overflow(bytes, overflow)) return true;
          overflow.blog = name.substr(kOverflow.size(), line - kOverflow.size());
          overflow.feed = name.substr(line + 1);
          out.push_back(std::move(overflow));
          return true;
        }));
    return out;
  });
}

Status note_budget(Archive& archive, const SchedulerOptions& options) {
  nlohmann::ordered_json json = {{"budget", options.polls_per_feed_day},
                                 {"alpha", options.alpha},
                                 {"recheck_share", options.page_share}};
  return archive.put_note(std::string(kBudget), json.dump());
}

Result<std::optional<SchedulerOptions>> last_budget(const Archive& archive) {
  return guarded([&]() -> Result<std::optional<SchedulerOptions>> {
    std::optional<SchedulerOptions> out;
    BFA_RETURN_IF_ERROR(
        archive.for_each_note(std::string(kBudget), [&](const std::string& name, const std::string& bytes) {
          const auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
          if (name != kBudget || !json.is_object()) return true;
          SchedulerOptions options;
          const auto take = [&](const char* key, double least, double most, double& value) {
            const auto at = json.find(key);
            if (at != json.end() && at->is_number()) value = std::clamp(at->get<double>(), least, most);
          };
          take("budget", 0.001, 288, options.polls_per_feed_day);
          take("alpha", 0, 1, options.alpha);
          take("recheck_share", 0, 0.9, options.page_share);
          out = options;
          return false;
        }));
    return out;
  });
}

Result<std::vector<FeedPlan>> plan_feeds(const Archive& archive, const std::string& url,
                                         const SchedulerOptions& options, UtcTime now) {
  return guarded([&]() -> Result<std::vector<FeedPlan>> {
    PollSchedule schedule(options);
    BFA_RETURN_IF_ERROR(schedule.load(archive, now));
    BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
    const std::string wanted = identity_of(url);
    std::vector<FeedPlan> out;
    for (const BlogState& blog : blogs) {
      const bool whole = url.empty() || identity_of(blog.home) == wanted;
      for (const auto& feed : schedule.feeds_of(blog.home)) {
        if (!whole && identity_of(feed) != wanted) continue;
        FeedPlan plan{blog.home, feed, {}};
        BFA_ASSIGN_OR_RETURN(plan.why, schedule.explain(blog.home, feed, now));
        out.push_back(std::move(plan));
      }
    }
    if (out.empty() && !url.empty())
      return Error{Code::kNotFound, "no feed of this address is polled: bfa status says more", url, -1};
    return out;
  });
}

}  // namespace bfa
