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

std::optional<std::vector<Subscription>> parse_request(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("v", 0) != 1) return std::nullopt;
  const auto list = json.find("add");
  if (list == json.end() || !list->is_array()) return std::nullopt;
  std::vector<Subscription> out;
  for (const auto& each : *list) {
    const auto url = each.is_object() ? each.find("url") : each.end();
    if (!each.is_object() || url == each.end() || !url->is_string()) return std::nullopt;
    Subscription subscription;
    subscription.url = url->get<std::string>();
    if (const auto title = each.find("title"); title != each.end() && title->is_string())
      subscription.title = title->get<std::string>();
    if (const auto feeds = each.find("feeds"); feeds != each.end() && feeds->is_array()) {
      for (const auto& feed : *feeds) {
        if (feed.is_string()) subscription.feeds.push_back(feed.get<std::string>());
      }
    }
    out.push_back(std::move(subscription));
  }
  return out;
}

}  // namespace

std::string queue_directory(const std::string& archive) {
  return archive + "/queue";
}

bool is_request(const std::string& name) {
  return name.ends_with(kSuffix);
}

Status put_request(FileSystem& fs, const std::string& archive, const std::vector<Subscription>& wanted) {
  nlohmann::ordered_json json = {{"v", 1}, {"add", nlohmann::ordered_json::array()}};
  for (const Subscription& subscription : wanted)
    json["add"].push_back(
        {{"url", subscription.url}, {"title", subscription.title}, {"feeds", subscription.feeds}});
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
