// SPDX-License-Identifier: Apache-2.0
// The feed of a blog has a new address, or its links name another host.
#include <algorithm>
#include <set>
#include <utility>

#include "base/try.h"
#include "bfa/extract/extractor.h"
#include "bfa/html/content.h"
#include "bfa/url/canonical.h"
#include "crawl/add_once.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

bool same_address(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto first = Url::parse(a), second = Url::parse(b);
  return first && second && fetch_dedup_key(*first) == fetch_dedup_key(*second);
}

bool contains(const std::vector<std::string>& list, const std::string& address) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& each) { return same_address(each, address); });
}

std::optional<UtcTime> newest(const Feed& feed) {
  std::optional<UtcTime> time;
  for (const auto& entry : feed.entries) {
    if (entry.published) time = std::max(time.value_or(UtcTime::min()), entry.published->utc);
  }
  return time;
}

// True when `after` goes on where `before` ends: it has a post of it, or a later one.
bool goes_on(const Feed& before, const Feed& after) {
  if (after.entries.empty()) return false;
  std::set<std::string> known;
  for (const auto& entry : before.entries) {
    known.insert(entry.link);
    known.insert(entry.title);
  }
  known.erase(std::string());
  const bool shares = std::any_of(after.entries.begin(), after.entries.end(), [&](const FeedEntry& entry) {
    return known.contains(entry.link) || known.contains(entry.title);
  });
  const auto last = newest(before), first = newest(after);
  if (last && first) return *first >= *last;
  return shares || before.entries.empty();
}

void take_feed(StepContext& context, const std::string& address, const char* why) {
  context.result.findings.push_back({Code::kNotFound, "feed_moved",
                                     "the feed " + context.blog.feed + " " + why + ": followed to " + address,
                                     -1, context.task.url.href()});
  std::erase(context.blog.feeds, context.blog.feed);
  context.blog.feed = address;
  add_once(context.blog.feeds, address);
}

// The links of a feed that names another host than the blog's for all its posts.
struct ForeignLinks {
  std::string host;
  std::vector<std::optional<Url>> own;  // for each entry: the link on the blog's host
  std::size_t count = 0;                // of these
};

// Nothing when a link is of this blog, or two are of different hosts.
ForeignLinks foreign_links(const StepContext& context, const Feed& feed) {
  ForeignLinks links;
  links.own.resize(feed.entries.size());
  for (std::size_t i = 0; i < feed.entries.size(); ++i) {
    const auto link = Url::parse(feed.entries[i].link);
    if (!link || !link->is_http()) continue;
    if (context.scope.admit(*link) || (!links.host.empty() && links.host != link->host())) return {};
    links.host = link->host();
    const auto here = link_on_host(*link, context.scope.base());
    if (here) links.own[i] = context.scope.admit(*here);
    if (links.own[i]) ++links.count;
  }
  return links;
}

// The pages of this blog that its stored home page links to. None when the stored page is damaged: a feed can
// be read without it. Errors: kIo.
Result<std::set<std::string>> links_of_home(StepContext& context) {
  std::set<std::string> links;
  BFA_ASSIGN_OR_RETURN(const auto capture, home_capture(context));
  if (!capture) return links;
  const auto stored = stored_page(context, capture->sequence);
  if (!stored && stored.error().code == Code::kIo) return stored.error();
  if (!stored || !(*stored)->is_html) return links;
  const Page& home = **stored;
  for (const HtmlLink& link : links_of(home.doc, 0, base_url(home.doc, home.url))) {
    const auto admitted = context.scope.admit(link.url);
    if (admitted) links.insert(fetch_dedup_key(*admitted));
  }
  return links;
}

}  // namespace

Status take_links_on_own_host(StepContext& context, Feed& feed) {
  constexpr std::size_t kEnough = 3;
  const ForeignLinks links = foreign_links(context, feed);
  if (links.count < kEnough) return {};
  BFA_ASSIGN_OR_RETURN(const std::set<std::string> linked, links_of_home(context));
  std::size_t here = 0;
  std::set<std::string> seen;
  for (const auto& url : links.own) {
    if (!url || context.is_home(*url) || !seen.insert(fetch_dedup_key(*url)).second) continue;
    if (linked.contains(fetch_dedup_key(*url))) {
      ++here;
      continue;
    }
    BFA_ASSIGN_OR_RETURN(const auto stored, context.view.stored().last_capture(url->href()));
    if (stored && stored->status >= 200 && stored->status < 300) ++here;
  }
  if (here < kEnough) return {};
  context.result.findings.push_back(
      {Code::kNotFound, "feed_host",
       "its links name the host " + links.host + "; the posts are looked for on this blog's", -1,
       context.task.url.href()});
  for (std::size_t i = 0; i < links.own.size(); ++i) {
    if (!links.own[i]) continue;
    FeedEntry& entry = feed.entries[i];
    entry.link = links.own[i]->href();
    const auto comments = Url::parse(entry.comments_feed);
    if (!comments || comments->host() != links.host) continue;
    if (const auto own = link_on_host(*comments, context.scope.base())) entry.comments_feed = own->href();
  }
  return {};
}

Status ask_for_named_feeds(StepContext& context, const std::vector<std::string>& named) {
  const BlogState& blog = context.blog;
  if (blog.feed.empty() || contains(named, blog.feed) || contains(blog.given_feeds, blog.feed)) return {};
  BFA_ASSIGN_OR_RETURN(const auto before, context.view.last_feed(blog.feed));
  for (const auto& address : named) {
    BFA_ASSIGN_OR_RETURN(const auto known, context.view.last_feed(address));
    if (known) continue;
    CrawlTask task = context.make_task(TaskKind::kFeed, Stage::kFeed, stored_url(address));
    // What the decision needs stands in the task: the old feed may be fetched at the same time.
    task.feed_sequence = before ? before->sequence : 0;
    context.result.tasks.push_back(std::move(task));
  }
  return {};
}

std::string address_of_feed(const StepContext& context) {
  const auto& hops = context.result.exchanges;
  const std::string asked = context.task.url.href();
  if (hops.size() < 2) return asked;
  const bool permanent = std::all_of(hops.begin(), hops.end() - 1, [](const Exchange& hop) {
    return hop.head.status == 301 || hop.head.status == 308;
  });
  const auto target = Url::parse(hops.back().url);
  if (!permanent || !target || !context.is_update() || asked != context.blog.feed) return asked;
  const auto admitted = context.scope.admit(*target);
  return (admitted ? *admitted : canonical_url(target->without_fragment())).href();
}

Result<bool> follow_moved_feed(StepContext& context, const Feed& feed, const std::string& address) {
  const std::string& current = context.blog.feed;
  if (!context.is_update() || current.empty() || same_address(current, address) || feed.entries.empty())
    return false;
  if (context.task.url.href() == current) {
    take_feed(context, address, "redirects for good");
    return true;
  }
  if (context.task.feed_sequence == 0 || !contains(context.blog.feeds, address)) return false;
  BFA_ASSIGN_OR_RETURN(const auto before, context.view.feed_of(context.task.feed_sequence));
  if (!before || !goes_on(before->feed, feed)) return false;
  take_feed(context, address, "is no longer named by the home page");
  return true;
}

}  // namespace bfa
