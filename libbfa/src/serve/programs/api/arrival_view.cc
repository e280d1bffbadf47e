// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/api/arrival_view.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/object/filters.h"
#include "serve/programs/api/api_call.h"

namespace bfa {
namespace {

Error bad_place() {
  return {Code::kInvalidArgument,
          "after: wanted is the id of a change (urn:uuid:...) or a number up to that of the newest step",
          {},
          -1};
}

}  // namespace

Result<std::optional<ArrivalPlace>> place_behind(const SiteContext& context, std::string_view text) {
  if (const auto number = parse_number(text)) {
    if (*number > context.step) return bad_place();
    return std::optional(ArrivalPlace{*number, {}});
  }
  if (!text.starts_with("urn:uuid:") || text.size() > 64) return bad_place();
  const std::string id(text);
  BFA_ASSIGN_OR_RETURN(const auto step, context.index->find_arrival(id));
  if (!step || *step == 0 || *step > context.step) return std::optional<ArrivalPlace>();
  ArrivalListQuery query;
  query.after = *step - 1;
  query.pages = true;
  query.limit = 1;
  BFA_ASSIGN_OR_RETURN(const auto found, context.index->list_arrivals(query));
  const auto at =
      std::find_if(found.begin(), found.end(), [&](const ListedArrival& each) { return each.id == id; });
  if (at == found.end()) return std::optional<ArrivalPlace>();
  return std::optional(ArrivalPlace{*step - 1, at->key});
}

Result<ArrivalListQuery> arrival_filters(const SiteContext& context, const QueryString& query) {
  BFA_ASSIGN_OR_RETURN(BlogFilter blog, context.blog_filter(query.value("blog")));
  ArrivalListQuery filters;
  filters.blog_host = std::move(blog.host);
  filters.belongs = std::move(blog.belongs);
  filters.tag = query.value("tag");
  filters.category = query.value("category");
  filters.kind = parse_listed_kind(query.value("kind"));
  if (const auto verdict = parse_listed_verdict(query.value("verdict"))) filters.verdicts = {*verdict};
  filters.pages = query.value("pages") == "1" || filters.kind == ObjectKind::kPage;
  return filters;
}

Result<std::vector<ListedArrival>> arrivals_behind(const SiteContext& context, ArrivalListQuery filters,
                                                   const ArrivalPlace& place) {
  filters.after = place.after;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(auto found, context.index->list_arrivals(filters));
    if (found.empty()) return found;
    const std::uint64_t last = found.back().sequence;
    std::erase_if(found, [&](const ListedArrival& each) {
      return !place.is_behind(each) || each.sequence > context.step;
    });
    if (!found.empty() || last > context.step) return found;
    filters.after = last;  // all of them were before the place
  }
}

Result<std::optional<Arrival>> arrival_of_step(const SiteContext& context, const ArrivalTimes& times,
                                               const std::string& key, std::uint64_t sequence) {
  if (sequence == 0) return std::optional<Arrival>();
  ArrivalListQuery query;
  query.after = sequence - 1;
  query.pages = true;
  query.limit = 1;
  BFA_ASSIGN_OR_RETURN(const auto found, context.index->list_arrivals(query));
  const auto at = std::find_if(found.begin(), found.end(), [&](const ListedArrival& each) {
    return each.key == key && each.sequence == sequence;
  });
  if (at == found.end()) return std::optional<Arrival>();
  return whole_arrival(context, times, *at);
}

Result<std::optional<Arrival>> whole_arrival(const SiteContext& context, const ArrivalTimes& times,
                                             const ListedArrival& listed) {
  // The list says all but the former address of what moved.
  if (listed.verdict == Verdict::kMoved)
    return find_arrival(*context.archive, times, listed.key, listed.sequence);
  Arrival arrival;
  arrival.kind = listed.kind;
  arrival.key = listed.key;
  arrival.title = listed.title;
  arrival.post = listed.post;
  arrival.comment_type = listed.comment_type;
  arrival.version = listed.version;
  arrival.change.verdict = listed.verdict;
  arrival.change.similarity = listed.similarity;
  if (listed.verdict == Verdict::kNew) arrival.change.reasons = {{"object", "added", "first seen"}};
  for (const std::string& field : listed.fields) arrival.change.reasons.push_back({field, "changed", {}});
  arrival.change.url = listed.url;
  arrival.change.to = arrival.captured = listed.captured;
  arrival.arrived = times.arrived(listed.sequence, listed.captured);
  arrival.sequence = arrival.cursor = listed.sequence;
  return std::optional(std::move(arrival));
}

}  // namespace bfa
