// SPDX-License-Identifier: Apache-2.0
// A header put right is clean, says its length once, and putting it right again changes nothing.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "warc/write/header_edit.h"

namespace {

std::string mended(std::string_view raw, bool cut) {
  std::string out;
  bfa::append_mended_header(raw, 1234567890123, cut, out);
  return out;
}

}  // namespace

BFA_FUZZ_TARGET(warc_header) {
  const std::string raw = "WARC/1.1\r\n" + std::string(data, data + size);
  (void)bfa::is_clean_header(raw);
  for (const bool cut : {false, true}) {
    const std::string once = mended(raw, cut);
    if (!bfa::is_clean_header(once) || !once.ends_with("\r\n\r\n")) std::abort();
    if (once.find("1234567890123\r\n") == std::string::npos) std::abort();
    if (mended(once, cut) != once) std::abort();
  }
  return 0;
}
