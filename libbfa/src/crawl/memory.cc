// SPDX-License-Identifier: Apache-2.0
#include "bfa/crawl/memory.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/object/version.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

// A task's identity: tasks with the same key are the same.
std::string task_key(const CrawlTask& task) {
  std::string key = task.blog + "\n" + std::string(task_kind_name(task.kind)) + "\n";
  if (task.kind == TaskKind::kExtract) return key + std::to_string(task.capture);
  if (task.kind == TaskKind::kLearn) return key + std::to_string(task.attempts);
  return key + fetch_dedup_key(task.url);
}

Error out_of_memory() {
  return {Code::kIo, "out of memory", {}, -1};
}

// Of a crawl that had no memory for its state.
class LostView final : public BlogView {
 public:
  Result<std::optional<BlogState>> blog(const std::string&) const override { return out_of_memory(); }
  Result<std::optional<Template>> template_at(const std::string&, std::uint64_t) const override {
    return out_of_memory();
  }
  Result<std::optional<FeedVersion>> feed_at(const std::string&, std::uint64_t) const override {
    return out_of_memory();
  }
  Result<std::optional<FeedVersion>> last_feed(const std::string&) const override { return out_of_memory(); }
  Result<std::optional<RobotsState>> robots(const std::string&) const override { return out_of_memory(); }
  Result<std::optional<Capture>> last_capture(const std::string&) const override { return out_of_memory(); }
  Result<std::optional<Capture>> capture(std::uint64_t) const override { return out_of_memory(); }
  Result<Exchange> load(std::uint64_t) const override { return out_of_memory(); }
  Result<std::optional<Version>> last_version(const std::string&) const override { return out_of_memory(); }
};

// Runs `body` on a crawl's state, which may be null, under its lock.
template <class State, class Body>
auto locked(const std::unique_ptr<State>& state, Body&& body) -> decltype(body(*state)) {
  if (!state) return out_of_memory();
  return guarded([&]() -> decltype(body(*state)) {
    const std::lock_guard lock(state->mutex);
    return body(*state);
  });
}

}  // namespace

struct MemoryCrawl::Impl final : BlogView {
  using Order = std::tuple<std::uint8_t, std::uint64_t>;  // stage, insertion

  mutable std::mutex mutex;
  std::uint64_t sequence = 0, inserted = 0, version_count = 0;
  std::map<std::string, BlogState> blogs;
  std::map<std::string, std::map<std::uint64_t, Template>> templates;
  std::map<std::string, std::map<std::uint64_t, FeedVersion>> feeds;
  std::map<std::string, RobotsState> robots_states;
  std::map<std::string, Capture> last_captures;
  std::map<std::uint64_t, Capture> captures;
  std::map<std::uint64_t, Exchange> exchanges;
  std::map<std::string, Version> objects;
  std::map<std::string, std::map<Order, CrawlTask>> queue;  // by blog
  std::map<std::string, std::map<std::string, CrawlTask>> leased;
  std::set<std::string> known;
  std::vector<std::string> selected;
  std::set<std::string> winding_down;
  bool lost_selection = false;  // there was no memory for a call that selects tasks

  template <class Map>
  static std::optional<typename Map::mapped_type> find(const Map& map, const typename Map::key_type& key) {
    const auto at = map.find(key);
    if (at == map.end()) return std::nullopt;
    return at->second;
  }

  Result<std::optional<BlogState>> blog(const std::string& home) const override {
    return guarded([&]() -> Result<std::optional<BlogState>> {
      const std::lock_guard lock(mutex);
      return find(blogs, home);
    });
  }
  Result<std::optional<Template>> template_at(const std::string& home, std::uint64_t at) const override {
    return guarded([&]() -> Result<std::optional<Template>> {
      const std::lock_guard lock(mutex);
      const auto list = templates.find(home);
      if (list == templates.end()) return std::optional<Template>();
      return find(list->second, at);
    });
  }
  Result<std::optional<FeedVersion>> feed_at(const std::string& url, std::uint64_t at) const override {
    return guarded([&]() -> Result<std::optional<FeedVersion>> {
      const std::lock_guard lock(mutex);
      const auto list = feeds.find(url);
      if (list == feeds.end()) return std::optional<FeedVersion>();
      const auto after = list->second.upper_bound(at);
      if (after == list->second.begin()) return std::optional<FeedVersion>();
      return std::optional<FeedVersion>(std::prev(after)->second);
    });
  }
  Result<std::optional<FeedVersion>> last_feed(const std::string& url) const override {
    return feed_at(url, ~std::uint64_t{0});
  }
  Result<std::optional<RobotsState>> robots(const std::string& origin) const override {
    return guarded([&]() -> Result<std::optional<RobotsState>> {
      const std::lock_guard lock(mutex);
      return find(robots_states, origin);
    });
  }
  Result<std::optional<Capture>> last_capture(const std::string& url) const override {
    return guarded([&]() -> Result<std::optional<Capture>> {
      const std::lock_guard lock(mutex);
      return find(last_captures, url);
    });
  }
  Result<std::optional<Capture>> capture(std::uint64_t at) const override {
    return guarded([&]() -> Result<std::optional<Capture>> {
      const std::lock_guard lock(mutex);
      return find(captures, at);
    });
  }
  Result<Exchange> load(std::uint64_t at) const override {
    return guarded([&]() -> Result<Exchange> {
      const std::lock_guard lock(mutex);
      if (auto exchange = find(exchanges, at)) return std::move(*exchange);
      return Error{Code::kNotFound, "no such capture", std::to_string(at)};
    });
  }
  Result<std::optional<Version>> last_version(const std::string& key) const override {
    return guarded([&]() -> Result<std::optional<Version>> {
      const std::lock_guard lock(mutex);
      return find(objects, key);
    });
  }

  void keep_capture(const StepResult& result, std::uint64_t number) {
    if (result.exchanges.empty()) return;
    const Exchange& last = result.exchanges.back();
    Capture capture;
    capture.sequence = number;
    capture.url = result.task.url.href();
    capture.final_url = last.url;
    capture.time = last.started;
    capture.status = last.head.status;
    capture.etag = std::string(last.head.header("etag"));
    capture.last_modified = std::string(last.head.header("last-modified"));
    capture.content_type = std::string(last.head.header("content-type"));
    capture.kind = result.task.kind;
    capture.truncated = last.truncated != Truncation::kNone;
    if (capture.truncated || capture.status == 304) {  // as the store does (store/apply_step.cc)
      capture.etag.clear();
      capture.last_modified.clear();
    }
    captures[number] = capture;
    if (capture.status >= 400 || capture.status == 304 || capture.status == 206) return;
    if (result.outcome == Outcome::kSomethingElse) return;  // the last good capture stays the last
    if (!capture.truncated || result.outcome == Outcome::kDone) last_captures[capture.url] = capture;
    if (result.task.kind != TaskKind::kMedia) exchanges[number] = last;  // media are never read again
  }

  // A page that waited turned out to be something else: the capture before it is the last good one again.
  void take_back(const CrawlTask& task) {
    if (task.kind != TaskKind::kExtract || task.captures.empty()) return;
    const auto at = last_captures.find(task.url.href());
    if (at == last_captures.end() || at->second.sequence != task.capture) return;
    if (const auto before = find(captures, task.captures.front())) {
      at->second = *before;
    } else {
      last_captures.erase(at);
    }
  }

  bool is_cut(const Observation& observation, std::uint64_t number) const {
    const auto at = captures.find(observation.capture != 0 ? observation.capture : number);
    return at != captures.end() && at->second.truncated;
  }

  Committed::Item keep_object(Observation observation, std::uint64_t number) {
    Committed::Item item;
    item.key = object_key(observation.object);
    item.url = observation.object.url;
    item.kind = observation.object.kind;
    item.comment_type = comment_type(observation.object);
    auto& version = objects[item.key];
    if (version.sequence != 0 && !object_changed(version.object, observation.object)) return item;
    item.what = version.sequence == 0 ? Committed::Item::What::kNew : Committed::Item::What::kChanged;
    if (version.sequence != 0) item.change = compare_objects(version.object, observation.object);
    const bool cut = is_cut(observation, number);
    version = Version{std::move(observation.object), observation.observed, number};
    version.truncated = cut;
    ++version_count;
    return item;
  }

  bool insert(const CrawlTask& task) {
    if (task.kind != TaskKind::kLearn && !known.insert(task_key(task)).second) return false;
    queue[task.blog][{static_cast<std::uint8_t>(task.stage), ++inserted}] = task;
    return true;
  }

  void finish(const CrawlTask& task) {
    const std::string key = task_key(task);
    leased[task.blog].erase(key);
    if (task.kind == TaskKind::kJoin) known.erase(key);
  }

  // The lowest stage with tasks in work. Tasks of higher stages wait, except stages that overlap.
  std::uint8_t lowest_leased(const std::string& home) const {
    std::uint8_t lowest = 0xff;
    if (const auto at = leased.find(home); at != leased.end()) {
      for (const auto& [key, task] : at->second)
        lowest = std::min(lowest, static_cast<std::uint8_t>(task.stage));
    }
    return lowest;
  }
};

MemoryCrawl::MemoryCrawl() : impl_(guarded_or_empty([] { return std::make_unique<Impl>(); })) {}
MemoryCrawl::~MemoryCrawl() = default;

const BlogView& MemoryCrawl::view() const {
  static const LostView lost;
  if (!impl_) return lost;
  return *impl_;
}

std::map<std::string, Version> MemoryCrawl::objects() const {
  if (!impl_) return {};
  return guarded_or_empty([&]() -> std::map<std::string, Version> {
    const std::lock_guard lock(impl_->mutex);
    return impl_->objects;
  });
}

std::uint64_t MemoryCrawl::versions() const {
  if (!impl_) return 0;
  const std::lock_guard lock(impl_->mutex);
  return impl_->version_count;
}

Result<WarcRef> MemoryCrawl::put(const Exchange&, const StepResult&) {
  return WarcRef{};
}

Result<Committed> MemoryCrawl::commit(StepResult result) {
  return locked(impl_, [&](Impl& state) -> Result<Committed> {
    Committed committed;
    committed.sequence = ++state.sequence;
    state.keep_capture(result, committed.sequence);
    if (result.outcome == Outcome::kSomethingElse) state.take_back(result.task);
    if (result.blog) state.blogs[result.task.blog] = *result.blog;
    if (result.robots) state.robots_states[result.robots->origin] = *result.robots;
    if (result.feed) {
      result.feed->sequence = committed.sequence;
      state.feeds[result.feed->url][committed.sequence] = *result.feed;
    }
    if (result.learned) {
      result.learned->sequence = committed.sequence;
      state.templates[result.task.blog][committed.sequence] = *result.learned;
      state.blogs[result.task.blog].template_sequence = committed.sequence;
    }
    for (auto& observation : result.objects)
      committed.items.push_back(state.keep_object(std::move(observation), committed.sequence));
    state.finish(result.task);
    for (auto& task : result.tasks) {
      if (task.kind == TaskKind::kExtract && task.capture == 0) task.capture = committed.sequence;
      committed.tasks_added += state.insert(task) ? 1 : 0;
    }
    if (result.retry) {
      auto& captures = result.retry->captures;
      std::replace(captures.begin(), captures.end(), std::uint64_t{0}, committed.sequence);
      state.queue[result.retry->blog][{static_cast<std::uint8_t>(result.retry->stage), ++state.inserted}] =
          *result.retry;
    }
    return committed;
  });
}

Status MemoryCrawl::flush() {
  return {};
}

Result<bool> MemoryCrawl::add(const CrawlTask& task) {
  return locked(impl_, [&](Impl& state) -> Result<bool> { return state.insert(task); });
}

Result<std::optional<CrawlTask>> MemoryCrawl::next(UtcTime now, const std::vector<std::string>& busy_hosts) {
  return locked(impl_, [&](Impl& state) -> Result<std::optional<CrawlTask>> {
    if (state.lost_selection) return out_of_memory();
    for (auto& [home, tasks] : state.queue) {
      const auto& selected = state.selected;
      if (!selected.empty() && std::find(selected.begin(), selected.end(), home) == selected.end()) continue;
      std::uint8_t lowest = state.lowest_leased(home);
      const bool winds_down = state.winding_down.contains(home);
      bool parts_left = false;
      for (auto at = tasks.begin(); at != tasks.end(); ++at) {
        const Stage stage = at->second.stage;
        if (winds_down && stage < Stage::kExtract) break;
        // A post is joined when all of its pages are there: those that were not fetched wait at kExtract.
        if (winds_down && stage == Stage::kExtract && task_fetches(at->second.kind)) parts_left = true;
        if (winds_down && stage == Stage::kJoin && parts_left) break;
        if (winds_down && (stage_overlaps(stage) || task_fetches(at->second.kind))) continue;
        if (lowest < static_cast<std::uint8_t>(stage) &&
            !(stage_overlaps(stage) && stage_overlaps(static_cast<Stage>(lowest))))
          break;
        lowest = std::min(lowest, static_cast<std::uint8_t>(stage));
        const std::string host(at->second.url.host());
        if (at->second.not_before > now ||
            std::find(busy_hosts.begin(), busy_hosts.end(), host) != busy_hosts.end())
          continue;
        state.leased[home][task_key(at->second)] = at->second;
        CrawlTask task = std::move(at->second);
        tasks.erase(at);
        return std::optional<CrawlTask>(std::move(task));
      }
    }
    return std::optional<CrawlTask>();
  });
}

Status MemoryCrawl::done(const CrawlTask& task) {
  return locked(impl_, [&](Impl& state) -> Status {
    state.finish(task);
    return {};
  });
}

Status MemoryCrawl::release(const CrawlTask& task) {
  return locked(impl_, [&](Impl& state) -> Status {
    state.leased[task.blog].erase(task_key(task));
    state.queue[task.blog][{static_cast<std::uint8_t>(task.stage), ++state.inserted}] = task;
    return {};
  });
}

Result<std::uint64_t> MemoryCrawl::size(const std::string& blog) const {
  return locked(impl_, [&](Impl& state) -> Result<std::uint64_t> {
    std::uint64_t count = 0;
    for (const auto& [home, tasks] : state.queue) count += blog.empty() || home == blog ? tasks.size() : 0;
    for (const auto& [home, tasks] : state.leased) count += blog.empty() || home == blog ? tasks.size() : 0;
    return count;
  });
}

void MemoryCrawl::select_blogs(const std::vector<std::string>& blogs) {
  const Status done = locked(impl_, [&](Impl& state) -> Status {
    std::vector<std::string> selected = blogs;
    state.selected = std::move(selected);
    return {};
  });
  if (!done && impl_) impl_->lost_selection = true;
}

void MemoryCrawl::wind_down(const std::string& blog, bool on) {
  const Status done = locked(impl_, [&](Impl& state) -> Status {
    if (on)
      state.winding_down.insert(blog);
    else
      state.winding_down.erase(blog);
    return {};
  });
  if (!done && impl_) impl_->lost_selection = true;
}

Result<std::vector<CrawlTask>> MemoryCrawl::tasks(const std::string& blog, Stage stage) const {
  return locked(impl_, [&](Impl& state) -> Result<std::vector<CrawlTask>> {
    std::vector<CrawlTask> out;
    if (const auto at = state.leased.find(blog); at != state.leased.end()) {
      for (const auto& [key, task] : at->second) {
        if (task.stage == stage) out.push_back(task);
      }
    }
    if (const auto at = state.queue.find(blog); at != state.queue.end()) {
      for (const auto& [order, task] : at->second) {
        if (task.stage == stage) out.push_back(task);
      }
    }
    return out;
  });
}

Result<std::optional<UtcTime>> MemoryCrawl::next_due() const {
  return locked(impl_, [&](Impl& state) -> Result<std::optional<UtcTime>> {
    std::optional<UtcTime> due;
    for (const auto& [home, tasks] : state.queue) {
      for (const auto& [order, task] : tasks) {
        if (task.not_before != UtcTime{} && (!due || task.not_before < *due)) due = task.not_before;
      }
    }
    return due;
  });
}

}  // namespace bfa
