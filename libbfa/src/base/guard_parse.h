// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "base/guard.h"

namespace bfa {

// guarded() for a parser whose error is an answer to its callers in the library: no URL, no date. Lost memory
// is no such answer. Within the library it passes on as an exception.
template <class Body>
auto guarded_parse(Body&& body) -> decltype(body()) {
  return guarded_or(std::forward<Body>(body), [] { return Error{Code::kIo, "out of memory", {}, -1}; });
}

}  // namespace bfa
