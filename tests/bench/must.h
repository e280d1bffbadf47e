// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "bfa/base/result.h"

namespace bfa::bench {

// What a benchmark does with an error: it says it, and ends.
[[noreturn]] inline void fail(const Error& error) {
  std::fprintf(stderr, "bench: %s\n", to_string(error).c_str());
  std::exit(1);
}

template <class T>
T must(Result<T> result) {
  if (!result) fail(result.error());
  return std::move(*result);
}

inline void must(const Status& status) {
  if (!status) fail(status.error());
}

}  // namespace bfa::bench
