// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/object/json.h"
#include "bfa/text/utf8.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "command.h"

namespace bfa::tool {
namespace {

std::string human_line(const ObjectSummary& summary, bool colours) {
  const DataObject& object = summary.latest;
  std::string date = object.published ? format_timestamp(*object.published).substr(0, 10) : "";
  date.resize(10, ' ');
  std::string kind(kind_name(object.kind));
  kind.resize(7, ' ');
  std::string title = collapse_space(for_terminal(object.title));
  if (object.status == "gone") title += " (gone)";
  std::string line = date + "  " + kind + "  " + std::to_string(summary.versions) + "v  ";
  line += coloured(title.empty() ? "(no title)" : title, kBold, colours);
  if (summary.comment_count > 0)
    line += " (" + std::to_string(summary.comment_count) +
            (summary.comment_count == 1 ? " comment)" : " comments)");
  return line + "  " + coloured(for_terminal(object.url.empty() ? object.post : object.url), kDim, colours);
}

// Pingbacks and trackbacks are comments in the archive and kinds of their own for people.
constexpr const char* kPingback = "pingback";

bool is_ping(const DataObject& object) {
  return object.kind == ObjectKind::kComment && object.attributes.contains("comment_type");
}

Result<ObjectQuery> make_query(const std::string& kind, const std::string& blog, const std::string& at) {
  ObjectQuery query;
  if (!kind.empty()) {
    query.kind = kind == kPingback ? ObjectKind::kComment : parse_kind(kind);
    if (!query.kind) {
      return Error{Code::kInvalidArgument,
                   "unknown kind '" + kind + "' (wanted: blog, post, page, comment or pingback)",
                   {},
                   -1};
    }
  }
  const auto url = Url::parse(blog);
  query.blog_host = url ? std::string(url->host()) : blog;
  if (!at.empty()) {
    auto time = parse_moment(at);
    if (!time) return std::move(time).error();
    query.at = *time;
  }
  return query;
}

}  // namespace

int cmd_ls(const Arguments& arguments) {
  std::string directory, kind, blog, at;
  bool json = false, full = false;
  Args args("ls", "Lists the objects of an archive, as they are or as they stood at a time.",
            "Example: bfa ls --kind post --at 2026-01-31\n"
            "Exit codes: 0 done, 2 usage, 3 no archive, 8 archive from a newer version.");
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .option("--kind", kind, "only blog, post, page, comment or pingback (trackbacks too)")
      .option("--blog", blog, "only of this blog: its URL or host")
      .option("--at", at, "as things stood at this time or at the end of this day")
      .flag("--full", full, "with --json: whole objects, not their heads")
      .flag("--json", json, "one JSON object per line");
  if (const auto code = args.parse(arguments)) return *code;
  auto query = make_query(kind, blog, at);
  if (!query) return report_error(query.error(), json);
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  const bool colours = use_colours();
  query->heads_only = !(json && full);
  std::uint64_t count = 0;
  const Status status =
      (*archive)->for_each_object(*query, [&](const std::string&, const ObjectSummary& summary) {
        if (query->kind == ObjectKind::kComment && is_ping(summary.latest) != (kind == kPingback))
          return true;
        ++count;
        ObjectJsonOptions options;
        options.full = full;
        options.summary = &summary;
        print_line(json ? object_to_json(summary.latest, options) : human_line(summary, colours));
        return true;
      });
  if (!status) return report_error(status.error(), json);
  if (count == 0 && !json) std::fprintf(stderr, "bfa: nothing to list\n");
  return kDone;
}

}  // namespace bfa::tool
