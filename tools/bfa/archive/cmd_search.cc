// SPDX-License-Identifier: Apache-2.0
// bfa search [-a DIR] QUERY: finds words in all versions of the archive's objects.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/search/search_index.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "command.h"

namespace bfa::tool {
namespace {

struct SearchArguments {
  std::string archive, kind, blog;
  std::vector<std::string> words;
  std::int64_t limit = 20;
  bool newest = false, json = false;
};

Result<SearchQuery> query_of(const SearchArguments& values) {
  SearchQuery query;
  for (const auto& word : values.words) query.text += (query.text.empty() ? "" : " ") + word;
  query.limit = static_cast<std::size_t>(values.limit);
  query.newest = values.newest;
  if (!values.kind.empty()) {
    query.kind = parse_kind(values.kind);
    if (!query.kind)
      return Error{Code::kInvalidArgument,
                   "not a kind: '" + values.kind + "' (wanted: blog, feed, post, page or comment)",
                   {},
                   -1};
  }
  const auto url = Url::parse(values.blog);
  query.blog_host = url ? std::string(url->host()) : values.blog;
  return query;
}

void print_hit_json(const SearchHit& hit) {
  nlohmann::ordered_json line = {{"v", 1},
                                 {"url", hit.url},
                                 {"kind", kind_name(hit.kind)},
                                 {"title", hit.title},
                                 {"version", hit.version},
                                 {"versions", hit.versions},
                                 {"only_old", hit.only_old},
                                 {"captured", format_rfc3339(hit.captured)},
                                 {"snippet", hit.snippet}};
  line["marks"] = nlohmann::ordered_json::array();
  for (const auto& [begin, end] : hit.marks) {
    const std::string_view text = hit.snippet;
    const std::size_t first = count_code_points(text.substr(0, begin));
    line["marks"].push_back({first, first + count_code_points(text.substr(begin, end - begin))});
  }
  print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_hit(const SearchHit& hit, bool colours) {
  std::string line = coloured(for_terminal(hit.url), kBold, colours) + "  version " +
                     std::to_string(hit.version) + " of " + std::to_string(hit.versions) + ", " +
                     format_rfc3339(hit.captured);
  if (hit.only_old) line += "  (only in an old version)";
  print_line(line);
  if (!hit.title.empty()) print_line("    " + on_one_line(hit.title));
  std::string text;
  std::size_t at = 0;
  for (const auto& [begin, end] : hit.marks) {
    text += on_one_line(hit.snippet.substr(at, begin - at));
    text += coloured(on_one_line(hit.snippet.substr(begin, end - begin)), kGreen, colours);
    at = end;
  }
  text += on_one_line(hit.snippet.substr(at));
  if (!text.empty()) print_line("    " + text);
}

int print_answer(const SearchAnswer& answer, bool json) {
  const bool colours = use_colours();
  for (const SearchHit& hit : answer.hits) json ? print_hit_json(hit) : print_hit(hit, colours);
  if (json) return answer.hits.empty() ? kNo : kDone;
  std::string line =
      answer.hits.empty() ? "nothing found" : std::to_string(answer.hits.size()) + " objects, ";
  if (!answer.hits.empty()) {
    line += (answer.more_versions ? "more than " : "") + std::to_string(answer.versions) + " versions fit";
    if (answer.more_versions) line += ", the newest first";
  }
  std::fprintf(stderr, "bfa: %s; the index reaches step %llu\n", line.c_str(),
               static_cast<unsigned long long>(answer.reach));
  return answer.hits.empty() ? kNo : kDone;
}

}  // namespace

int cmd_search(const Arguments& arguments) {
  SearchArguments values;
  Args args(
      "search", "Finds words in all versions of posts, pages and comments, also in old ones.",
      "QUERY: words (all must be there), \"a phrase\", begin*, -without, and the fields title:, author:, "
      "tag:,\ntext: and blog:. Quote it for the shell; after -- it may begin with -.\n"
      "A line of --json: url, kind, title, version, versions, only_old, captured, snippet, marks.\n"
      "Exit codes: 0 found, 1 nothing found, 2 usage, 3 no archive, 8 archive from a newer version, 9 local "
      "disk.");
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--limit", values.limit, "hits (default: 20)", {1, 1000});
  args.flag("--newest", values.newest, "the newest captures first, not the best hits");
  args.option("--kind", values.kind, "only blog, feed, post, page or comment");
  args.option("--blog", values.blog, "only of this blog, by its URL or host");
  args.flag("--json", values.json, "one JSON object per line");
  args.positional("query", values.words, "what to look for");
  if (const auto code = args.parse(arguments)) return *code;
  const auto query = query_of(values);
  if (!query) return report_error(query.error(), values.json), kUsage;
  const auto archive = open_for_reading(values.archive);
  if (!archive) return report_archive_error(archive.error(), values.json);
  const auto index = SearchIndex::open(**archive);
  if (!index) return report_error(index.error(), values.json);
  const auto answer = (*index)->search(**archive, *query);
  if (!answer) {
    const int code = report_error(answer.error(), values.json);
    return answer.error().code == Code::kInvalidArgument ? kUsage : code;
  }
  return print_answer(*answer, values.json);
}

}  // namespace bfa::tool
