// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/subscribe/arrivals.h"
#include "serve/data/query_string.h"
#include "serve/data/site_context.h"

namespace bfa {

// Arrivals as programs get them, from the lists of the index. What an index has beyond the step of its
// context is left out.

// Which arrivals of a list are meant, beside its filters: those behind a place in the history.
struct ArrivalPlace {
  std::uint64_t after = 0;  // a sequence
  // A step can bring several: of the step after `after` only those behind this key; empty: all.
  std::string key;

  bool is_behind(const ListedArrival& arrival) const {
    return key.empty() || arrival.sequence != after + 1 || arrival.key > key;
  }
};

// The place behind an arrival's id, or a number: a sequence. Nothing when no arrival has this id. Errors:
// kInvalidArgument (neither id nor number, or a number beyond what the archive has), those of the index.
Result<std::optional<ArrivalPlace>> place_behind(const SiteContext& context, std::string_view text);

// kind, blog, tag, category, verdict and pages of a query. Errors: those of SiteContext::blog_filter().
Result<ArrivalListQuery> arrival_filters(const SiteContext& context, const QueryString& query);

// The next arrivals in order, at least one if there are more; whole steps.
Result<std::vector<ListedArrival>> arrivals_behind(const SiteContext& context, ArrivalListQuery filters,
                                                   const ArrivalPlace& place);

// With what the index says of its change: verdict, similarity, fields; not the details and edits that
// find_arrival() gives. Nothing when it is not there any more. `cursor` is its step, as of the last one of a
// step.
Result<std::optional<Arrival>> whole_arrival(const SiteContext& context, const ArrivalTimes& times,
                                             const ListedArrival& listed);
// That of an object which a step brought. Nothing when the index has it not.
Result<std::optional<Arrival>> arrival_of_step(const SiteContext& context, const ArrivalTimes& times,
                                               const std::string& key, std::uint64_t sequence);

}  // namespace bfa
