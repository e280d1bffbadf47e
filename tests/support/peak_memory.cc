// SPDX-License-Identifier: Apache-2.0
#include "peak_memory.h"

#include <malloc.h>

#include <fstream>
#include <string>

namespace bfa::test {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

// A line of /proc/self/status in bytes.
std::optional<std::size_t> status(const std::string& name) {
  if (kSanitized) return std::nullopt;
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name)) return std::stoull(line.substr(name.size())) * 1024;
  }
  return std::nullopt;
}

}  // namespace

bool is_sanitized() {
  return kSanitized;
}

PeakMemory::PeakMemory() {
  ::malloc_trim(0);                               // what earlier tests freed is not in use
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak counts from here
  before_ = status("VmRSS:");
}

std::optional<std::size_t> PeakMemory::grown() const {
  const auto peak = status("VmHWM:");
  if (!before_ || !peak) return std::nullopt;
  return *peak > *before_ ? *peak - *before_ : 0;
}

}  // namespace bfa::test
