// SPDX-License-Identifier: Apache-2.0
#include "store/store_frontier.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "bfa/url/url.h"
#include "crawlmodel/crawl_json.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace bfa {
namespace {

constexpr std::size_t kWindowTasks = 16384;  // in all windows together, about
constexpr std::size_t kMinWindow = 4, kMaxWindow = 64;
constexpr std::size_t kFormWindow = 16;   // of a lane for one form of address, at most
constexpr double kWeak = 0.5;             // of a form that is worth less ...
constexpr std::size_t kWeakInWork = 2;    // ... pages are given out only beside fewer pages in work
constexpr std::uint64_t kLastForm = 1;    // of what leads to no posts
constexpr std::size_t kMaxKnown = 16384;  // names of known tasks in memory

std::string host_of(const CrawlTask& task) {
  if (!task_fetches(task.kind)) return {};
  return std::string(task.url.host());
}

}  // namespace

std::uint64_t StoreFrontier::Queue::size() const {
  std::uint64_t sum = 0;
  for (const auto count : unfinished) sum += count;
  return sum;
}

std::uint64_t StoreFrontier::Place::form() const {
  if (waits || suffix.size() < 8) return 0;
  return ByteReader(suffix).u64();
}

void StoreFrontier::Queue::rank_forms() {
  if (ranked_changes == worth.changes() && ranking.size() == forms.size()) return;
  ranking.clear();
  for (const auto& [form, lane] : forms)
    ranking.push_back({form == kLastForm ? -1 : worth.score(form), form, &lane});
  std::sort(ranking.begin(), ranking.end(), [](const Ranked& a, const Ranked& b) {
    return std::tie(a.score, a.form) > std::tie(b.score, b.form);
  });
  ranked_changes = worth.changes();
}

StoreFrontier::Lane& StoreFrontier::Queue::lane(const Place& place) {
  const std::uint64_t form = place.form();
  if (form == 0) return lanes[place.stage][place.waits ? 1 : 0];
  auto& lane = forms.try_emplace(form, Lane{{}, {}, true}).first->second;
  return lane;
}

std::string StoreFrontier::task_key(const Queue& queue, const Place& place) {
  std::string key = queue.blog;
  key += '\0';
  key += static_cast<char>(place.stage);
  key += static_cast<char>(place.waits ? 1 : 0);
  key += place.suffix;
  return key;
}

Status StoreFrontier::load() {
  return database_.for_each(Family::kFrontier, {}, {}, [&](const Database::Row& row) -> Result<bool> {
    if (row.first.size() < kPlaceBytes + 3) return true;
    const std::size_t blog_end = row.first.size() - kPlaceBytes - 3;
    ByteReader reader(std::string_view(row.first).substr(row.first.size() - 8));
    next_order_ = std::max(next_order_, reader.u64() + 1);
    const auto stage = static_cast<std::uint8_t>(row.first[blog_end + 1]);
    if (stage >= kStages) return true;
    BFA_ASSIGN_OR_RETURN(Queue* const queue, this->queue(row.first.substr(0, blog_end)));
    ++queue->unfinished[stage];
    BFA_RETURN_IF_ERROR(note_stored(*queue, stage, row));
    return true;
  });
}

// The lane of a task that an earlier run left has tasks on disk.
Status StoreFrontier::note_stored(Queue& queue, std::uint8_t stage, const Database::Row& row) {
  const Place place{stage, row.first[row.first.size() - kPlaceBytes - 1] != 0,
                    row.first.substr(row.first.size() - kPlaceBytes)};
  Lane& lane = queue.lane(place);
  if (std::exchange(lane.whole, false) && place.form() > kLastForm) {
    BFA_ASSIGN_OR_RETURN(const CrawlTask task, task_from_json(row.second));
    queue.worth.form_of(AddressShape::of(task.url, task.stage == Stage::kPost));
  }
  return {};
}

Result<StoreFrontier::Queue*> StoreFrontier::queue(const std::string& blog) {
  if (const auto found = by_blog_.find(blog); found != by_blog_.end()) return found->second;
  auto made = std::make_unique<Queue>();
  made->blog = blog;
  made->selected = selected_.empty() || selected_.contains(blog);
  for (auto& stage : made->lanes) {
    for (auto& lane : stage) lane.whole = true;  // nothing on disk: load() has counted all there was
  }
  BFA_ASSIGN_OR_RETURN(const auto epoch, database_.get(Family::kMeta, meta::epoch(blog)));
  if (epoch) made->epoch = u64_value(*epoch);
  Queue* const pointer = made.get();
  by_blog_.emplace(blog, pointer);
  queues_.push_back(std::move(made));
  return pointer;
}

std::size_t StoreFrontier::window_size() const {
  return std::clamp(kWindowTasks / std::max<std::size_t>(queues_.size(), 1), kMinWindow, kMaxWindow);
}

std::size_t StoreFrontier::window_size(const Place& lane) const {
  return lane.form() == 0 ? window_size() : std::min(window_size(), kFormWindow);
}

StoreFrontier::Place StoreFrontier::new_place(Queue& queue, const CrawlTask& task) {
  Place place;
  place.stage = static_cast<std::uint8_t>(task.stage);
  place.waits = task.not_before != UtcTime{};
  const bool is_page = task.kind == TaskKind::kPage;
  const bool walks = task.stage == Stage::kOther || (is_page && task.stage == Stage::kPost);
  if (order_of(queue) != FetchOrder::kStage && walks) place.stage = static_cast<std::uint8_t>(Stage::kOther);
  if (place.waits) {
    append_time(place.suffix, task.not_before);
  } else if (order_of(queue) == FetchOrder::kNearest && walks && is_page) {
    append_u64(place.suffix, queue.worth.form_of(AddressShape::of(task.url, task.stage == Stage::kPost)));
  } else if (order_of(queue) == FetchOrder::kNearest && walks && task.kind == TaskKind::kCommentFeed) {
    append_u64(place.suffix, kLastForm);
  } else {
    append_u64(place.suffix, 0);
  }
  append_u64(place.suffix, next_order_++);
  return place;
}

void StoreFrontier::insert_in_window(Lane& lane, const Place& place, CrawlTask task) {
  if (!lane.whole && place.suffix >= lane.low) return;
  std::string host = host_of(task);
  lane.window.insert_or_assign(place.suffix, Waiting{std::move(task), std::move(host)});
  if (lane.window.size() <= 2 * window_size(place)) return;
  const auto last = std::prev(lane.window.end());
  lane.low = last->first;
  lane.whole = false;
  lane.window.erase(last);
}

void StoreFrontier::insert(Queue& queue, const CrawlTask& task, const Place& place) {
  database_.put(Family::kFrontier, task_key(queue, place), task_to_json(task));
  ++queue.unfinished[place.stage];
  insert_in_window(queue.lane(place), place, task);
}

Result<bool> StoreFrontier::add(const CrawlTask& task) {
  std::string name = known_name(task);
  if (!name.empty() && known_.contains(name)) return false;
  BFA_ASSIGN_OR_RETURN(Queue* const queue, this->queue(task.blog));
  if (task.kind == TaskKind::kLearn) {
    insert(*queue, task, new_place(*queue, task));
    return true;
  }
  std::string key = seen_key(*queue, task);
  BFA_ASSIGN_OR_RETURN(const auto seen, database_.get(Family::kSeen, key));
  BFA_ASSIGN_OR_RETURN(const bool known, is_known(*queue, task, seen));
  if (!name.empty()) {
    if (known_.size() >= kMaxKnown) known_.clear();
    known_.insert(std::move(name));
  }
  if (known) return false;
  const Place place = new_place(*queue, task);
  remember(std::move(key), seen, task, place);
  insert(*queue, task, place);
  return true;
}

Status StoreFrontier::put_again(const CrawlTask& task) {
  BFA_ASSIGN_OR_RETURN(Queue* const queue, this->queue(task.blog));
  const Place place = new_place(*queue, task);
  BFA_RETURN_IF_ERROR(remember(*queue, task, place));
  insert(*queue, task, place);
  return {};
}

// Reads the next tasks of a lane from the disk, without those that are handed out. `at`: a place in it.
Status StoreFrontier::refill(Queue& queue, const Place& at) {
  Lane& lane = queue.lane(at);
  const std::size_t wanted = window_size(at);
  while (!lane.whole && lane.window.empty()) {
    const std::string prefix = task_key(queue, {at.stage, at.waits, {}});
    const std::string all = at.waits ? prefix : prefix + u64_bytes(at.form());
    BFA_ASSIGN_OR_RETURN(const auto rows, database_.rows(Family::kFrontier, std::max(prefix + lane.low, all),
                                                         prefix_end(all), wanted));
    for (const auto& row : rows) {
      if (leased_keys_.contains(row.first)) continue;
      BFA_ASSIGN_OR_RETURN(CrawlTask task, task_from_json(row.second));
      std::string host = host_of(task);
      lane.window.emplace(row.first.substr(prefix.size()), Waiting{std::move(task), std::move(host)});
    }
    if (rows.size() < wanted) {
      lane.whole = true;
    } else {
      lane.low = rows.back().first.substr(prefix.size()) + '\0';
    }
  }
  return {};
}

CrawlTask StoreFrontier::lease(Queue& queue, const Place& place, CrawlTask task) {
  queue.lane(place).window.erase(place.suffix);
  leases_.emplace(identity(task), Leased{place, task});
  leased_keys_.insert(task_key(queue, place));
  return task;
}

// The first task of the lane that `at` is a place in.
Result<std::optional<CrawlTask>> StoreFrontier::take_from_lane(
    Queue& queue, const Place& at, UtcTime now, const std::unordered_set<std::string>& busy_hosts,
    bool only_local) {
  BFA_RETURN_IF_ERROR(refill(queue, at));
  for (const auto& [suffix, waiting] : queue.lane(at).window) {
    if (waiting.task.not_before > now) break;  // in order of time
    if (!busy_hosts.empty() && busy_hosts.contains(waiting.host)) continue;
    if (only_local && task_fetches(waiting.task.kind)) continue;
    return std::optional<CrawlTask>(lease(queue, {at.stage, at.waits, suffix}, waiting.task));
  }
  return std::optional<CrawlTask>();
}

// The first task of the form of addresses that is worth most.
Result<std::optional<CrawlTask>> StoreFrontier::take_best(Queue& queue, UtcTime now,
                                                          const std::unordered_set<std::string>& busy_hosts) {
  queue.rank_forms();
  bool best = true;
  for (const auto& [score, form, lane] : queue.ranking) {
    if (lane->whole && lane->window.empty()) continue;
    // What is in work may lead to something better.
    if (std::exchange(best, false) && score < kWeak && leased_pages(queue) >= kWeakInWork)
      return std::optional<CrawlTask>();
    const Place at{static_cast<std::uint8_t>(Stage::kOther), false, u64_bytes(form)};
    BFA_ASSIGN_OR_RETURN(auto task, take_from_lane(queue, at, now, busy_hosts, false));
    if (task) return task;
  }
  return std::optional<CrawlTask>();
}

Result<std::optional<CrawlTask>> StoreFrontier::take_from(Queue& queue, std::uint8_t stage, UtcTime now,
                                                          const std::unordered_set<std::string>& busy_hosts,
                                                          bool only_local) {
  for (const bool waits : {true, false}) {
    BFA_ASSIGN_OR_RETURN(auto task, take_from_lane(queue, {stage, waits, {}}, now, busy_hosts, only_local));
    if (task) return task;
  }
  if (stage != static_cast<std::uint8_t>(Stage::kOther) || only_local) return std::optional<CrawlTask>();
  return take_best(queue, now, busy_hosts);
}

std::size_t StoreFrontier::leased_pages(const Queue& queue) const {
  return static_cast<std::size_t>(std::count_if(leases_.begin(), leases_.end(), [&](const auto& lease) {
    const CrawlTask& task = lease.second.task;
    return task.kind == TaskKind::kPage && stage_overlaps(task.stage) && task.blog == queue.blog;
  }));
}

bool StoreFrontier::has_lease(const Queue& queue, std::uint8_t stage) const {
  return std::any_of(leases_.begin(), leases_.end(), [&](const auto& lease) {
    return lease.second.place.stage == stage && lease.second.task.blog == queue.blog;
  });
}

// A stage waits for all stages below it, except for those that overlap.
Result<std::optional<CrawlTask>> StoreFrontier::take(Queue& queue, UtcTime now,
                                                     const std::unordered_set<std::string>& busy_hosts) {
  bool below = false;  // something of a lower stage is left
  const bool winds_down = winding_down_.contains(queue.blog);
  for (std::uint8_t stage = 0; stage < kStages; ++stage) {
    if (queue.unfinished[stage] == 0) continue;
    const bool overlaps = stage_overlaps(static_cast<Stage>(stage));
    if (winds_down && stage < static_cast<std::uint8_t>(Stage::kExtract)) break;
    if (winds_down && overlaps) {
      below = below || has_lease(queue, stage);
      continue;
    }
    if (below && !overlaps) break;
    // A post is joined when all of its pages are there: those that were not fetched wait at kExtract.
    if (winds_down && stage == static_cast<std::uint8_t>(Stage::kJoin) &&
        queue.unfinished[static_cast<std::uint8_t>(Stage::kExtract)] > 0)
      break;
    // What winds down leaves the tasks with a fetch where they are: they hold nothing back.
    below = !winds_down || has_lease(queue, stage);
    BFA_ASSIGN_OR_RETURN(auto task, take_from(queue, stage, now, busy_hosts, winds_down));
    if (winds_down && !task) continue;
    if (task || !overlaps) return task;
  }
  return std::optional<CrawlTask>();
}

Result<std::optional<CrawlTask>> StoreFrontier::next(UtcTime now,
                                                     const std::vector<std::string>& busy_hosts) {
  const std::unordered_set<std::string> busy(busy_hosts.begin(), busy_hosts.end());
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    const std::size_t at = (turn_ + i) % queues_.size();
    Queue& queue = *queues_[at];
    if (!queue.selected || queue.size() == 0) continue;
    BFA_ASSIGN_OR_RETURN(auto task, take(queue, now, busy));
    if (!task) continue;
    turn_ = at + 1;
    return task;
  }
  return std::optional<CrawlTask>();
}

Status StoreFrontier::remove(Queue& queue, const Place& place) {
  database_.erase(Family::kFrontier, task_key(queue, place));
  queue.lane(place).window.erase(place.suffix);
  if (queue.unfinished[place.stage] > 0) --queue.unfinished[place.stage];
  return {};
}

Status StoreFrontier::done(const CrawlTask& task) {
  BFA_ASSIGN_OR_RETURN(Queue* const queue, this->queue(task.blog));
  if (const auto leased = leases_.find(identity(task)); leased != leases_.end()) {
    const Place place = leased->second.place;
    leases_.erase(leased);
    leased_keys_.erase(task_key(*queue, place));
    return remove(*queue, place);
  }
  BFA_ASSIGN_OR_RETURN(const auto place, find_unleased(*queue, task));
  if (place) return remove(*queue, *place);
  return {};
}

Status StoreFrontier::release(const CrawlTask& task) {
  const auto leased = leases_.find(identity(task));
  if (leased == leases_.end()) return {};
  Leased back = std::move(leased->second);
  leases_.erase(leased);
  BFA_ASSIGN_OR_RETURN(Queue* const queue, this->queue(task.blog));
  leased_keys_.erase(task_key(*queue, back.place));
  Lane& lane = queue->lane(back.place);
  if (!lane.whole && back.place.suffix >= lane.low) return {};  // it will be read again
  std::string host = host_of(back.task);
  lane.window.insert_or_assign(back.place.suffix, Waiting{std::move(back.task), std::move(host)});
  return {};
}

Status StoreFrontier::learn(const CrawlTask& task, bool is_post, std::size_t new_posts) {
  if (task.origin != TaskOrigin::kCrawl) return {};
  const bool was_read = task.kind == TaskKind::kExtract && task.stage == Stage::kExtract;
  const bool walked = task.kind == TaskKind::kPage && stage_overlaps(task.stage);
  if (!was_read && !walked) return {};
  BFA_ASSIGN_OR_RETURN(Queue* const queue, this->queue(task.blog));
  if (order_of(*queue) != FetchOrder::kNearest) return {};
  const bool like_a_post = walked ? task.stage == Stage::kPost : is_post;
  queue->worth.learn(AddressShape::of(task.url, like_a_post), is_post, static_cast<double>(new_posts));
  if (!walked || like_a_post || !is_post) return {};
  if (const auto from = Url::parse(task.referrer)) queue->worth.credit(AddressShape::of(*from, false));
  return {};
}

Result<std::uint64_t> StoreFrontier::size(const std::string& blog) const {
  if (!blog.empty()) {
    const auto found = by_blog_.find(blog);
    return found == by_blog_.end() ? std::uint64_t{0} : found->second->size();
  }
  std::uint64_t sum = 0;
  for (const auto& queue : queues_) sum += queue->size();
  return sum;
}

void StoreFrontier::select_blogs(const std::vector<std::string>& blogs) {
  selected_ = {blogs.begin(), blogs.end()};
  // Empty queues are made again when they are needed. Each of ten thousand would be looked at for each task.
  if (!selected_.empty()) {
    std::erase_if(by_blog_, [this](const auto& each) {
      return !selected_.contains(each.first) && each.second->size() == 0;
    });
    std::erase_if(queues_, [this](const auto& queue) { return !by_blog_.contains(queue->blog); });
    turn_ = 0;
  }
  for (const auto& queue : queues_) queue->selected = selected_.empty() || selected_.contains(queue->blog);
}

void StoreFrontier::wind_down(const std::string& blog, bool on) {
  if (on)
    winding_down_.insert(blog);
  else
    winding_down_.erase(blog);
}

Result<std::vector<CrawlTask>> StoreFrontier::tasks(const std::string& blog, Stage stage) const {
  std::vector<CrawlTask> out;
  // Posts may be in the lanes of other pages: see new_place().
  const bool walks = stage == Stage::kPost || stage == Stage::kOther;
  for (const Stage lane : {stage, Stage::kOther}) {
    const std::string prefix = blog + '\0' + static_cast<char>(lane);
    BFA_RETURN_IF_ERROR(database_.for_each(Family::kFrontier, prefix, prefix_end(prefix),
                                           [&](const Database::Row& row) -> Result<bool> {
                                             BFA_ASSIGN_OR_RETURN(CrawlTask task, task_from_json(row.second));
                                             if (task.stage == stage) out.push_back(std::move(task));
                                             return true;
                                           }));
    if (!walks || stage == Stage::kOther) break;
  }
  return out;
}

Result<std::optional<UtcTime>> StoreFrontier::first_due(const Queue& queue, std::uint8_t stage) const {
  const Lane& lane = queue.lanes[stage][1];
  if (!lane.window.empty()) return std::optional<UtcTime>(lane.window.begin()->second.task.not_before);
  if (lane.whole) return std::optional<UtcTime>();
  const std::string prefix = task_key(queue, {stage, true, {}});
  BFA_ASSIGN_OR_RETURN(const auto rows,
                       database_.rows(Family::kFrontier, prefix + lane.low, prefix_end(prefix), kMaxWindow));
  for (const auto& row : rows) {
    if (leased_keys_.contains(row.first)) continue;
    ByteReader reader(std::string_view(row.first).substr(prefix.size()));
    return std::optional<UtcTime>(reader.time());
  }
  return std::optional<UtcTime>();
}

Result<std::optional<UtcTime>> StoreFrontier::next_due() const {
  std::optional<UtcTime> due;
  for (const auto& queue : queues_) {
    if (!queue->selected) continue;
    for (std::uint8_t stage = 0; stage < kStages; ++stage) {
      if (queue->unfinished[stage] == 0) continue;
      BFA_ASSIGN_OR_RETURN(const auto first, first_due(*queue, stage));
      if (first && (!due || *first < *due)) due = first;
    }
  }
  return due;
}

}  // namespace bfa
