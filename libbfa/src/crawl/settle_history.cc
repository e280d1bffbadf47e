// SPDX-License-Identifier: Apache-2.0
#include "crawl/settle_history.h"

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/try.h"
#include "bfa/extract/rules.h"
#include "bfa/object/json.h"
#include "bfa/url/canonical.h"
#include "crawl/became.h"
#include "crawl/captures/warc_fetcher.h"
#include "crawl/import_rounds.h"
#include "crawl/seed.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

// The captures of the steps that a replay left out, as an import sees them.
class LeftCaptures {
 public:
  LeftCaptures(const Journal& journal, Replayer& replayer, const std::vector<JournalStep>& steps)
      : journal_(journal), replayer_(replayer), steps_(steps) {}

  // Without the captures of some steps.
  Status index(FileSystem& fs, const std::set<std::uint64_t>& without) {
    list_places(without);
    std::vector<std::string> paths;
    for (const Place& place : places_) {
      if (!files_.empty() && files_.back() == place.file) continue;
      files_.push_back(place.file);
      paths.push_back(journal_.path(place.file));
    }
    Findings told_before;  // by the replay
    BFA_ASSIGN_OR_RETURN(index_, WarcIndex::build(fs, paths, told_before));
    BFA_RETURN_IF_ERROR(index_.rewrite(
        [this](std::string_view, std::vector<WarcEntry>& entries) { return arrange(entries); }));
    fetcher_ = std::make_unique<WarcFetcher>(index_);
    fetcher_->set_loader(
        [this](std::string_view, const WarcEntry& entry) -> Result<Exchange> { return load(entry); });
    return {};
  }

  const WarcIndex& captures() const { return index_; }
  WarcFetcher& fetcher() { return *fetcher_; }

  // The records of an exchange that was served, the number of their step, and how many captures of the same
  // instant come before it.
  struct Served {
    WarcWritten written;
    std::uint64_t sequence = 0;
    std::string file;
    int rank = 0;
  };
  Result<Served> take(const Exchange& exchange) {
    const std::lock_guard lock(mutex_);
    const auto at = served_.find(key_of(exchange));
    if (at == served_.end()) return Error{Code::kInternal, "a capture that was not served", exchange.url, -1};
    Served served = std::move(at->second);
    served_.erase(at);
    return served;
  }

 private:
  struct Place {
    std::uint32_t file = 0, step = 0;
    std::uint64_t offset = 0;
    std::uint16_t hop = 0;
    int rank = 0;
    bool operator<(const Place& other) const {
      return std::pair(file, offset) < std::pair(other.file, other.offset);
    }
  };

  static std::string key_of(const Exchange& exchange) {
    return format_rfc3339(exchange.started) + " " + std::to_string(exchange.head.status) + " " + exchange.url;
  }

  void list_places(const std::set<std::uint64_t>& without) {
    for (std::uint32_t step = 0; step < steps_.size(); ++step) {
      const auto& hops = steps_[step].hops;
      if (without.contains(steps_[step].sequence)) continue;
      for (std::uint16_t hop = 0; hop < hops.size(); ++hop) {
        if (hops[hop].hops != 0) places_.push_back({hops[hop].file, step, hops[hop].response, hop, 0});
      }
    }
    std::sort(places_.begin(), places_.end());
  }

  Place* place_of(const WarcEntry& entry) {
    const Place wanted{files_[entry.file], 0, entry.offset, 0, 0};
    const auto at = std::lower_bound(places_.begin(), places_.end(), wanted);
    return at == places_.end() || wanted < *at ? nullptr : &*at;
  }
  const JournalHop& hop_of(const Place& place) const { return steps_[place.step].hops[place.hop]; }

  // Captures of other blogs are left out. Of one instant, equal ones are one, and the others are ordered by
  // their digests.
  Status arrange(std::vector<WarcEntry>& entries) {
    std::erase_if(entries, [this](const WarcEntry& entry) { return place_of(entry) == nullptr; });
    for (std::size_t begin = 0; begin < entries.size();) {
      std::size_t end = begin + 1;
      while (end < entries.size() && entries[end].date == entries[begin].date &&
             entries[end].cut == entries[begin].cut)
        ++end;
      if (end - begin > 1) {
        BFA_ASSIGN_OR_RETURN(end, order(entries, begin, end));
      }
      begin = end;
    }
    return {};
  }

  // Returns the new end.
  Result<std::size_t> order(std::vector<WarcEntry>& entries, std::size_t begin, std::size_t end) {
    std::vector<std::pair<std::pair<int, std::string>, WarcEntry>> tied;
    for (std::size_t i = begin; i < end; ++i) {
      const auto read = replayer_.read_hop(hop_of(*place_of(entries[i])));
      if (!read && read.error().code == Code::kIo) return read.error();
      std::string digest = read ? read->written.payload_digest : std::string();
      tied.push_back({{entries[i].status, std::move(digest)}, entries[i]});
    }
    std::stable_sort(tied.begin(), tied.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    tied.erase(std::unique(tied.begin(), tied.end(), same), tied.end());
    for (std::size_t i = 0; i < tied.size(); ++i) {
      entries[begin + i] = tied[i].second;
      place_of(tied[i].second)->rank = static_cast<int>(i);
    }
    const auto at = entries.begin() + static_cast<std::ptrdiff_t>(begin + tied.size());
    entries.erase(at, entries.begin() + static_cast<std::ptrdiff_t>(end));
    return begin + tied.size();
  }

  Result<Exchange> load(const WarcEntry& entry) {
    const Place& place = *place_of(entry);
    BFA_ASSIGN_OR_RETURN(Replayer::Read read, replayer_.read_hop(hop_of(place)));
    Served served;
    served.written = std::move(read.written);
    served.sequence = steps_[place.step].sequence;
    served.file = journal_.name(place.file);
    served.rank = place.rank;
    const std::lock_guard lock(mutex_);
    served_.emplace(key_of(read.exchange), std::move(served));
    return std::move(read.exchange);
  }

  const Journal& journal_;
  Replayer& replayer_;
  const std::vector<JournalStep>& steps_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> files_;  // of the index, as the journal numbers them
  WarcIndex index_;
  std::unique_ptr<WarcFetcher> fetcher_;
  std::mutex mutex_;
  std::unordered_multimap<std::string, Served> served_;
};

// Commits the steps of such an import under the numbers of recorded steps.
class SettlingSink final : public RecordSink {
 public:
  using Pins = std::map<std::string, std::vector<FieldRule>>;

  SettlingSink(Archive& archive, LeftCaptures& captures, const Pins& pins)
      : archive_(archive), captures_(captures), pins_(pins) {}

  // Numbers for steps without a capture: those that such steps had, then those after `last`.
  void set_numbers(std::vector<std::uint64_t> free, std::uint64_t last) {
    free_ = std::move(free);
    last_ = last;
  }
  bool has_used(std::uint64_t sequence) const { return used_.contains(sequence); }

  Result<WarcRef> put(const Exchange&, const StepResult&) override { return WarcRef{}; }
  Status flush() override { return archive_.sink().flush(); }

  Result<Committed> commit(StepResult result) override {
    if (result.exchanges.empty() && result.outcome == Outcome::kFailed) {
      // Nothing was asked for: that a capture is missing is no failure of the blog.
      result.outcome = Outcome::kRetry;
      if (result.tasks.empty() && !result.blog && !result.learned && result.objects.empty()) {
        BFA_RETURN_IF_ERROR(archive_.frontier().done(result.task));
        return Committed{};
      }
    }
    const auto pins = pins_.find(result.task.blog);
    if (result.learned && pins != pins_.end()) apply_pins(*result.learned, pins->second);
    RecordedStep recorded;
    int rank = 0;
    for (const Exchange& exchange : result.exchanges) {
      BFA_ASSIGN_OR_RETURN(LeftCaptures::Served served, captures_.take(exchange));
      recorded.exchanges.push_back(std::move(served.written));
      recorded.sequence = served.sequence;
      recorded.file = std::move(served.file);
      rank = served.rank;
    }
    if (rank > 0) ranks_.emplace(recorded.sequence, rank);
    const bool again = !result.exchanges.empty() && used_.contains(recorded.sequence);
    if (result.exchanges.empty() || again || is_older_feed(result, recorded.sequence)) {
      recorded.sequence = next_number();
      if (rank > 0) ranks_.emplace(recorded.sequence, rank);
    }
    if (result.feed) feeds_[result.feed->url] = recorded.sequence;
    for (Observation& observation : result.objects) put_apart(observation, recorded.sequence);
    if (!result.exchanges.empty()) BFA_RETURN_IF_ERROR(commit_readings(result));
    note_used(recorded.sequence);
    return archive_.commit_recorded(std::move(result), recorded);
  }

 private:
  void note_used(std::uint64_t number) {
    used_.insert(number);
    greatest_ = std::max(greatest_, number);
  }

  // Greater than all numbers before: of two readings, feeds or templates the one with the greater number is
  // the newer one.
  std::uint64_t next_number() {
    const auto at = std::upper_bound(free_.begin(), free_.end(), greatest_);
    const std::uint64_t number = at != free_.end() ? *at : ++last_;
    note_used(number);
    return number;
  }

  bool is_older_feed(const StepResult& result, std::uint64_t number) const {
    if (!result.feed) return false;
    const auto before = feeds_.find(result.feed->url);
    return before != feeds_.end() && number < before->second;
  }

  // What a page step reads anew of older captures is a step of its own.
  Status commit_readings(StepResult& result) {
    StepResult readings;
    const auto is_state = [](const Observation& observation) { return !observation.reading; };
    const auto first = std::stable_partition(result.objects.begin(), result.objects.end(), is_state);
    if (first == result.objects.end()) return {};
    readings.task = result.task;
    std::move(first, result.objects.end(), std::back_inserter(readings.objects));
    result.objects.erase(first, result.objects.end());
    RecordedStep recorded;
    recorded.sequence = next_number();
    BFA_ASSIGN_OR_RETURN(const Committed committed, archive_.commit_recorded(std::move(readings), recorded));
    (void)committed;
    return {};
  }

  // What two captures of one address and one instant show is seen one after the other.
  void put_apart(Observation& observation, std::uint64_t step) const {
    const auto at = ranks_.find(observation.capture != 0 ? observation.capture : step);
    if (at != ranks_.end()) observation.observed += std::chrono::microseconds(at->second);
  }

  Archive& archive_;
  LeftCaptures& captures_;
  const Pins& pins_;
  std::vector<std::uint64_t> free_;
  std::uint64_t last_ = 0, greatest_ = 0;  // recorded numbers end at `last_`
  std::unordered_set<std::uint64_t> used_;
  std::unordered_map<std::string, std::uint64_t> feeds_;  // number of the last one, by URL
  std::unordered_map<std::uint64_t, int> ranks_;          // by number
};

bool is_true(const nlohmann::json& settings, const char* name) {
  const auto at = settings.find(name);
  return at != settings.end() && at->is_boolean() && at->get<bool>();
}

// The runs by which a blog's captures came.
struct Runs {
  std::uint64_t count = 0;
  bool imported = false;
};

}  // namespace

Status HistorySettler::find_blogs() {
  std::map<std::string, Runs> runs;
  std::vector<std::vector<std::string>> joined;
  BFA_RETURN_IF_ERROR(journal_.for_each(
      [](const JournalStep&) { return Status(); },
      [&](const JournalNote& note) {
        const ArchiveRecord& record = note.record;
        if (record.kind == ArchiveRecord::Kind::kBlog && !record.blog.former.empty()) {
          joined.push_back(record.blog.former);
          joined.back().push_back(record.blog.home);
        }
        if (record.kind != ArchiveRecord::Kind::kCrawl) return Status();
        const auto settings = nlohmann::json::parse(record.settings, nullptr, false);
        if (!settings.is_object()) return Status();
        if (is_true(settings, "move")) {
          moved_by_users_.insert(record.crawl);
          return Status();
        }
        const bool imports = is_true(settings, "import");
        if (!imports) settings_ = record.settings;
        // The second round of an import belongs to the first one.
        const bool goes_on = imports && settings.contains("first") && !is_true(settings, "first");
        for (const auto& home : record.blogs) {
          runs[home].count += goes_on ? 0 : 1;
          runs[home].imported = runs[home].imported || imports;
        }
        return Status();
      }));
  for (const auto& [home, counted] : runs) {
    if (counted.imported && counted.count > 1) homes_.insert(home);
  }
  for (const auto& group : joined) {
    const bool any = std::any_of(group.begin(), group.end(),
                                 [this](const std::string& home) { return homes_.contains(home); });
    if (any) homes_.insert(group.begin(), group.end());
  }
  return {};
}

Result<bool> HistorySettler::takes(const JournalStep& step, const ArchiveRecord& record) {
  last_sequence_ = std::max(last_sequence_, step.sequence);
  const CrawlTask& task = record.task;
  if (task.kind == TaskKind::kMove && moved_by_users_.contains(task.crawl) && !homes_.empty()) {
    moves_.push_back(step);
    return true;
  }
  if (!homes_.contains(task.blog) || task.kind == TaskKind::kRobots) return false;
  if (is_edit(task)) {
    BFA_ASSIGN_OR_RETURN(const Template edited, template_from_json(record.template_json));
    std::vector<FieldRule>& pins = pins_[task.blog];
    pins.clear();
    std::copy_if(edited.rules.begin(), edited.rules.end(), std::back_inserter(pins),
                 [](const FieldRule& rule) { return rule.pinned; });
  }
  if (is_soft_404_probe(task)) probes_.insert(step.sequence);
  left_.push_back(step);
  return true;
}

bool HistorySettler::takes(const BlogState& blog) {
  if (!homes_.contains(blog.home)) return false;
  last_[blog.home] = blog;
  return true;
}

bool HistorySettler::covers(const DataObject& object) const {
  const auto url = Url::parse(object.kind == ObjectKind::kComment ? object.post : object.url);
  if (!url) return false;
  return std::any_of(homes_.begin(), homes_.end(), [&](const std::string& home) {
    const auto address = Url::parse(home);
    return address && registered_domain(address->host()) == registered_domain(url->host());
  });
}

// What users gave counts from the beginning.
Status HistorySettler::begin_blogs() {
  for (const auto& home : homes_) {
    BFA_ASSIGN_OR_RETURN(BlogState blog, new_blog(home));
    if (const auto last = last_.find(home); last != last_.end()) {
      const BlogState& recorded = last->second;
      blog.feeds = blog.given_feeds = recorded.given_feeds;
      blog.given_zone = recorded.given_zone;
      blog.became_overruled = recorded.became_overruled;
      blog.former = recorded.former;
    }
    BFA_RETURN_IF_ERROR(archive_.put_blog(blog));
  }
  return {};
}

// What the runs told of a blog stays as they told it.
Status HistorySettler::end_blogs() {
  for (const auto& [home, recorded] : last_) {
    BFA_ASSIGN_OR_RETURN(auto blog, archive_.view().blog(home));
    if (!blog) continue;
    blog->crawls = recorded.crawls;
    blog->last_crawl = recorded.last_crawl;
    blog->due = recorded.due;
    blog->due_reason = recorded.due_reason;
    blog->became = recorded.became;
    blog->became_evidence = recorded.became_evidence;
    blog->became_since = recorded.became_since;
    blog->moved_to = recorded.moved_to;
    blog->moved_evidence = recorded.moved_evidence;
    BFA_RETURN_IF_ERROR(archive_.put_blog(*blog));
  }
  return {};
}

Status HistorySettler::run(Replayer& replayer, const CrawlOptions& options) {
  if (empty()) return {};
  replayer.use_settings(settings_);
  LeftCaptures captures(journal_, replayer, left_);
  BFA_RETURN_IF_ERROR(captures.index(fs_, probes_));
  SettlingSink sink(archive_, captures, pins_);
  std::vector<std::uint64_t> free;
  for (const JournalStep& step : left_) {
    if (step.hops.front().hops == 0) free.push_back(step.sequence);
  }
  std::sort(free.begin(), free.end());
  sink.set_numbers(std::move(free), std::max(last_sequence_, journal_.last_sequence()));
  CrawlOptions importing;
  importing.step = replayer.options();
  importing.threads = options.threads;
  importing.in_flight = options.in_flight;
  importing.stop = options.stop;
  importing.log = options.log;
  BFA_RETURN_IF_ERROR(begin_blogs());
  ReplayReport told;
  BFA_RETURN_IF_ERROR(import_rounds({archive_, sink, true}, captures.captures(), captures.fetcher(),
                                    {homes_.begin(), homes_.end()}, importing, told));
  std::move(told.findings.begin(), told.findings.end(), std::back_inserter(report_.findings));
  BFA_RETURN_IF_ERROR(end_blogs());
  for (const JournalStep& step : left_)
    BFA_RETURN_IF_ERROR(replayer.keep_left(step, sink.has_used(step.sequence)));
  for (const JournalStep& step : moves_) BFA_RETURN_IF_ERROR(replayer.run_left(step));
  return {};
}

}  // namespace bfa
