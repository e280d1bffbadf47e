// SPDX-License-Identifier: Apache-2.0
// Which capture stands nearest to an instant, and those around it.
#include <chrono>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/replay/replay.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostLookedAt = 1000;

// Captures of one key between two times.
CaptureRange range_of(const std::string& key, std::optional<UtcTime> from, std::optional<UtcTime> to,
                      bool backwards) {
  CaptureRange range;
  range.first = key;
  range.from = from;
  range.to = to;
  range.backwards = backwards;
  return range;
}

// One that leads to another spelling of its own address says nothing: what it leads to stands beside it.
bool leads_to_itself(const IndexedCapture& capture) {
  return !capture.redirect.empty() && surt_key(capture.redirect) == capture.key;
}

bool fits(const IndexedCapture& capture, CaptureWish wish) {
  if (leads_to_itself(capture)) return false;
  return wish == CaptureWish::kAny || capture.status < 400;
}

// The first of a range that fits.
Result<std::optional<IndexedCapture>> first_of(const SearchIndex& index, const CaptureRange& range,
                                               CaptureWish wish) {
  std::optional<IndexedCapture> found;
  BFA_RETURN_IF_ERROR(index.for_each_capture(range, [&](const IndexedCapture& capture) {
    if (!fits(capture, wish)) return true;
    found = capture;
    return false;
  }));
  return found;
}

UtcTime second_of(UtcTime time) {
  return std::chrono::floor<std::chrono::seconds>(time);
}

// Addresses of captures have whole seconds: within the same second all are at the instant.
Result<std::optional<IndexedCapture>> nearest_of_key(const SearchIndex& index, const std::string& key,
                                                     UtcTime at, CaptureWish wish) {
  const UtcTime second = second_of(at), next = second + std::chrono::seconds(1);
  const UtcTime last = next - std::chrono::microseconds(1);
  BFA_ASSIGN_OR_RETURN(auto earlier, first_of(index, range_of(key, std::nullopt, last, true), wish));
  if (earlier && earlier->time >= second) return earlier;
  BFA_ASSIGN_OR_RETURN(auto later, first_of(index, range_of(key, next, std::nullopt, false), wish));
  if (!earlier || (later && second_of(later->time) - second < second - second_of(earlier->time)))
    return later;
  return earlier;
}

}  // namespace

Result<std::optional<IndexedCapture>> nearest_capture(const SearchIndex& index, const std::string& url,
                                                      UtcTime at, CaptureWish wish) {
  return guarded([&]() -> Result<std::optional<IndexedCapture>> {
    const std::string key = surt_key(url);
    BFA_ASSIGN_OR_RETURN(auto found, nearest_of_key(index, key, at, wish));
    if (found) return found;
    const auto parsed = Url::parse(url);
    if (!parsed) return found;
    const std::string canonical = surt_key(canonical_url(*parsed).href());
    if (canonical == key) return found;
    return nearest_of_key(index, canonical, at, wish);
  });
}

Result<CaptureNeighbours> neighbours_of(const SearchIndex& index, const IndexedCapture& capture) {
  return guarded([&]() -> Result<CaptureNeighbours> {
    CaptureNeighbours around;
    const auto find = [&](std::optional<UtcTime> from, std::optional<UtcTime> to, bool backwards) {
      return first_of(index, range_of(capture.key, from, to, backwards), CaptureWish::kAny);
    };
    const std::chrono::microseconds step(1);
    BFA_ASSIGN_OR_RETURN(around.first, find(std::nullopt, std::nullopt, false));
    BFA_ASSIGN_OR_RETURN(around.previous, find(std::nullopt, capture.time - step, true));
    BFA_ASSIGN_OR_RETURN(around.next, find(capture.time + step, std::nullopt, false));
    BFA_ASSIGN_OR_RETURN(around.last, find(std::nullopt, std::nullopt, true));
    const auto all = range_of(capture.key, std::nullopt, std::nullopt, false);
    BFA_ASSIGN_OR_RETURN(const std::uint64_t rows, index.count_captures(all));
    around.count = static_cast<std::size_t>(rows);
    if (rows > kMostLookedAt) return around;
    BFA_RETURN_IF_ERROR(index.for_each_capture(all, [&](const IndexedCapture& other) {
      if (leads_to_itself(other)) --around.count;
      return true;
    }));
    return around;
  });
}

}  // namespace bfa
