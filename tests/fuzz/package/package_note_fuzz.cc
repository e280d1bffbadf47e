// SPDX-License-Identifier: Apache-2.0
// Notes of packages: any bytes give a note or an error; a note that was read is written and read again equal.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "package/aip/source_note.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto note = bfa::parse_source_note({reinterpret_cast<const char*>(data), size});
  if (!note) return 0;
  const auto again = bfa::parse_source_note(bfa::format_source_note(*note));
  if (!again || again->steps != note->steps || again->since != note->since) std::abort();
  return 0;
}
