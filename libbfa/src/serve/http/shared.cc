// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "serve/http/connection.h"

namespace bfa::serve_http {
namespace {

using Failure = boost::system::error_code;

constexpr std::size_t kMostShown = 300;  // of a target

// Control characters, which would begin a line of their own or move the cursor, as "\x0a".
std::string on_one_line(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else {
      out.append("\\x").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 15U]);
    }
  }
  return out;
}

}  // namespace

Shared::Shared(ServeHandler& to, const HttpServerOptions& with, HostRules rules)
    : handler(to),
      options(with),
      hosts(std::move(rules)),
      // A connection has one job at a time: the IO thread never waits for room in the queue.
      pool(std::in_place, with.threads, with.max_connections + 64) {}

void Shared::wake_at(SteadyTime time) {
  if (time >= sweep_time) return;
  sweep_time = time;
  sweep.expires_at(time);
  sweep.async_wait([this](const Failure& failure) {
    if (failure) return;
    sweep_time = SteadyTime::max();
    const SteadyTime now = std::chrono::steady_clock::now();
    std::vector<std::shared_ptr<Connection>> late;
    SteadyTime next = SteadyTime::max();
    for (const auto& connection : open) {
      if (connection->deadline() <= now) {
        late.push_back(connection);
      } else {
        next = std::min(next, connection->deadline());
      }
    }
    for (const auto& connection : late) connection->expire();
    if (next != SteadyTime::max()) wake_at(next);
  });
}

// A body that would pass the limit alone may go out alone.
bool Shared::make_room_for(std::uint64_t bytes) {
  const std::uint64_t most = options.max_pending_bytes;
  const auto fits = [&](std::uint64_t held) { return held == 0 || (bytes <= most && held <= most - bytes); };
  if (fits(pending_bytes)) return true;
  const SteadyTime since = std::chrono::steady_clock::now() - options.stall_time;
  std::vector<std::shared_ptr<Connection>> stalled;
  std::uint64_t theirs = 0;
  for (const auto& connection : open) {
    if (connection->phase() != Connection::Phase::kWriting || connection->held() <= kLargeBody ||
        connection->progress() > since)
      continue;
    stalled.push_back(connection);
    theirs += connection->held();
  }
  // None is ended in vain.
  if (!fits(pending_bytes - theirs)) return false;
  std::sort(stalled.begin(), stalled.end(),
            [](const auto& a, const auto& b) { return a->progress() < b->progress(); });
  for (const auto& connection : stalled) {
    if (fits(pending_bytes)) break;
    connection->abort();
  }
  return true;
}

void Shared::log_failed_stream(std::string_view target, const Error& error) const {
  if (!options.log) return;
  std::string line = "serve: the stream of " + on_one_line(target.substr(0, kMostShown));
  line += " failed: " + on_one_line(to_string(error));
  options.log(LogLevel::kWarn, line);
}

}  // namespace bfa::serve_http
