// SPDX-License-Identifier: Apache-2.0
// bfa add [-a DIR] URL|FILE.opml...: subscribes to blogs; nothing is fetched.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "args.h"
#include "bfa/subscribe/run.h"
#include "command.h"
#include "pages/cmd_feed_lists.h"

namespace bfa::tool {
namespace {

bool is_file(const std::string& name) {
  std::error_code ignored;
  return name.find("://") == std::string::npos && std::filesystem::is_regular_file(name, ignored);
}

// What looks like a path and is no file: a list that does not exist must not become a blog.
bool is_missing_file(const std::string& name) {
  return name.starts_with('/') || name.starts_with("./") || name.starts_with("../") ||
         name.ends_with(".opml");
}

// The subscriptions that the arguments name: each an address, or an OPML file.
Result<std::vector<Subscription>> read_all(const std::vector<std::string>& names,
                                           const std::vector<std::string>& feeds, Findings& refused) {
  std::vector<Subscription> out;
  for (const auto& name : names) {
    if (!is_file(name)) {
      if (name.find("://") == std::string::npos && is_missing_file(name))
        return Error{Code::kNotFound, "no such file", name, -1};
      out.push_back({name, feeds, {}, {}});
      continue;
    }
    auto listed = read_subscriptions(name, refused);
    if (!listed) return std::move(listed).error();
    out.insert(out.end(), std::make_move_iterator(listed->begin()), std::make_move_iterator(listed->end()));
  }
  return out;
}

// Leaves out what is no address. A run that works on the archive takes what is queued without an answer.
std::vector<Subscription> addresses_in(const std::vector<Subscription>& wanted, Findings& refused) {
  std::vector<Subscription> out;
  const auto is_address = [&refused](const std::string& text) {
    const auto address = subscription_address(text);
    if (!address)
      refused.push_back({Code::kInvalidArgument, "not_an_address", address.error().message, -1, text});
    return address.has_value();
  };
  for (const Subscription& each : wanted) {
    if (!is_address(each.url)) continue;
    out.push_back(each);
    std::erase_if(out.back().feeds, [&](const std::string& feed) { return !is_address(feed); });
  }
  return out;
}

// The first of them, and how many more.
void print_some(const Findings& refused) {
  constexpr std::size_t kShown = 20;
  const std::size_t shown = std::min(kShown, refused.size());
  print_findings(Findings(refused.begin(), refused.begin() + static_cast<std::ptrdiff_t>(shown)));
  if (refused.size() > shown) std::fprintf(stderr, "bfa: and %zu more\n", refused.size() - shown);
}

int print_report(const AddReport& report, bool json) {
  if (json) {
    nlohmann::ordered_json line = {
        {"v", 1}, {"added", report.added}, {"known", report.known}, {"refused", report.refused.size()}};
    print_line(line.dump());
  } else {
    print_line(std::to_string(report.added) + " added, " + std::to_string(report.known) + " known before, " +
               std::to_string(report.refused.size()) + " refused");
    if (report.added > 0) print_line("bfa run, or bfa crawl without an address, visits them");
  }
  print_some(report.refused);
  return report.refused.empty() ? kDone : kNo;
}

// The exit code; nothing when no run works on the archive.
std::optional<int> hand_to_run(const std::string& directory, const std::vector<Subscription>& wanted,
                               Findings refused, bool json) {
  const auto right = addresses_in(wanted, refused);
  const Status queued = queue_subscriptions(archive_directory(directory), right);
  if (!queued.ok() && queued.error().code == Code::kNotFound) return std::nullopt;
  if (!queued.ok()) return report_error(queued.error(), json);
  print_some(refused);
  if (!json && !right.empty()) print_line("bfa run works on the archive, and adds them now");
  return refused.empty() ? kDone : kNo;
}

// Closes the archive, too.
Status end_all(Archive& archive, const std::vector<Subscription>& all, const std::string& reason,
               UtcTime now) {
  for (const Subscription& each : all) {
    if (Status ended = end_subscription(archive, each.url, reason, now); !ended.ok()) return ended;
  }
  return archive.close();
}

}  // namespace

int cmd_add(const Arguments& arguments) {
  std::string directory;
  std::vector<std::string> names, feeds;
  bool json = false, end = false;
  std::string reason;
  Args args(
      "add",
      "Subscribes to blogs: by home pages, feeds, or OPML files. Nothing is fetched; bfa crawl without an "
      "address visits them.",
      "The options of the network are those of bfa run and bfa crawl, so that one set serves all three: "
      "they\n"
      "are checked, and have no effect here.\n"
      "Exit codes: 0 done, 1 some addresses were refused (the others are added), 2 usage, 3 unreadable "
      "file,\n8 archive locked or from a newer version, 9 local disk.");
  args.option("-a,--archive", directory, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--feed", feeds, "a feed of the blog that its home page does not link to; with one URL only");
  args.flag("--end", end, "end these subscriptions; what is archived stays");
  args.option("--reason", reason, "with --end: why, for people");
  args.flag("--json", json, "the report as JSON on stdout");
  CrawlArguments network;
  add_network_options(args, network);
  args.option("--clock", network.clock, "take this as the time of the subscription (RFC 3339)");
  args.positional("URL", names, "home pages, feeds, or OPML files");
  args.use_settings();
  if (const auto code = args.parse(arguments)) return *code;
  if (!feeds.empty() && (names.size() != 1 || is_file(names.front()))) {
    std::fputs("bfa add: --feed is for one blog: give one URL\n", stderr);
    return kUsage;
  }
  const auto fixed = make_clock(network);
  if (!fixed) return report_error(fixed.error(), json);
  Findings refused;
  const auto wanted = read_all(names, feeds, refused);
  if (!wanted) return report_error(wanted.error(), json);
  if (!end) {
    if (const auto code = hand_to_run(directory, *wanted, refused, json)) return *code;
  }
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = !end;
  auto archive = open_for_writing(directory, options, {});
  if (!archive) return report_archive_error(archive.error(), json);
  const UtcTime now = (*fixed ? **fixed : system_clock()).now();
  if (end) {
    const Status ended = end_all(**archive, *wanted, reason, now);
    return ended.ok() ? kDone : report_error(ended.error(), json);
  }
  auto report = add_subscriptions(**archive, *wanted, now);
  if (!report) return report_error(report.error(), json);
  if (const Status closed = (*archive)->close(); !closed.ok()) return report_error(closed.error(), json);
  report->refused.insert(report->refused.begin(), refused.begin(), refused.end());
  return print_report(*report, json);
}

}  // namespace bfa::tool
