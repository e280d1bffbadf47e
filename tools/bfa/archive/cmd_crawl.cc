// SPDX-License-Identifier: Apache-2.0
// bfa crawl [-a DIR] [--opml FILE] [URL...]: a new crawl of unknown blogs, an update crawl of known ones;
// prints new and changed objects. Exit codes: 0 done, 1 robots.txt or the server forbids it, 2 usage, 4
// network, 8 archive locked or newer, 9 disk, 130 interrupted.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "archive/pack_output.h"
#include "bfa/subscribe/status.h"
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
    "Known pages are looked at again when edits of them are expected to have waited long enough, by their "
    "age and by what\n"
    "was edited so far, not within a day; --recheck all looks at all of them, without conditions.\n"
    "Options that are not given are taken from the settings: see bfa config --help.";

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

// The blogs of one run and the feeds that the user names for them.
struct Wanted {
  std::vector<std::string> urls;
  std::map<std::string, std::vector<std::string>> feeds;  // by URL

  void add(const std::vector<Subscription>& subscriptions) {
    for (const Subscription& each : subscriptions) {
      urls.push_back(each.url);
      if (!each.feeds.empty()) feeds[each.url] = each.feeds;
    }
  }
};

// What the arguments name. An error has been printed when it gives an exit code.
std::optional<int> read_wanted(const std::string& opml, const std::vector<std::string>& feeds, bool json,
                               Wanted& wanted) {
  if (!feeds.empty() && wanted.urls.size() != 1) {
    std::fputs("bfa crawl: --feed is for one blog: give one URL\n", stderr);
    return kUsage;
  }
  for (const auto* addresses : {static_cast<const std::vector<std::string>*>(&wanted.urls), &feeds}) {
    if (const Status checked = refuse_files(*addresses); !checked.ok())
      return report_error(checked.error(), json);
  }
  if (!feeds.empty()) wanted.feeds[wanted.urls.front()] = feeds;
  if (opml.empty()) return std::nullopt;
  Findings refused;
  const auto listed = read_subscriptions(opml, refused);
  if (!listed) return report_error(listed.error(), json);
  print_findings(refused);
  wanted.add(*listed);
  return std::nullopt;
}

// The packages of the blogs that did not fail. The exit code of the crawl, or of an error.
int pack_crawled(const std::vector<CrawlReport>& reports, PackageForm form, const CrawlArguments& values,
                 Clock& clock) {
  const int code = exit_code_of(reports, values.strict);
  std::vector<std::string> blogs;
  for (const CrawlReport& report : reports) {
    if (!report.error && !report.interrupted) blogs.push_back(report.blog);
  }
  if (blogs.empty()) return code;
  const Status packed = pack_blogs(values.archive, blogs, form, clock, values.json, values.quiet);
  return packed ? code : report_error(packed.error(), values.json);
}

// Without addresses: the blogs that the archive knows and that are due.
std::optional<int> take_known_blogs(Archive& archive, bool all, UtcTime now, bool json, Wanted& wanted) {
  const auto known = blogs_to_visit(archive, now, true);
  auto due = blogs_to_visit(archive, now, all);
  const auto subscribed = subscriptions(archive);
  for (const auto* result : {&known, static_cast<const Result<std::vector<std::string>>*>(&due)})
    if (!*result) return report_error(result->error(), json);
  if (!subscribed) return report_error(subscribed.error(), json);
  if (known->empty()) {
    std::fputs("bfa crawl: the archive knows no blog: give URLs, or subscribe by bfa add\n", stderr);
    return kUsage;
  }
  if (due->empty()) {
    std::fputs("bfa crawl: no blog is due (--recheck all visits all; bfa status says when)\n", stderr);
    const Status closed = archive.close();
    return closed ? kDone : report_error(closed.error(), json);
  }
  for (const Subscription& each : *subscribed) {
    const bool is_due = std::find(due->begin(), due->end(), each.url) != due->end();
    if (is_due && !each.feeds.empty()) wanted.feeds[each.url] = each.feeds;
  }
  wanted.urls = std::move(*due);
  return std::nullopt;
}

}  // namespace

int cmd_crawl(const Arguments& arguments) {
  CrawlArguments values;
  Wanted wanted;
  Args args("crawl", "Crawls blogs into an archive: all of a new one, what is new or changed of a known one.",
            kFooter);
  add_step_options(args, values);
  add_address_options(args, values);
  add_network_options(args, values);
  std::string opml, pack = "off";
  std::vector<std::string> feeds;
  args.option("--pack", pack,
              "afterwards write a package of each blog into the archive's packages/: a form of bfa pack --as "
              "(off: none)");
  args.option("--opml", opml, "an OPML file with further blogs, each with its page and its feed");
  args.option("--feed", feeds, "a feed of the blog that its home page does not link to; with one URL only");
  args.positional("URL", wanted.urls,
                  "addresses of blogs (default: the known and subscribed ones that are due)", false);
  args.use_settings();
  if (const auto code = args.parse(arguments)) return *code;
  if (const auto code = read_wanted(opml, feeds, values.json, wanted)) return *code;
  const auto form = parse_package_form(pack);
  if (!form && pack != "off") {
    std::fputs("bfa crawl: --pack is off or a form of bfa pack --as\n", stderr);
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
  if (wanted.urls.empty()) {
    const bool all = options->recheck == Recheck::kAll;
    if (const auto code = take_known_blogs(**archive, all, clock.now(), values.json, wanted)) return *code;
    options->due_only = !all;
  }
  auto fetcher = make_network_fetcher(make_network_options(values, clock));
  if (!fetcher) return report_error(fetcher.error(), values.json);

  options->feeds = std::move(wanted.feeds);
  EventPrinter printer(values);
  options->on_event = [&](const CrawlEvent& event) { printer(event); };
  options->stop = catch_interrupt();
  const auto reports = crawl_blogs(**archive, **fetcher, wanted.urls, *options);
  const Status closed = (*archive)->close();
  if (!reports) return report_error(reports.error(), values.json);
  if (!closed) return report_error(closed.error(), values.json);
  printer.print_total(*reports);
  return form ? pack_crawled(*reports, *form, values, clock) : exit_code_of(*reports, values.strict);
}

}  // namespace bfa::tool
