// SPDX-License-Identifier: Apache-2.0
// bfa became [-a DIR]: blogs in whose place something else answers; with --overrule: they are the blog all
// the same. Exit codes: 0 done, 1 no such blog, 2 usage, 3 no archive, 8 archive locked or newer, 9 disk.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "bfa/object/json.h"
#include "bfa/url/canonical.h"
#include "command.h"

namespace bfa::tool {
namespace {

struct BecameArguments {
  std::string archive, overrule, judge;
  bool json = false;
};

void print_blog(const BlogState& blog, bool json) {
  if (!json) {
    print_line(for_terminal(blog.home) + "  " + (blog.became.empty() ? "the blog" : blog.became) +
               (blog.became_since == UtcTime{} ? "" : " since " + format_rfc3339(blog.became_since)) +
               (blog.became_overruled ? ", overruled" : ""));
    if (!blog.became_evidence.empty()) print_line("  " + for_terminal(blog.became_evidence));
    return;
  }
  nlohmann::ordered_json line = {{"v", 1}, {"blog", blog.home}, {"overruled", blog.became_overruled}};
  if (!blog.became.empty()) {
    line["became"] = blog.became;
    line["evidence"] = blog.became_evidence;
    line["since"] = format_rfc3339(blog.became_since);
  }
  print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

// The blog of that address, by its http, https and www twins too.
const BlogState* find_blog(const std::vector<BlogState>& blogs, const std::string& address) {
  const auto wanted = Url::parse(address);
  for (const BlogState& blog : blogs) {
    const auto home = Url::parse(blog.home);
    if (blog.home == address || (wanted && home && fetch_dedup_key(*wanted) == fetch_dedup_key(*home)))
      return &blog;
  }
  return nullptr;
}

int list_blogs(const Archive& archive, const BecameArguments& values) {
  const auto blogs = archive.blogs();
  if (!blogs) return report_error(blogs.error(), values.json);
  bool any = false;
  for (const BlogState& blog : *blogs) {
    if (blog.became.empty() && !blog.became_overruled) continue;
    any = true;
    print_blog(blog, values.json);
  }
  if (!any && !values.json) print_line("every blog answered as itself when it was last crawled");
  return kDone;
}

// Stores what the user decided, in WARC too.
int decide(Archive& archive, const BecameArguments& values) {
  const bool overrules = !values.overrule.empty();
  const std::string& address = overrules ? values.overrule : values.judge;
  const auto blogs = archive.blogs();
  if (!blogs) return report_error(blogs.error(), values.json);
  const BlogState* const found = find_blog(*blogs, address);
  if (found == nullptr)
    return report_error(Error{Code::kNotFound, "the archive has no such blog", address}, values.json), kNo;
  BlogState blog = *found;
  if (blog.became_overruled != overrules) {
    blog.became_overruled = overrules;
    if (const Status put = archive.put_blog(blog); !put.ok()) return report_error(put.error(), values.json);
    if (const Status closed = archive.close(); !closed.ok()) return report_error(closed.error(), values.json);
  }
  print_blog(blog, values.json);
  if (overrules && !values.json)
    print_line("  the next crawl takes its pages; bfa rebuild reads those that were fetched before");
  return kDone;
}

}  // namespace

int cmd_became(const Arguments& arguments) {
  BecameArguments values;
  Args args(
      "became",
      "Lists the blogs in whose place something else answers (a parked domain, a check for bots, a login or "
      "consent wall, maintenance), with the evidence, and takes the user's word against it.",
      "Exit codes: 0 done, 1 no such blog, 2 usage, 3 no archive, 8 archive locked or from a newer version, "
      "9 local disk.");
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--overrule", values.overrule, "this is the blog: its pages are taken as they are");
  args.option("--judge", values.judge, "judge this blog's pages again: takes --overrule back");
  args.flag("--json", values.json, "JSON lines on stdout");
  if (const auto code = args.parse(arguments)) return *code;
  if (!values.overrule.empty() && !values.judge.empty()) {
    return report_error(Error{Code::kInvalidArgument, "--overrule and --judge exclude each other", {}, -1},
                        values.json),
           kUsage;
  }
  const bool writes = !values.overrule.empty() || !values.judge.empty();
  ArchiveOptions options;
  options.mode = writes ? ArchiveOptions::Mode::kWrite : ArchiveOptions::Mode::kRead;
  options.create = false;
  const auto archive = open_for_writing(values.archive, options, {});
  if (!archive) return report_archive_error(archive.error(), values.json);
  return writes ? decide(**archive, values) : list_blogs(**archive, values);
}

}  // namespace bfa::tool
