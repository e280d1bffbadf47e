// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/search/catalogue.h"
#include "serve/pages/site_page.h"

namespace bfa::pages {

// What the page of a blog was asked for.
struct BlogQuery {
  std::string home, author, tag, category, language;
  std::string year, day;  // "2026", "2026-01-31": posts published then
  std::string show;       // "edited", "gone": only these
  std::string after;      // mark of a page of the list
  // The same for the comments and for the pingbacks of a time.
  std::string comments_after, pingbacks_after;
  std::string facet;  // "author", "tag", "category": all of its values
  std::optional<UtcTime> at;
  int calendar_year = 0;  // 0: the newest

  // Errors: kInvalidArgument.
  static Result<BlogQuery> of(const ServeRequest& request);
  bool filtered() const;
  // This page with all that was asked for, but for the page of the list.
  SiteAddress address() const;
  // The posts, with these filters, of that host.
  ObjectListQuery list(const std::string& host) const;
};

// Parts of the page that need no filters. Errors: those of Archive and SearchIndex.
Result<Markup> facets_part(const SiteContext& context, const BlogQuery& query, const BlogRow& row);
Result<Markup> learned_part(const SiteContext& context, const BlogQuery& query);
Markup growth_part(const std::vector<DayCounts>& months);

}  // namespace bfa::pages
