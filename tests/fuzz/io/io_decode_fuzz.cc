// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/io/compress.h"
#include "fuzz/fuzz_target.h"

// The first byte chooses the coding. What comes out stays under the limit, a larger limit gives the same
// beginning, and what encodes decodes.
BFA_FUZZ_TARGET(io_decode) {
  if (size == 0) return 0;
  const auto coding = static_cast<bfa::ContentCoding>(data[0] % 5);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string less;
  std::string more;
  const auto first = bfa::decode_content_into(coding, bytes, 1000, less);
  const auto second = bfa::decode_content_into(coding, bytes, 1u << 20, more);
  if (less.size() > 1000 || more.size() > (1u << 20)) std::abort();
  if (!more.starts_with(less)) std::abort();
  if (first.ok() && (!second.ok() || less != more)) std::abort();
  const auto member = bfa::gzip_member(bytes);
  if (!member) std::abort();
  const auto back = bfa::decode_content(bfa::ContentCoding::kGzip, *member, bytes.size());
  if (!back || *back != bytes) std::abort();
  return 0;
}
