// SPDX-License-Identifier: Apache-2.0
#include "container/packed_tar.h"

#include <array>

#include "base/try.h"
#include "bfa/io/compress.h"
#include "container/reading_source.h"
#include "container/tar_directory.h"

namespace bfa {
namespace {

constexpr std::size_t kHeader = 512;

// The packing by the first bytes; kIdentity for forms that are not supported.
ContentCoding coding_of(std::string_view first) {
  if (first.starts_with("\x1f\x8b\x08")) return ContentCoding::kGzip;
  if (first.starts_with("\x28\xb5\x2f\xfd")) return ContentCoding::kZstd;
  return ContentCoding::kIdentity;
}

}  // namespace

Result<bool> is_packed_tar(const ReadableFile& file, std::string_view first) {
  const ContentCoding coding = coding_of(first);
  if (coding == ContentCoding::kIdentity) return false;
  ReadingSource packed(file);
  BFA_ASSIGN_OR_RETURN(const auto source, make_decoding_source(coding, packed));
  std::array<std::byte, kHeader> header{};
  std::size_t used = 0;
  while (used < header.size()) {
    const auto got = source->read(std::span(header).subspan(used));
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got || *got == 0) return false;
    used += *got;
  }
  return is_tar_header({reinterpret_cast<const char*>(header.data()), header.size()});
}

Result<Blob> unpack_tar(const ReadableFile& file, std::string_view first, const ContainerLimits& limits,
                        Findings& findings) {
  ReadingSource packed(file);
  BFA_ASSIGN_OR_RETURN(const auto source, make_decoding_source(coding_of(first), packed));
  const std::uint64_t most = limits.max_unpacked(file.size());
  BlobWriter out;
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = source->read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got) {
      findings.push_back({got.error().code,
                          "tar_packing_broken",
                          got.error().message + "; what unpacked before it is read",
                          got.error().offset,
                          {}});
    }
    if (!got || *got == 0) return out.finish();
    if (*got > most - out.size()) {
      return Error{Code::kLimit,
                   "unpacks to more than " + std::to_string(most) + " bytes, as bombs do",
                   {},
                   static_cast<std::int64_t>(packed.offset())};
    }
    BFA_RETURN_IF_ERROR(out.write({reinterpret_cast<const char*>(buffer.data()), *got}));
  }
}

}  // namespace bfa
