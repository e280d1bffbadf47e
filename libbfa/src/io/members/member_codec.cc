// SPDX-License-Identifier: Apache-2.0
#include "io/members/member_codec.h"

namespace bfa {

bool begins_skippable(std::string_view bytes) {
  return bytes.size() >= 4 && (static_cast<unsigned char>(bytes[0]) & 0xf0U) == 0x50U &&
         bytes.substr(1, 3) == "\x2a\x4d\x18";
}

MemberForm member_form(std::string_view first_bytes) {
  if (first_bytes.starts_with("\x1f\x8b")) return MemberForm::kGzip;
  if (first_bytes.starts_with("\x28\xb5\x2f\xfd") || begins_skippable(first_bytes)) return MemberForm::kZstd;
  if (first_bytes.starts_with("\x04\x22\x4d\x18")) return MemberForm::kLz4;
  return MemberForm::kPlain;
}

Result<std::unique_ptr<MemberCodec>> make_member_codec(MemberForm form) {
  switch (form) {
    case MemberForm::kZstd:
      return make_zstd_codec();
    case MemberForm::kLz4:
      return make_lz4_codec();
    case MemberForm::kGzip:
    case MemberForm::kPlain:
      break;
  }
  return make_gzip_codec();
}

}  // namespace bfa
