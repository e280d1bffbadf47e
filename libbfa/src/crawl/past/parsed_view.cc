// SPDX-License-Identifier: Apache-2.0
#include "crawl/past/parsed_view.h"

#include <utility>

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "crawl/past/page.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxBlogs = 1024, kMaxBlogBytes = 8u << 20;
constexpr std::size_t kMaxTemplates = 256, kMaxTemplateBytes = 32u << 20;
constexpr std::size_t kMaxFeeds = 256, kMaxFeedBytes = 32u << 20;
constexpr std::size_t kMaxPages = 2048, kMaxPageBytes = 64u << 20;
constexpr std::size_t kMaxRobots = 1024, kMaxRobotsBytes = 16u << 20;

std::size_t bytes_of(const std::vector<std::string>& texts) {
  std::size_t sum = texts.size() * sizeof(std::string);
  for (const auto& text : texts) sum += text.size();
  return sum;
}

std::size_t bytes_of(const std::vector<FieldRule>& rules) {
  std::size_t sum = rules.size() * sizeof(FieldRule);
  for (const auto& rule : rules) sum += rule.xpath.size();
  return sum;
}

std::size_t bytes_of(const Template& t) {
  std::size_t sum = sizeof t + bytes_of(t.rules) + bytes_of(t.boilerplate) + bytes_of(t.signature) +
                    bytes_of(t.title_words) + t.post_pattern.size() +
                    t.captures.size() * sizeof(std::uint64_t);
  for (const auto& layout : t.layouts) {
    sum += sizeof layout + bytes_of(layout.rules) + bytes_of(layout.boilerplate) +
           bytes_of(layout.signature) + bytes_of(layout.title_words) +
           layout.captures.size() * sizeof(std::uint64_t);
  }
  return sum;
}

std::size_t bytes_of(const BlogState& blog) {
  return sizeof blog + bytes_of(blog.feeds) + bytes_of(blog.comment_feeds) + blog.home.size() +
         blog.base.size();
}

std::string numbered(const std::string& name, std::uint64_t sequence) {
  return name + '\n' + std::to_string(sequence);
}

}  // namespace

ParsedView::ParsedView(const BlogView& view)
    : view_(view),
      blogs_(kMaxBlogs, kMaxBlogBytes),
      templates_(kMaxTemplates, kMaxTemplateBytes),
      feeds_(kMaxFeeds, kMaxFeedBytes),
      captured_(kMaxFeeds, kMaxFeedBytes),
      robots_(kMaxRobots, kMaxRobotsBytes),
      pages_(kMaxPages, kMaxPageBytes) {}

Result<std::shared_ptr<const KnownBlog>> ParsedView::blog(const std::string& home) const {
  return blogs_.get(home, [&]() -> Result<BoundedCache<KnownBlog>::Made> {
    BFA_ASSIGN_OR_RETURN(auto state, view_.blog(home));
    if (!state) {
      BFA_ASSIGN_OR_RETURN(const Url url, Url::parse(home));
      state.emplace();
      state->home = home;
      state->base = Scope::base_of(url);
    }
    BFA_ASSIGN_OR_RETURN(Scope scope, Scope::of(state->base));
    const std::size_t bytes = bytes_of(*state);
    return BoundedCache<KnownBlog>::Made{
        std::make_shared<const KnownBlog>(KnownBlog{std::move(*state), std::move(scope)}), bytes};
  });
}

Result<std::shared_ptr<const LearnedTemplate>> ParsedView::learned(const std::string& blog,
                                                                   std::uint64_t sequence) const {
  if (sequence == 0) return std::shared_ptr<const LearnedTemplate>();
  return templates_.get(numbered(blog, sequence), [&]() -> Result<BoundedCache<LearnedTemplate>::Made> {
    BFA_ASSIGN_OR_RETURN(auto rules, view_.template_at(blog, sequence));
    if (!rules) return BoundedCache<LearnedTemplate>::Made();
    PostPattern posts = PostPattern::parse(rules->post_pattern).value_or(PostPattern());
    const std::size_t bytes = 3 * bytes_of(*rules);  // with its rules in their parsed form
    BFA_ASSIGN_OR_RETURN(CompiledTemplate compiled, CompiledTemplate::compile(std::move(*rules)));
    return BoundedCache<LearnedTemplate>::Made{
        std::make_shared<const LearnedTemplate>(LearnedTemplate{std::move(compiled), std::move(posts)}),
        bytes};
  });
}

Result<std::shared_ptr<const StoredFeed>> ParsedView::parse(FeedVersion version) const {
  return feeds_.get(numbered(version.url, version.sequence), [&]() -> Result<BoundedCache<StoredFeed>::Made> {
    StoredFeed stored;
    stored.url = std::move(version.url);
    stored.sequence = version.sequence;
    BFA_ASSIGN_OR_RETURN(stored.feed, deserialize_feed(version.serialized));
    stored.entry_keys.reserve(stored.feed.entries.size());
    for (const FeedEntry& entry : stored.feed.entries) {
      const auto link = Url::parse(entry.link);
      stored.entry_keys.push_back(link ? fetch_dedup_key(*link) : std::string());
    }
    // A parsed entry takes about twice its serialised form.
    stored.bytes = sizeof stored + 2 * version.serialized.size() + bytes_of(stored.entry_keys);
    const std::size_t bytes = stored.bytes;
    return BoundedCache<StoredFeed>::Made{std::make_shared<const StoredFeed>(std::move(stored)), bytes};
  });
}

Result<std::shared_ptr<const StoredFeed>> ParsedView::feed_of(std::uint64_t capture) const {
  return captured_.get(std::to_string(capture), [&]() -> Result<BoundedCache<StoredFeed>::Made> {
    BFA_ASSIGN_OR_RETURN(const auto known, view_.capture(capture));
    if (!known) return BoundedCache<StoredFeed>::Made();
    BFA_ASSIGN_OR_RETURN(auto version, view_.feed_at(known->url, capture));
    if (!version) return BoundedCache<StoredFeed>::Made();
    BFA_ASSIGN_OR_RETURN(auto stored, parse(std::move(*version)));
    const std::size_t bytes = stored ? stored->bytes : 0;
    return BoundedCache<StoredFeed>::Made{std::move(stored), bytes};
  });
}

Result<std::shared_ptr<const StoredFeed>> ParsedView::last_feed(const std::string& url) const {
  BFA_ASSIGN_OR_RETURN(auto version, view_.last_feed(url));
  if (!version) return std::shared_ptr<const StoredFeed>();
  return parse(std::move(*version));
}

Result<std::shared_ptr<const StoredPage>> ParsedView::page(std::uint64_t capture,
                                                           const StepOptions& options) const {
  return pages_.get(std::to_string(capture), [&]() -> Result<BoundedCache<StoredPage>::Made> {
    BFA_ASSIGN_OR_RETURN(const Exchange exchange, view_.load(capture));
    StoredPage stored;
    BFA_ASSIGN_OR_RETURN(stored.page, read_page(exchange, options, nullptr, stored.findings));
    stored.bytes = bytes_of(stored.page, exchange);
    const std::size_t bytes = stored.bytes;
    return BoundedCache<StoredPage>::Made{std::make_shared<const StoredPage>(std::move(stored)), bytes};
  });
}

void ParsedView::keep_page(std::uint64_t capture, std::shared_ptr<const StoredPage> page) const {
  const std::size_t bytes = page->bytes;
  pages_.put(std::to_string(capture), {std::move(page), bytes});
}

void ParsedView::demote_page(std::uint64_t capture) const {
  pages_.demote(std::to_string(capture));
}

Result<std::shared_ptr<const RobotsRules>> ParsedView::robots(const std::string& origin) const {
  return robots_.get(origin, [&]() -> Result<BoundedCache<RobotsRules>::Made> {
    BFA_ASSIGN_OR_RETURN(const auto state, view_.robots(origin));
    if (!state) return BoundedCache<RobotsRules>::Made();
    Findings ignored;  // of the step that fetched it
    return BoundedCache<RobotsRules>::Made{
        std::make_shared<const RobotsRules>(RobotsRules::from_response(state->status, state->body, ignored)),
        sizeof(RobotsRules) + 4 * state->body.size()};
  });
}

}  // namespace bfa
