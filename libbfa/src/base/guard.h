// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "bfa/base/result.h"

namespace bfa {

// Marks that the thread runs a function of the library, as long as it lives. Only the outermost function may
// turn lost memory into an empty value: within the library an exception goes on to it, so that no function
// continues with a value that was lost. A thread that catches exceptions itself has one for its whole life.
class InLibrary {
 public:
  InLibrary() noexcept { ++depth_; }
  ~InLibrary() { --depth_; }
  InLibrary(const InLibrary&) = delete;
  InLibrary& operator=(const InLibrary&) = delete;

  static bool here() noexcept { return depth_ != 0; }

 private:
  static inline constinit thread_local int depth_ = 0;
};

// kInternal for an exception that no function is meant to throw. The message may be lost with the memory.
inline Error unexpected_exception(const char* what, const char* where) noexcept {
  try {
    return Error{Code::kInternal, std::string("unexpected exception: ") + what, where, -1};
  } catch (...) {
    return Error{Code::kInternal, "unexpected", where, -1};
  }
}

// kIo for what the system refused: a thread, for example.
inline Error refused_by_system(const char* what, const char* where) noexcept {
  try {
    return Error{Code::kIo, what, where, -1};
  } catch (...) {
    return Error{Code::kIo, "out of memory", where, -1};
  }
}

// Runs the body of a public function: std::bad_alloc and std::system_error (no thread, no file) become kIo,
// any other exception kInternal. `body` returns a Status or a Result. `where`: for the error; at most 15
// bytes, so that it needs no allocation.
template <class Body>
auto guarded(Body&& body, const char* where = "") -> decltype(body()) {
  try {
    const InLibrary inside;
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc&) {
    return Error{Code::kIo, "out of memory", where, -1};
  } catch (const std::system_error& e) {
    return refused_by_system(e.what(), where);
  } catch (const std::exception& e) {
    return unexpected_exception(e.what(), where);
  } catch (...) {
    return unexpected_exception("of an unknown type", where);
  }
}

// The same for a function that cannot return an error: `lost` makes what it returns instead, without memory.
// Called from within the library it lets the exception pass to the function that the program called.
template <class Body, class Lost>
auto guarded_or(Body&& body, Lost&& lost) -> decltype(body()) {
  try {
    const InLibrary inside;
    return std::forward<Body>(body)();
  } catch (...) {
    if (InLibrary::here()) throw;
    return std::forward<Lost>(lost)();
  }
}

// guarded_or with an empty value, which means unknown or none; with nothing for a body that returns nothing.
template <class Body>
auto guarded_or_empty(Body&& body) -> decltype(body()) {
  return guarded_or(std::forward<Body>(body), []() -> decltype(body()) { return decltype(body())(); });
}

}  // namespace bfa
