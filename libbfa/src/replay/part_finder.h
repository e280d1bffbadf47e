// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "bfa/replay/replay.h"
#include "bfa/url/url.h"

namespace bfa {

// Looks for the parts of a page, each address once. Not thread-safe.
class PartFinder {
 public:
  // `index` must outlive it.
  PartFinder(const SearchIndex& index, UtcTime at, std::size_t most) : index_(index), at_(at), most_(most) {}

  // Whether the archive has it. Beyond `most` addresses: true.
  bool has(const Url& url);
  Status status() const { return status_; }  // of the index
  // Moves the parts to `page`, with what they say of it: times, how many are missing.
  void move_to(ReplayedCapture& page);

 private:
  const SearchIndex& index_;
  const UtcTime at_;
  const std::size_t most_;
  std::unordered_map<std::string, bool> known_;
  std::vector<ReplayedPart> parts_;
  Status status_;
};

}  // namespace bfa
