// SPDX-License-Identifier: Apache-2.0
// Notes of packages: any bytes give a note or an error; a note that was read is written and read again equal.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "package/aip/source_note.h"

namespace {

bfa::Result<bfa::SourceNote> read(std::string_view text) {
  const auto source = bfa::make_memory_source(text);
  return bfa::read_source_note(*source);
}

}  // namespace

BFA_FUZZ_TARGET(package_note) {
  const auto note = read({reinterpret_cast<const char*>(data), size});
  if (!note) return 0;
  const auto again = read(bfa::format_source_note(*note));
  if (!again || again->steps != note->steps || again->since != note->since) std::abort();
  return 0;
}
