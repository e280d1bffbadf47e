// SPDX-License-Identifier: Apache-2.0
#include "serve/data/summary_at.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/object/filters.h"

namespace bfa {

Result<std::vector<DataObject>> comments_at(const Archive& archive, const std::string& post_url,
                                            UtcTime time) {
  BFA_ASSIGN_OR_RETURN(const auto comments, archive.comments_of(post_url));
  std::vector<DataObject> then;
  for (const DataObject& comment : comments) {
    BFA_ASSIGN_OR_RETURN(auto version, archive.version_at(object_key(comment), time));
    if (version) then.push_back(std::move(version->object));
  }
  return then;
}

Result<std::optional<ObjectSummary>> summary_at(const Archive& archive, const std::string& key,
                                                UtcTime time) {
  using Found = std::optional<ObjectSummary>;
  BFA_ASSIGN_OR_RETURN(auto version, archive.version_at(key, time));
  if (!version) return Found();
  BFA_ASSIGN_OR_RETURN(ObjectSummary summary, archive.summary(key));
  summary.latest = std::move(version->object);
  if (summary.last_seen > time) {
    BFA_ASSIGN_OR_RETURN(const auto versions, archive.versions(key));
    BFA_ASSIGN_OR_RETURN(const auto sightings, archive.sightings(key));
    summary.last_seen = summary.last_changed = version->observed;
    summary.versions = static_cast<std::uint64_t>(std::count_if(
        versions.begin(), versions.end(), [&](const Version& one) { return one.observed <= time; }));
    summary.sightings = 0;
    for (const Sighting& sighting : sightings) {
      if (sighting.observed > time) continue;
      ++summary.sightings;
      summary.last_seen = std::max(summary.last_seen, sighting.observed);
    }
  }
  if (summary.comment_count + summary.pingback_count > 0) {
    BFA_ASSIGN_OR_RETURN(const auto comments, comments_at(archive, summary.latest.url, time));
    summary.pingback_count =
        static_cast<std::uint64_t>(std::count_if(comments.begin(), comments.end(), [](const DataObject& one) {
          return listed_kind(one) == kPingback;
        }));
    summary.comment_count = comments.size() - summary.pingback_count;
  }
  return Found(std::move(summary));
}

}  // namespace bfa
