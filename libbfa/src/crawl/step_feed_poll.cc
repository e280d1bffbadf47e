// SPDX-License-Identifier: Apache-2.0
// What an answer to a request for a feed says of when to ask again, and which of its entries are news.
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/feed/news_reader.h"
#include "bfa/url/canonical.h"
#include "crawl/step_context.h"
#include "crawl/step_feed_poll.h"

namespace bfa {
namespace {

constexpr std::size_t kMostDates = 1000;
constexpr std::int64_t kMostSeconds = std::int64_t{366} * 24 * 3600;
constexpr std::array<std::string_view, 7> kDays = {"monday", "tuesday",  "wednesday", "thursday",
                                                   "friday", "saturday", "sunday"};

// The names under which an entry may be known: an id and an address may both be renamed at each poll, as by
// counters in them, and the text stays.
std::vector<std::string> names_of(const FeedEntry& entry) {
  std::vector<std::string> names;
  if (!entry.id.empty()) names.push_back("i" + entry.id);
  if (!entry.link.empty()) {
    const auto url = Url::parse(entry.link);
    names.push_back("l" + (url ? fetch_dedup_key(*url) : entry.link));
  }
  const std::string& text = entry.content.empty() ? entry.summary : entry.content;
  if (!entry.title.empty() || !text.empty()) names.push_back("t" + entry.title + '\n' + text);
  return names;
}

// The entries of the document before, by all of their names.
class KnownEntries {
 public:
  // `feed` must outlive it; null: no entry is known.
  explicit KnownEntries(const Feed* feed) {
    if (feed == nullptr) return;
    for (const FeedEntry& entry : feed->entries) {
      for (auto& name : names_of(entry)) by_name_.emplace(std::move(name), &entry);
    }
  }

  const FeedEntry* find(const FeedEntry& entry) const {
    for (const auto& name : names_of(entry)) {
      if (const auto at = by_name_.find(name); at != by_name_.end()) return at->second;
    }
    return nullptr;
  }

 private:
  std::map<std::string, const FeedEntry*> by_name_;
};

bool is_edited(const FeedEntry& now, const FeedEntry& before) {
  return now.title != before.title || now.content != before.content || now.summary != before.summary ||
         now.updated_raw != before.updated_raw;
}

// True when none of the newest entries of a document is left in the next one. An old entry that stays on top
// says nothing of what came between, and a post may be taken back.
bool has_moved_on(const Feed& before, const std::set<const FeedEntry*>& left) {
  constexpr std::size_t kNewest = 3;
  std::vector<const FeedEntry*> entries;
  entries.reserve(before.entries.size());
  for (const FeedEntry& entry : before.entries) entries.push_back(&entry);
  const auto date_of = [](const FeedEntry* entry) {
    const auto& date = entry->published ? entry->published : entry->updated;
    return date ? date->utc : UtcTime::min();
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const FeedEntry* a, const FeedEntry* b) { return date_of(a) > date_of(b); });
  if (entries.size() > kNewest) entries.resize(kNewest);
  return !entries.empty() && std::none_of(entries.begin(), entries.end(),
                                          [&](const FeedEntry* entry) { return left.contains(entry); });
}

// The number behind `name=` in a Cache-Control field.
std::optional<std::int64_t> directive(std::string_view field, std::string_view name) {
  const std::string lower = ascii_lower_case(field);
  const std::size_t at = lower.find(std::string(name) + "=");
  if (at == std::string::npos) return std::nullopt;
  const char* const begin = lower.data() + at + name.size() + 1;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(begin, lower.data() + lower.size(), value);
  if (error != std::errc() || value < 0) return std::nullopt;
  return std::min(value, kMostSeconds);
}

std::chrono::seconds wanted_by_head(const Exchange& exchange) {
  std::chrono::seconds wanted{0};
  if (const auto age = directive(exchange.head.combined("cache-control"), "max-age")) {
    wanted = std::chrono::seconds(*age);
  } else if (const auto expires = parse_http_date(exchange.head.header("expires"))) {
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(*expires - exchange.started);
    wanted = std::clamp(left, std::chrono::seconds(0), std::chrono::seconds(kMostSeconds));
  }
  return wanted;
}

// sy:updatePeriod over sy:updateFrequency (RSS 1.0 Modules: Syndication).
std::chrono::seconds wanted_by_module(const Feed& feed) {
  static constexpr std::array<std::pair<std::string_view, std::int64_t>, 5> kPeriods = {
      {{"hourly", 3600}, {"daily", 86400}, {"weekly", 604800}, {"monthly", 2629800}, {"yearly", 31557600}}};
  std::int64_t period = 0, frequency = 1;
  for (const FeedField& field : feed.fields) {
    if (field.name == "sy:updateperiod") {
      for (const auto& [name, seconds] : kPeriods) {
        if (ascii_lower_case(field.value) == name) period = seconds;
      }
    } else if (field.name == "sy:updatefrequency") {
      std::int64_t value = 0;
      const char* const end = field.value.data() + field.value.size();
      if (std::from_chars(field.value.data(), end, value).ec == std::errc() && value > 0) frequency = value;
    }
  }
  return std::chrono::seconds(period / frequency);
}

void take_wishes(const Feed& feed, FeedPoll& poll) {
  poll.least_interval = std::max(poll.least_interval, wanted_by_module(feed));
  if (feed.ttl && feed.ttl->count() > 0)
    poll.least_interval =
        std::max(poll.least_interval, std::min(*feed.ttl, std::chrono::seconds(kMostSeconds)));
  for (const unsigned hour : feed.skip_hours) {
    if (hour < 24) poll.skip_hours |= 1u << hour;
  }
  for (const auto& day : feed.skip_days) {
    const auto at = std::find(kDays.begin(), kDays.end(), ascii_lower_case(day)) - kDays.begin();
    if (at < 7) poll.skip_days = static_cast<std::uint8_t>(poll.skip_days | (1u << at));
  }
  poll.hubs = feed.hubs;
  poll.self = feed.self;
}

CrawlTask entry_task(const StepContext& context, const Url& link, bool trains) {
  const auto admitted = context.scope.admit(link);
  // A link to another host may be a redirector: the target of the redirect decides.
  CrawlTask task = context.make_task(TaskKind::kPage, trains ? Stage::kEntry : Stage::kPost,
                                     admitted ? *admitted : canonical_url(link.without_fragment()));
  task.conditional = context.task.conditional;
  return task;
}

}  // namespace

FeedPoll begin_poll(const StepContext& context) {
  FeedPoll poll;
  poll.url = context.task.url.href();
  const StepResult& result = context.result;
  if (result.exchanges.empty()) return poll;
  const Exchange& last = result.exchanges.back();
  poll.time = last.started;
  poll.status = last.head.status;
  poll.read = last.head.status == 304;
  poll.least_interval = wanted_by_head(last);
  poll.retry_after = parse_retry_after(last.head, last.started).value_or(std::chrono::seconds(0));
  for (const auto& [name, value] : last.head.headers) {
    if (ascii_lower_case(name) == "link") poll.link_headers.push_back(value);
  }
  return poll;
}

std::vector<bool> take_document(const Feed& feed, const Feed* before, FeedPoll& poll,
                                const IsKnownEntry& is_known) {
  std::vector<bool> news(feed.entries.size(), true);
  poll.read = true;
  poll.entries = static_cast<std::uint32_t>(std::min<std::size_t>(feed.entries.size(), UINT32_MAX));
  take_wishes(feed, poll);
  const KnownEntries known(before);
  std::set<const FeedEntry*> left;  // of the document before
  bool any_new = false;
  for (std::size_t i = 0; i < feed.entries.size(); ++i) {
    const FeedEntry& entry = feed.entries[i];
    const FeedEntry* const old = known.find(entry);
    news[i] = old == nullptr || is_edited(entry, *old);
    if (old != nullptr) {
      left.insert(old);
      continue;
    }
    if (before != nullptr && is_known && is_known(entry)) {
      news[i] = false;
      continue;
    }
    any_new = true;
    const auto& date = entry.published ? entry.published : entry.updated;
    // A day without a time says nothing of the hour: the entry came since the poll before.
    const bool known_time = date && (date->precision == TimePrecision::kInstant || before == nullptr);
    if (poll.new_dates.size() < kMostDates) poll.new_dates.push_back(known_time ? date->utc : poll.time);
  }
  poll.all_new = before != nullptr && any_new && has_moved_on(*before, left);
  return news;
}

bool was_stored(const StepContext& context, const FeedEntry& entry) {
  const auto admitted = context.scope.admit(entry.link);
  if (!admitted) return false;
  const auto capture = context.view.stored().last_capture(admitted->href());
  if (!capture || !*capture) return false;
  const auto is_older = [&](const auto& date) { return !date || date->utc <= (*capture)->time; };
  return is_older(entry.published) && is_older(entry.updated);
}

Result<bool> feeds_are_useless(const StepContext& context) {
  for (const std::string& url : context.blog.feeds) {
    BFA_ASSIGN_OR_RETURN(const auto stored, context.view.last_feed(url));
    if (stored && describes_posts(stored->feed) && !stored->feed.entries.empty()) return false;
  }
  return true;
}

void follow_feed(StepContext& context, const Feed& feed, bool trains, const std::vector<bool>& news) {
  for (std::size_t i = 0; i < feed.entries.size(); ++i) {
    const FeedEntry& entry = feed.entries[i];
    if (!news.empty() && !news[i]) continue;
    const auto link = Url::parse(entry.link);
    if (!link || !link->is_http()) continue;
    context.result.tasks.push_back(entry_task(context, *link, trains));
    if (entry.comments_feed.empty() || context.is_update())
      continue;  // then a new or changed page links to it
    if (const auto comments = context.scope.admit(entry.comments_feed)) {
      CrawlTask task = context.make_task(TaskKind::kCommentFeed, Stage::kOther, *comments);
      task.conditional = true;
      context.result.tasks.push_back(std::move(task));
    }
  }
}

Status follow_entries(StepContext& context, const Feed& feed) {
  constexpr std::uint32_t kDepth = 2;  // of what a page that the home page links to leads to
  if (context.is_replay()) return {};
  for (const FeedEntry& entry : feed.entries) {
    const auto admitted = context.scope.admit(entry.link);
    if (!admitted || !worth_following(*admitted, context.options)) continue;
    if (context.is_update()) {
      BFA_ASSIGN_OR_RETURN(const auto known, context.view.stored().last_capture(admitted->href()));
      if (known) continue;
    }
    CrawlTask task = context.make_task(TaskKind::kPage, Stage::kOther, *admitted);
    task.depth = kDepth;
    context.result.tasks.push_back(std::move(task));
  }
  return {};
}

}  // namespace bfa
