// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "serve/data/site_context.h"
#include "serve/programs/capture_cursor.h"
#include "serve/programs/cdx_query.h"

namespace bfa {

// Captures one after the other, read from the index in parts.
class CaptureFeed {
 public:
  CaptureFeed(std::shared_ptr<const SearchIndex> index, std::vector<CaptureRange> ranges)
      : cursor_(std::move(index), std::move(ranges)) {}

  // Null at the end. The pointer is valid until the next call of take().
  Result<const IndexedCapture*> peek();
  Result<std::optional<IndexedCapture>> take();

 private:
  CaptureCursor cursor_;
  std::deque<IndexedCapture> ready_;
  bool more_ = true;
};

// The rows of an answer in their order, with bounded memory. Not thread-safe.
class CdxRows {
 public:
  // `query` must outlive it.
  CdxRows(const SiteContext& context, const CdxQuery& query);

  enum class Next : std::uint8_t { kRow, kEnd, kLater };
  // kLater: many captures were looked at and none of them is a row; ask again.
  Result<Next> next(CdxRow& row);

  // Where another query goes on behind the last row; nothing when there are no more rows. Call after kEnd.
  const std::optional<CapturePlace>& rest() const { return rest_; }

 private:
  Status open(const SiteContext& context);
  Result<std::optional<IndexedCapture>> take_capture();
  Result<std::optional<IndexedCapture>> take_closest();
  Status find_hop(IndexedCapture& capture) const;
  Status find_target(IndexedCapture& capture);
  bool accepts(const CdxRow& row, bool with_redirect) const;
  Result<bool> fits(CdxRow& row);
  bool is_collapsed(const CdxRow& row);
  void count_duplicates(CdxRow& row);
  Result<Next> next_group(CdxRow& row);
  Result<Next> next_ordered(CdxRow& row);
  Result<Next> next_of_last(CdxRow& row);

  const CdxQuery& query_;
  const std::shared_ptr<const Archive> archive_;
  const bool waits_;     // rows need to know what is behind them
  const bool from_end_;  // the last rows are read from the end
  const bool reads_redirect_;
  std::optional<CaptureFeed> feed_, later_;     // `later_`: of the closest ones, those behind the time
  std::optional<std::uint64_t> captures_left_;  // of a page
  std::uint64_t given_ = 0, passed_ = 0;
  std::size_t budget_ = 0;

  std::optional<CdxRow> group_;  // the row that waits for what is collapsed into it
  std::optional<CapturePlace> before_group_, last_read_, rest_;
  std::vector<std::string> tokens_;  // of the last row that was kept

  std::string counted_key_;
  std::unordered_map<std::uint64_t, std::uint64_t> digests_;
  std::deque<CdxRow> last_rows_;
  bool last_collected_ = false, ended_ = false;
  Status failed_;
};

}  // namespace bfa
