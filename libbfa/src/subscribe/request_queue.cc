// SPDX-License-Identifier: Apache-2.0
#include "subscribe/request_queue.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/try.h"

namespace bfa {
namespace {

constexpr const char* kSuffix = ".request.json";
constexpr std::uint64_t kMaxBytes = 64u << 20;

// "01795862400123456-4711-0": by time, then process and count, so that no two are equal.
std::string new_name() {
  static std::atomic<unsigned> count{0};
  const auto now = std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
  char name[64];
  std::snprintf(name, sizeof name, "%017lld-%ld-%u", static_cast<long long>(now.time_since_epoch().count()),
                static_cast<long>(::getpid()), count++);
  return std::string(name) + kSuffix;
}

using Json = nlohmann::json;

std::string text_of(const Json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::vector<std::string> texts_of(const Json& json, const char* name) {
  std::vector<std::string> out;
  const auto list = json.find(name);
  if (list == json.end() || !list->is_array()) return out;
  for (const auto& each : *list) {
    if (each.is_string()) out.push_back(each.get<std::string>());
  }
  return out;
}

// Calls `take` for each object with a "url" in the list of that name. False: it is something else.
template <class Take>
bool for_each_target(const Json& json, const char* name, bool required, const Take& take) {
  const auto list = json.find(name);
  if (list == json.end()) return !required;
  if (!list->is_array()) return false;
  for (const auto& each : *list) {
    if (!each.is_object() || !each.contains("url") || !each["url"].is_string()) return false;
    take(each, each["url"].get<std::string>());
  }
  return true;
}

std::optional<RunRequest> parse_request(const std::string& text) {
  const auto json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("v", 0) != 1) return std::nullopt;
  RunRequest out;
  const bool known =
      for_each_target(
          json, "add", true,
          [&](const Json& each, std::string url) {
            out.add.push_back({std::move(url), texts_of(each, "feeds"), text_of(each, "title"), {}});
          }) &&
      for_each_target(json, "end", false,
                      [&](const Json& each, std::string url) {
                        out.end.push_back({std::move(url), text_of(each, "reason")});
                      }) &&
      for_each_target(json, "retry", false, [&](const Json& each, std::string url) {
        out.retry.push_back({std::move(url), text_of(each, "reason")});
      });
  if (!known) return std::nullopt;
  out.poll = texts_of(json, "poll");
  return out;
}

Json targets_json(const std::vector<RunRequest::Target>& targets) {
  Json list = Json::array();
  for (const auto& target : targets) list.push_back({{"url", target.url}, {"reason", target.reason}});
  return list;
}

}  // namespace

std::string queue_directory(const std::string& archive) {
  return archive + "/queue";
}

bool is_request(const std::string& name) {
  return name.ends_with(kSuffix);
}

Status put_request(FileSystem& fs, const std::string& archive, const RunRequest& wanted) {
  nlohmann::ordered_json json = {{"v", 1}, {"add", nlohmann::ordered_json::array()}};
  for (const Subscription& subscription : wanted.add)
    json["add"].push_back(
        {{"url", subscription.url}, {"title", subscription.title}, {"feeds", subscription.feeds}});
  if (!wanted.end.empty()) json["end"] = targets_json(wanted.end);
  if (!wanted.poll.empty()) json["poll"] = wanted.poll;
  if (!wanted.retry.empty()) json["retry"] = targets_json(wanted.retry);
  return write_file_atomically(fs, queue_directory(archive) + "/" + new_name(),
                               json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

Result<std::vector<Request>> waiting_requests(FileSystem& fs, const std::string& archive,
                                              Findings& findings) {
  std::vector<Request> out;
  BFA_ASSIGN_OR_RETURN(const auto names, fs.list(queue_directory(archive)));
  for (const auto& name : names) {
    if (!is_request(name)) continue;
    const std::string path = queue_directory(archive) + "/" + name;
    BFA_ASSIGN_OR_RETURN(const std::string text, read_file(fs, path, kMaxBytes));
    auto wanted = parse_request(text);
    if (wanted) {
      out.push_back({path, std::move(*wanted)});
      continue;
    }
    BFA_RETURN_IF_ERROR(fs.rename(path, path + ".bad"));
    findings.push_back(
        {Code::kCorrupt, "bad_request", "no request of a known form; renamed to .bad", -1, path});
  }
  return out;
}

}  // namespace bfa
