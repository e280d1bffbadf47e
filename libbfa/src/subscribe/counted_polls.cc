// SPDX-License-Identifier: Apache-2.0
#include "subscribe/counted_polls.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/try.h"
#include "bfa/base/time.h"

namespace bfa {
namespace {

constexpr std::string_view kPrefix = "poll/c/";
constexpr const char* kDecision = "unrecorded-polls";
constexpr const char* kReason = "answers \"not modified\" to polls, counted and not recorded";

using Key = std::pair<std::string, std::string>;

std::string note_name(const Key& key) {
  return std::string(kPrefix) + key.first + '\n' + key.second;
}

std::string text_of(const CountedPolls::Count& count) {
  return std::to_string(count.answers) + " " + std::to_string(count.first.time_since_epoch().count()) + " " +
         std::to_string(count.last.time_since_epoch().count());
}

// Damaged notes count nothing.
bool read_count(std::string_view bytes, CountedPolls::Count& count) {
  const auto number = [&](auto& value) {
    const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), value);
    if (error != std::errc()) return false;
    bytes.remove_prefix(static_cast<std::size_t>(end - bytes.data()));
    if (bytes.starts_with(' ')) bytes.remove_prefix(1);
    return true;
  };
  std::int64_t first = 0, last = 0;
  if (!number(count.answers) || !number(first) || !number(last) || !bytes.empty()) return false;
  count.first = UtcTime(std::chrono::microseconds(first));
  count.last = UtcTime(std::chrono::microseconds(last));
  return true;
}

}  // namespace

Status CountedPolls::load(const Archive& archive) {
  return archive.for_each_note(std::string(kPrefix), [&](const std::string& name, const std::string& bytes) {
    const std::size_t line = name.find('\n');
    Count count;
    if (line != std::string::npos && read_count(bytes, count))
      counts_[{name.substr(kPrefix.size(), line - kPrefix.size()), name.substr(line + 1)}] = count;
    return true;
  });
}

Status CountedPolls::add(Archive& archive, const std::string& home, const std::string& feed, UtcTime time) {
  const Key key(home, feed);
  Count& count = counts_[key];
  if (count.answers++ == 0) count.first = time;
  count.last = std::max(count.last, time);
  return archive.put_note(note_name(key), text_of(count));
}

Status CountedPolls::record(Archive& archive, UtcTime now) {
  if (counts_.empty()) return {};
  std::map<std::string, nlohmann::ordered_json> by_blog;
  for (const auto& [key, count] : counts_) {
    by_blog[key.first].push_back({{"feed", key.second},
                                  {"answers", count.answers},
                                  {"first", format_rfc3339(count.first)},
                                  {"last", format_rfc3339(count.last)}});
  }
  std::vector<Decision> decisions;
  for (const auto& [home, feeds] : by_blog) {
    Decision decision;
    decision.kind = kDecision;
    decision.target = home;
    decision.value = feeds.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    decision.reason = kReason;
    decision.time = now;
    decisions.push_back(std::move(decision));
  }
  BFA_RETURN_IF_ERROR(archive.put_decisions(decisions));
  for (const auto& [key, count] : counts_) BFA_RETURN_IF_ERROR(archive.put_note(note_name(key), {}));
  counts_.clear();
  return {};
}

}  // namespace bfa
