// SPDX-License-Identifier: Apache-2.0
// Inventories of OCFL objects: any bytes give an inventory or an error; one that was read is written and read
// again equal, and its paths stay within the object.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "package/ocfl/inventory.h"

BFA_FUZZ_TARGET(package_ocfl) {
  const auto inventory = bfa::parse_ocfl_inventory({reinterpret_cast<const char*>(data), size});
  if (!inventory) return 0;
  for (std::size_t number = 1; number <= inventory->versions.size(); ++number) {
    for (const auto& [logical, path] : inventory->files_of(number)) {
      if (logical.starts_with('/') || ("/" + logical + "/").find("/../") != std::string::npos) std::abort();
      if (("/" + path + "/").find("/../") != std::string::npos) std::abort();
    }
  }
  const std::string text = bfa::format_ocfl_inventory(*inventory);
  const auto again = bfa::parse_ocfl_inventory(text);
  if (!again || bfa::format_ocfl_inventory(*again) != text) std::abort();
  return 0;
}
