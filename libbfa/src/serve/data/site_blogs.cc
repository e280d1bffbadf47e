// SPDX-License-Identifier: Apache-2.0
#include "serve/data/site_context.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/try.h"
#include "bfa/subscribe/subscriptions.h"

namespace bfa {
namespace {

constexpr std::size_t kMostShown = 200;  // bytes of what was asked

// Whether anything but the home page of a crawled blog is at the host.
Result<bool> has_anything_of(const SiteContext& context, const BlogPlaces& places, const std::string& host) {
  ObjectListQuery query;
  query.blog_host = host;
  query.limit = 1;
  BFA_ASSIGN_OR_RETURN(const ObjectList list, context.index->list_objects(query));
  if (!list.objects.empty()) return true;
  BFA_ASSIGN_OR_RETURN(const auto wanted, subscriptions(*context.archive));
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const Subscription& one) { return places.filter(one.url).host == host; });
}

}  // namespace

Result<BlogFilter> SiteContext::blog_filter(std::string_view blog) const {
  if (blog.empty()) return BlogFilter();
  BFA_ASSIGN_OR_RETURN(const auto known, places());
  BlogFilter filter = known->filter(blog);
  if (known->has_host(filter.host)) return filter;
  BFA_ASSIGN_OR_RETURN(const bool there,
                       filter.host.empty() ? false : has_anything_of(*this, *known, filter.host));
  if (there) return filter;
  return Error{Code::kNotFound, "blog: the archive has no such blog; /api/v1/blogs lists its blogs",
               std::string(blog.substr(0, kMostShown)), -1};
}

Status SiteContext::narrow_to_blog(SearchQuery& query, std::string_view blog) const {
  BFA_ASSIGN_OR_RETURN(BlogFilter filter, blog_filter(blog));
  query.blog_host = std::move(filter.host);
  query.belongs = std::move(filter.belongs);
  query.blog_of = [this](std::string_view named) { return blog_filter(named); };
  return {};
}

}  // namespace bfa
