// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/warc/fixity_manifest.h"

// What is read is written, and read again, as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto manifest =
      bfa::parse_fixity_manifest(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!manifest) return 0;
  const auto again = bfa::parse_fixity_manifest(bfa::format_fixity_manifest(*manifest), "fuzz");
  if (!again || *again != *manifest) std::abort();
  return 0;
}
