// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "bfa/base/result.h"

namespace bfa {

// Runs the body of a public function: std::bad_alloc becomes kIo, any other exception kInternal. `body`
// returns a Status or a Result. `where`: for the error; at most 15 bytes, so that it needs no allocation.
template <class Body>
auto guarded(Body&& body, const char* where = "") -> decltype(body()) {
  try {
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc&) {
    return Error{Code::kIo, "out of memory", where, -1};
  } catch (const std::exception& e) {
    return Error{Code::kInternal, std::string("unexpected exception: ") + e.what(), where, -1};
  } catch (...) {
    return Error{Code::kInternal, "unexpected exception of an unknown type", where, -1};
  }
}

// The same for a function without an error, whose empty result means unknown or absent.
template <class Body>
auto guarded_or_empty(Body&& body) noexcept -> decltype(body()) {
  try {
    return std::forward<Body>(body)();
  } catch (...) {
    return {};
  }
}

}  // namespace bfa
