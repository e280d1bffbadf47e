// SPDX-License-Identifier: Apache-2.0
// bfa schedule --explain [URL]: why feeds are polled when they are, and what it would cost to be faster.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/subscribe/polling.h"
#include "command.h"
#include "watch/schedule_options.h"

namespace bfa::tool {
namespace {

struct ExplainArguments {
  std::string archive, clock;
  std::vector<std::string> urls;
  bool json = false;
};

UtcTime utc(ScheduleTime time) {
  return UtcTime(time);
}

std::string minute_of(ScheduleTime time) {
  return format_rfc3339(utc(time)).substr(0, 16) + "Z";
}

std::string number(double value, int decimals) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

// With so many decimals that a small value does not look like none.
std::string some(double value, int decimals) {
  if (value > 0 && std::isfinite(value)) {
    const int wanted = 1 - static_cast<int>(std::floor(std::log10(value)));  // two digits
    decimals = std::clamp(wanted, decimals, 9);
  }
  return number(value, decimals);
}

std::string sentence_of(PollReason reason) {
  switch (reason) {
    case PollReason::kFirst:
      return "it was not polled yet";
    case PollReason::kPrice:
      return "its new items are then expected to have waited for as long as a poll is worth";
    case PollReason::kWindow:
      return "its document may then be full of new items";
    case PollReason::kLongest:
      return "no feed waits longer";
    case PollReason::kShortest:
      return "no feed is polled more often";
    case PollReason::kWishes:
      return "its server asks not to be polled earlier";
    case PollReason::kFailure:
      return "the last poll failed";
  }
  return "";
}

nlohmann::ordered_json json_of(const FeedPlan& plan) {
  const PollExplanation& why = plan.why;
  nlohmann::ordered_json line;
  line["v"] = 1;
  line["blog"] = plan.blog;
  line["feed"] = plan.feed;
  line["due"] = format_rfc3339(utc(why.due));
  if (why.reason != PollReason::kFirst) line["polled"] = format_rfc3339(utc(why.polled));
  line["reason"] = std::string(reason_name(why.reason));
  line["planned"] = format_rfc3339(utc(why.planned));
  line["items_per_day"] = why.items_per_day;
  line["now_factor"] = why.now_factor;
  line["price_item_hours"] = why.price_item_hours;
  line["expected_items"] = why.expected_items;
  line["expected_wait_hours"] = why.expected_wait;
  line["polls_per_day"] = why.polls_per_day;
  line["failures"] = why.failures;
  line["least_interval_s"] = why.wishes.least_interval.count();
  line["retry_after_s"] = why.wishes.retry_after.count();
  return line;
}

void print_for_people(const FeedPlan& plan) {
  const PollExplanation& why = plan.why;
  print_line(for_terminal(plan.feed));
  print_line("    next poll " + minute_of(why.due) + ": " + sentence_of(why.reason));
  if (why.reason == PollReason::kFirst) return;
  print_line("    last poll " + minute_of(why.polled) +
             (why.failures > 0 ? ", " + std::to_string(why.failures) + " failed in a row" : std::string()));
  print_line("    publishes " + some(why.items_per_day, 2) + " items a day; at this hour " +
             number(why.now_factor, 2) + " times its mean rate");
  print_line("    price of a poll: " + some(why.price_item_hours, 1) + " hours of waiting items; by then " +
             some(why.expected_items, 2) + " items are expected, which waited " + some(why.expected_wait, 1) +
             " hours each");
  const bool fastest = why.reason == PollReason::kShortest;
  print_line("    costs " + some(why.polls_per_day, 2) + " polls a day" +
             (fastest ? "" : "; half the wait would cost " + some(2 * why.polls_per_day, 2)));
  if (why.wishes.least_interval.count() > 0)
    print_line("    its server asks for " +
               number(static_cast<double>(why.wishes.least_interval.count()) / 60, 0) +
               " minutes between two polls");
}

}  // namespace

int cmd_schedule_explain(const Arguments& arguments) {
  ExplainArguments values;
  SchedulerOptions schedule;
  Args args(
      "schedule explain", "Explains when the feeds of a blog are polled next by bfa run, and why.",
      "Without an address: all feeds. The price is that of all feeds of the archive with this budget.\n"
      "Exit codes: 0 done, 2 usage, 3 no archive, or no such blog or feed, 8 archive from a newer version.");
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  add_schedule_options(args, schedule);
  args.option("--clock", values.clock, "the time that counts as now, as in bfa run");
  args.flag("--json", values.json, "one JSON object per feed");
  args.positional("URL", values.urls, "blogs by their home pages, or feeds", false);
  if (const auto code = args.parse(arguments)) return *code;
  if (const Status valid = check_schedule_options(schedule); !valid.ok())
    return report_error(valid.error(), values.json), kUsage;
  UtcTime now = system_clock().now();
  if (!values.clock.empty()) {
    const auto time = parse_rfc3339(values.clock);
    if (!time) return report_error(time.error(), values.json), kUsage;
    now = *time;
  }
  const auto archive = open_for_reading(values.archive);
  if (!archive) return report_archive_error(archive.error(), values.json);
  if (values.urls.empty()) values.urls.emplace_back();
  for (const auto& url : values.urls) {
    const auto plans = plan_feeds(**archive, url, schedule, now);
    if (!plans) return report_error(plans.error(), values.json);
    if (plans->empty() && !values.json) print_line("no feed is polled yet");
    for (const FeedPlan& plan : *plans) {
      if (values.json) {
        print_line(json_of(plan).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
      } else {
        print_for_people(plan);
      }
    }
  }
  return kDone;
}

}  // namespace bfa::tool
