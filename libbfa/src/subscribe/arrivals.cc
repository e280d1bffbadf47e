// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/arrivals.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/object/json.h"
#include "bfa/subscribe/blog_filter.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

// A version that arrived, by the object and the step that brought it.
struct Found {
  std::uint64_t sequence = 0;
  std::string key;

  auto operator<=>(const Found&) const = default;
};

Result<std::optional<Arrival>> arrival_of(const Archive& archive, const ArrivalTimes& times,
                                          const std::string& key, std::uint64_t sequence) {
  BFA_ASSIGN_OR_RETURN(const auto versions, archive.versions(key));
  const auto at = std::find_if(versions.begin(), versions.end(),
                               [&](const Version& version) { return version.sequence == sequence; });
  if (at == versions.end()) return std::optional<Arrival>();
  const auto index = static_cast<std::size_t>(at - versions.begin());
  Arrival arrival;
  arrival.kind = at->object.kind;
  arrival.key = key;
  arrival.title = at->object.title;
  arrival.post = at->object.post;
  arrival.comment_type = comment_type(at->object);
  arrival.version = index + 1;
  arrival.sequence = arrival.cursor = sequence;
  arrival.captured = at->observed;
  arrival.arrived = times.arrived(sequence, at->observed);
  if (index == 0) {
    arrival.change.verdict = Verdict::kNew;
    arrival.change.reasons = {{"object", "added", "first seen"}};
  } else {
    BFA_ASSIGN_OR_RETURN(auto changes, archive.changes(key));
    if (index > changes.size()) return std::optional<Arrival>();
    arrival.change = std::move(changes[index - 1]);
  }
  arrival.change.url = at->object.url;
  arrival.change.to = at->observed;
  return std::optional<Arrival>(std::move(arrival));
}

class Arrivals {
 public:
  Arrivals(const Archive& archive, const ArrivalQuery& query) : archive_(archive), query_(query) {}

  Status run(const std::function<bool(const Arrival&)>& visit) {
    BFA_ASSIGN_OR_RETURN(times_, ArrivalTimes::of(archive_));
    if (!query_.blog_host.empty()) {
      BFA_ASSIGN_OR_RETURN(const BlogPlaces places, BlogPlaces::of(archive_));
      blog_ = places.filter(query_.blog_host);
    }
    after_ = std::max(query_.after, first_step());
    BFA_RETURN_IF_ERROR(find_changed());
    BFA_RETURN_IF_ERROR(find_older());
    std::sort(found_.begin(), found_.end());
    std::optional<Arrival> ready;  // its cursor depends on whether another one of its step is wanted
    for (auto at = found_.begin(); at != found_.end(); ++at) {
      const bool last = std::next(at) == found_.end() || std::next(at)->sequence != at->sequence;
      BFA_ASSIGN_OR_RETURN(auto arrival, find_arrival(archive_, times_, at->key, at->sequence));
      if (arrival && passes(*arrival)) {
        if (ready && !visit(*ready)) return {};
        ready = std::move(arrival);
        ready->cursor = at->sequence - 1;
      }
      if (!last || !ready) continue;
      ready->cursor = at->sequence;
      if (!visit(*ready)) return {};
      ready.reset();
    }
    return {};
  }

 private:
  // What arrived since a time came with a crawl that had not ended by then.
  std::uint64_t first_step() const {
    if (!query_.since) return 0;
    for (const RecordedCrawl& crawl : times_.crawls()) {
      if (!crawl.ended || *crawl.ended >= *query_.since) return crawl.after;
    }
    return 0;
  }

  bool is_wanted(const DataObject& object) const {
    if (blog_.belongs && !blog_.belongs(object.url, object.post)) return false;
    if (!query_.kinds.empty()) return query_.kinds.contains(listed_kind(object));
    return query_.pages || object.kind != ObjectKind::kPage;
  }

  bool passes(const Arrival& arrival) const {
    if (!query_.verdicts.empty() && !query_.verdicts.contains(arrival.change.verdict)) return false;
    return arrival.change.verdict != Verdict::kContent ||
           1 - arrival.change.similarity >= query_.least_change;
  }

  Status find_changed() {
    ObjectQuery wanted;
    wanted.blog_host = blog_.host;
    wanted.changed_after = after_;
    wanted.heads_only = true;
    std::vector<std::string> keys;
    BFA_RETURN_IF_ERROR(
        archive_.for_each_object(wanted, [&](const std::string& key, const ObjectSummary& summary) {
          if (is_wanted(summary.latest)) keys.push_back(key);
          return true;
        }));
    for (const auto& key : keys) BFA_RETURN_IF_ERROR(add_versions(key));
    return {};
  }

  // Older captures that were imported: the newest version of their object is of an earlier step.
  Status find_older() {
    std::set<std::string> keys;
    Status status;
    BFA_RETURN_IF_ERROR(archive_.for_each_capture_after(after_, [&](const Capture& capture) {
      const auto key = archive_.find_object(capture.final_url);
      if (key && !known_.contains(*key)) keys.insert(*key);
      if (!key && key.error().code != Code::kNotFound) status = key.error();
      return status.ok();
    }));
    BFA_RETURN_IF_ERROR(status);
    for (const auto& key : keys) {
      BFA_ASSIGN_OR_RETURN(const ObjectSummary summary, archive_.summary(key));
      const auto url = Url::parse(summary.latest.url);
      const bool elsewhere = !blog_.host.empty() && (!url || url->host() != blog_.host);
      if (is_wanted(summary.latest) && !elsewhere) BFA_RETURN_IF_ERROR(add_versions(key));
    }
    return {};
  }

  Status add_versions(const std::string& key) {
    known_.insert(key);
    BFA_ASSIGN_OR_RETURN(const auto versions, archive_.versions(key));
    for (const Version& version : versions) {
      if (version.sequence <= after_) continue;
      if (query_.since && times_.arrived(version.sequence, version.observed) < *query_.since) continue;
      found_.push_back({version.sequence, key});
    }
    return {};
  }

  const Archive& archive_;
  const ArrivalQuery& query_;
  ArrivalTimes times_;
  BlogFilter blog_;
  std::uint64_t after_ = 0;
  std::set<std::string> known_;
  std::vector<Found> found_;
};

}  // namespace

Result<ArrivalTimes> ArrivalTimes::of(const Archive& archive) {
  return guarded([&]() -> Result<ArrivalTimes> {
    ArrivalTimes times;
    BFA_ASSIGN_OR_RETURN(times.crawls_, archive.crawls());
    times.at_rest_ = times.crawls_.empty() || times.crawls_.back().ended;
    // Older programs did not record where a crawl began.
    std::erase_if(times.crawls_,
                  [](const RecordedCrawl& crawl) { return crawl.after == 0 && crawl.number > 1; });
    return times;
  });
}

// A step's own time, or when its import began.
UtcTime ArrivalTimes::arrived(std::uint64_t sequence, UtcTime captured) const noexcept {
  const auto later = std::upper_bound(
      crawls_.begin(), crawls_.end(), sequence,
      [](std::uint64_t wanted, const RecordedCrawl& crawl) { return wanted <= crawl.after; });
  return later == crawls_.begin() ? captured : std::max(captured, std::prev(later)->began);
}

Result<std::optional<Arrival>> find_arrival(const Archive& archive, const ArrivalTimes& times,
                                            const std::string& key, std::uint64_t sequence) {
  return guarded([&] { return arrival_of(archive, times, key, sequence); });
}

Status for_each_arrival(const Archive& archive, const ArrivalQuery& query,
                        const std::function<bool(const Arrival&)>& visit) {
  return guarded([&] { return Arrivals(archive, query).run(visit); });
}

}  // namespace bfa
