// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "base/counted.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/subscribe/discover.h"
#include "bfa/subscribe/subscriptions.h"

namespace bfa {
namespace {

constexpr const char* kAdded = "auto-add";
constexpr const char* kLast = "auto-add/last";  // a note: when it was done
constexpr auto kEvery = std::chrono::hours(24);
constexpr double kLeastDated = 0.5;
constexpr std::size_t kMostProposals = 1000;

Result<bool> was_done_of_late(const Archive& archive, UtcTime now) {
  bool late = false;
  BFA_RETURN_IF_ERROR(archive.for_each_note(kLast, [&](const std::string& name, const std::string& bytes) {
    const auto last = parse_rfc3339(bytes);
    late = late || (name == kLast && last && *last <= now && now - *last < kEvery);
    return true;
  }));
  return late;
}

std::string reason_of(const Proposal& proposal) {
  std::string text = counted(proposal.posts, "post", "posts") + " of " +
                     counted(proposal.blogs, "blog", "blogs") +
                     (proposal.posts == 1 ? " links to it, as " : " link to it, as ") + proposal.example;
  for (const auto& blog : proposal.by) text += (&blog == proposal.by.data() ? ": " : ", ") + blog;
  return text;
}

}  // namespace

Result<std::vector<Proposal>> auto_add(Archive& archive, const AutoAdd& limits, UtcTime now,
                                       const std::stop_token& stop) {
  return guarded([&]() -> Result<std::vector<Proposal>> {
    std::vector<Proposal> out;
    if (limits.a_day == 0) return out;
    BFA_ASSIGN_OR_RETURN(const bool late, was_done_of_late(archive, now));
    BFA_ASSIGN_OR_RETURN(const auto before, archive.decisions(kAdded));
    if (late || before.size() >= limits.in_all) return out;
    DiscoverQuery query;
    query.most = kMostProposals;
    query.least_blogs = limits.least_blogs;
    query.least_dated = kLeastDated;
    query.stop = stop;
    BFA_ASSIGN_OR_RETURN(DiscoverReport found, discover_blogs(archive, query));
    if (stop.stop_requested()) return out;  // half of the posts rank wrongly
    std::set<std::string> known;
    for (const Decision& decision : before) known.insert(decision.target);
    const std::size_t most = std::min(limits.a_day, limits.in_all - before.size());
    std::vector<Subscription> wanted;
    std::vector<Decision> decisions;
    for (Proposal& proposal : found.proposals) {
      if (out.size() >= most) break;
      if (known.contains(proposal.url)) continue;
      wanted.push_back({proposal.url, {}, {}, {}});
      decisions.push_back({kAdded, proposal.url, "subscribed", reason_of(proposal), now});
      out.push_back(std::move(proposal));
    }
    // The reasons first: a subscription without one would look like a person's.
    if (!decisions.empty()) BFA_RETURN_IF_ERROR(archive.put_decisions(decisions));
    BFA_ASSIGN_OR_RETURN(const AddReport added, add_subscriptions(archive, wanted, now));
    (void)added;
    BFA_RETURN_IF_ERROR(archive.put_note(kLast, format_rfc3339(now)));
    return out;
  });
}

}  // namespace bfa
