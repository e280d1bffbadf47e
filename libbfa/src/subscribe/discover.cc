// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/discover.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/subscribe/subscriptions.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

constexpr std::size_t kMostNamed = 5;

// "/feed/", "/rss.xml", "/atom/posts": an address that says that it is a feed.
bool is_feed_address(std::string_view path) {
  const std::string lower = ascii_lower_case(path);
  std::string_view last = lower;
  while (last.ends_with('/')) last.remove_suffix(1);
  last = last.substr(last.rfind('/') + 1);
  if (last == "feed" || last == "rss" || last == "atom" || last == "feeds") return true;
  const std::size_t dot = last.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view name = last.substr(0, dot), type = last.substr(dot + 1);
  if (type == "rss" || type == "atom" || type == "rdf") return true;
  return (type == "xml" || type == "json") &&
         (name == "feed" || name == "rss" || name == "atom" || name == "index");
}

// "/2026/03/a-post/".
bool has_year_and_month(std::string_view path) {
  for (std::size_t at = path.find('/'); at != std::string_view::npos; at = path.find('/', at + 1)) {
    const std::string_view rest = path.substr(at + 1);
    if (rest.size() < 8 || !is_all_digits(rest.substr(0, 4)) || (rest[4] != '/' && rest[4] != '-')) continue;
    const std::string_view year = rest.substr(0, 4), month = rest.substr(5, 2);
    if (is_all_digits(month) && month >= "01" && month <= "12" && year >= "1990" && year <= "2099")
      return true;
  }
  return false;
}

// The site of an address: a feed itself, a person's part of a host, or the host.
std::string site_of(const Url& url, bool is_feed) {
  if (is_feed) return canonical_url(url.without_fragment()).href();
  const std::string_view path = url.path();
  const bool is_person = path.starts_with("/~") || path.starts_with("/@");
  const std::size_t end = is_person ? path.find('/', 1) : 0;
  std::string site = url.origin();
  if (!is_person) return site + "/";
  site += path.substr(0, end);
  return site + "/";
}

struct Site {
  std::map<std::uint32_t, std::uint32_t> posts;  // by blog
  std::uint64_t dated = 0;
  std::string example;
  bool is_feed = false;
};

class Discovery {
 public:
  Discovery(const Archive& archive, const DiscoverQuery& query) : archive_(archive), query_(query) {}

  Result<DiscoverReport> run() {
    BFA_RETURN_IF_ERROR(take_known());
    ObjectQuery posts;
    posts.kind = ObjectKind::kPost;
    BFA_RETURN_IF_ERROR(
        archive_.for_each_object(posts, [&](const std::string&, const ObjectSummary& summary) {
          take_post(summary.latest);
          return !query_.stop.stop_requested();
        }));
    rank();
    return std::move(report_);
  }

 private:
  static std::string host_of(const std::string& url) {
    const auto parsed = Url::parse(url);
    return parsed ? std::string(parsed->host()) : std::string();
  }

  Status take_known() {
    BFA_ASSIGN_OR_RETURN(const auto blogs, archive_.blogs());
    for (const BlogState& blog : blogs) {
      for (const std::string& url : {blog.home, blog.base}) known_.insert(host_of(url));
      for (const auto& feed : blog.feeds) known_feeds_.insert(feed);
      for (const auto& former : blog.former) known_.insert(host_of(former));
    }
    BFA_ASSIGN_OR_RETURN(const auto subscribed, subscriptions(archive_));
    for (const Subscription& subscription : subscribed) known_.insert(host_of(subscription.url));
    return {};
  }

  std::uint32_t number_of(const std::string& blog) {
    const auto [at, is_new] = numbers_.try_emplace(blog, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(blog);
    return at->second;
  }

  // A post counts once for a site, however often it links there.
  void take_post(const DataObject& post) {
    const std::string own = host_of(post.url);
    std::set<std::string> met;
    for (const Reference& reference : post.references) {
      if (reference.kind != ReferenceKind::kLink) continue;
      const auto url = Url::parse(reference.url);
      if (!url || !url->is_http() || url->host().empty() || url->host() == own) continue;
      if (known_.contains(std::string(url->host()))) continue;
      const bool is_feed = is_feed_address(url->path());
      std::string name = site_of(*url, is_feed);
      if (known_feeds_.contains(name) || !met.insert(name).second) continue;
      Site& site = sites_[std::move(name)];
      site.is_feed = is_feed;
      ++site.posts[number_of(own)];
      if (has_year_and_month(url->path())) ++site.dated;
      if (site.example.empty()) site.example = url->href();
    }
    if (sites_.size() > query_.most_candidates) forget();
  }

  void forget() {
    report_.forgot = true;
    std::erase_if(sites_, [](const auto& each) {
      return each.second.posts.size() == 1 && each.second.posts.begin()->second == 1;
    });
    // All have several links: the limit gives way, so that none of them is lost.
    if (sites_.size() > query_.most_candidates / 2) query_.most_candidates = 2 * sites_.size();
  }

  Proposal proposal_of(const std::string& url, const Site& site) const {
    Proposal out;
    out.url = url;
    out.is_feed = site.is_feed;
    out.blogs = site.posts.size();
    out.dated = site.dated;
    out.example = site.example;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> most;
    for (const auto& [blog, posts] : site.posts) {
      out.posts += posts;
      out.score += std::log1p(posts);
      most.emplace_back(posts, blog);
    }
    out.score *= 1 + static_cast<double>(site.dated) / static_cast<double>(out.posts);
    if (site.is_feed) out.score *= 2;
    std::sort(most.begin(), most.end(), [&](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : names_[a.second] < names_[b.second];
    });
    for (std::size_t i = 0; i < most.size() && i < kMostNamed; ++i) out.by.push_back(names_[most[i].second]);
    return out;
  }

  void rank() {
    report_.sites = sites_.size();
    for (const auto& [url, site] : sites_) {
      if (site.posts.size() < query_.least_blogs) continue;
      Proposal proposal = proposal_of(url, site);
      const double dated = static_cast<double>(proposal.dated) / static_cast<double>(proposal.posts);
      if (site.is_feed || dated >= query_.least_dated) report_.proposals.push_back(std::move(proposal));
    }
    std::sort(report_.proposals.begin(), report_.proposals.end(), [](const Proposal& a, const Proposal& b) {
      return a.score != b.score ? a.score > b.score : a.url < b.url;
    });
    if (report_.proposals.size() > query_.most) report_.proposals.resize(query_.most);
  }

  const Archive& archive_;
  DiscoverQuery query_;
  DiscoverReport report_;
  std::set<std::string> known_, known_feeds_;  // hosts; addresses: many feeds stand at one service
  std::unordered_map<std::string, Site> sites_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of linking blogs, by host
  std::vector<std::string> names_;
};

}  // namespace

Result<DiscoverReport> discover_blogs(const Archive& archive, const DiscoverQuery& query) {
  return guarded([&] { return Discovery(archive, query).run(); });
}

}  // namespace bfa
