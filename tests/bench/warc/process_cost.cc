// SPDX-License-Identifier: Apache-2.0
#include "process_cost.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace bfa::bench {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

Cost measure(const std::function<bool()>& work) {
  std::fflush(stdout);
  // Shared with the child: the time of its first thread.
  void* const shared =
      ::mmap(nullptr, sizeof(double), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return {};
  auto* const main_cpu = static_cast<double*>(shared);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    const bool ok = work();
    *main_cpu = thread_seconds();
    ::_exit(ok ? 0 : 1);
  }
  int status = 0;
  rusage usage{};
  Cost cost;
  cost.ok = child > 0 && ::wait4(child, &status, 0, &usage) == child && status == 0;
  cost.cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  cost.main_cpu = *main_cpu;
  cost.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  cost.peak_kb = usage.ru_maxrss;
  ::munmap(shared, sizeof(double));
  return cost;
}

Cost better(const Cost& a, const Cost& b) {
  Cost cost = a.cpu <= b.cpu ? a : b;
  cost.wall = std::min(a.wall, b.wall);
  cost.peak_kb = std::max(a.peak_kb, b.peak_kb);
  cost.ok = a.ok && b.ok;
  return cost;
}

}  // namespace bfa::bench
