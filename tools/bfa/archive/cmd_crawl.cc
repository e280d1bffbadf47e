// SPDX-License-Identifier: Apache-2.0
// bfa crawl [-a DIR] [--opml FILE] URL...: a new crawl of unknown blogs, an update crawl of known ones;
// prints new and changed objects. Exit codes: 0 done, 1 robots.txt or the server forbids it, 2 usage, 4
// network, 8 archive locked or newer, 9 disk, 130 interrupted.
#include <cstdio>
#include <filesystem>
#include <map>
#include <utility>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "command.h"
#include "interrupt.h"
#include "pages/cmd_feed_lists.h"

namespace bfa::tool {
namespace {

constexpr const char* kFooter =
    "Exit codes: 0 done (failures of single pages are listed; --strict makes them 4), 1 forbidden by "
    "robots.txt or the server,\n"
    "2 usage, 4 network, 8 archive locked or from a newer version, 9 local disk, 130 interrupted (the next "
    "run goes on).\n"
    "Known pages are looked at again when their last visit is at least a day ago and at least a quarter of "
    "the time for which\n"
    "they had been seen unchanged by then; --recheck all looks at all of them, without conditions.";

void tell_recovery(const Archive& archive) {
  for (const auto& file : archive.recovery()) {
    std::fprintf(stderr, "bfa: recovered %s: %llu bytes kept, %llu bytes of an unfinished record cut off\n",
                 file.file.c_str(), static_cast<unsigned long long>(file.kept_bytes),
                 static_cast<unsigned long long>(file.cut_bytes));
  }
}

// Says what to do with a list of addresses, which is no address itself, and with a folder.
Status refuse_files(const std::vector<std::string>& urls) {
  for (const auto& url : urls) {
    if (url.find("://") != std::string::npos) continue;
    std::error_code ignored;
    // A folder may have the name of a host.
    const bool is_path = url.starts_with('.') || url.starts_with('/') || url.ends_with('/');
    if (is_path && std::filesystem::is_directory(url, ignored)) {
      return Error{Code::kInvalidArgument,
                   "this is a folder, not an address (bfa import takes captures and mirrors from folders)",
                   url, -1};
    }
    if (!std::filesystem::is_regular_file(url, ignored)) continue;
    std::string message =
        "this is a file, not an address (OPML: --opml FILE; one address a line: xargs bfa crawl < FILE";
    if (url.find('/') == std::string::npos) message += "; a host of this name: http://" + url + "/";
    return Error{Code::kInvalidArgument, message + ")", url, -1};
  }
  return {};
}

}  // namespace

int cmd_crawl(const Arguments& arguments) {
  CrawlArguments values;
  std::vector<std::string> urls;
  Args args("crawl", "Crawls blogs into an archive: all of a new one, what is new or changed of a known one.",
            kFooter);
  add_step_options(args, values);
  add_network_options(args, values);
  std::string opml;
  std::vector<std::string> feeds;
  args.option("--opml", opml, "an OPML file with further blogs, each with its page and its feed");
  args.option("--feed", feeds, "a feed of the blog that its home page does not link to; with one URL only");
  args.positional("URL", urls, "addresses of blogs", false);
  if (const auto code = args.parse(arguments)) return *code;
  std::vector<Subscription> subscriptions;
  if (!opml.empty()) {
    const auto listed = read_subscriptions(opml);
    if (!listed) return report_error(listed.error(), values.json);
    subscriptions = *listed;
  }
  if (!feeds.empty() && urls.size() != 1) {
    std::fputs("bfa crawl: --feed is for one blog: give one URL\n", stderr);
    return kUsage;
  }
  for (const auto* addresses : {&urls, &feeds}) {
    if (const Status checked = refuse_files(*addresses); !checked.ok())
      return report_error(checked.error(), values.json);
  }
  std::map<std::string, std::vector<std::string>> known_feeds;
  if (!feeds.empty()) known_feeds[urls.front()] = feeds;
  for (const Subscription& subscription : subscriptions) {
    urls.push_back(subscription.url);
    if (!subscription.feed.empty()) known_feeds[subscription.url].push_back(subscription.feed);
  }
  if (urls.empty()) {
    std::fputs("bfa crawl: no blog: give URLs or --opml FILE with subscriptions\n", stderr);
    return kUsage;
  }

  auto fixed = make_clock(values);
  if (!fixed) return report_error(fixed.error(), values.json);
  Clock& clock = *fixed ? **fixed : system_clock();
  auto options = make_crawl_options(values, clock);
  if (!options) return report_error(options.error(), values.json);
  auto archive = open_for_writing(values.archive, make_archive_options(values, clock), options->step);
  if (!archive) return report_archive_error(archive.error(), values.json);
  tell_recovery(**archive);
  auto fetcher = make_network_fetcher(make_network_options(values, clock));
  if (!fetcher) return report_error(fetcher.error(), values.json);

  options->feeds = std::move(known_feeds);
  EventPrinter printer(values);
  options->on_event = [&](const CrawlEvent& event) { printer(event); };
  options->stop = catch_interrupt();
  const auto reports = crawl_blogs(**archive, **fetcher, urls, *options);
  const Status closed = (*archive)->close();
  if (!reports) return report_error(reports.error(), values.json);
  if (!closed) return report_error(closed.error(), values.json);
  printer.print_total(*reports);
  return exit_code_of(*reports, values.strict);
}

}  // namespace bfa::tool
