// SPDX-License-Identifier: Apache-2.0
// Containers of all kinds: every member that is listed can be opened, or says why not, and none is read
// beyond the file.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "bfa/container/container.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/one_file.h"

BFA_FUZZ_TARGET(container) {
  bfa::fuzz::OneFile fs(std::string(data, data + size));
  bfa::ContainerLimits limits;
  limits.max_free_bytes = 1U << 20U;  // so that a bomb takes no time
  limits.max_entries = 10'000;
  const auto container = bfa::Container::open(fs, "fuzz", limits);
  if (!container) return 0;
  // What was unpacked is below the limit, also if members share it.
  const auto kind = (*container)->kind();
  const bool ranges = kind == bfa::ContainerKind::kZip || kind == bfa::ContainerKind::kTar;
  std::uint64_t total = 0;
  for (const auto& entry : (*container)->entries()) {
    if (!ranges && !entry.link && !entry.encrypted) total += entry.size;
  }
  if (total > limits.max_unpacked(size)) std::abort();
  std::byte buffer[512];
  std::size_t opened = 0;
  for (const auto& entry : (*container)->entries()) {
    if (++opened > 64) break;
    const auto file = (*container)->open_entry(entry);
    if (!file) continue;
    std::uint64_t at = 0;
    for (int parts = 0; parts < 64; ++parts) {
      const auto got = (*file)->read_at(at, buffer);
      if (!got || *got == 0) break;
      at += *got;
      if (entry.method == bfa::ContainerMethod::kStored && at > entry.size) std::abort();
    }
  }
  return 0;
}
