// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/warc/fixity_manifest.h"
#include "fuzz/fuzz_target.h"

// What is read is written, and read again, as the same.
BFA_FUZZ_TARGET(warc_manifest) {
  const auto manifest =
      bfa::parse_fixity_manifest(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!manifest) return 0;
  const auto again = bfa::parse_fixity_manifest(bfa::format_fixity_manifest(*manifest), "fuzz");
  if (!again || *again != *manifest) std::abort();
  return 0;
}
