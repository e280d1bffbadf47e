// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bfa/search/search_index.h"

namespace bfa {

// Reads captures of ranges in parts, one range after the other, so that nobody waits for the index while a
// slow client takes an answer. Not thread-safe.
class CaptureCursor {
 public:
  // `index` is shared with the site, which may replace it by a newer one meanwhile.
  CaptureCursor(std::shared_ptr<const SearchIndex> index, std::vector<CaptureRange> ranges)
      : index_(std::move(index)), ranges_(std::move(ranges)) {}

  // Gives the next captures to `visit`, at most `most`, until it returns false. False when there are no more.
  Result<bool> read(std::size_t most, const std::function<bool(const IndexedCapture&)>& visit);

 private:
  std::shared_ptr<const SearchIndex> index_;
  std::vector<CaptureRange> ranges_;
  std::size_t at_ = 0;  // the range that is read
};

}  // namespace bfa
