// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "bfa/base/result.h"

namespace bfa {

// How many threads an option asks for: 0 means one per core. Errors: kInvalidArgument (more than 256).
inline Result<std::size_t> thread_count(std::size_t wanted) {
  constexpr std::size_t kMost = 256;
  if (wanted > kMost)
    return Error{Code::kInvalidArgument, "more than " + std::to_string(kMost) + " threads", {}, -1};
  if (wanted != 0) return wanted;
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMost);
}

// Starts a thread that runs `work` and adds it to `threads`. False if the system cannot start another: the
// existing ones then do the work. `work` must not throw.
template <class Work>
bool start_thread(std::vector<std::thread>& threads, Work&& work) {
  try {
    threads.emplace_back(std::forward<Work>(work));
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace bfa
