// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/blog_filter.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/subscribe/subscriptions.h"
#include "bfa/url/url.h"
#include "subscribe/identity.h"
#include "subscribe/owners.h"

namespace bfa {

struct BlogPlaces::Impl {
  struct Place {
    std::string home, base;
  };
  std::vector<Place> blogs;
  BlogOwners owners;
  std::map<std::string, std::size_t, std::less<>> by_home;     // by identity
  std::map<std::string, std::size_t, std::less<>> by_address;  // of home and base, by home_identity_of()
  std::map<std::string, int> of_host;                          // blogs

  void add(std::string home, std::string base) {
    const std::size_t number = blogs.size();
    by_home.try_emplace(identity_of(home), number);
    by_address.try_emplace(home_identity_of(home), number);
    by_address.try_emplace(home_identity_of(base), number);
    owners.add(base, number);
    if (const auto url = Url::parse(home)) ++of_host[std::string(url->host())];
    blogs.push_back({std::move(home), std::move(base)});
  }

  // The host of its addresses: that which was named, but for a "www." too many or too few.
  std::string host_of(std::size_t number, const std::string& named_host) const {
    std::string host = named_host;
    for (const std::string& address : {blogs[number].home, blogs[number].base}) {
      const auto url = Url::parse(address);
      if (url && url->host() == named_host) return named_host;
      if (url) host = url->host();
    }
    return host;
  }

  // The blog of this address: its home page, or the address that its posts begin with.
  std::optional<std::size_t> named(std::string_view address) const {
    const std::string identity = identity_of(address);
    if (const auto at = by_home.find(identity); at != by_home.end()) return at->second;
    const auto owner = owners.owner_of(address);
    if (owner && identity_of(blogs[*owner].base) == identity) return owner;
    const auto at = by_address.find(home_identity_of(address));
    return at == by_address.end() ? std::nullopt : std::optional(at->second);
  }
};

namespace {

bool is_whole_host(std::string_view base) {
  const auto url = Url::parse(base);
  return url && (url->path().empty() || url->path() == "/") && !url->has_query();
}

}  // namespace

Result<BlogPlaces> BlogPlaces::of(const Archive& archive) {
  return guarded([&]() -> Result<BlogPlaces> {
    auto impl = std::make_shared<Impl>();
    BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
    for (const BlogState& blog : blogs) impl->add(blog.home, blog.base.empty() ? blog.home : blog.base);
    BlogPlaces places;
    places.impl_ = std::move(impl);
    return places;
  });
}

// "blog.example" of "blog.example:8080".
static std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == host.size()) return host;
  const bool port = std::all_of(host.begin() + static_cast<std::ptrdiff_t>(colon) + 1, host.end(), is_digit);
  return port ? host.substr(0, colon) : host;
}

BlogFilter BlogPlaces::filter(std::string_view blog) const {
  BlogFilter filter;
  auto url = Url::parse(blog);
  const bool is_address = url && url->is_http();
  // "blog.example/~ann", as people write it.
  if (!is_address && blog.find("://") == std::string_view::npos && blog.find('/') != std::string_view::npos)
    return this->filter("http://" + std::string(blog));
  if (!is_address) {
    filter.host = ascii_lower_case(without_port(blog));
    return filter;
  }
  filter.host = url->host();
  if (const auto named = impl_ ? impl_->named(blog) : std::nullopt) {
    filter.host = impl_->host_of(*named, filter.host);
    const auto count = impl_->of_host.find(filter.host);
    const bool shared = count != impl_->of_host.end() && count->second > 1;
    if (!shared && is_whole_host(impl_->blogs[*named].base)) return filter;
    filter.belongs = [impl = impl_, number = *named](const std::string& own, const std::string& post) {
      return impl->owners.owner_of(own.empty() ? post : own) == number;
    };
  } else if (!is_whole_host(blog)) {
    BlogOwners owners;
    owners.add(std::string(blog), 0);
    filter.belongs = [owners = std::move(owners)](const std::string& own, const std::string& post) {
      return owners.owner_of(own.empty() ? post : own).has_value();
    };
  }
  return filter;
}

bool BlogPlaces::has_host(const std::string& host) const {
  return impl_ && impl_->of_host.contains(host);
}

static Error unknown_blog(std::string_view blog) {
  constexpr std::size_t kMostShown = 200;  // bytes
  return Error{
      Code::kNotFound, "the archive has no blog at " + std::string(blog.substr(0, kMostShown)), {}, -1};
}

Result<BlogFilter> known_blog_filter(const Archive& archive, std::string_view blog) {
  if (blog.empty()) return BlogFilter();
  return guarded([&]() -> Result<BlogFilter> {
    BFA_ASSIGN_OR_RETURN(const BlogPlaces places, BlogPlaces::of(archive));
    BlogFilter filter = places.filter(blog);
    if (filter.host.empty()) return unknown_blog(blog);
    if (places.has_host(filter.host)) return filter;
    BFA_ASSIGN_OR_RETURN(const auto wanted, subscriptions(archive));
    for (const Subscription& one : wanted) {
      if (places.filter(one.url).host == filter.host) return filter;
    }
    ObjectQuery query;
    query.blog_host = filter.host;
    query.heads_only = true;
    bool there = false;
    BFA_RETURN_IF_ERROR(archive.for_each_object(query, [&](const std::string&, const ObjectSummary&) {
      there = true;
      return false;
    }));
    if (!there) return unknown_blog(blog);
    return filter;
  });
}

std::string BlogPlaces::home_named(std::string_view address) const {
  const auto named = impl_ ? impl_->named(address) : std::nullopt;
  return named ? impl_->blogs[*named].home : std::string();
}

std::string BlogPlaces::home_of(std::string_view url) const {
  const auto owner = impl_ ? impl_->owners.owner_of(url) : std::nullopt;
  return owner ? impl_->blogs[*owner].home : std::string();
}

}  // namespace bfa
