// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/search/catalogue.h"
#include "serve/pages/site_page.h"

namespace bfa::pages {

struct ListedOptions {
  std::string home;           // of the blog whose page it is; its filters are the links of authors and tags
  std::optional<UtcTime> at;  // links lead to the objects as they stood then
  bool with_blog = false;     // say which blog each is of
};

// Objects as a list: title, date, authors, tags, versions.
Markup object_list(const std::vector<ListedObject>& objects, const ListedOptions& options);
// The choices of a form for what happened in a version, the one that was asked for selected; and what it
// means. Empty: all. Errors: kInvalidArgument.
Markup verdict_options(std::string_view asked);
Result<std::set<Verdict>> verdicts_asked(std::string_view asked);
// What arrived, by the day of its capture, newest first. `heading`: of the days.
Markup arrival_list(const std::vector<ListedArrival>& arrivals, MarkupName heading);

}  // namespace bfa::pages
