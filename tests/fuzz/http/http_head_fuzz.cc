// SPDX-License-Identifier: Apache-2.0
// A head that parses ends within the input, parses alike without what follows, and does not parse when its
// last byte is missing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/http/message.h"
#include "fuzz/fuzz_target.h"

namespace {

using Parser = bfa::Result<bfa::HttpHead> (*)(std::string_view, bfa::Findings&);

void check(Parser parse, std::string_view bytes) {
  bfa::Findings findings;
  const auto whole = parse(bytes, findings);
  if (!whole) {
    if (whole.error().message.empty()) std::abort();
    return;
  }
  if (whole->size == 0 || whole->size > bytes.size() || bytes[whole->size - 1] != '\n') std::abort();
  bfa::Findings again;
  const auto alone = parse(bytes.substr(0, whole->size), again);
  if (!alone || alone->headers != whole->headers || alone->status != whole->status) std::abort();
  const auto cut = parse(bytes.substr(0, whole->size - 1), again);
  if (cut && cut->size >= whole->size) std::abort();
}

}  // namespace

BFA_FUZZ_TARGET(http_head) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(&bfa::parse_response_head, bytes);
  check(&bfa::parse_request_head, bytes);
  bfa::parse_media_type(bytes);
  return 0;
}
