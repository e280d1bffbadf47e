// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bfa/search/search_index.h"
#include "search/sqlite.h"

namespace bfa {

// The table `capture_block`: the rows of `capture` in blocks of a few thousand, each with its first place and
// its number of rows. With it the captures before a place are counted, and left out, without reading them.

// A place in the order of the table `capture`, between rows too.
struct CaptureRowPlace {
  std::string key;
  std::int64_t time = 0, step = 0, hop = 0;

  auto operator<=>(const CaptureRowPlace&) const = default;
};

// For each new row of `capture`, in its transaction.
Status note_capture(SqliteConnection& connection, const CaptureRowPlace& place);

// The rows of a range: from <= place < below. Nothing when times leave out rows between these.
struct CaptureRowBounds {
  CaptureRowPlace from, below;
};
std::optional<CaptureRowBounds> bounds_of(const CaptureRange& range);

// Their number.
Result<std::uint64_t> count_rows(SqliteConnection& connection, const CaptureRowBounds& bounds);

// Takes whole blocks off `range.skip`, and lets the range go on behind them.
Status skip_blocks(SqliteConnection& connection, CaptureRange& range);

}  // namespace bfa
