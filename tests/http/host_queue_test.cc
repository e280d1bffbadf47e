// SPDX-License-Identifier: Apache-2.0
// Whose turn it is, with a clock that the test controls: delays that follow answers, slowed groups of hosts.
#include "http/host_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace bfa::http {
namespace {

using namespace std::chrono_literals;

struct Job {
  int number = 0;
};
using Queues = HostQueues<Job>;

constexpr Politeness kPolite{.max_connections = 4,
                             .max_connections_per_host = 1,
                             .delay = 1000ms,
                             .delay_factor = 2,
                             .max_delay = 30000ms,
                             .max_retry_after = 60000ms};
const SteadyTime kStart = SteadyTime{} + std::chrono::hours(24);

HopEnd end_of(HopEnd::Kind kind, SteadyTime started, Milliseconds took, std::string address = "192.0.2.1") {
  return {.kind = kind, .started = started, .now = started + took, .address = std::move(address)};
}

void add(Queues& queues, const std::string& host, int number = 0) {
  queues.add(host, std::make_unique<Job>(Job{number}), 0ms, false);
}

// Starts one job of `host` at `now` and ends it as `kind`.
void run_one(Queues& queues, const std::string& host, SteadyTime now, HopEnd::Kind kind, Milliseconds took,
             const std::string& address, std::optional<std::chrono::seconds> retry_after = {}) {
  add(queues, host);
  ASSERT_TRUE(queues.take(now));
  HopEnd end = end_of(kind, now, took, address);
  end.retry_after = retry_after;
  queues.finished(host, end);
}

// How long after `from` a job of `host` may start, in steps of 100 ms; 10 minutes at most.
Milliseconds wait_of(Queues& queues, const std::string& host, SteadyTime from) {
  add(queues, host);
  for (Milliseconds waited{0}; waited < 10min; waited += 100ms) {
    if (!queues.take(from + waited)) continue;
    queues.finished(host, end_of(HopEnd::Kind::kNotAsked, from + waited, 0ms));
    return waited;
  }
  return 10min;
}

struct DelayRow {
  const char* name;
  Milliseconds took;
  Milliseconds wait;  // from the start of the first request
};
class AdaptiveDelay : public testing::TestWithParam<DelayRow> {};
TEST_P(AdaptiveDelay, FollowsTheAnswersTime) {
  Queues queues(kPolite, 1);
  run_one(queues, "a.example", kStart, HopEnd::Kind::kServed, GetParam().took, "192.0.2.1");
  EXPECT_EQ(wait_of(queues, "a.example", kStart + GetParam().took) + GetParam().took, GetParam().wait);
}
INSTANTIATE_TEST_SUITE_P(House, AdaptiveDelay,
                         testing::Values(DelayRow{"FastHostsGetTheLeast", 100ms, 1000ms},
                                         DelayRow{"SlowHostsGetAMultiple", 3000ms, 6000ms},
                                         DelayRow{"VerySlowOnesTheCap", 20000ms, 30000ms}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(HostQueues, HostsDoNotWaitForEachOther) {
  Queues queues(kPolite, 1);
  for (const char* host : {"a.example", "b.example", "c.example"}) {
    add(queues, host, 1);
    add(queues, host, 2);
  }
  for (int i = 0; i < 3; ++i) {
    const auto job = queues.take(kStart);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->number, 1);
  }
  EXPECT_FALSE(queues.take(kStart + 1h));  // one connection a host
  EXPECT_EQ(queues.waiting(), 3u);
}

TEST(HostQueues, LimitOverAllHosts) {
  Queues queues(kPolite, 1);
  for (int i = 0; i < 6; ++i) add(queues, "h" + std::to_string(i) + ".example");
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(queues.take(kStart));
  EXPECT_FALSE(queues.take(kStart));
  EXPECT_FALSE(queues.next_due());
}

TEST(HostQueues, ErrorsDoubleTheDelayByChance) {
  std::vector<Milliseconds> waits;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Queues queues(kPolite, seed);
    SteadyTime now = kStart;
    for (int errors = 1; errors <= 3; ++errors) {
      run_one(queues, "a.example", now, HopEnd::Kind::kFailed, 0ms, "");
      const Milliseconds wait = wait_of(queues, "a.example", now);
      EXPECT_GE(wait, Milliseconds(500 << errors));
      EXPECT_LE(wait, Milliseconds(1100 << errors));
      if (errors == 3) waits.push_back(wait);
      now += 10min;
    }
    EXPECT_LE(wait_of(queues, "b.example", now), 0ms);  // its own trouble only
  }
  std::sort(waits.begin(), waits.end());
  EXPECT_GT(waits.back() - waits.front(), 2000ms);  // not in step
}

TEST(HostQueues, ManyErrorsReachTheCap) {
  Queues queues(kPolite, 7);
  SteadyTime now = kStart;
  for (int i = 0; i < 40; ++i) {
    run_one(queues, "a.example", now, HopEnd::Kind::kFailed, 0ms, "");
    now += 50s;
  }
  const Milliseconds wait = wait_of(queues, "a.example", now - 50s);
  EXPECT_GE(wait, 15000ms);
  EXPECT_LE(wait, 30000ms);
  run_one(queues, "a.example", now, HopEnd::Kind::kServed, 100ms, "192.0.2.1");
  EXPECT_EQ(wait_of(queues, "a.example", now), 1000ms);  // forgiven
}

struct GroupRow {
  const char* name;
  const char* other;          // host
  const char* other_address;  // known from a request before
  bool slowed;
};
class ServiceGroup : public testing::TestWithParam<GroupRow> {};
TEST_P(ServiceGroup, IsSlowedByAComplaint) {
  Queues queues(kPolite, 1);
  run_one(queues, GetParam().other, kStart, HopEnd::Kind::kServed, 100ms, GetParam().other_address);
  run_one(queues, "one.service.example", kStart + 2s, HopEnd::Kind::kComplained, 100ms, "192.0.2.1");
  const Milliseconds wait = wait_of(queues, GetParam().other, kStart + 2100ms);
  EXPECT_EQ(wait, GetParam().slowed ? 2000ms : 0ms);
}
INSTANTIATE_TEST_SUITE_P(House, ServiceGroup,
                         testing::Values(GroupRow{"SameDomain", "two.service.example", "192.0.2.9", true},
                                         GroupRow{"SameAddress", "blog.example", "192.0.2.1", true},
                                         GroupRow{"Neither", "blog.example", "192.0.2.9", false},
                                         GroupRow{"SuffixIsNoDomain", "other.example", "192.0.2.9", false}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(ServiceGroup, IsSpacedOutAsAWhole) {
  Queues queues(kPolite, 1);
  run_one(queues, "a.service.example", kStart, HopEnd::Kind::kComplained, 0ms, "192.0.2.1");
  const SteadyTime free = kStart + 2s;
  for (const char* host : {"b.service.example", "c.service.example", "d.service.example"}) add(queues, host);
  EXPECT_TRUE(queues.take(free));
  EXPECT_FALSE(queues.take(free + 1900ms));
  EXPECT_TRUE(queues.take(free + 2s));
  EXPECT_TRUE(queues.take(free + 4s));
}

TEST(ServiceGroup, ComplaintsDoubleAndGoodAnswersHalve) {
  Queues queues(kPolite, 1);
  SteadyTime now = kStart;
  for (const Milliseconds wait : {2000ms, 4000ms, 8000ms, 16000ms, 30000ms, 30000ms}) {
    run_one(queues, "a.example", now, HopEnd::Kind::kComplained, 0ms, "192.0.2.1");
    EXPECT_EQ(wait_of(queues, "b.a.example", now), wait);
    now += 2min;
  }
  EXPECT_EQ(queues.slowed_groups(), 2u);
  for (int i = 0; i < 6; ++i) {
    run_one(queues, "a.example", now, HopEnd::Kind::kServed, 0ms, "192.0.2.1");
    now += 2min;
  }
  add(queues, "a.example");
  EXPECT_TRUE(queues.take(now));
  EXPECT_EQ(queues.slowed_groups(), 0u);
}

struct RetryRow {
  const char* name;
  std::chrono::seconds asked;
  Milliseconds delay;  // of the crawl
  Milliseconds wait;
};
class RetryAfterHold : public testing::TestWithParam<RetryRow> {};
TEST_P(RetryAfterHold, HoldsTheGroup) {
  Politeness politeness = kPolite;
  politeness.delay = GetParam().delay;
  Queues queues(politeness, 1);
  run_one(queues, "a.example", kStart, HopEnd::Kind::kComplained, 0ms, "192.0.2.1", GetParam().asked);
  EXPECT_EQ(wait_of(queues, "www.a.example", kStart), GetParam().wait);
}
INSTANTIATE_TEST_SUITE_P(House, RetryAfterHold,
                         testing::Values(RetryRow{"Asked", 7s, 1000ms, 7000ms},
                                         RetryRow{"Cap", 3600s, 1000ms, 60000ms},
                                         RetryRow{"LessThanOurs", 1s, 1000ms, 2000ms},
                                         RetryRow{"WithoutADelayToo", 5s, 0ms, 5000ms}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(HostQueues, NothingIsKeptOfIdleHosts) {
  Queues queues(kPolite, 1);
  for (int i = 0; i < 1000; ++i)
    run_one(queues, "h" + std::to_string(i) + ".example", kStart + i * 1ms, HopEnd::Kind::kServed, 0ms,
            "192.0.2.1");
  EXPECT_EQ(queues.hosts(), 1000u);
  EXPECT_FALSE(queues.take(kStart + 2h));
  EXPECT_EQ(queues.hosts(), 0u);
}

}  // namespace
}  // namespace bfa::http
