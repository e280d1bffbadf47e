// SPDX-License-Identifier: Apache-2.0
#include "package/aip/fixity_events.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kMostEvents = 50;

std::string text(const nlohmann::json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::vector<std::string> texts(const nlohmann::json& json, const char* name) {
  std::vector<std::string> out;
  const auto at = json.find(name);
  if (at == json.end() || !at->is_array()) return out;
  for (const auto& one : *at) {
    if (one.is_string()) out.push_back(one.get<std::string>());
  }
  return out;
}

// docs/check.md has the members.
std::optional<PremisEvent> event_of(const std::string& value) {
  const auto json = nlohmann::json::parse(value, nullptr, false);
  if (!json.is_object()) return {};
  const auto bytes = json.find("bytes_read");
  if (bytes == json.end() || !bytes->is_number_unsigned() || bytes->get<std::uint64_t>() == 0) return {};
  const std::string result = text(json, "result");
  PremisEvent event;
  event.type = "fixity check";
  event.time = text(json, "began");
  if (event.time.empty()) return {};
  const std::string ended = text(json, "ended");
  if (!ended.empty() && ended != event.time) event.time += "/" + ended;
  event.outcome = result == "sound" ? "success" : result == "damaged" ? "fail" : result;
  event.files = texts(json, "files_checked");
  event.linked = !event.files.empty();
  event.detail = "bytes of WARC files read, compared with their digests: " + result;
  for (const std::string& problem : texts(json, "problems")) event.detail += "; " + problem;
  return event;
}

}  // namespace

Result<std::vector<PremisEvent>> fixity_events(const Archive& archive) {
  BFA_ASSIGN_OR_RETURN(const auto decisions, archive.decisions("check"));
  std::vector<PremisEvent> events;
  for (const Decision& decision : decisions) {
    if (auto event = event_of(decision.value)) events.push_back(std::move(*event));
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const PremisEvent& a, const PremisEvent& b) { return a.time < b.time; });
  if (events.size() > kMostEvents)
    events.erase(events.begin(), events.end() - static_cast<std::ptrdiff_t>(kMostEvents));
  return events;
}

}  // namespace bfa
