// SPDX-License-Identifier: Apache-2.0
#include "search/capture_blocks.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/try.h"

namespace bfa {
namespace {

// A block of more rows is divided. Rows within a block are read one by one: 1,000 take less than 0.1 ms, as
// do the rows of 300 blocks.
constexpr std::int64_t kMostRows = 1000;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min(),
                       kGreatest = std::numeric_limits<std::int64_t>::max();

struct Block {
  CaptureRowPlace first;
  std::int64_t captures = 0;
};

void bind_place(SqliteStatement& row, int at, const CaptureRowPlace& place) {
  row.bind(at, place.key).bind(at + 1, place.time).bind(at + 2, place.step).bind(at + 3, place.hop);
}

CaptureRowPlace place_in(const SqliteStatement& row) {
  return {row.text(0), row.number(1), row.number(2), row.number(3)};
}

Result<std::optional<Block>> block_with(SqliteConnection& connection, const CaptureRowPlace& place) {
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection.kept("SELECT key, time, step, hop, captures FROM capture_block WHERE "
                                       "(key, time, step, hop)<=(?1,?2,?3,?4) ORDER BY key DESC, time DESC, "
                                       "step DESC, hop DESC LIMIT 1"));
  bind_place(*row, 1, place);
  BFA_ASSIGN_OR_RETURN(const bool there, row->step());
  std::optional<Block> block;
  if (there) block = Block{place_in(*row), row->number(4)};
  row->reset();
  return block;
}

Status put_block(SqliteConnection& connection, const Block& block) {
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection.kept("INSERT OR REPLACE INTO capture_block VALUES(?1,?2,?3,?4,?5)"));
  bind_place(*row, 1, block.first);
  return row->bind(5, block.captures).run();
}

Status divide(SqliteConnection& connection, Block block) {
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection.kept("SELECT key, time, step, hop FROM capture WHERE (key, time, step, "
                                       "hop)>=(?1,?2,?3,?4) ORDER BY key, time, step, hop LIMIT 1 "
                                       "OFFSET ?5"));
  bind_place(*row, 1, block.first);
  const std::int64_t half = block.captures / 2;
  BFA_ASSIGN_OR_RETURN(const bool there, row->bind(5, half).step());
  if (!there) return connection.last_error();
  const Block second{place_in(*row), block.captures - half};
  row->reset();
  block.captures = half;
  BFA_RETURN_IF_ERROR(put_block(connection, block));
  return put_block(connection, second);
}

// The blocks that begin behind `from` and before `below`, in order.
Result<std::vector<Block>> blocks_between(SqliteConnection& connection, const CaptureRowBounds& bounds) {
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection.kept("SELECT key, time, step, hop, captures FROM capture_block WHERE "
                                       "(key, time, step, hop)>(?1,?2,?3,?4) AND (key, time, step, "
                                       "hop)<(?5,?6,?7,?8) ORDER BY key, time, step, hop"));
  bind_place(*row, 1, bounds.from);
  bind_place(*row, 5, bounds.below);
  std::vector<Block> out;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    out.push_back({place_in(*row), row->number(4)});
  }
  row->reset();
  return out;
}

// Row by row: for a part of a block.
Result<std::uint64_t> count_one_by_one(SqliteConnection& connection, const CaptureRowPlace& from,
                                       const CaptureRowPlace& below) {
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection.kept("SELECT count(*) FROM capture WHERE (key, time, step, hop)>="
                                       "(?1,?2,?3,?4) AND (key, time, step, hop)<(?5,?6,?7,?8)"));
  bind_place(*row, 1, from);
  bind_place(*row, 5, below);
  BFA_ASSIGN_OR_RETURN(const bool there, row->step());
  const auto count = there ? static_cast<std::uint64_t>(row->number(0)) : 0;
  row->reset();
  return count;
}

// The place before the first one of a block: what is behind it begins with the block. Backwards the first one
// itself: what is before it.
CapturePlace edge_of(const CaptureRowPlace& first, bool backwards) {
  CapturePlace place;
  place.key = first.key;
  place.time = UtcTime(std::chrono::microseconds(first.time));
  place.sequence = static_cast<std::uint64_t>(first.step);
  place.hop = static_cast<std::uint32_t>(first.hop);
  if (backwards) return place;
  if (place.hop > 0) {
    --place.hop;
  } else {
    --place.sequence;
    place.hop = std::numeric_limits<std::uint32_t>::max();
  }
  return place;
}

}  // namespace

Status note_capture(SqliteConnection& connection, const CaptureRowPlace& place) {
  BFA_ASSIGN_OR_RETURN(auto block, block_with(connection, place));
  if (!block) block = Block{{{}, kLeast, kLeast, kLeast}, 0};
  ++block->captures;
  if (block->captures > kMostRows) return divide(connection, std::move(*block));
  return put_block(connection, *block);
}

std::optional<CaptureRowBounds> bounds_of(const CaptureRange& range) {
  const auto micros = [](UtcTime time) { return std::int64_t{time.time_since_epoch().count()}; };
  const bool one_key = range.last.empty();
  if (!one_key && (range.from || range.to)) return std::nullopt;
  CaptureRowBounds bounds;
  bounds.from = {range.first, range.from ? micros(*range.from) : kLeast, kLeast, kLeast};
  bounds.below =
      one_key ? CaptureRowPlace{range.first, range.to ? micros(*range.to) : kGreatest, kGreatest, kGreatest}
              : CaptureRowPlace{range.last, kLeast, kLeast, kLeast};
  if (!range.after) return bounds;
  CaptureRowPlace place{range.after->key, micros(range.after->time),
                        static_cast<std::int64_t>(range.after->sequence),
                        static_cast<std::int64_t>(range.after->hop)};
  if (range.backwards) {
    bounds.below = std::min(bounds.below, place);
  } else {
    ++place.hop;
    bounds.from = std::max(bounds.from, place);
  }
  return bounds;
}

Result<std::uint64_t> count_rows(SqliteConnection& connection, const CaptureRowBounds& bounds) {
  BFA_ASSIGN_OR_RETURN(const auto blocks, blocks_between(connection, bounds));
  if (blocks.empty()) return count_one_by_one(connection, bounds.from, bounds.below);
  BFA_ASSIGN_OR_RETURN(std::uint64_t count, count_one_by_one(connection, bounds.from, blocks.front().first));
  for (std::size_t i = 0; i + 1 < blocks.size(); ++i) count += static_cast<std::uint64_t>(blocks[i].captures);
  BFA_ASSIGN_OR_RETURN(const std::uint64_t last,
                       count_one_by_one(connection, blocks.back().first, bounds.below));
  return count + last;
}

Status skip_blocks(SqliteConnection& connection, CaptureRange& range) {
  const auto bounds = bounds_of(range);
  if (!bounds || range.skip == 0) return {};
  BFA_ASSIGN_OR_RETURN(auto blocks, blocks_between(connection, *bounds));
  if (blocks.empty()) return {};
  std::uint64_t left = range.skip;
  const CaptureRowPlace& near = range.backwards ? blocks.back().first : bounds->from;
  const CaptureRowPlace& far = range.backwards ? bounds->below : blocks.front().first;
  BFA_ASSIGN_OR_RETURN(const std::uint64_t part, count_one_by_one(connection, near, far));
  if (left < part) return {};
  left -= part;
  std::size_t at = range.backwards ? blocks.size() - 1 : 0;
  if (range.backwards) {
    for (; at > 0 && left >= static_cast<std::uint64_t>(blocks[at - 1].captures); --at)
      left -= static_cast<std::uint64_t>(blocks[at - 1].captures);
  } else {
    for (; at + 1 < blocks.size() && left >= static_cast<std::uint64_t>(blocks[at].captures); ++at)
      left -= static_cast<std::uint64_t>(blocks[at].captures);
  }
  range.after = edge_of(blocks[at].first, range.backwards);
  range.skip = left;
  return {};
}

}  // namespace bfa
