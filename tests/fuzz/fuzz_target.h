// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace bfa::fuzz {

// Checks properties of an input, and aborts when one does not hold. Returns 0.
using Target = int (*)(const std::uint8_t* data, std::size_t size);

// Makes a target known to the program that replays inputs.
struct Registration {
  Registration(const char* name, Target target);
};

}  // namespace bfa::fuzz

// BFA_FUZZ_TARGET(name) { body }, with `data` and `size`. With BFA_LIBFUZZER the program of one target, else
// one of the targets of fuzz_replay. <name>_fuzz.cc has one.
#ifdef BFA_LIBFUZZER
#define BFA_FUZZ_TARGET(name) \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
#else
#define BFA_FUZZ_TARGET(name)                                               \
  static int fuzz_##name(const std::uint8_t* data, std::size_t size);       \
  static const bfa::fuzz::Registration known_as_##name(#name, fuzz_##name); \
  static int fuzz_##name(const std::uint8_t* data, std::size_t size)
#endif
