// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/websub/subscriber.h"

namespace bfa::websub {

// Seconds since 1970, UTC. 0: never.
using Seconds = std::int64_t;

// One subscription. The first part is kept durably.
struct Subscription {
  std::string feed_url, topic;
  std::vector<std::string> hubs;  // 1 to 4
  std::uint32_t hub = 0;          // that is in use
  std::string endpoint;           // where that hub redirected to; empty: nowhere
  std::string token, secret;      // the name in the callback address; the key of signatures
  std::string callback;           // the address that the hub knows
  HubPhase phase = HubPhase::kWanted;
  Seconds made = 0;
  Seconds due = 0;             // of the next step of the phase
  Seconds asked = 0;           // when the hub was asked last
  Seconds lease_end = 0;       // 0: no lease
  std::uint32_t failures = 0;  // in a row
  bool proven = false;         // a poll confirmed a push of this hub
  Seconds missed = 0;          // when a poll found what no push had told; 0: the hub keeps its word
  std::uint32_t empty = 0;     // news in a row that no poll confirmed
  std::uint64_t pushes = 0;
  HubLies lies;
  std::string denial;  // what the hub said

  // Not kept.
  std::uint64_t serial = 0;  // of the request that is under way; 0: none
  Seconds told = 0;          // when the feed was made due, until the next poll
  Seconds last_told = 0;
  Seconds minute = 0;  // in which pushes are counted
  int pushes_in_minute = 0;
  bool waiting = false;  // news that came within the interval
  int absent = 0;        // whole answers in a row without a hub
  int redirects = 0;     // of the requests since the last verification
  bool polled = true;    // since the start: what was pushed while nobody listened is known
};

// The record of a subscription, and back: docs/websub.md. Strict: what it accepts is written again as the
// same bytes. Errors: kCorrupt.
std::string encode_subscription(const Subscription& subscription);
Result<Subscription> decode_subscription(std::string_view bytes);

}  // namespace bfa::websub
