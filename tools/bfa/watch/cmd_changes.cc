// SPDX-License-Identifier: Apache-2.0
// bfa changes [-a DIR] [--since TIME] [--cursor N] [--follow]: what came into the archive, oldest first.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "args.h"
#include "bfa/io/file_system.h"
#include "bfa/notify/change_feed.h"
#include "bfa/object/filters.h"
#include "bfa/subscribe/arrivals.h"
#include "bfa/text/utf8.h"
#include "command.h"
#include "interrupt.h"
#include "watch/notify_options.h"
#include "watch/since.h"

namespace bfa::tool {
namespace {

struct ChangesArguments {
  std::string archive, since, blog;
  std::int64_t cursor = -1;
  std::int64_t entries = 100;
  std::string output;
  std::vector<std::string> kinds, verdicts;
  double least_change = 0;
  bool pages = false, follow = false, json = false, atom = false, json_feed = false, allow_private = false;
  std::string ca_file;
  NotifyArguments notify;
};

// "new", "edited (text, title)", "moved from ...".
std::string what_happened(const Arrival& arrival) {
  const std::string verdict(verdict_name(arrival.change.verdict));
  if (arrival.change.verdict == Verdict::kMoved) return verdict + " from " + arrival.change.moved_from;
  if (arrival.change.verdict != Verdict::kContent) return verdict;
  return "edited: " + reason_fields(arrival.change);
}

std::string title_of(const Archive& archive, const Arrival& arrival) {
  if (arrival.kind != ObjectKind::kComment || !arrival.title.empty()) return arrival.title;
  const auto comment = archive.summary(arrival.key);
  return comment ? comment_name(archive, comment->latest) : std::string();
}

void print_for_people(const Archive& archive, const Arrival& arrival, bool colours) {
  std::string kind = shown_kind(arrival.kind, arrival.comment_type);
  kind.resize(std::max<std::size_t>(kind.size(), 7), ' ');
  const std::string title = collapse_space(for_terminal(title_of(archive, arrival)));
  const std::string& url = arrival.change.url.empty() ? arrival.post : arrival.change.url;
  print_line(format_rfc3339(arrival.arrived).substr(0, 19) + "Z  " + kind + "  " +
             coloured(title.empty() ? "(no title)" : title, kBold, colours) + "  " +
             for_terminal(what_happened(arrival)) + "  " + coloured(for_terminal(url), kDim, colours));
}

// Prints what came after query.after, and moves it on.
Status print_arrivals(const Archive& archive, ArrivalQuery& query, bool json) {
  const bool colours = use_colours();
  std::uint64_t cursor = query.after;
  const Status done = for_each_arrival(archive, query, [&](const Arrival& arrival) {
    json ? print_line(arrival_to_json(arrival)) : print_for_people(archive, arrival, colours);
    cursor = arrival.cursor;
    return true;
  });
  query.after = cursor;
  return done;
}

void wait_a_second(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  woken.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
}

// Looks once a second whether a step was added. The archive is opened anew then, beside its writer.
int follow(const ChangesArguments& values, ArrivalQuery query, std::uint64_t seen, Notifier* notifier) {
  const std::stop_token stop = catch_interrupt();
  while (!stop.stop_requested()) {
    wait_a_second(stop);
    if (stop.stop_requested()) break;
    const auto archive = Archive::open(archive_directory(values.archive), ArchiveOptions());
    if (!archive) return report_archive_error(archive.error(), values.json);
    const auto last = (*archive)->last_step();
    if (!last) return report_error(last.error(), values.json);
    if (*last == seen) continue;
    query.after = std::max(query.after, seen);
    const Status printed = print_arrivals(**archive, query, values.json);
    if (!printed.ok()) return report_error(printed.error(), values.json);
    seen = *last;
    if (notifier != nullptr) notifier->wake();
  }
  return kDone;
}

Result<ArrivalQuery> query_of(const ChangesArguments& values) {
  ArrivalQuery query;
  query.pages = values.pages;
  query.after = values.cursor > 0 ? static_cast<std::uint64_t>(values.cursor) : 0;
  query.blog_host = values.blog;
  query.least_change = values.least_change;
  auto kinds = parse_kinds(values.kinds, "--kind");
  if (!kinds) return std::move(kinds).error();
  query.kinds = std::move(*kinds);
  for (const std::string& name : values.verdicts) {
    const auto verdict = parse_listed_verdict(name);
    if (!verdict)
      return Error{Code::kInvalidArgument,
                   "--verdict: wanted is new, content, gone, back or moved, not '" + name + "'",
                   {},
                   -1};
    query.verdicts.insert(*verdict);
  }
  if (!values.since.empty()) {
    auto since = parse_since(values.since, system_clock().now());
    if (!since) return std::move(since).error();
    query.since = *since;
  }
  return query;
}

// Writes the newest changes as a feed: to a file at once, or to standard output.
int write_feed(const ChangesArguments& values, const ArrivalQuery& query) {
  const auto archive = open_for_reading(values.archive);
  if (!archive) return report_archive_error(archive.error(), false);
  if (const auto blog = named_blog(**archive, values.blog); !blog) return report_error(blog.error(), false);
  ChangeFeedOptions options;
  options.query = query;
  options.entries = static_cast<std::size_t>(values.entries);
  const auto feed =
      values.atom ? changes_as_atom(**archive, options) : changes_as_json_feed(**archive, options);
  if (!feed) return report_error(feed.error(), false);
  if (values.output.empty() || values.output == "-")
    return print_line(feed->substr(0, feed->size() - 1)), kDone;
  const Status written = write_file_atomically(posix_file_system(), values.output, *feed);
  if (!written.ok()) return report_error(written.error(), false), kLocalDisk;
  return kDone;
}

// What the options forbid together; empty: nothing.
std::string contradiction(const ChangesArguments& values) {
  const bool feed = values.atom || values.json_feed;
  if (values.atom && values.json_feed) return "--atom and --json-feed: choose one";
  if (feed && (values.json || values.follow)) return "a feed is a file: without --json and --follow";
  if (values.notify.any() && !values.follow) return "--on-change and --webhook: wanted is --follow with them";
  if (!feed && !values.output.empty()) return "-o: wanted is --atom or --json-feed with it";
  return {};
}

// Lists what is there, and moves the query behind it; `seen`: the archive's last step. The exit code of what
// failed.
std::optional<int> print_now(const ChangesArguments& values, ArrivalQuery& query, std::uint64_t& seen) {
  const auto archive = open_for_reading(values.archive);
  if (!archive) return report_archive_error(archive.error(), values.json);
  const auto last = (*archive)->last_step();
  if (!last) return report_error(last.error(), values.json);
  seen = *last;
  if (query.after > seen)
    return report_error(
               {Code::kInvalidArgument,
                "--cursor " + std::to_string(query.after) + ": the archive's last step is " +
                    std::to_string(seen) + ": it is of another archive, or of a later state of this one",
                {},
                -1},
               values.json),
           kUsage;
  const auto blog = named_blog(**archive, values.blog);
  if (!blog) return report_error(blog.error(), values.json);
  const Status printed = print_arrivals(**archive, query, values.json);
  if (!printed.ok()) return report_error(printed.error(), values.json);
  return {};
}

}  // namespace

int cmd_changes(const Arguments& arguments) {
  ChangesArguments values;
  Args args(
      "changes",
      "Lists what came into the archive, in the order in which it came: new posts and comments, edits, "
      "posts that are gone, back or moved.",
      "A line of --json: id, url, kind, verdict, fields, similarity, title, version, captured, arrived,\n"
      "cursor. Give the last cursor as --cursor, and only what came later is listed.\n"
      "Exit codes: 0 done (of --follow: interrupted), 2 usage, 3 no archive or no such blog, 8 archive from "
      "a\n"
      "newer version, or another notifier is there, 9 local disk.");
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--since", values.since,
              "what arrived since then: a time, a day, today, yesterday, 24h or 7d (default: all)");
  args.option("--cursor", values.cursor, "what came after this cursor of an earlier line");
  args.option("--blog", values.blog, "of this blog only, by its URL or host");
  args.option("--kind", values.kinds, "only this kind: post, comment, pingback, page; repeatable");
  args.option("--verdict", values.verdicts,
              "only this verdict: new, content (an edit), gone, back, moved; repeatable");
  args.option("--least", values.least_change,
              "of edits only those that change this share of the text (default: 0, all)", {0, 1});
  args.flag("--pages", values.pages, "also lists and other pages, which change with each post");
  args.flag("--follow", values.follow, "go on until interrupted: list what comes within a second or two");
  args.flag("--json", values.json, "one JSON object per line");
  args.flag("--atom", values.atom, "the newest changes as an Atom feed");
  args.flag("--json-feed", values.json_feed, "the newest changes as a JSON Feed 1.1");
  args.option("-o,--output", values.output, "file of the feed, replaced at once (default: standard output)");
  args.option("--entries", values.entries, "entries of the feed (default: 100)", {1, 100'000});
  args.flag("--allow-private", values.allow_private, "webhooks: private and loopback addresses");
  args.option("--cacert", values.ca_file, "webhooks: trust these certificates (PEM)");
  add_notify_options(args, values.notify);
  if (const auto code = args.parse(arguments)) return *code;
  if (const std::string wrong = contradiction(values); !wrong.empty())
    return report_error({Code::kInvalidArgument, wrong, {}, -1}, values.json), kUsage;
  auto query = query_of(values);
  if (!query) return report_error(query.error(), values.json), kUsage;
  if (values.atom || values.json_feed) return write_feed(values, *query);
  std::unique_ptr<Notifier> notifier;
  if (values.notify.any()) {
    auto opened = open_notifier(archive_directory(values.archive), values.notify, values.allow_private,
                                values.ca_file, values.json);
    if (!opened) return report_notifier_error(opened.error(), values.json);
    notifier = std::move(*opened);
  }
  std::uint64_t seen = 0;
  if (const auto failed = print_now(values, *query, seen)) return *failed;
  return values.follow ? follow(values, std::move(*query), seen, notifier.get()) : kDone;
}

}  // namespace bfa::tool
