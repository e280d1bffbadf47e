// SPDX-License-Identifier: Apache-2.0
// The step that learns a blog's template, from captures in the order of their sequence numbers; imported ones
// in that of their times.
#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "bfa/extract/extract.h"
#include "bfa/extract/extractor.h"
#include "bfa/extract/rules.h"
#include "bfa/feed/discover.h"
#include "bfa/feed/news_reader.h"
#include "bfa/html/content.h"
#include "bfa/url/canonical.h"
#include "crawl/add_once.h"
#include "crawl/step_context.h"
#include "crawl/step_feed_poll.h"

namespace bfa {
namespace {

// A feed of the blog, and the stored pages that its entries link to.
struct FeedWithPages {
  std::shared_ptr<const StoredFeed> stored;
  std::vector<std::pair<std::size_t, Capture>> pages;  // entry index, capture; by sequence
};

bool is_html_capture(const Capture& capture) {
  return capture.status >= 200 && capture.status < 300 &&
         (capture.content_type.empty() || capture.content_type.find("html") != std::string::npos);
}

Result<std::optional<Capture>> page_capture(const StepContext& context, const std::string& link) {
  const auto url = Url::parse(link);
  if (!url || !url->is_http()) return std::optional<Capture>();
  const auto admitted = context.scope.admit(*url);
  BFA_ASSIGN_OR_RETURN(auto capture,
                       context.view.stored().last_capture(
                           (admitted ? *admitted : canonical_url(url->without_fragment())).href()));
  if (!capture || !is_html_capture(*capture)) return std::optional<Capture>();
  if (!context.scope.admit(capture->final_url)) return std::optional<Capture>();
  return capture;
}

// Captures that were imported have numbers that say nothing: they came in any order.
bool comes_before(const StepContext& context, const Capture& a, const Capture& b) {
  if (!context.options.offline) return a.sequence < b.sequence;
  return std::tie(a.time, a.url, a.sequence) < std::tie(b.time, b.url, b.sequence);
}

Result<std::vector<FeedWithPages>> stored_feeds(const StepContext& context) {
  std::vector<FeedWithPages> feeds;
  for (const auto& url : context.blog.feeds) {
    FeedWithPages feed;
    BFA_ASSIGN_OR_RETURN(feed.stored, context.view.last_feed(url));
    if (!feed.stored || !describes_posts(feed.stored->feed)) continue;
    const auto& entries = feed.stored->feed.entries;
    std::set<std::uint64_t> seen;  // entries that all link to one page are not pairs
    for (std::size_t i = 0; i < entries.size(); ++i) {
      BFA_ASSIGN_OR_RETURN(auto capture, page_capture(context, entries[i].link));
      if (capture && seen.insert(capture->sequence).second) feed.pages.emplace_back(i, std::move(*capture));
    }
    std::sort(feed.pages.begin(), feed.pages.end(),
              [&](const auto& a, const auto& b) { return comes_before(context, a.second, b.second); });
    feeds.push_back(std::move(feed));
  }
  return feeds;
}

// The feed to learn from: the one with the most pages, the first named among equals.
const FeedWithPages* best_feed(const std::vector<FeedWithPages>& feeds) {
  const FeedWithPages* best = nullptr;
  for (const auto& feed : feeds) {
    if (!feed.pages.empty() && (best == nullptr || feed.pages.size() > best->pages.size())) best = &feed;
  }
  return best;
}

// The page of a capture if it can be learned from; otherwise null.
Result<std::shared_ptr<const Page>> load_html(StepContext& context, std::uint64_t sequence) {
  BFA_ASSIGN_OR_RETURN(auto page, stored_page(context, sequence));
  if (!page->is_html || page->refresh) page.reset();
  return page;
}

// The sample pages of the page that the home page refreshes to, the last of `captures`: such a home page has
// no links of its own.
Result<std::vector<std::string>> samples_behind(StepContext& context, const std::vector<Capture>& captures) {
  if (captures.size() != 2) return std::vector<std::string>();
  BFA_ASSIGN_OR_RETURN(const auto home, stored_page(context, captures.front().sequence));
  if (!home->is_html || !home->refresh) return std::vector<std::string>();
  BFA_ASSIGN_OR_RETURN(const auto target, stored_page(context, captures.back().sequence));
  return target->is_html ? sample_pages(context, *target) : std::vector<std::string>();
}

// Home page and sample pages that were fetched before learning; `home` first.
Result<std::vector<Capture>> other_captures(StepContext& context) {
  std::vector<Capture> captures;
  BFA_ASSIGN_OR_RETURN(const auto home, home_capture(context));
  if (!home || !is_html_capture(*home)) return captures;
  captures.push_back(*home);
  BFA_ASSIGN_OR_RETURN(const auto stored, stored_page(context, home->sequence));
  const Page& page = *stored;
  if (!page.is_html) return captures;
  std::vector<std::string> samples = sample_pages(context, page);
  if (page.refresh) {
    if (const auto admitted = context.scope.admit(*page.refresh)) samples.push_back(admitted->href());
  }
  const auto add = [&](const std::vector<std::string>& urls) -> Status {
    for (const auto& url : urls) {
      BFA_ASSIGN_OR_RETURN(auto capture, page_capture(context, url));
      const auto same = [&](const Capture& known) { return known.sequence == capture->sequence; };
      if (capture && std::none_of(captures.begin(), captures.end(), same))
        captures.push_back(std::move(*capture));
    }
    return {};
  };
  BFA_RETURN_IF_ERROR(add(samples));
  BFA_ASSIGN_OR_RETURN(const auto behind, samples_behind(context, captures));
  BFA_RETURN_IF_ERROR(add(behind));
  return captures;
}

// The captures that the task lists, in addition to those that every learning step reads.
Status add_named_captures(const StepContext& context, std::vector<Capture>& captures) {
  for (const std::uint64_t sequence : context.task.captures) {
    BFA_ASSIGN_OR_RETURN(auto capture, context.view.stored().capture(sequence));
    if (capture && is_html_capture(*capture)) captures.push_back(std::move(*capture));
  }
  return {};
}

CrawlTask extract_task(const StepContext& context, const Capture& capture) {
  CrawlTask task = context.make_task(TaskKind::kExtract, Stage::kExtract, stored_url(capture.url));
  task.capture = capture.sequence;
  task.depth = capture.url == context.blog.home ? 0 : 1;
  return task;
}

DataObject blog_object(const StepContext& context, const FeedWithPages* feed, const Page* home) {
  DataObject blog;
  blog.kind = ObjectKind::kBlog;
  blog.url = context.blog.home;
  blog.status = "active";
  blog.provenance.method = feed != nullptr ? "feed" : "generic";
  if (feed != nullptr) {
    const Feed& told = feed->stored->feed;
    blog.title = told.title;
    blog.subtitle = told.subtitle;
    blog.language = told.language;
    blog.authors = told.authors;
    blog.feed = feed->stored->url;
    if (!told.generator.empty()) blog.attributes["platform"] = told.generator;
  }
  if (home == nullptr) return blog;
  if (blog.title.empty()) {
    const auto title = home->doc.find_first("title");
    if (title != HtmlDocument::kNone) blog.title = text_of(home->doc, title);
  }
  for (HtmlDocument::NodeId n = 0; n < home->doc.size(); ++n) {
    if (home->doc.tag(n) == "meta" && home->doc.attribute(n, "name") == "generator") {
      blog.attributes["platform"] = std::string(home->doc.attribute(n, "content"));
    }
    if (home->doc.tag(n) == "html" && blog.language.empty())
      blog.language = std::string(home->doc.attribute(n, "lang"));
  }
  return blog;
}

// Adds a task for the next usual path, then this step again: one path in each round. It stops some paths
// after the first feed that exists. A blog whose pages link to no feed often has several, and the first one
// found may be outdated.
bool look_for_feed(StepContext& context) {
  constexpr std::size_t kFurther = 6;
  const auto candidates = conventional_feeds(context.scope.base());
  std::size_t last = candidates.size();
  if (!context.blog.feeds.empty()) {
    const auto found = std::find_if(
        candidates.begin(), candidates.end(),
        [&](const FeedCandidate& candidate) { return candidate.url == context.blog.feeds.front(); });
    last = std::min(last, static_cast<std::size_t>(found - candidates.begin()) + 1 + kFurther);
  }
  if (context.task.attempts >= last) return false;
  const std::string& next = candidates[context.task.attempts].url;
  CrawlTask feed = context.make_task(TaskKind::kFeed, Stage::kFeed, stored_url(next));
  feed.referrer.clear();
  feed.depth = 1;
  CrawlTask again = context.task;
  ++again.attempts;
  context.result.tasks = {std::move(feed), std::move(again)};
  return true;
}

constexpr std::uint32_t kSampleDepth =
    2;  // of a learning task that has asked for sample pages; one more for each feed
constexpr std::size_t kMaxPartFeeds = 16;

// Adds tasks for the sample pages that nothing has asked for yet, then this step again.
Result<bool> ask_for_samples(StepContext& context, const std::vector<Capture>& others) {
  if (context.task.depth >= kSampleDepth || context.is_replay() || context.options.offline) return false;
  BFA_ASSIGN_OR_RETURN(const auto samples, samples_behind(context, others));
  for (const auto& sample : samples)
    context.result.tasks.push_back(context.make_task(TaskKind::kPage, Stage::kEntry, stored_url(sample)));
  if (samples.empty()) return false;
  context.result.tasks.push_back(context.task);
  context.result.tasks.back().depth = kSampleDepth;
  return true;
}

// Adds a task for the next feed that other pages than the home page name, then this step again: parts of a
// blog have feeds of their own. handle_feed keeps those of parts; one in each round, as each changes the
// blog's list.
Result<bool> ask_for_feed_of_part(StepContext& context, const std::vector<Capture>& others) {
  if (context.is_replay() || context.options.offline) return false;
  std::vector<std::string> found;
  for (const Capture& capture : others) {
    BFA_ASSIGN_OR_RETURN(const auto page, load_html(context, capture.sequence));
    if (!page) continue;
    for (const FeedCandidate& candidate : discover_feeds(page->doc, page->url)) {
      const auto admitted = candidate.comments ? std::nullopt : context.scope.admit(candidate.url);
      if (admitted) add_once(found, admitted->href());
    }
  }
  const auto& known = context.blog.feeds;
  found.resize(std::min(found.size(), kMaxPartFeeds));
  for (std::uint32_t i = std::max(context.task.depth, kSampleDepth) - kSampleDepth; i < found.size(); ++i) {
    if (std::find(known.begin(), known.end(), found[i]) != known.end()) continue;
    CrawlTask feed = context.make_task(TaskKind::kFeed, Stage::kFeed, stored_url(found[i]));
    feed.referrer.clear();
    feed.depth = kPartDepth;
    context.result.tasks = {std::move(feed), context.task};
    context.result.tasks.back().depth = kSampleDepth + i + 1;
    return true;
  }
  return false;
}

// The memory of the pages that one learning step holds, by their nodes.
constexpr std::size_t kTrainingBytes = std::size_t{96} << 20;
constexpr std::size_t kBytesOfNode = 200;

struct Loaded {
  std::vector<std::shared_ptr<const Page>> pages;
  std::deque<std::vector<DataObject>> comments;  // a deque: `set` keeps pointers into it
  std::deque<FeedEntry> entries;                 // likewise; those with another feed's text
  TrainingSet set;
};

// Another feed links to the same page.
void add_text(Loaded& loaded, const Capture& capture, const FeedEntry& entry) {
  for (TrainingPage& page : loaded.set.pages) {
    if (page.capture != capture.sequence) continue;
    std::optional<FeedEntry> fuller = with_fuller_text(*page.entry, entry);
    if (fuller) page.entry = &loaded.entries.emplace_back(std::move(*fuller));
  }
}

// `main`: of `feeds`; its pages come first. The others teach the parts of the blog that they belong to.
Status load_training(StepContext& context, const FeedWithPages* main, const std::vector<FeedWithPages>& feeds,
                     const std::vector<Capture>& others, Loaded& loaded) {
  std::set<std::uint64_t> used;
  StoredComments stored(context);
  std::size_t held = 0;
  auto add = [&](const Capture& capture, const FeedEntry* entry, const Feed* feed,
                 std::vector<TrainingPage>& list) -> Status {
    if (!used.insert(capture.sequence).second) {
      if (entry != nullptr) add_text(loaded, capture, *entry);
      return {};
    }
    BFA_ASSIGN_OR_RETURN(auto page, load_html(context, capture.sequence));
    if (!page) return {};
    // Large pages are few among those that teach: without them the rest fits into memory.
    const std::size_t bytes = kBytesOfNode * page->doc.size();
    if (held + bytes > kTrainingBytes && held > 0) return {};
    held += bytes;
    const auto address = context.scope.admit(page->url);
    if (!address) return {};
    BFA_ASSIGN_OR_RETURN(auto comments, stored.of_page(*page, entry, address->href()));
    const std::vector<DataObject>* of_feeds = nullptr;
    if (!comments.empty()) of_feeds = &loaded.comments.emplace_back(std::move(comments));
    list.push_back(
        TrainingPage{*address, &page->doc, entry, capture.sequence, page->captured, of_feeds, feed});
    loaded.pages.push_back(std::move(page));
    return {};
  };
  const auto add_feed = [&](const FeedWithPages& each) -> Status {
    const std::size_t most = loaded.set.pages.size() + context.options.max_training_pages;
    for (const auto& [index, capture] : each.pages) {
      if (loaded.set.pages.size() >= most) break;
      const Feed& feed = each.stored->feed;
      // Links to a part of a page are those of comments, or of sections.
      if (&each != main && feed.entries[index].link.find('#') != std::string::npos) continue;
      BFA_RETURN_IF_ERROR(add(capture, &feed.entries[index], &feed, loaded.set.pages));
    }
    return {};
  };
  if (main != nullptr) BFA_RETURN_IF_ERROR(add_feed(*main));
  for (const FeedWithPages& each : feeds) {
    if (&each != main && !each.stored->feed.is_comments) BFA_RETURN_IF_ERROR(add_feed(each));
  }
  for (const auto& capture : others) BFA_RETURN_IF_ERROR(add(capture, nullptr, nullptr, loaded.set.others));
  for (const auto& page : loaded.pages) loaded.set.now = std::max(loaded.set.now, page->captured);
  return {};
}

// Learning sorts pages by the numbers of their captures. Those of imported ones say nothing: for the time of
// learning they are replaced by the places of the pages in `set`.
Result<Template> learn_in_order(const StepContext& context, TrainingSet& set) {
  if (!context.options.offline) return context.strategy.learn(set);
  std::vector<std::uint64_t> numbers;
  for (TrainingPage& page : set.pages) {
    numbers.push_back(page.capture);
    page.capture = numbers.size();
  }
  auto learned = context.strategy.learn(set);
  for (std::size_t i = 0; i < numbers.size(); ++i) set.pages[i].capture = numbers[i];
  if (!learned) return learned;
  for (Layout& layout : learned->layouts) {
    for (std::uint64_t& capture : layout.captures) {
      if (capture > 0 && capture <= numbers.size()) capture = numbers[capture - 1];
    }
  }
  return learned;
}

// A user's rules stay when the blog is learned again.
Status keep_pins(const StepContext& context, Template& learned) {
  if (context.blog.template_sequence == 0) return {};
  BFA_ASSIGN_OR_RETURN(const auto before,
                       context.view.learned(context.blog.home, context.blog.template_sequence));
  if (!before) return {};
  std::vector<FieldRule> pins;
  for (const FieldRule& rule : before->rules().rules) {
    if (rule.pinned) pins.push_back(rule);
  }
  apply_pins(learned, pins);
  return {};
}

// Learns again from the pages that waited, in addition to the pages of the feed.
Status relearn(StepContext& context, const TrainingSet& set, Template learned) {
  BFA_ASSIGN_OR_RETURN(const auto before,
                       context.view.learned(context.blog.home, context.blog.template_sequence));
  if (!before) return {};
  BFA_ASSIGN_OR_RETURN(context.result.learned,
                       accept_relearned(context, set, before->rules(), std::move(learned)));
  return {};
}

}  // namespace

Result<std::optional<Capture>> home_capture(const StepContext& context) {
  BFA_ASSIGN_OR_RETURN(auto home, context.view.stored().last_capture(context.blog.home));
  if (!home || is_html_capture(*home)) return home;
  BFA_ASSIGN_OR_RETURN(auto site, context.view.stored().last_capture(context.scope.base().href()));
  if (site && is_html_capture(*site)) return site;
  return std::optional<Capture>();
}

CrawlTask edit_task(const BlogState& blog) {
  CrawlTask task;
  task.kind = TaskKind::kLearn;
  task.stage = Stage::kExtract;
  task.blog = blog.home;
  task.url = stored_url(blog.home);
  task.crawl = blog.crawls;
  return task;
}

bool is_edit(const CrawlTask& task) {
  return task.kind == TaskKind::kLearn && task.stage == Stage::kExtract;
}

Status handle_learn(StepContext& context) {
  const bool relearns = context.task.stage == Stage::kRelearn;
  BFA_ASSIGN_OR_RETURN(auto others, other_captures(context));
  if (!relearns) {
    BFA_ASSIGN_OR_RETURN(const bool asked, ask_for_samples(context, others));
    if (asked) return {};
    BFA_ASSIGN_OR_RETURN(const bool asked_feeds, ask_for_feed_of_part(context, others));
    if (asked_feeds) return {};
  }
  BFA_ASSIGN_OR_RETURN(const auto feeds, stored_feeds(context));
  if (!relearns) {
    BFA_ASSIGN_OR_RETURN(const bool useless, feeds_are_useless(context));
    if (useless) {
      context.blog.feeds.clear();
      context.result.blog = context.blog;
    }
    const bool guesses = useless || context.task.attempts > 0;
    if (guesses && !context.is_replay() && look_for_feed(context)) return {};
  }
  const FeedWithPages* feed = best_feed(feeds);
  BFA_RETURN_IF_ERROR(add_named_captures(context, others));

  Loaded loaded;
  loaded.set.blog = context.scope.base();
  loaded.set.feed = feed != nullptr ? &feed->stored->feed : nullptr;
  loaded.set.feed_url = feed != nullptr ? feed->stored->url : std::string();
  BFA_RETURN_IF_ERROR(load_training(context, feed, feeds, others, loaded));
  BFA_ASSIGN_OR_RETURN(Template learned, learn_in_order(context, loaded.set));
  BFA_RETURN_IF_ERROR(keep_pins(context, learned));
  learned.blog = context.blog.home;
  learned.learned = loaded.set.now;
  learned.captures.clear();
  for (const auto& page : loaded.set.pages) learned.captures.push_back(page.capture);
  if (relearns) return relearn(context, loaded.set, std::move(learned));

  const Page* home = nullptr;
  for (const auto& page : loaded.pages) {
    if (context.is_home(page->url)) home = page.get();
  }
  context.blog.feed = feed != nullptr ? feed->stored->url : std::string();
  context.result.blog = context.blog;
  context.result.learned = std::move(learned);
  if (loaded.set.now != UtcTime{} || feed != nullptr) {
    context.result.objects.push_back(Observation{blog_object(context, feed, home), loaded.set.now, 0});
  }
  if (context.is_replay()) return {};
  std::map<std::uint64_t, Capture> captures;  // by sequence
  for (const auto& each : feeds) {
    for (const auto& [index, capture] : each.pages) captures.emplace(capture.sequence, capture);
  }
  for (const auto& capture : others) captures.emplace(capture.sequence, capture);
  std::vector<const Capture*> ordered;
  for (const auto& [sequence, capture] : captures) ordered.push_back(&capture);
  std::sort(ordered.begin(), ordered.end(),
            [&](const Capture* a, const Capture* b) { return comes_before(context, *a, *b); });
  for (const Capture* capture : ordered) context.result.tasks.push_back(extract_task(context, *capture));
  return {};
}

}  // namespace bfa
