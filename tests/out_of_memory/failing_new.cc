// SPDX-License-Identifier: Apache-2.0
#include "out_of_memory/failing_new.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constinit thread_local long allocations_left = -1;  // negative: none fails
constinit thread_local bool failed = false;

}  // namespace

FailingNew::FailingNew(long allocations) noexcept {
  allocations_left = allocations;
  failed = false;
}

FailingNew::~FailingNew() {
  allocations_left = -1;
}

bool FailingNew::has_failed() const noexcept {
  return failed;
}

// These replace those of the whole program. All forms but the aligned ones, so that a sanitizer's own never
// meet them.
void* operator new(std::size_t size) {
  if (allocations_left == 0) {
    failed = true;
    throw std::bad_alloc();
  }
  if (allocations_left > 0) --allocations_left;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void* operator new[](std::size_t size) {
  return operator new(size);
}

void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
  return operator new(size, tag);
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

void operator delete[](void* memory) noexcept {
  std::free(memory);
}

void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

// These libraries leak when they have no memory. LeakSanitizer looks for a function of this name in the
// program.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();  // NOLINT
extern "C" const char* __lsan_default_suppressions() {                                        // NOLINT
  return "leak:libuchardet\nleak:libcld2\nleak:CLD2::\n";
}
