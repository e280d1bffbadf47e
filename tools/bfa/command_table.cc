// SPDX-License-Identifier: Apache-2.0
// The commands, in the order of `bfa --help`.
#include "command.h"
#include "warc/cmd_wacz.h"

namespace bfa::tool {
namespace {

constexpr Command kCommands[] = {
    {"add", cmd_add, "subscribe to blogs, by address or OPML file"},
    {"crawl", cmd_crawl, "crawl blogs: all of a new one, what changed of a known one"},
    {"run", cmd_run, "keep the archive current: visit what is due, until stopped"},
    {"status", cmd_status, "the blogs: posts, visits, and what is wrong"},
    {"changes", cmd_changes, "what came into the archive: new, edited, gone, back, moved"},
    {"failed", cmd_failed, "the addresses whose last visit failed, by reason"},
    {"retry", cmd_retry, "ask for failed addresses again at the next visit"},
    {"config", cmd_config, "settings of the archive and of the user, and where each is from"},
    {"schedule", cmd_schedule, "when feeds are polled and why; a simulation on real publish times"},
    {"discover", cmd_discover, "sites that archived posts link to: proposals for bfa add"},
    {"stats", cmd_stats, "the archive in numbers"},
    {"report", cmd_report, "a page of figures and plots: feeds, intervals, edits, possible loss, storage"},
    {"opml", cmd_opml, "write the subscriptions as OPML"},
    {"ls", cmd_ls, "list objects of the archive"},
    {"log", cmd_log, "the versions of one object"},
    {"show", cmd_show, "one object, now or as of a time"},
    {"diff", cmd_diff, "words and links that differ between two versions"},
    {"search", cmd_search, "find words in all versions, also in old ones"},
    {"serve", cmd_serve, "the archive in a browser, and for other programs"},
    {"became", cmd_became, "blogs in whose place something else answers"},
    {"rules", cmd_rules, "what was learned for a blog"},
    {"pack", cmd_pack, "write packages for preservation systems: METS, bags, E-ARK, OCFL and more"},
    {"export", cmd_export, "write all versions as JSON Lines or CSV, posts as Markdown, static pages, WACZ"},
    {"import", cmd_import, "take captures of any known format into the archive"},
    {"migrate", cmd_migrate, "write captures of any known format as another"},
    {"move", cmd_move, "say that a blog or post has another address now, and join the two"},
    {"check", cmd_check, "look whether an archive or a package is whole"},
    {"backup", cmd_backup, "copy the archive to a folder, also while a crawl runs"},
    {"remove", cmd_remove, "take a page or a blog out of the archive, and block its address"},
    {"rebuild", cmd_rebuild, "make the store anew from the archive's WARC files"},
    {"feed", cmd_feed, "parse a feed, OPML or a sitemap; find the feeds of a page"},
    {"extract", cmd_extract, "learn from a feed and extract pages, on files"},
    {"robots", cmd_robots, "what a robots.txt allows"},
    {"url", cmd_url, "canonical forms and keys of URLs"},
    {"warc", cmd_warc, "list, read, check and index WARC files"},
    {"wacz", cmd_wacz, "make, list and check WACZ files"},
    {"completion", cmd_completion, "print a script that completes arguments in bash, zsh or fish"},
};

}  // namespace

std::span<const Command> all_commands() {
  return kCommands;
}

}  // namespace bfa::tool
