// SPDX-License-Identifier: Apache-2.0
#include "crawl/settle_history.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"
#include "bfa/url/canonical.h"
#include "crawl/became.h"
#include "crawl/history/settling_sink.h"
#include "crawl/import_rounds.h"
#include "crawl/seed.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

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
  std::set<std::string> recorded;  // blogs with steps that cannot be read again: they stay as they came
  BFA_RETURN_IF_ERROR(journal_.for_each(
      [](const JournalStep&) { return Status(); },
      [&](const JournalNote& note) {
        const ArchiveRecord& record = note.record;
        if (record.kind == ArchiveRecord::Kind::kBlog && !record.blog.former.empty()) {
          joined.push_back(record.blog.former);
          joined.back().push_back(record.blog.home);
        }
        if (record.kind == ArchiveRecord::Kind::kReadings)
          recorded.insert(record.blogs.begin(), record.blogs.end());
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
  for (const std::string& home : recorded) homes_.erase(home);
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
  LeftCaptures captures(journal_, left_, [&](const JournalHop& hop) -> Result<LeftCaptures::Read> {
    BFA_ASSIGN_OR_RETURN(Replayer::Read read, replayer.read_hop(hop));
    return LeftCaptures::Read{std::move(read.exchange), std::move(read.written)};
  });
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
