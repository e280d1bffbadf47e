// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/mementos.h"

#include <chrono>
#include <utility>

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

constexpr std::chrono::microseconds kSecond = std::chrono::seconds(1), kTick(1);

}  // namespace

bool is_memento(const IndexedCapture& capture) {
  return capture.redirect.empty() || surt_key(capture.redirect) != capture.key;
}

UtcTime whole_second(UtcTime time) {
  return std::chrono::floor<std::chrono::seconds>(time);
}

Result<std::optional<IndexedCapture>> find_memento(const SearchIndex& index, const std::string& key,
                                                   std::optional<UtcTime> from, std::optional<UtcTime> to,
                                                   bool backwards) {
  CaptureRange range;
  range.first = key;
  range.from = from;
  range.to = to;
  range.backwards = backwards;
  std::optional<IndexedCapture> found;
  BFA_RETURN_IF_ERROR(index.for_each_capture(range, [&](const IndexedCapture& capture) {
    if (is_memento(capture)) found = capture;
    return !found;
  }));
  return found;
}

Result<std::string> memento_key(const SearchIndex& index, const std::string& url) {
  std::string key = surt_key(url);
  BFA_ASSIGN_OR_RETURN(const auto own, find_memento(index, key, {}, {}, false));
  if (own) return key;
  const auto parsed = Url::parse(url);
  if (!parsed) return key;
  std::string canonical = surt_key(canonical_url(*parsed).href());
  BFA_ASSIGN_OR_RETURN(const auto other, find_memento(index, canonical, {}, {}, false));
  return other ? canonical : key;
}

Result<std::optional<IndexedCapture>> nearest_memento(const SearchIndex& index, const std::string& key,
                                                      std::optional<UtcTime> time) {
  if (!time) return find_memento(index, key, {}, {}, true);
  const UtcTime wanted = whole_second(*time);
  BFA_ASSIGN_OR_RETURN(auto before, find_memento(index, key, {}, wanted + kSecond - kTick, true));
  if (before && whole_second(before->time) == wanted) return before;
  BFA_ASSIGN_OR_RETURN(auto after, find_memento(index, key, wanted + kSecond, {}, false));
  if (!before || !after) return before ? std::move(before) : std::move(after);
  const bool is_older_nearer = wanted - whole_second(before->time) <= whole_second(after->time) - wanted;
  return is_older_nearer ? std::move(before) : std::move(after);
}

Result<std::size_t> count_mementos(const SearchIndex& index, const std::string& key, std::size_t most) {
  CaptureRange range;
  range.first = key;
  std::size_t count = 0;
  BFA_RETURN_IF_ERROR(index.for_each_capture(range, [&](const IndexedCapture& capture) {
    count += is_memento(capture) ? 1 : 0;
    return count < most;
  }));
  return count;
}

}  // namespace bfa
