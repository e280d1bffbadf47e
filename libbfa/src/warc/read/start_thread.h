// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace bfa {

// Starts a thread that runs `work` and adds it to `threads`. False when the system gives no more of them:
// those that there are then do it. `work` must not throw.
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
