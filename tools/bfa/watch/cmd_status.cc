// SPDX-License-Identifier: Apache-2.0
// bfa status [-a DIR]: the blogs of an archive, their posts, visits and troubles.
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/subscribe/status.h"
#include "bfa/text/utf8.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

void print_json(const BlogStatus& blog) {
  nlohmann::ordered_json line;
  line["v"] = 1;
  line["blog"] = blog.home;
  line["title"] = blog.title;
  line["subscribed"] = blog.subscribed;
  line["posts"] = blog.posts;
  line["new"] = blog.new_posts;
  line["gone"] = blog.gone;
  line["edited"] = blog.edited;
  line["comments"] = blog.comments;
  line["pingbacks"] = blog.pingbacks;
  line["crawls"] = blog.crawls;
  line["failed"] = blog.failed;
  line["media_missing"] = blog.media_missing;
  line["absent"] = blog.absent;
  if (!blog.feed.empty()) line["feed"] = blog.feed;
  if (blog.newest_post) line["newest_post"] = format_rfc3339(*blog.newest_post);
  if (blog.last_crawl) line["last_crawl"] = format_rfc3339(*blog.last_crawl);
  if (blog.next) line["next"] = format_rfc3339(*blog.next);
  if (blog.last_poll) line["last_poll"] = format_rfc3339(*blog.last_poll);
  if (blog.next_poll) line["next_poll"] = format_rfc3339(*blog.next_poll);
  line["overflows"] = blog.overflows;
  line["trouble"] = blog.trouble;
  print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

std::string minute_of(const std::optional<UtcTime>& time, const char* none) {
  return time ? format_rfc3339(*time).substr(0, 16) + "Z" : none;
}

void print_for_people(const BlogStatus& blog, bool colours) {
  const std::string title = collapse_space(for_terminal(blog.title));
  print_line(coloured(for_terminal(blog.home), kBold, colours) + (title.empty() ? "" : "  " + title));
  std::string counts = "    " + counted(blog.posts, "post", "posts");
  if (blog.new_posts > 0) counts += ", " + std::to_string(blog.new_posts) + " new in 7 days";
  if (blog.edited > 0) counts += ", " + std::to_string(blog.edited) + " edited";
  if (blog.gone > 0) counts += ", " + std::to_string(blog.gone) + " gone";
  if (blog.comments > 0) counts += ", " + counted(blog.comments, "comment", "comments");
  if (blog.pingbacks > 0) counts += ", " + counted(blog.pingbacks, "pingback", "pingbacks");
  print_line(counts);
  print_line("    last visit " + minute_of(blog.last_crawl, "never") + ", next " +
             minute_of(blog.next, "now") + (blog.subscribed ? "" : ", not subscribed"));
  if (blog.last_poll)
    print_line("    last poll " + minute_of(blog.last_poll, "never") + ", next " +
               minute_of(blog.next_poll, "now"));
  if (blog.absent > 0)
    print_line("    " + counted(blog.absent, "address", "addresses") +
               " answered 404 or 410 (bfa failed --gone --media lists them)");
  for (const auto& sentence : blog.trouble)
    print_line(coloured("    ! " + for_terminal(sentence), kRed, colours));
}

}  // namespace

int cmd_status(const Arguments& arguments) {
  std::string directory;
  bool json = false, trouble = false;
  Args args(
      "status", "Lists the blogs of an archive: posts, edits, last and next visit, and what is wrong.",
      "Exit codes: 0 done, 1 with --trouble when there is some, 2 usage, 3 no archive, 8 archive from a\n"
      "newer version.");
  args.option("-a,--archive", directory, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.flag("--trouble", trouble, "only blogs with something wrong");
  args.flag("--json", json, "one JSON object per line");
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  const auto blogs = archive_status(**archive);
  if (!blogs) return report_error(blogs.error(), json);
  const bool colours = use_colours();
  bool any = false;
  for (const BlogStatus& blog : *blogs) {
    any = any || !blog.trouble.empty();
    if (trouble && blog.trouble.empty()) continue;
    json ? print_json(blog) : print_for_people(blog, colours);
  }
  return trouble && any ? kNo : kDone;
}

}  // namespace bfa::tool
