// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/cdx_rows.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/try.h"
#include "serve/programs/step_records.h"
#include "warc/read/capture_groups.h"

namespace bfa {
namespace {

constexpr std::size_t kCapturesAtOnce = 256;
constexpr std::size_t kLooked = 10'000;        // captures in one call of next()
constexpr std::size_t kRecordCost = 50;        // a record that is read, in captures that are looked at
constexpr std::size_t kMostDigests = 100'000;  // of one key, for the count of duplicates

std::chrono::microseconds distance(UtcTime a, UtcTime b) {
  return a < b ? b - a : a - b;
}

}  // namespace

Result<const IndexedCapture*> CaptureFeed::peek() {
  while (ready_.empty() && more_) {
    BFA_ASSIGN_OR_RETURN(more_, cursor_.read(kCapturesAtOnce, [&](const IndexedCapture& capture) {
      ready_.push_back(capture);
      return true;
    }));
  }
  return ready_.empty() ? nullptr : &ready_.front();
}

Result<std::optional<IndexedCapture>> CaptureFeed::take() {
  BFA_ASSIGN_OR_RETURN(const IndexedCapture* next, peek());
  std::optional<IndexedCapture> capture;
  if (next == nullptr) return capture;
  capture = std::move(ready_.front());
  ready_.pop_front();
  return capture;
}

CdxRows::CdxRows(const SiteContext& context, const CdxQuery& query)
    : query_(query),
      archive_(context.archive),
      waits_(query.show_resume_key || query.has(CdxField::kSkipCount) || query.has(CdxField::kEndTimestamp)),
      from_end_(query.last > 0 && query.collapses.empty() && !waits_ && !query.has(CdxField::kDupeCount)),
      reads_redirect_(query.reads_redirect()),
      failed_(open(context)) {}

Status CdxRows::open(const SiteContext& context) {
  std::vector<CaptureRange> ranges = query_.ranges;
  if (query_.page) {
    std::uint64_t skip = *query_.page * query_.page_blocks * CdxQuery::kBlockRows;
    captures_left_ = query_.page_blocks * CdxQuery::kBlockRows;
    for (CaptureRange& range : ranges) {
      range.skip = skip;
      if (&range == &ranges.back()) break;
      BFA_ASSIGN_OR_RETURN(const std::uint64_t count, context.index->count_captures(range));
      range.skip = std::min(skip, count);
      skip -= range.skip;
    }
  }
  if (from_end_) {
    std::reverse(ranges.begin(), ranges.end());
    for (CaptureRange& range : ranges) range.backwards = true;
  }
  if (query_.closest) {
    CaptureRange before = ranges.front(), after = ranges.front();
    const UtcTime last_before = *query_.closest;
    const UtcTime first_after = last_before + std::chrono::microseconds(1);
    before.backwards = true;
    before.to = before.to ? std::min(*before.to, last_before) : last_before;
    after.from = after.from ? std::max(*after.from, first_after) : first_after;
    later_.emplace(context.index, std::vector{std::move(after)});
    ranges.front() = std::move(before);
  }
  feed_.emplace(context.index, std::move(ranges));
  return {};
}

// Of those before and behind the time the nearer one; the older one when both are equally near.
Result<std::optional<IndexedCapture>> CdxRows::take_closest() {
  BFA_ASSIGN_OR_RETURN(const IndexedCapture* before, feed_->peek());
  BFA_ASSIGN_OR_RETURN(const IndexedCapture* after, later_->peek());
  if (before == nullptr) return later_->take();
  if (after == nullptr) return feed_->take();
  const bool is_before_nearer =
      distance(before->time, *query_.closest) <= distance(after->time, *query_.closest);
  return is_before_nearer ? feed_->take() : later_->take();
}

Result<std::optional<IndexedCapture>> CdxRows::take_capture() {
  if (captures_left_ && *captures_left_ == 0) return std::optional<IndexedCapture>();
  if (captures_left_) --*captures_left_;
  return later_ ? take_closest() : feed_->take();
}

// The row of an address that was redirected, of a step that an older program stored: it gets status and place
// of that answer, which the index lacks.
Status CdxRows::find_hop(IndexedCapture& capture) const {
  BFA_ASSIGN_OR_RETURN(const StepRecords step, records_of_step(*archive_, capture));
  const auto hop = std::find_if(step.records.begin(), step.records.end(), [&](const StepRecord& record) {
    return is_main_record(record.type) && record.url == capture.url && record.offset != capture.warc.offset;
  });
  const std::string file = std::exchange(capture.warc, WarcRef()).file;
  if (hop == step.records.end()) return {};
  capture.status = hop->status;
  capture.mime = hop->mime;
  capture.digest = hop->digest;
  capture.revisit = hop->type == WarcType::kRevisit;
  capture.warc = {file, hop->offset, hop->length, {}};
  return {};
}

// Where an answer leads that was a step of its own: its record says so. What cannot be read is unknown.
Status CdxRows::find_target(IndexedCapture& capture) {
  const int status = capture.status;
  const bool redirects = status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  if (!redirects || !capture.redirect.empty() || capture.warc.file.empty()) return {};
  budget_ -= std::min(budget_, kRecordCost);
  BFA_ASSIGN_OR_RETURN(capture.redirect, redirect_target(*archive_, capture));
  return {};
}

bool CdxRows::accepts(const CdxRow& row, bool with_redirect) const {
  return std::all_of(query_.filters.begin(), query_.filters.end(), [&](const CdxFilter& filter) {
    return filter.reads(CdxField::kRedirect) != with_redirect || filter.accepts(row, query_.resolve_revisits);
  });
}

Result<bool> CdxRows::fits(CdxRow& row) {
  if (row.capture.hop > 0 && row.capture.status == 0) BFA_RETURN_IF_ERROR(find_hop(row.capture));
  if (query_.resolve_revisits && row.capture.revisit && row.capture.hop == 0) {
    BFA_ASSIGN_OR_RETURN(row.original, archive_->original_of(row.capture.sequence));
  }
  if (!accepts(row, false)) return false;
  if (reads_redirect_) BFA_RETURN_IF_ERROR(find_target(row.capture));
  return accepts(row, true);
}

void CdxRows::count_duplicates(CdxRow& row) {
  if (!query_.has(CdxField::kDupeCount)) return;
  if (row.capture.key != counted_key_) digests_.clear();
  counted_key_ = row.capture.key;
  const std::uint64_t digest = std::hash<std::string>()(row.capture.digest);
  const auto at = digests_.find(digest);
  if (at != digests_.end()) {
    row.duplicates = ++at->second;
  } else if (digests_.size() < kMostDigests) {
    digests_.emplace(digest, 0);
  }
}

bool CdxRows::is_collapsed(const CdxRow& row) {
  if (query_.collapses.empty()) return false;
  std::vector<std::string> tokens;
  for (const CdxCollapse& collapse : query_.collapses) {
    std::string value = cdx_value(row, collapse.field, query_.resolve_revisits);
    if (collapse.length > 0 && value.size() > collapse.length) value.resize(collapse.length);
    tokens.push_back(std::move(value));
  }
  const bool collapsed = tokens == tokens_;
  tokens_ = std::move(tokens);
  return collapsed;
}

// A row; where it says what was skipped behind it, once the next one is known.
Result<CdxRows::Next> CdxRows::next_group(CdxRow& row) {
  while (!ended_) {
    if (budget_ == 0) return Next::kLater;
    --budget_;
    BFA_ASSIGN_OR_RETURN(auto capture, take_capture());
    if (!capture) {
      ended_ = true;
      break;
    }
    CdxRow candidate;
    candidate.end = capture->time;
    candidate.capture = std::move(*capture);
    const auto previous = std::exchange(last_read_, place_of(candidate.capture));
    BFA_ASSIGN_OR_RETURN(bool kept, fits(candidate));
    if (kept) {
      count_duplicates(candidate);
      kept = !is_collapsed(candidate);
    }
    if (!kept) {
      if (!group_) continue;
      ++group_->skipped;
      group_->end = candidate.capture.time;
      continue;
    }
    if (!waits_) {
      row = std::move(candidate);
      return Next::kRow;
    }
    const bool waited = group_.has_value();
    if (waited) row = std::move(*group_);
    group_ = std::move(candidate);
    before_group_ = previous;
    if (waited) return Next::kRow;
  }
  if (!group_) return Next::kEnd;
  row = std::move(*group_);
  group_.reset();
  return Next::kRow;
}

Result<CdxRows::Next> CdxRows::next_ordered(CdxRow& row) {
  while (query_.limit == 0 || given_ < query_.limit) {
    BFA_ASSIGN_OR_RETURN(const Next next, next_group(row));
    if (next != Next::kRow) return next;
    if (passed_ < query_.offset) {
      ++passed_;
      continue;
    }
    ++given_;
    return next;
  }
  // The row that waits is the first of the next answer.
  if (group_) rest_ = before_group_;
  return Next::kEnd;
}

// The last rows, in their order.
Result<CdxRows::Next> CdxRows::next_of_last(CdxRow& row) {
  while (!last_collected_) {
    BFA_ASSIGN_OR_RETURN(const Next next, next_group(row));
    if (next == Next::kLater) return next;
    last_collected_ = next == Next::kEnd;
    if (last_collected_) break;
    if (from_end_) {
      last_rows_.push_front(std::move(row));
      last_collected_ = last_rows_.size() == query_.last;
    } else {
      last_rows_.push_back(std::move(row));
      if (last_rows_.size() > query_.last) last_rows_.pop_front();
    }
  }
  if (last_rows_.empty()) return Next::kEnd;
  row = std::move(last_rows_.front());
  last_rows_.pop_front();
  return Next::kRow;
}

Result<CdxRows::Next> CdxRows::next(CdxRow& row) {
  if (!failed_) return failed_.error();
  budget_ = kLooked;
  return query_.last > 0 ? next_of_last(row) : next_ordered(row);
}

}  // namespace bfa
