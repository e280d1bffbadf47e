// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes and the label: the text is valid UTF-8 and the encoding has a name.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "bfa/text/charset.h"
#include "bfa/text/utf8.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(text_charset) {
  static constexpr const char* kLabels[] = {"",       "utf-8", "shift_jis", "gb18030", "iso-2022-jp",
                                            "utf-16", "big5",  "euc-kr"};
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto context = static_cast<bfa::CharsetContext>(data[0] % 3);
  bfa::Findings findings;
  const auto decoded = bfa::decode_text(bytes, kLabels[data[0] / 3 % 8], context, findings);
  if (!bfa::is_valid_utf8(decoded.text) || decoded.encoding.empty()) std::abort();
  return 0;
}
