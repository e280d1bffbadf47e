// SPDX-License-Identifier: Apache-2.0
// bfa search [-a DIR] QUERY: finds words in all versions of the archive's objects.
#include <cstdio>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/object/filters.h"
#include "bfa/search/search_index.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

struct SearchArguments {
  std::string archive, kind, blog, author, tag, category, since, until, published_since, published_until,
      after;
  std::vector<std::string> words, verdicts;
  std::int64_t limit = 20;
  bool newest = false, changed = false, deleted = false, json = false;
};

Result<std::optional<Timestamp>> date_of(const std::string& text) {
  if (text.empty()) return std::optional<Timestamp>();
  const auto time = parse_timestamp(text);
  if (time) return std::optional(*time);
  return Error{Code::kInvalidArgument,
               "not a date: '" + text + "' (wanted: 2026, 2026-01, 2026-01-31 or 2026-01-31T10:00:00Z)",
               {},
               -1};
}

Result<SearchQuery> query_of(const SearchArguments& values) {
  SearchQuery query;
  for (const auto& word : values.words) query.text += (query.text.empty() ? "" : " ") + word;
  query.limit = static_cast<std::size_t>(values.limit);
  query.newest = values.newest;
  if (!values.kind.empty()) {
    query.kind = parse_listed_kind(values.kind);
    if (!query.kind)
      return Error{Code::kInvalidArgument,
                   "not a kind: '" + values.kind + "' (wanted: blog, feed, post, page, comment or pingback)",
                   {},
                   -1};
  }
  query.author = values.author;
  query.tag = values.tag;
  query.category = values.category;
  const auto since = date_of(values.since), until = date_of(values.until);
  if (!since) return since.error();
  if (!until) return until.error();
  if (*since) query.since = (*since)->utc;
  if (*until) query.until = end_of(**until);
  query.published_from = values.published_since;
  query.published_to = values.published_until;
  query.changed = values.changed;
  query.deleted = values.deleted;
  for (const std::string& name : values.verdicts) {
    const auto verdict = parse_listed_verdict(name);
    if (!verdict)
      return Error{Code::kInvalidArgument,
                   "--verdict: wanted is new, content, gone, back or moved, not '" + name + "'",
                   {},
                   -1};
    query.verdicts.insert(*verdict);
  }
  query.after = values.after;
  return query;
}

// A text with what fits in colour, on one line.
std::string marked(const std::string& text, const TextMarks& marks, bool colours) {
  std::string out;
  std::size_t at = 0;
  for (const auto& [begin, end] : marks) {
    out += on_one_line(text.substr(at, begin - at));
    out += coloured(on_one_line(text.substr(begin, end - begin)), kGreen, colours);
    at = end;
  }
  return out + on_one_line(text.substr(at));
}

std::string title_of(const SearchHit& hit, bool colours) {
  if (!hit.title.empty() || hit.kind != ObjectKind::kComment)
    return marked(hit.title, hit.title_marks, colours);
  const std::string author = hit.authors.text.substr(0, hit.authors.text.find(", "));
  const std::string on = hit.post_title.empty() ? hit.post : hit.post_title;
  return on_one_line(comment_words(hit.comment_type, !author.empty()) + author +
                     (author.empty() ? "" : " on ") + on);
}

void print_hit(const SearchHit& hit, bool colours) {
  std::string line = coloured(for_terminal(hit.url), kBold, colours) + "  version " +
                     std::to_string(hit.version) + " of " + std::to_string(hit.versions) + ", " +
                     format_rfc3339(hit.captured);
  if (hit.only_old) line += "  (only in an old version)";
  if (hit.gone) line += "  (gone)";
  print_line(line);
  if (const std::string title = title_of(hit, colours); !title.empty()) print_line("    " + title);
  const std::string text = marked(hit.snippet, hit.marks, colours);
  if (!text.empty()) print_line("    " + text);
}

int print_answer(const SearchAnswer& answer, bool json) {
  const bool colours = use_colours();
  for (const SearchHit& hit : answer.hits) json ? print_line(hit_to_json(hit)) : print_hit(hit, colours);
  if (!answer.next.empty()) std::fprintf(stderr, "bfa: more hits: --after %s\n", answer.next.c_str());
  if (json) return kDone;
  std::string line = counted(answer.hits.size(), "object", "objects") + " listed; in all, ";
  if (answer.more_versions) line += "more than ";
  line += counted(answer.versions, "version", "versions") + (answer.versions == 1 ? " fits" : " fit");
  line += answer.more_versions ? ", the newest first" : "";
  std::fprintf(stderr, "bfa: %s\n", line.c_str());
  return kDone;
}

// No hit: what was looked at.
int print_nothing(const SearchIndex& index, const Archive& archive) {
  std::string line = "no hit";
  if (const auto coverage = index.coverage(archive)) {
    line += "; the index has " + counted(coverage->versions, "version", "versions") + " of " +
            counted(coverage->objects, "blog, post, page or comment", "blogs, posts, pages and comments");
    if (coverage->last_capture) line += ", up to the capture of " + format_rfc3339(*coverage->last_capture);
  }
  std::fprintf(stderr, "bfa: %s\n", line.c_str());
  return kNo;
}

}  // namespace

int cmd_search(const Arguments& arguments) {
  SearchArguments values;
  Args args(
      "search", "Finds words in all versions of posts, pages and comments, also in old ones.",
      "QUERY: words (all must be there), \"a phrase\", begin*, -without, and the fields title:, author:, "
      "tag:,\ncategory:, text: and blog:. Quote it for the shell; after -- it may begin with -.\n"
      "Dates are 2026, 2026-01, 2026-01-31 or 2026-01-31T10:00:00Z, and belong to what is "
      "searched:\n--until 2026-01 takes all of January, --since 2026-01 begins with it.\n"
      "A line of --json: url, kind, title, version, versions, only_old, gone, captured, snippet, marks, "
      "and\nwhere it "
      "is known blog, post and post_title (of a comment), author, published, language.\n"
      "Exit codes: 0 found, 1 nothing found, 2 usage or a query that cannot be read, 3 no archive or no such "
      "blog,\n8 archive from a newer version, 9 local disk.");
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--limit", values.limit, "hits (default: 20)", {1, 1000});
  args.flag("--newest", values.newest, "the newest captures first, not the best hits");
  args.option("--kind", values.kind, "only blog, feed, post, page, comment or pingback (trackbacks too)");
  args.option("--blog", values.blog, "only of this blog, by its URL or host");
  args.option("--author", values.author, "only with these words in an author");
  args.option("--tag", values.tag, "only with these words in a tag or category");
  args.option("--category", values.category, "only with these words in a category");
  args.option("--since", values.since, "only versions that were captured at this date or later");
  args.option("--until", values.until, "only versions that were captured until the end of this date");
  args.option("--published-since", values.published_since, "only what was published at this date or later");
  args.option("--published-until", values.published_until,
              "only what was published until the end of this date");
  args.flag("--changed", values.changed, "only versions that changed something: not the first ones");
  args.flag("--deleted", values.deleted, "only what is gone now (404 or 410), in any of its versions");
  args.option("--verdict", values.verdicts,
              "only versions in which this happened: new, content (an edit), gone, back, moved; repeatable");
  args.option("--after", values.after, "go on behind a page: the mark that was printed with it");
  args.flag("--json", values.json, "one JSON object per line");
  args.positional("query", values.words, "what to look for; may be absent with --author, --tag or --category",
                  false);
  if (const auto code = args.parse(arguments)) return *code;
  auto query = query_of(values);
  if (!query) return report_error(query.error(), values.json), kUsage;
  const auto archive = open_for_reading(values.archive);
  if (!archive) return report_archive_error(archive.error(), values.json);
  auto blog = named_blog(**archive, values.blog);
  if (!blog) return report_error(blog.error(), values.json);
  query->blog_host = std::move(blog->host);
  query->belongs = std::move(blog->belongs);
  query->blog_of = [&](std::string_view named) { return named_blog(**archive, named); };
  const auto index = SearchIndex::open(**archive);
  if (!index) return report_error(index.error(), values.json);
  // Of an index that this user may only read.
  const auto current = (*index)->update(**archive);
  if (!current && current.error().code == Code::kDenied)
    std::fprintf(stderr, "bfa: %s\n", current.error().message.c_str());
  const auto answer = (*index)->search(**archive, *query);
  if (!answer) {
    Error error = answer.error();
    if (error.where.empty()) error.offset = -1;  // a place in the query: the message counts in characters
    const int code = report_error(error, values.json);
    return error.code == Code::kInvalidArgument ? kUsage : code;
  }
  return answer->hits.empty() ? print_nothing(**index, **archive) : print_answer(*answer, values.json);
}

}  // namespace bfa::tool
