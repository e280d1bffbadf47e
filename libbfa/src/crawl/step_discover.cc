// SPDX-License-Identifier: Apache-2.0
// Steps that find what there is to crawl: robots.txt, the home page, feeds, sitemaps.
#include <algorithm>
#include <set>
#include <utility>

#include "base/try.h"
#include "bfa/crawl/address_rules.h"
#include "bfa/extract/extract.h"
#include "bfa/extract/rules.h"
#include "bfa/feed/discover.h"
#include "bfa/feed/news_reader.h"
#include "bfa/feed/sitemap.h"
#include "bfa/html/content.h"
#include "bfa/http/robots.h"
#include "bfa/url/canonical.h"
#include "crawl/add_once.h"
#include "crawl/step_context.h"
#include "crawl/step_feed_poll.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostFeedBytes = std::uint64_t{8} << 20;  // a larger one is archived, and said
constexpr std::uint64_t kMostSitemapBytes = std::uint64_t{6}
                                            << 20;  // the beginning of a larger one is read, and said
constexpr std::size_t kMaxCommentFeeds = 2;         // of the whole blog, on its home page
constexpr std::uint32_t kMaxSitemapDepth = 3;       // an index of an index is the most that exists

// True when the blog has no template yet, or one that was learned without a feed.
Result<bool> needs_learning(const StepContext& context) {
  if (context.blog.template_sequence == 0) return true;
  BFA_ASSIGN_OR_RETURN(const auto current,
                       context.view.learned(context.blog.home, context.blog.template_sequence));
  return !current || current->rules().method == "generic";
}

// True for a feed at a usual path that no page links to.
bool is_convention(const CrawlTask& task) {
  return task.referrer.empty() && task.kind == TaskKind::kFeed && !task.conditional;
}

// True when the feed has an entry that no other feed of the blog has.
Result<bool> has_other_entries(const StepContext& context, const Feed& feed) {
  std::set<std::string> known;
  for (const std::string& url : context.blog.feeds) {
    BFA_ASSIGN_OR_RETURN(const auto other, context.view.last_feed(url));
    if (!other) continue;
    for (const FeedEntry& entry : other->feed.entries) known.insert(entry.link);
  }
  return std::any_of(feed.entries.begin(), feed.entries.end(),
                     [&](const FeedEntry& entry) { return !known.contains(entry.link); });
}

// True for a feed of a part of the blog: its posts are in a folder where no other feed has any. `own`: its
// address.
Result<bool> is_of_part(const StepContext& context, const Feed& feed, std::string_view own = {}) {
  constexpr std::size_t kMinEntries = 3;
  std::vector<Url> urls;
  for (const FeedEntry& entry : feed.entries) {
    if (auto admitted = context.scope.admit(entry.link)) urls.push_back(std::move(*admitted));
  }
  const std::string folder = common_folder(urls);
  if (urls.size() < kMinEntries || folder.size() <= context.scope.base().path().size()) return false;
  for (const std::string& url : context.blog.feeds) {
    BFA_ASSIGN_OR_RETURN(const auto other, context.view.last_feed(url));
    if (!other || url == own) continue;
    for (const FeedEntry& entry : other->feed.entries) {
      const auto admitted = context.scope.admit(entry.link);
      if (admitted && admitted->path().starts_with(folder)) return false;
    }
  }
  return true;
}

// The known feeds of parts, which the home page does not name. The first one is the main feed, which it does.
Result<std::vector<std::string>> feeds_of_parts(const StepContext& context) {
  std::vector<std::string> found;
  for (std::size_t i = 1; i < context.blog.feeds.size(); ++i) {
    const std::string& url = context.blog.feeds[i];
    BFA_ASSIGN_OR_RETURN(const auto stored, context.view.last_feed(url));
    if (!stored) continue;
    BFA_ASSIGN_OR_RETURN(const bool of_part, is_of_part(context, stored->feed, url));
    if (of_part) found.push_back(url);
  }
  return found;
}

// Whether a feed that the home page does not name is the blog's.
Result<bool> is_wanted(const StepContext& context, const Feed& feed) {
  constexpr std::size_t kMaxPartFeeds = 12;
  const std::size_t known = context.blog.feeds.size();
  // The feed that the home page names may be gone, where those of lists are still there.
  BFA_ASSIGN_OR_RETURN(const bool useless, feeds_are_useless(context));
  if (useless) return known == 0 || !feed.entries.empty();
  if (context.task.depth == kPartDepth && known >= kMaxPartFeeds) return false;
  if (context.task.depth == kPartDepth) return is_of_part(context, feed);
  return known < context.options.max_feeds ? has_other_entries(context, feed) : false;
}

void add_sitemaps(StepContext& context, const std::vector<std::string>& addresses) {
  for (const auto& address : addresses) {
    const auto url = Url::parse(address, &context.scope.base());
    if (!url || !url->is_http()) continue;
    CrawlTask task =
        context.make_task(TaskKind::kSitemap, Stage::kOther, canonical_url(url->without_fragment()));
    if (context.is_update()) {
      const auto last = context.view.stored().last_capture(task.url.href());
      if (!last || !*last) continue;  // it did not exist before
    }
    // Unconditional: an unchanged index can still refer to sitemaps that have changed.
    context.result.tasks.push_back(std::move(task));
  }
}

// The usual paths of sitemaps, for a robots.txt without a sitemap.
void add_usual_sitemaps(StepContext& context) {
  add_sitemaps(context, {context.scope.base().origin() + "/sitemap.xml", context.blog.base + "sitemap.xml"});
}

// The home page was redirected to another origin (https, www). Its robots.txt was read for that hop, when the
// blog's base was not known yet.
Status add_sitemaps_of_target(StepContext& context) {
  const std::string origin = context.scope.base().origin();
  if (origin == context.task.url.origin() || !context.options.obey_robots) return {};
  BFA_ASSIGN_OR_RETURN(const auto rules, context.view.robots(origin));
  if (rules) add_sitemaps(context, rules->sitemaps());
  return {};
}

std::size_t count_inside(const Scope& scope, const Feed& feed) {
  return static_cast<std::size_t>(
      std::count_if(feed.entries.begin(), feed.entries.end(),
                    [&](const FeedEntry& entry) { return scope.admit(entry.link).has_value(); }));
}

// The site that a feed belongs to, when the feed's address was given as the blog's: what it links to, or the
// root of its host. A link that fewer of the entries are below than below the root is wrong: of a test
// server, or of an old host.
Result<Url> site_of_feed(const StepContext& context, const Exchange& exchange, const Page& page) {
  const Url root = stored_url(page.url.origin() + "/");
  Findings ignored;  // the feed's own step has them
  const auto feed = parse_feed(page.body, exchange.head.header("content-type"), exchange.url, ignored);
  const auto link = Url::parse(feed ? feed->link : std::string());
  if (!link || !link->is_http() || !worth_following(*link, context.options)) return root;
  // On the same host with the scheme that the user gave.
  BFA_ASSIGN_OR_RETURN(const Scope of_root, Scope::of(root.href()));
  const Url site = of_root.admit(*link).value_or(*link);
  BFA_ASSIGN_OR_RETURN(const Scope of_site, Scope::of(Scope::base_of(site)));
  return count_inside(of_site, *feed) < count_inside(of_root, *feed) ? root : site;
}

// Fetches the home page of a blog that began with a feed. Learning takes it for the home page, and extracts
// it.
void follow_site(StepContext& context) {
  const Url& site = context.scope.base();
  if (fetch_dedup_key(site) == context.home_key()) return;
  context.result.tasks.push_back(context.make_task(TaskKind::kPage, Stage::kEntry, site));
}

struct HomeFeeds {
  std::vector<std::string> feeds, comment_feeds;
};

// The feeds that the user gave, then those of the home page; the page may be a feed itself.
HomeFeeds feeds_of_home(const StepContext& context, const Page& page, bool is_feed) {
  HomeFeeds found;
  for (const auto& given : context.blog.given_feeds) {
    const auto admitted = context.scope.admit(given);
    add_once(found.feeds, admitted ? admitted->href() : given);
  }
  const std::size_t given = found.feeds.size();
  if (is_feed) add_once(found.feeds, page.url.without_fragment().href());
  if (page.is_html) {
    for (const FeedCandidate& candidate : discover_feeds(page.doc, page.url)) {
      auto& list = candidate.comments ? found.comment_feeds : found.feeds;
      const auto url = Url::parse(candidate.url);
      if (!url || !url->is_http()) continue;
      const auto admitted = context.scope.admit(*url);
      add_once(list, (admitted ? *admitted : canonical_url(url->without_fragment())).href());
    }
  }
  found.feeds.resize(std::min(found.feeds.size(), given + context.options.max_feeds));
  found.comment_feeds.resize(std::min(found.comment_feeds.size(), kMaxCommentFeeds));
  return found;
}

}  // namespace

Status handle_robots(StepContext& context, const Exchange* exchange) {
  RobotsState state;
  const Url& url = context.task.url;
  state.origin = url.origin();
  state.status = exchange->head.status;
  state.time = exchange->started;
  if (state.status >= 200 && state.status < 300) {
    BFA_ASSIGN_OR_RETURN(state.body, decoded_prefix(*exchange, 512u << 10, context.result.findings));
    const RobotsRules rules = RobotsRules::parse(state.body, context.result.findings);
    if (url.origin() == context.scope.base().origin()) add_sitemaps(context, rules.sitemaps());
  }
  context.result.robots = std::move(state);
  return {};
}

std::vector<std::string> sample_pages(const StepContext& context, const Page& home) {
  // First one page of each shape: archives, tags and pages differ in their first path segment and in the
  // number of segments. Then the others, in their order.
  std::set<std::string> shapes, seen;
  std::vector<std::string> pages, others;
  for (const auto& link : links_of(home.doc, 0, base_url(home.doc, home.url))) {
    if (link.kind != LinkKind::kLink || home.doc.tag(link.node) != "a") continue;
    const auto admitted = context.scope.admit(link.url);
    if (!admitted || context.is_home(*admitted) || admitted->has_query() ||
        !worth_following(*admitted, context.options))
      continue;
    if (!seen.insert(admitted->href()).second) continue;
    const std::string_view path = admitted->path().substr(context.scope.base().path().size() - 1);
    const std::string first(path.substr(0, std::min(path.find('/', 1), path.size())));
    const auto depth = std::count(path.begin(), path.end(), '/');
    const bool new_shape = shapes.insert(first + " " + std::to_string(depth)).second;
    (new_shape ? pages : others).push_back(admitted->href());
  }
  pages.insert(pages.end(), others.begin(), others.end());
  if (pages.size() > context.options.max_sample_pages) pages.resize(context.options.max_sample_pages);
  return pages;
}

Status handle_home(StepContext& context, const Exchange& exchange) {
  BFA_ASSIGN_OR_RETURN(const auto own, read_own_page(context, exchange));
  const Page& page = *own;
  if (refuse_copy(context, page.robots, page.captured)) return {};
  if (end_if_home_is_something_else(context, page)) return {};
  BlogState& blog = context.blog;
  const bool known = context.is_update();
  if (known && !context.scope.admit(page.url)) {
    // The page of another host says nothing of the feeds and links of this one.
    note_claim(context, AddressClaim::Kind::kRedirect, context.task.url, page.url, page.captured);
    return {};
  }
  if (known && page.refresh && !context.scope.admit(*page.refresh))
    note_claim(context, AddressClaim::Kind::kRefresh, context.task.url, *page.refresh, page.captured);
  const bool is_feed = !page.is_html && looks_like_feed(page.body);
  if (!known) {
    Url start = page.url;
    if (is_feed) {
      BFA_ASSIGN_OR_RETURN(start, site_of_feed(context, exchange, page));
    }
    blog.base = Scope::base_of(start);
    BFA_ASSIGN_OR_RETURN(context.scope, Scope::of(blog.base));
    BFA_RETURN_IF_ERROR(add_sitemaps_of_target(context));
    if (is_feed) follow_site(context);
  }
  if (page.refresh && !context.is_home(*page.refresh)) {
    if (const auto target = context.scope.admit(*page.refresh))
      context.result.tasks.push_back(context.make_task(TaskKind::kPage, Stage::kEntry, *target));
  }
  auto [feeds, comment_feeds] = feeds_of_home(context, page, is_feed);
  if (!feeds.empty() || !known) {
    BFA_ASSIGN_OR_RETURN(const auto parts, feeds_of_parts(context));
    blog.feeds = feeds;
    for (const std::string& part : parts) add_once(blog.feeds, part);
  }
  blog.comment_feeds = comment_feeds;
  context.result.blog = blog;
  if (known) {
    BFA_RETURN_IF_ERROR(ask_for_named_feeds(context, feeds));
    add_usual_sitemaps(context);
    return process_page(context, page, 0);
  }

  for (const auto& feed : blog.feeds)
    context.result.tasks.push_back(context.make_task(TaskKind::kFeed, Stage::kFeed, stored_url(feed)));
  for (const auto& feed : comment_feeds) {
    CrawlTask task = context.make_task(TaskKind::kCommentFeed, Stage::kOther, stored_url(feed));
    task.conditional = true;
    context.result.tasks.push_back(std::move(task));
  }
  if (page.is_html) {
    for (const auto& sample : sample_pages(context, page)) {
      context.result.tasks.push_back(context.make_task(TaskKind::kPage, Stage::kEntry, stored_url(sample)));
    }
  }
  context.result.tasks.push_back(context.make_task(TaskKind::kLearn, Stage::kLearn, stored_url(blog.home)));
  add_usual_sitemaps(context);
  return {};
}

Status handle_home_missing(StepContext& context) {
  if (context.is_update()) return {};
  context.result.tasks.push_back(
      context.make_task(TaskKind::kLearn, Stage::kLearn, stored_url(context.blog.home)));
  return {};
}

Result<std::optional<Feed>> read_fetched_feed(StepContext& context, const Exchange& exchange) {
  BFA_ASSIGN_OR_RETURN(const std::string body,
                       decoded_body(exchange, std::min(context.options.max_body_bytes, kMostFeedBytes),
                                    context.result.findings));
  auto feed = read_news(body, exchange.head.header("content-type"), exchange.url,
                        context.options.news_readers, context.result.findings);
  if (feed) return std::optional<Feed>(std::move(*feed));
  context.result.outcome = Outcome::kFailed;
  context.result.error = std::move(feed).error();
  context.result.error->where = context.task.url.href();
  return std::optional<Feed>();
}

// True for a page that is not stored, or changed after it was.
static Result<bool> is_newer_than_stored(const StepContext& context, const FeedEntry& entry) {
  const auto admitted = context.scope.admit(entry.link);
  if (!admitted) return true;
  BFA_ASSIGN_OR_RETURN(const auto known, context.view.stored().last_capture(admitted->href()));
  return !known || (entry.updated && entry.updated->utc > known->time);
}

// A list of pages: what is new in it is asked for. It teaches nothing.
static Status take_list(StepContext& context, const Feed& list, UtcTime captured) {
  const std::string address = context.task.url.href();
  BFA_ASSIGN_OR_RETURN(const auto before, context.view.last_feed(address));
  context.result.poll = begin_poll(context);
  std::vector<bool> news = take_document(list, before ? &before->feed : nullptr, *context.result.poll);
  context.result.feed = FeedVersion{0, address, captured, serialize_feed(list)};
  for (std::size_t i = 0; !before && i < news.size(); ++i) {
    BFA_ASSIGN_OR_RETURN(news[i], is_newer_than_stored(context, list.entries[i]));
  }
  // follow_feed() takes an empty list of news for all.
  if (std::find(news.begin(), news.end(), true) == news.end()) return {};
  std::vector<CrawlTask>& tasks = context.result.tasks;
  const auto first = static_cast<std::ptrdiff_t>(tasks.size());
  follow_feed(context, list, false, news);
  // Whether these are posts is not known.
  std::for_each(tasks.begin() + first, tasks.end(), [](CrawlTask& task) { task.stage = Stage::kOther; });
  return {};
}

Status handle_feed(StepContext& context, const Exchange& exchange) {
  BFA_ASSIGN_OR_RETURN(auto feed, read_fetched_feed(context, exchange));
  if (!feed) return {};
  if (feed->is_comments) {
    for (auto& comment : comments_of_feed(*feed, context.task.url.href(), {})) {
      context.result.objects.push_back(Observation{std::move(comment), exchange.started, 0});
    }
    return {};
  }
  if (!describes_posts(*feed)) return take_list(context, *feed, exchange.started);
  BFA_RETURN_IF_ERROR(take_links_on_own_host(context, *feed));
  if (is_convention(context.task)) {
    std::vector<std::string>& feeds = context.blog.feeds;
    const bool known = std::find(feeds.begin(), feeds.end(), context.task.url.href()) != feeds.end();
    if (!known) {
      bool wanted = context.task.depth != kListDepth;
      if (wanted) {
        BFA_ASSIGN_OR_RETURN(wanted, is_wanted(context, *feed));
      }
      if (!wanted) return follow_entries(context, *feed);
      feeds.push_back(context.task.url.href());
      context.result.blog = context.blog;
    }
  }
  const std::string address = address_of_feed(context);
  BFA_ASSIGN_OR_RETURN(const auto before, context.view.last_feed(address));
  context.result.poll = begin_poll(context);
  const auto is_known = [&](const FeedEntry& entry) { return was_stored(context, entry); };
  std::vector<bool> news =
      take_document(*feed, before ? &before->feed : nullptr, *context.result.poll, is_known);
  context.result.feed = FeedVersion{0, address, exchange.started, serialize_feed(*feed)};
  BFA_ASSIGN_OR_RETURN(const bool other_feed, follow_moved_feed(context, *feed, address));
  if (other_feed) context.result.blog = context.blog;
  BFA_ASSIGN_OR_RETURN(const bool learn, needs_learning(context));
  if (!context.options.news_only || learn || !before) news.clear();
  follow_feed(context, *feed, learn, news);
  if (learn && context.is_update()) {
    context.result.tasks.push_back(
        context.make_task(TaskKind::kLearn, Stage::kLearn, stored_url(context.blog.home)));
  }
  return {};
}

Status handle_feed_unchanged(StepContext& context) {
  BFA_ASSIGN_OR_RETURN(const auto last, context.view.last_feed(context.task.url.href()));
  const bool learn = context.blog.template_sequence == 0;
  if (!last || !describes_posts(last->feed) || (context.options.news_only && !learn)) return {};
  follow_feed(context, last->feed, learn, {});
  return {};
}

Status handle_sitemap(StepContext& context, const Exchange& exchange) {
  BFA_ASSIGN_OR_RETURN(const std::string body,
                       decoded_prefix(exchange, kMostSitemapBytes, context.result.findings));
  const auto sitemap = parse_sitemap(body, exchange.url, context.result.findings);
  if (!sitemap) {
    context.result.findings.push_back(
        Finding{sitemap.error().code, "sitemap", sitemap.error().message, -1, context.task.url.href()});
    return {};
  }
  const bool index = sitemap->type == Sitemap::Type::kIndex;
  SitemapSeen seen{context.task.url.href(), 0, UtcTime::min()};
  if (index && context.task.depth > kMaxSitemapDepth) return {};
  for (const auto& entry : sitemap->entries) {
    const auto admitted = context.scope.admit(entry.loc);
    if (!admitted || (!index && !worth_following(*admitted, context.options))) continue;
    if (!index && entry.lastmod) {
      ++seen.pages;
      seen.newest = std::max(seen.newest, entry.lastmod->utc);
    }
    CrawlTask task =
        context.make_task(index ? TaskKind::kSitemap : TaskKind::kPage, Stage::kOther, *admitted);
    if (context.is_update()) {
      BFA_ASSIGN_OR_RETURN(const auto known, context.view.stored().last_capture(admitted->href()));
      if (known && !index) continue;
      // New posts are listed in known sitemaps: those are requested again.
      task.conditional = known.has_value() && context.task.conditional;
    }
    context.result.tasks.push_back(std::move(task));
  }
  if (seen.pages > 0) context.result.sitemap = std::move(seen);
  return {};
}

const FeedEntry* entry_of_known_post(const StepContext& context, const Url& address) {
  static const FeedEntry kUnnamed;
  const bool known = context.options.rules && context.options.rules->is_known_post(address.href());
  return known ? &kUnnamed : nullptr;
}

}  // namespace bfa
