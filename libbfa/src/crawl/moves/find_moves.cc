// SPDX-License-Identifier: Apache-2.0
#include "crawl/moves/find_moves.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/try.h"
#include "bfa/object/version.h"
#include "bfa/url/url.h"
#include "crawl/moves/move_candidates.h"

namespace bfa {
namespace {

struct Stored {
  std::string key;
  ObjectSummary summary;
};

// The post or page at an address. Nothing also when the object stands at another address by now.
Result<std::optional<Stored>> object_at(const Archive& archive, const std::string& address) {
  for (const ObjectKind kind : {ObjectKind::kPost, ObjectKind::kPage}) {
    std::string key = object_key(kind, address);
    auto summary = archive.summary(key);
    if (!summary) {
      if (summary.error().code == Code::kNotFound) continue;
      return std::move(summary).error();
    }
    if (summary->latest.url == address)
      return std::optional<Stored>(Stored{std::move(key), std::move(*summary)});
  }
  return std::optional<Stored>();
}

// When an address last gave its object before `end`, and the object as it was then. An answer that it is
// gone does not count.
Result<std::optional<MoveSide>> last_shown(const Archive& archive, const Stored& stored, UtcTime end) {
  BFA_ASSIGN_OR_RETURN(const auto versions, archive.versions(stored.key));
  std::optional<MoveSide> side;
  UtcTime until = end;
  for (auto version = versions.rbegin(); version != versions.rend() && !side; ++version) {
    if (version->observed >= end || version->object.status == "gone") {
      until = std::min(until, version->observed);
      continue;
    }
    side.emplace(version->object);
    side->last_seen = side->last_changed = version->observed;
  }
  if (!side) return side;
  side->first_seen = stored.summary.first_seen;
  BFA_ASSIGN_OR_RETURN(const auto sightings, archive.sightings(stored.key));
  for (const auto& sighting : sightings) {
    if (sighting.observed < until) side->last_seen = std::max(side->last_seen, sighting.observed);
  }
  return side;
}

class Finder {
 public:
  Finder(const Archive& archive, const std::string& blog, std::uint64_t crawl)
      : archive_(archive), blog_(blog), crawl_(crawl) {}

  Result<std::vector<CrawlTask>> run() {
    std::vector<AddressClaim> claims;
    BFA_RETURN_IF_ERROR(archive_.for_each_claim(blog_, [&](const AddressClaim& claim) {
      claims.push_back(claim);
      return true;
    }));
    for (const auto& claim : claims) {
      if (claim.kind != AddressClaim::Kind::kGone) sent_on_.emplace(claim.from, claim.to);
    }
    for (const auto& claim : claims) {
      if (claim.from != blog_) BFA_RETURN_IF_ERROR(take(claim));
    }
    BFA_RETURN_IF_ERROR(match_left());
    std::vector<CrawlTask> tasks;
    for (const auto& [from, to] : moves_) {
      tasks.push_back(task(from, to));
      const auto back = back_.find(from);
      if (back == back_.end()) continue;
      CrawlTask again = task(from, to);
      again.kind = TaskKind::kExtract;
      again.origin = TaskOrigin::kReplay;
      again.capture = back->second;
      tasks.push_back(std::move(again));
    }
    return tasks;
  }

 private:
  // What stands where an address sends on to, over several addresses.
  Result<std::optional<Stored>> target_of(const AddressClaim& claim) const {
    constexpr int kMaxHops = 5;
    std::string to = claim.to;
    for (int hop = 0; hop < kMaxHops; ++hop) {
      BFA_ASSIGN_OR_RETURN(auto found, object_at(archive_, to));
      if (found && found->summary.latest.status != "gone") return found;
      const auto next = sent_on_.find(to);
      if (next == sent_on_.end() || next->second == to) return found;
      to = next->second;
    }
    return std::optional<Stored>();
  }

  Status take(const AddressClaim& claim) {
    BFA_ASSIGN_OR_RETURN(const auto old, object_at(archive_, claim.from));
    if (!old) return {};
    BFA_ASSIGN_OR_RETURN(auto side, last_shown(archive_, *old, claim.time));
    if (!side) return {};
    BFA_ASSIGN_OR_RETURN(const bool is_back, is_back_at_former(claim, *old, side->last_changed));
    if (is_back) return {};
    if (claim.kind != AddressClaim::Kind::kGone) {
      BFA_ASSIGN_OR_RETURN(const auto target, target_of(claim));
      if (target) {
        MoveSide now(target->summary.latest);
        now.first_seen = target->summary.first_seen;
        const bool canonical = claim.kind == AddressClaim::Kind::kCanonical;
        const MoveJudgement judgement =
            judge_move(*side, now, canonical ? MoveEvidence::kCanonical : MoveEvidence::kSentOn);
        if (judgement.moved) {
          add(claim.from, now.object.url);
          return {};
        }
      }
      if (claim.kind == AddressClaim::Kind::kCanonical) return {};  // it still shows its content
    }
    earliest_ = std::min(earliest_, side->last_seen);
    candidates_.add_left(std::move(*side));
    ++left_;
    return {};
  }

  // True when the object stands at an address again that it had before: the present one sends on there, or is
  // gone, and the other one gave a page since. It is read there once more, because it may be another text.
  // `last_changed`: of what the present address showed.
  Result<bool> is_back_at_former(const AddressClaim& claim, const Stored& old, UtcTime last_changed) {
    if (claim.kind == AddressClaim::Kind::kCanonical || claim.time <= last_changed) return false;
    BFA_ASSIGN_OR_RETURN(const auto former, archive_.former_addresses(old.key));
    const bool gone = claim.kind == AddressClaim::Kind::kGone;
    std::optional<Capture> back;
    for (const auto& address : former) {
      if (!gone && address != claim.to) continue;
      if (sent_on_.contains(address)) continue;
      BFA_ASSIGN_OR_RETURN(auto capture, archive_.view().last_capture(address));
      if (!capture || capture->status != 200 || capture->time <= last_changed) continue;
      const std::string key = object_key(old.summary.latest.kind, address);
      BFA_ASSIGN_OR_RETURN(const auto stored, archive_.view().last_version(key));
      if (!stored || stored->object.url != claim.from) continue;  // another object by now
      if (back && back->time >= capture->time) continue;
      back = std::move(capture);
    }
    if (!back) return false;
    moves_.emplace(claim.from, back->url);
    back_.emplace(claim.from, back->sequence);
    return true;
  }

  // Two addresses that send on to each other say nothing.
  void add(const std::string& from, const std::string& to) {
    const auto back = moves_.find(to);
    if (back == moves_.end() || back->second != from) moves_.emplace(from, to);
  }

  // Looks among all objects that appeared after the first of those that left was seen for the last time.
  Status match_left() {
    if (left_ == 0) return {};
    const auto home = Url::parse(blog_);
    std::set<std::string> taken;
    for (const auto& [from, to] : moves_) taken.insert(to);
    for (const ObjectKind kind : {ObjectKind::kPost, ObjectKind::kPage}) {
      ObjectQuery query;
      query.kind = kind;
      query.blog_host = home ? std::string(home->host()) : std::string();
      query.first_seen_after = earliest_;
      BFA_RETURN_IF_ERROR(
          archive_.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
            if (summary.latest.status == "gone" || taken.contains(summary.latest.url)) return true;
            MoveSide side(summary.latest);
            side.first_seen = summary.first_seen;
            candidates_.add_present(std::move(side));
            return true;
          }));
    }
    for (const auto& pair : candidates_.match()) add(pair.from, pair.to);
    return {};
  }

  CrawlTask task(const std::string& from, const std::string& to) const {
    CrawlTask task;
    task.kind = TaskKind::kMove;
    task.stage = Stage::kJoin;
    task.blog = blog_;
    task.url = Url::parse(to).value_or(Url());
    task.referrer = from;
    task.depth = 1;
    task.crawl = crawl_;
    return task;
  }

  const Archive& archive_;
  const std::string& blog_;
  std::uint64_t crawl_;
  std::map<std::string, std::string> moves_;    // old to new address
  std::map<std::string, std::string> sent_on_;  // by claims
  std::map<std::string, std::uint64_t> back_;   // by the address before: the capture at the one that it had
  MoveCandidates candidates_;
  std::size_t left_ = 0;
  UtcTime earliest_ = UtcTime::max();
};

}  // namespace

Result<std::vector<CrawlTask>> find_moves(const Archive& archive, const std::string& blog,
                                          std::uint64_t crawl) {
  return Finder(archive, blog, crawl).run();
}

}  // namespace bfa
