// SPDX-License-Identifier: Apache-2.0
// Atom and JSON feeds of what changed: of the archive, a blog, a tag, a category, or what a search finds.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/notify/change_feed.h"
#include "bfa/object/filters.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_call.h"
#include "serve/programs/api/arrival_view.h"
#include "serve/programs/stream/stream_parts.h"

namespace bfa {
namespace {

using Type = ApiParameter::Type;

constexpr ApiParameter kParameters[] = {
    {"blog", Type::kText, "only of this blog: its host, or its home page"},
    {"tag", Type::kText, "only objects with this tag or category; not with q"},
    {"category", Type::kText, "only objects in this category; not with q"},
    {"kind", Type::kChoice, "only objects of this kind", "blog feed post page comment pingback"},
    {"verdict", Type::kChoice, "only versions in which this happened; content: an edit", kVerdictNames},
    {"pages", Type::kFlag, "1: list pages too"},
    {"q", Type::kText, "only versions that this search finds"},
    {"limit", Type::kNumber, "entries; 50 when it is absent", {}, 1, 200}};

std::string title_of(const QueryString& query) {
  std::string title = "Changes";
  if (!query.value("q").empty()) title = "Found: " + std::string(query.value("q"));
  if (!query.value("tag").empty()) title += " with tag " + std::string(query.value("tag"));
  if (!query.value("category").empty()) title += " in category " + std::string(query.value("category"));
  if (!query.value("verdict").empty()) title += " (" + std::string(query.value("verdict")) + ")";
  if (!query.value("blog").empty()) return title + " of " + std::string(query.value("blog"));
  return title + " in the archive";
}

// The list of the index, as arrivals. What is not there any more is left out.
Result<std::vector<Arrival>> newest_arrivals(const SiteContext& context, const QueryString& query,
                                             std::size_t entries) {
  BFA_ASSIGN_OR_RETURN(ArrivalListQuery filters, arrival_filters(context, query));
  filters.newest_first = true;
  filters.limit = entries;
  BFA_ASSIGN_OR_RETURN(const auto found, context.index->list_arrivals(filters));
  BFA_ASSIGN_OR_RETURN(const ArrivalTimes times, ArrivalTimes::of(*context.archive));
  std::vector<Arrival> out;
  for (const ListedArrival& listed : found) {
    if (out.size() == entries) break;
    BFA_ASSIGN_OR_RETURN(auto arrival, whole_arrival(context, times, listed));
    if (arrival) out.push_back(std::move(*arrival));
  }
  return out;
}

Result<std::vector<Arrival>> found_arrivals(const SiteContext& context, const QueryString& query,
                                            std::size_t entries) {
  SearchQuery search;
  search.text = query.value("q");
  search.newest = true;
  search.limit = entries;
  search.kind = parse_listed_kind(query.value("kind"));
  if (const auto verdict = parse_listed_verdict(query.value("verdict"))) search.verdicts = {*verdict};
  BFA_RETURN_IF_ERROR(context.narrow_to_blog(search, query.value("blog")));
  BFA_ASSIGN_OR_RETURN(const SearchAnswer answer, context.index->search(*context.archive, search));
  BFA_ASSIGN_OR_RETURN(const ArrivalTimes times, ArrivalTimes::of(*context.archive));
  std::vector<Arrival> out;
  for (const SearchHit& hit : answer.hits) {
    BFA_ASSIGN_OR_RETURN(auto arrival, arrival_of_step(context, times, hit.key, hit.sequence));
    if (arrival) out.push_back(std::move(*arrival));
  }
  return out;
}

// Absolute, by the host that the client asked.
ArrivalPages pages_of(const ServeRequest& request, const Arrival& arrival) {
  const bool own = !arrival.change.url.empty();
  const std::string& url = own ? arrival.change.url : arrival.post;
  if (url.empty()) return {};
  std::string query = "?url=" + query_escaped(url);
  if (!own) return {request.origin + "/post" + query + "#comments", {}};
  if (arrival.kind == ObjectKind::kBlog) return {request.origin + "/blog" + query, {}};
  if (arrival.kind != ObjectKind::kPost) query += "&kind=" + std::string(kind_name(arrival.kind));
  const std::string number = std::to_string(arrival.version);
  ArrivalPages pages{request.origin + "/post" + query + "&version=" + number, {}};
  if (arrival.version > 1)
    pages.difference = request.origin + "/post/diff" + query +
                       "&from=" + std::to_string(arrival.version - 1) + "&to=" + number;
  return pages;
}

Result<ServeReply> feed(const SiteContext& context, const ServeRequest& request, const QueryString& query,
                        bool atom) {
  const auto entries = static_cast<std::size_t>(query.number("limit", 1, 200, 50).value_or(50));
  const bool search = !query.value("q").empty();
  if (search && (!query.value("tag").empty() || !query.value("category").empty()))
    return problem_reply(400, "give q, or tag and category, not both",
                         "a search can have tag:WORD and category:WORD in q");
  ArrivalFeed out;
  BFA_ASSIGN_OR_RETURN(out.newest, search ? found_arrivals(context, query, entries)
                                          : newest_arrivals(context, query, entries));
  for (const char* name : {"blog", "tag", "kind", "pages", "q"})
    (out.name += '\0') += std::string(name) + '\0' + std::string(query.value(name));
  // Ids of feeds without these stay what they were.
  for (const char* name : {"category", "verdict"}) {
    if (!query.value(name).empty())
      (out.name += '\0') += std::string(name) + '\0' + std::string(query.value(name));
  }
  out.title = title_of(query);
  out.pages = [&](const Arrival& arrival) { return pages_of(request, arrival); };
  out.self_url = request.origin + request.target;
  BFA_ASSIGN_OR_RETURN(std::string text, atom ? arrivals_as_atom(*context.archive, out)
                                              : arrivals_as_json_feed(*context.archive, out));
  ServeReply reply = text_reply(200, std::move(text));
  reply.set("Content-Type", atom ? "application/atom+xml; charset=utf-8" : "application/feed+json");
  reply.set("Cache-Control", "no-cache");
  answer_conditionally(request, reply);
  return reply;
}

}  // namespace

ServeReply answer_feeds(const SiteContext& context, const ServeRequest& request) {
  const std::string_view path = request.path();
  const bool atom = path == "/feeds/changes.atom";
  if (!atom && path != "/feeds/changes.json")
    return problem_reply(404, "there is no such feed",
                         "there are /feeds/changes.atom and /feeds/changes.json");
  const QueryString query(request.query());
  if (auto refused = refuse_query(kParameters, query)) return std::move(*refused);
  auto reply = feed(context, request, query, atom);
  return reply ? std::move(*reply) : search_problem_reply(reply.error(), query.value("q"));
}

}  // namespace bfa
