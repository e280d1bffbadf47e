// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/http/fetcher.h"

namespace bfa::test {

// A fetcher for loopback without politeness, unless `options` says otherwise.
inline std::unique_ptr<Fetcher> make_fetcher(NetworkOptions options, bool allow_private = true,
                                             std::chrono::milliseconds delay = std::chrono::milliseconds(0)) {
  options.allow_private = allow_private;
  options.delay = delay;
  options.user_agent = "test-agent/1";
  auto fetcher = make_network_fetcher(std::move(options));
  EXPECT_TRUE(fetcher) << fetcher.error().message;
  return fetcher ? std::move(fetcher).value() : nullptr;
}

inline Fetched fetch(Fetcher& fetcher, FetchRequest request) {
  const Status status = fetcher.submit(std::move(request));
  EXPECT_TRUE(status.ok()) << status.error().message;
  auto answer = fetcher.next(std::chrono::seconds(30));
  EXPECT_TRUE(answer.has_value()) << "no answer in time";
  return answer ? std::move(*answer) : Fetched{};
}

inline std::string bytes(const Blob& blob) {
  return blob.read(64u << 20).value_or("unreadable");
}

inline bool has_finding(const Findings& findings, std::string_view id) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.id == id; });
}

}  // namespace bfa::test
