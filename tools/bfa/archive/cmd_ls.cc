// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/notify/change_feed.h"
#include "bfa/object/filters.h"
#include "bfa/object/json.h"
#include "bfa/remove/remove.h"
#include "bfa/text/utf8.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

// How many of the comments of a post are pingbacks. The archive counts both as one.
class Pingbacks {
 public:
  Status read(const Archive& archive, const ObjectQuery& listed) {
    ObjectQuery query;
    query.kind = kPingback;
    query.at = listed.at;
    query.heads_only = true;
    return archive.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
      ++counts_[after_scheme(summary.latest.post)];
      return true;
    });
  }
  std::uint64_t of(const std::string& url) const {
    const auto at = counts_.find(after_scheme(url));
    return at == counts_.end() ? 0 : at->second;
  }

 private:
  // The addresses of a post by http and https are one.
  static std::string after_scheme(const std::string& url) {
    const std::size_t at = url.find("://");
    return at == std::string::npos ? url : url.substr(at + 3);
  }

  std::map<std::string, std::uint64_t> counts_;
};

std::string human_line(const Archive& archive, const ObjectSummary& summary, const Pingbacks& pingbacks,
                       bool colours) {
  const DataObject& object = summary.latest;
  std::string date = object.published ? format_timestamp(*object.published).substr(0, 10) : "";
  date.resize(10, ' ');
  std::string kind = shown_kind(object);
  kind.resize(std::max<std::size_t>(kind.size(), 7), ' ');
  const bool nameless = object.kind == ObjectKind::kComment && object.title.empty();
  std::string title = collapse_space(for_terminal(nameless ? comment_name(archive, object) : object.title));
  if (object.status == "gone") title += " (gone)";
  std::string line = date + "  " + kind + "  " + std::to_string(summary.versions) + "v  ";
  line += coloured(title.empty() ? "(no title)" : title, kBold, colours);
  // Only states of a time have pingbacks apart; in heads `comment_count` has both.
  const std::uint64_t all = summary.comment_count + summary.pingback_count;
  const std::uint64_t pings = std::min(pingbacks.of(object.url), all);
  std::string counts;
  if (all > pings) counts = counted(all - pings, "comment", "comments");
  if (pings > 0) counts += (counts.empty() ? "" : ", ") + counted(pings, "pingback", "pingbacks");
  if (!counts.empty()) line += " (" + counts + ")";
  line += "  " + coloured(for_terminal(object.url.empty() ? object.post : object.url), kDim, colours);
  // Without a permalink only its id tells it from the others of its post.
  const bool shares =
      object.kind == ObjectKind::kComment && (object.url.empty() || object.url == object.post);
  return shares && !object.id.empty() ? line + "  id " + for_terminal(object.id) : line;
}

Result<ObjectQuery> make_query(const std::string& kind, const std::string& at) {
  ObjectQuery query;
  if (!kind.empty()) {
    query.kind = parse_listed_kind(kind);
    if (!query.kind) {
      return Error{Code::kInvalidArgument,
                   "unknown kind '" + kind + "' (wanted: blog, post, page, comment or pingback)",
                   {},
                   -1};
    }
  }
  if (!at.empty()) {
    auto time = parse_moment(at);
    if (!time) return std::move(time).error();
    query.at = *time;
  }
  return query;
}

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What was removed, with what the tombstones say about it.
int list_removed(const Archive& archive, bool json) {
  const auto removals = removals_of(archive);
  if (!removals) return report_error(removals.error(), json);
  for (const Removal& removal : *removals) {
    if (!json) {
      print_line(for_terminal(removal.address + "  " + std::string(removal_form_name(removal.form)) + "  " +
                              removal_sentence(removal) + (removal.blocked ? "" : " (block lifted)")));
      continue;
    }
    const Json detail = Json::parse(removal.detail_json, nullptr, false);
    print_line(dump({{"v", 1},
                     {"address", removal.address},
                     {"form", removal_form_name(removal.form)},
                     {"time", format_rfc3339(removal.time)},
                     {"reason", removal.reason},
                     {"blocked", removal.blocked},
                     {"detail", detail.is_object() ? detail : Json::object()}}));
  }
  if (removals->empty() && !json) std::fprintf(stderr, "bfa: nothing was removed\n");
  return kDone;
}

// The expressions that leave out addresses of blogs.
int list_rules(const Archive& archive, bool json) {
  const auto decisions = archive.decisions({});
  if (!decisions) return report_error(decisions.error(), json);
  const auto patterns = address_patterns(*decisions);
  if (!patterns) return report_error(patterns.error(), json);
  for (const AddressPattern& pattern : *patterns) {
    const char* const kind = pattern.include ? "include" : "exclude";
    if (!json) {
      print_line(for_terminal(pattern.blog + "  --" + kind + " " + pattern.expression + "  since " +
                              format_rfc3339(pattern.time)));
      continue;
    }
    print_line(dump({{"v", 1},
                     {"blog", pattern.blog},
                     {"rule", kind},
                     {"expression", pattern.expression},
                     {"time", format_rfc3339(pattern.time)}}));
  }
  if (patterns->empty() && !json) std::fprintf(stderr, "bfa: no --exclude or --include holds\n");
  return kDone;
}

}  // namespace

int cmd_ls(const Arguments& arguments) {
  std::string directory, kind, blog, at;
  bool json = false, full = false, as_first_read = false, removed = false, rules = false;
  Args args("ls", "Lists the objects of an archive, as they are or as they stood at a time.",
            "Example: bfa ls --kind post --at 2026-01-31\n"
            "Exit codes: 0 done, 2 usage, 3 no archive or no such blog, 8 archive from a newer version.");
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .option("--kind", kind, "only blog, post, page, comment or pingback (trackbacks too)")
      .option("--blog", blog, "only of this blog: its URL or host")
      .option("--at", at, "the versions of this time, or of the end of this day")
      .flag("--as-first-read", as_first_read, "as each version was read first, not by later templates")
      .flag("--removed", removed, "what was removed (bfa remove), with time and reason")
      .flag("--rules", rules, "the expressions of --exclude and --include that hold, by blog")
      .flag("--full", full, "with --json: whole objects, not their heads")
      .flag("--json", json, "one JSON object per line");
  if (const auto code = args.parse(arguments)) return *code;
  auto query = make_query(kind, at);
  if (!query) return report_error(query.error(), json);
  query->as_first_read = as_first_read;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  if (removed) return list_removed(**archive, json);
  if (rules) return list_rules(**archive, json);
  const bool colours = use_colours();
  query->heads_only = !(json && full);
  const auto of_blog = named_blog(**archive, blog);
  if (!of_blog) return report_error(of_blog.error(), json);
  query->blog_host = of_blog->host;
  std::uint64_t count = 0;
  Pingbacks pingbacks;
  if (!json) {
    if (const Status read = pingbacks.read(**archive, *query); !read) return report_error(read.error(), json);
  }
  const Status status =
      (*archive)->for_each_object(*query, [&](const std::string&, const ObjectSummary& summary) {
        if (of_blog->belongs && !of_blog->belongs(summary.latest.url, summary.latest.post)) return true;
        ++count;
        ObjectJsonOptions options;
        options.full = full;
        options.summary = &summary;
        print_line(json ? object_to_json(summary.latest, options)
                        : human_line(**archive, summary, pingbacks, colours));
        return true;
      });
  if (!status) return report_error(status.error(), json);
  if (count == 0 && !json) std::fprintf(stderr, "bfa: nothing to list\n");
  return kDone;
}

}  // namespace bfa::tool
