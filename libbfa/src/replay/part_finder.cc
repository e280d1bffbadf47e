// SPDX-License-Identifier: Apache-2.0
#include "replay/part_finder.h"

#include <utility>

namespace bfa {

bool PartFinder::has(const Url& url) {
  std::string address = url.without_fragment().href();
  const auto at = known_.find(address);
  if (at != known_.end()) return at->second;
  if (known_.size() >= most_) return true;
  auto found = nearest_capture(index_, address, at_, CaptureWish::kContent);
  if (!found && status_) status_ = found.error();
  const bool there = found && *found;
  parts_.push_back({address, there ? std::optional((*found)->time) : std::nullopt});
  known_.emplace(std::move(address), there);
  return there;
}

void PartFinder::move_to(ReplayedCapture& page) {
  page.parts = std::move(parts_);
  for (const auto& part : page.parts) {
    if (!part.captured) {
      ++page.missing;
      continue;
    }
    if (!page.earliest || *part.captured < *page.earliest) page.earliest = part.captured;
    if (!page.latest || *part.captured > *page.latest) page.latest = part.captured;
  }
}

}  // namespace bfa
