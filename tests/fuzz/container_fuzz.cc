// SPDX-License-Identifier: Apache-2.0
// Zip and tar directories: every member that is listed can be opened, or says why not, and none is read
// beyond the file.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "bfa/container/container.h"
#include "one_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bfa::fuzz::OneFile fs(std::string(data, data + size));
  const auto container = bfa::Container::open(fs, "fuzz");
  if (!container) return 0;
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
      if (entry.method == bfa::ContainerMethod::kStored && at > size) std::abort();
    }
  }
  return 0;
}
