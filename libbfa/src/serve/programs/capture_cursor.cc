// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/capture_cursor.h"

#include "base/try.h"

namespace bfa {

Result<bool> CaptureCursor::read(std::size_t most, const std::function<bool(const IndexedCapture&)>& visit) {
  while (at_ < ranges_.size() && most > 0) {
    CaptureRange& range = ranges_[at_];
    bool stopped = false;
    std::uint64_t skipped = range.skip;
    std::optional<CapturePlace> last;
    BFA_RETURN_IF_ERROR(index_->for_each_capture(range, [&](const IndexedCapture& capture) {
      last = place_of(capture);
      skipped = 0;
      --most;
      stopped = !visit(capture) || most == 0;
      return !stopped;
    }));
    range.skip = skipped;
    if (last) range.after = std::move(last);
    if (stopped) return true;
    ++at_;
  }
  return at_ < ranges_.size();
}

}  // namespace bfa
