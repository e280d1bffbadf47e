// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bfa/store/archive.h"

namespace bfa {

// What came into an archive, in the order in which it came: crawled, or imported with the times of its
// captures. For programs that follow an archive.

// Which arrivals are wanted.
struct ArrivalQuery {
  std::uint64_t after = 0;       // a cursor: only what came later; 0: all
  std::optional<UtcTime> since;  // only what arrived at that time or later
  std::string blog_host;         // a host, or the address of a blog as BlogPlaces takes it; empty: any
  bool pages = false;            // lists and other pages too, which change with each post
  // Only these, by the rules of bfa/object/filters.h; empty: all but pages, or as `pages` says.
  std::set<ObjectKind> kinds{};
  std::set<Verdict> verdicts{};  // only these; empty: all
  // Of edits only those whose text changed by at least that share, 1 - similarity, [0, 1]. Other verdicts
  // (new, gone, back, moved) are wanted always.
  double least_change = 0;
};

// A new version of an object.
struct Arrival {
  ObjectKind kind = ObjectKind::kPost;
  std::string key, title;      // of the version
  std::string post;            // of a comment: the address of its post
  std::string comment_type;    // of a pingback or trackback: "pingback", "trackback"
  std::uint64_t version = 0;   // its number now, from 1; an older version that comes later moves it
  Change change;               // against the version before it; the first one is kNew
  UtcTime captured{};          // when its bytes were fetched
  UtcTime arrived{};           // when they came into the archive: of an import, when it began
  std::uint64_t sequence = 0;  // of the step that brought it
  // Give it as `after` to go on behind this arrival. A step can bring several: but for the last of them, the
  // cursor is that of the step before, so that none is left out when a reader stops between them.
  std::uint64_t cursor = 0;
};

// Calls `visit` for each arrival that is wanted, oldest first, until it returns false. Cost: one scan of the
// heads, and the versions of what changed; in memory a key and two numbers for each arrival. Readings are no
// arrivals. The archive may be written to meanwhile by the same process. Errors: as those of Archive.
// Thread-safe.
BFA_EXPORT Status for_each_arrival(const Archive& archive, const ArrivalQuery& query,
                                   const std::function<bool(const Arrival&)>& visit);

// When what a step brought came into an archive. A value; thread-safe.
class BFA_EXPORT ArrivalTimes {
 public:
  // Errors: those of Archive. Cost: by the number of crawls.
  static Result<ArrivalTimes> of(const Archive& archive);
  // Arrival::arrived of what a step brought that was captured at that time.
  UtcTime arrived(std::uint64_t sequence, UtcTime captured) const noexcept;
  // True when what comes from now on cannot have arrived before now: no crawl or import is recorded as going
  // on.
  bool at_rest() const noexcept { return at_rest_; }
  const std::vector<RecordedCrawl>& crawls() const noexcept { return crawls_; }

 private:
  std::vector<RecordedCrawl> crawls_;  // oldest first, without those that do not say where they began
  bool at_rest_ = true;
};

// The arrival of one version, by the key of its object and the step that brought it; its cursor is that step.
// Nothing when it is not there any more: it moved, or was taken out. Cost: the versions of its object.
// Thread-safe. Errors: those of Archive.
BFA_EXPORT Result<std::optional<Arrival>> find_arrival(const Archive& archive, const ArrivalTimes& times,
                                                       const std::string& key, std::uint64_t sequence);

}  // namespace bfa
