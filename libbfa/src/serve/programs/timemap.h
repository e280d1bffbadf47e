// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/serve/handler.h"

namespace bfa {

struct TimeMapEntry {
  std::string address;
  UtcTime time{};
};

// What a TimeMap says besides its mementos. All are addresses of this server, but for `original`.
struct TimeMapHead {
  std::string original, timegate;
  std::string link, json, cdxj;  // the TimeMap in each form
  TimeMapEntry first, last;
};

enum class TimeMapForm : std::uint8_t { kLink, kJson, kCdxj };
std::optional<TimeMapForm> parse_timemap_form(std::string_view name);  // "link", "json", "cdxj"

// The next mementos, in the order of time; an empty list is the end.
using TimeMapSource = std::function<Result<std::vector<TimeMapEntry>>()>;

// A streamed TimeMap: application/link-format (RFC 7089 section 5, RFC 6690), or the JSON and CDXJ forms of
// Memento aggregators.
ServeReply timemap_reply(TimeMapForm form, TimeMapHead head, TimeMapSource source);

}  // namespace bfa
