// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/bounded_queue.h"
#include "base/parallel.h"
#include "base/thread_pool.h"

namespace bfa {
namespace {

TEST(House_BoundedQueue, KeepsOrderAndDrainsAfterClose) {
  BoundedQueue<int> queue(4);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(queue.push(i));
  EXPECT_EQ(queue.size(), 4u);
  queue.close();
  EXPECT_FALSE(queue.push(9));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(queue.pop(), i);
  EXPECT_EQ(queue.pop(), std::nullopt);
  EXPECT_EQ(queue.try_pop(), std::nullopt);
}

TEST(House_BoundedQueue, TryPopDoesNotWait) {
  BoundedQueue<std::unique_ptr<int>> queue(1);
  EXPECT_EQ(queue.try_pop(), std::nullopt);
  ASSERT_TRUE(queue.push(std::make_unique<int>(3)));
  const auto item = queue.try_pop();
  ASSERT_TRUE(item);
  EXPECT_EQ(**item, 3);
}

TEST(House_BoundedQueue, NeverHoldsMoreThanItsCapacity) {
  BoundedQueue<int> queue(2);
  std::thread producer([&] {
    for (int i = 0; i < 1000; ++i) queue.push(i);
    queue.close();
  });
  std::size_t largest = 0;
  int expected = 0;
  while (auto item = queue.pop()) {
    largest = std::max(largest, queue.size());
    EXPECT_EQ(*item, expected++);
  }
  producer.join();
  EXPECT_EQ(expected, 1000);
  EXPECT_LE(largest, 2u);
}

TEST(House_BoundedQueue, CloseWakesAPusherThatWaits) {
  BoundedQueue<int> queue(1);
  ASSERT_TRUE(queue.push(1));
  std::atomic<int> refused = 0;
  std::thread pusher([&] { refused = queue.push(2) ? 0 : 1; });
  queue.close();
  pusher.join();
  EXPECT_EQ(refused, 1);
}

TEST(House_ThreadPool, RunsEveryJobBeforeItEnds) {
  std::vector<int> seen(500, 0);
  {
    ThreadPool pool(3, 8);
    EXPECT_EQ(pool.thread_count(), 3u);
    for (std::size_t i = 0; i < seen.size(); ++i) pool.submit([&seen, i] { seen[i] += 1; });
  }
  EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), 0), 500);
  EXPECT_EQ(*std::max_element(seen.begin(), seen.end()), 1);
}

TEST(House_ThreadPool, ZeroMeansOnePerCore) {
  ThreadPool pool(0, 1);
  EXPECT_GE(pool.thread_count(), 1u);
}

TEST(House_ThreadPool, TakesAtMost256Threads) {
  const ThreadPool pool(100'000, 1);
  EXPECT_GT(pool.thread_count(), 0u);
  EXPECT_LE(pool.thread_count(), 256u);
}

TEST(House_ForEachNumber, CallsWithEachNumberOnce) {
  for (const std::size_t threads : {0, 1, 2, 7, 1000}) {
    std::vector<std::atomic<int>> seen(100);
    EXPECT_TRUE(for_each_number(seen.size(), threads, [&](std::size_t number) -> Status {
      ++seen[number];
      return {};
    }));
    for (const auto& times : seen) EXPECT_EQ(times, 1) << threads << " threads";
  }
  EXPECT_TRUE(
      for_each_number(0, 4, [](std::size_t) -> Status { return Error{Code::kInternal, "called", {}, -1}; }));
}

TEST(House_ForEachNumber, TwoThreadsWorkAtOnce) {
  std::atomic<int> begun = 0;
  EXPECT_TRUE(for_each_number(2, 2, [&](std::size_t) -> Status {
    ++begun;
    while (begun < 2) std::this_thread::yield();  // one thread alone would stay here
    return {};
  }));
}

TEST(House_ForEachNumber, GivesTheErrorOfTheLeastNumberAndBeginsNoMore) {
  for (const std::size_t threads : {1, 2, 4}) {
    std::atomic<int> calls = 0;
    const Status done = for_each_number(1'000'000, threads, [&](std::size_t number) -> Status {
      ++calls;
      if (number >= 3) return Error{Code::kCorrupt, std::to_string(number), {}, -1};
      return {};
    });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Code::kCorrupt);
    EXPECT_EQ(done.error().message, "3") << "every number below it was begun before";
    EXPECT_LE(calls, 3 + static_cast<int>(threads));
  }
}

TEST(House_ForEachNumber, AnExceptionIsAnError) {
  for (const std::size_t threads : {1, 3}) {
    const Status done = for_each_number(
        9, threads, [](std::size_t) -> Status { throw std::runtime_error("thrown in a thread"); });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Code::kInternal);
    EXPECT_NE(done.error().message.find("thrown in a thread"), std::string::npos);
  }
}

}  // namespace
}  // namespace bfa
