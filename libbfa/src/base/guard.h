// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "bfa/base/result.h"

namespace bfa {

// Runs `body` at a public entry point: memory that is not there becomes kIo, any other exception kInternal.
// `body` gives a Status or a Result, and so does this.
template <class Body>
auto guarded(Body&& body) -> decltype(body()) {
  try {
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc&) {
    return Error{Code::kIo, "out of memory", {}, -1};
  } catch (const std::exception& e) {
    return Error{Code::kInternal, std::string("unexpected exception: ") + e.what(), {}, -1};
  } catch (...) {
    return Error{Code::kInternal, "unexpected exception of an unknown type", {}, -1};
  }
}

}  // namespace bfa
