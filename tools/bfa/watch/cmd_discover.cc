// SPDX-License-Identifier: Apache-2.0
// bfa discover [-a DIR]: sites and feeds that archived posts link to, as proposals for subscriptions.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/subscribe/discover.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

void print_json(const Proposal& proposal) {
  nlohmann::ordered_json line;
  line["v"] = 1;
  line["url"] = proposal.url;
  line["feed"] = proposal.is_feed;
  line["blogs"] = proposal.blogs;
  line["posts"] = proposal.posts;
  line["dated"] = proposal.dated;
  line["score"] = std::round(proposal.score * 1000) / 1000;
  line["by"] = proposal.by;
  line["example"] = proposal.example;
  print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_for_people(const Proposal& proposal) {
  print_line(for_terminal(proposal.url) + (proposal.is_feed ? "  (feed)" : ""));
  std::string by;
  for (const auto& host : proposal.by) by += (by.empty() ? "" : ", ") + host;
  print_line("    " + counted(proposal.posts, "post", "posts") + " of " +
             counted(proposal.blogs, "blog", "blogs") +
             (proposal.posts == 1 ? " links to it: " : " link to it: ") + for_terminal(by));
  print_line("    for example to " + for_terminal(proposal.example));
}

}  // namespace

int cmd_discover(const Arguments& arguments) {
  std::string directory;
  bool json = false;
  std::int64_t most = 20, least = 2;
  Args args(
      "discover",
      "Lists sites and feeds that archived posts link to and that the archive does not follow, best first.",
      "Nothing is fetched, and nothing is added: give the good ones to bfa add.\n"
      "Exit codes: 0 done, 2 usage, 3 no archive, 8 archive from a newer version.");
  args.option("-a,--archive", directory, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--most", most, "list at most so many (20)", {1, 1e6});
  args.option("--min-blogs", least, "only sites that so many blogs link to (2)", {1, 1e6});
  args.flag("--json", json, "one JSON object per line");
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  DiscoverQuery query;
  query.most = static_cast<std::size_t>(most);
  query.least_blogs = static_cast<std::uint64_t>(least);
  const auto report = discover_blogs(**archive, query);
  if (!report) return report_error(report.error(), json);
  for (const Proposal& proposal : report->proposals) json ? print_json(proposal) : print_for_people(proposal);
  if (!json && report->proposals.empty())
    print_line("no site: " + std::to_string(report->sites) + " are linked to, none by " +
               counted(least, "blog", "blogs"));
  if (report->forgot)
    std::fputs("bfa: too many sites for the memory: those with one link were forgotten on the way\n", stderr);
  return kDone;
}

}  // namespace bfa::tool
