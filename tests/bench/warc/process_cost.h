// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace bfa::bench {

// The cost of a piece of work in a separate process.
struct Cost {
  double cpu = 0;       // seconds, user and system, all threads
  double main_cpu = 0;  // of that, the thread that called the work
  double wall = 0;      // seconds
  long peak_kb = 0;     // largest resident size
  bool ok = false;      // the work reported success
};

// Runs `work` once in a child process. Its result decides Cost::ok.
Cost measure(const std::function<bool()>& work);

// The cheaper of two runs of the same work, by CPU time; not ok when either failed. Memory: the larger peak.
Cost better(const Cost& a, const Cost& b);

}  // namespace bfa::bench
