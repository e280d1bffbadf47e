// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "bfa/base/result.h"

namespace bfa {

// Calls `work` with each number below `count`, in up to `threads` threads at once (0: one per core); by one
// thread in the caller's, in order. After an error no further number is begun; those that were begun end.
// Returns the error of the least number that has one. `work` may throw: std::bad_alloc becomes kIo, any other
// exception kInternal.
Status for_each_number(std::size_t count, std::size_t threads,
                       const std::function<Status(std::size_t)>& work);

}  // namespace bfa
