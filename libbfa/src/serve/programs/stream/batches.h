// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/serve/handler.h"
#include "bfa/subscribe/arrivals.h"
#include "serve/data/site_context.h"

namespace bfa {

// The history of an archive in batches that do not change. A cell is kCellSteps steps of the archive; within
// it a batch ends where the hour (UTC) changes in which articles arrived. So what a batch holds depends on
// its cell alone, whatever was taken out elsewhere. It is closed when nothing can be added to it any more.
// Source: IJS NewsFeed, "Data dissemination": batches in the order of arrival, closed by size or age, and
// made anew from the store at any time.
inline constexpr std::uint64_t kCellSteps = 256;

struct BatchName {
  std::uint64_t cell = 0;
  std::int64_t hour = 0;  // since 1970

  auto operator<=>(const BatchName&) const = default;
};
// "0000000005-2026013110".
std::string batch_name_text(const BatchName& name);
std::optional<BatchName> parse_batch_name(std::string_view text);

struct Batch {
  BatchName name;
  std::vector<ListedArrival> arrivals;
  UtcTime first_arrived{}, last_arrived{};
  bool closed = false;
  // Of what its arrivals are now. It changes when one was taken out, older captures came between, or versions
  // were compared anew.
  std::string tag;
};

// The batches of a cell, in order. Posts and comments; list pages are left out. `brief`: of the arrivals only
// what list_arrivals_in_brief() gives, which is enough for the tag.
Result<std::vector<Batch>> batches_of_cell(const SiteContext& context, const ArrivalTimes& times,
                                           std::uint64_t cell, bool brief);
// The cell of the first arrival in `cell` or a later one; nothing when there is none.
Result<std::optional<std::uint64_t>> next_cell(const SiteContext& context, std::uint64_t cell);

enum class BatchForm : std::uint8_t { kLines, kXml };
// The bytes of a batch: equal as long as its tag is. `gzip`: one gzip member.
Result<std::unique_ptr<ReplyStream>> batch_body(SiteContext context, ArrivalTimes times, Batch batch,
                                                BatchForm form, bool gzip);

}  // namespace bfa
