// SPDX-License-Identifier: Apache-2.0
#include "container/packed_tar.h"

#include <array>

#include "base/try.h"
#include "bfa/io/compress.h"
#include "container/archive_reader.h"
#include "container/reading_source.h"
#include "container/signatures.h"
#include "container/tar_directory.h"

namespace bfa {
namespace {

constexpr std::size_t kHeader = 512;

Result<std::unique_ptr<Source>> unpacking(Packing packing, Source& packed) {
  if (packing == Packing::kGzip) return make_decoding_source(ContentCoding::kGzip, packed);
  if (packing == Packing::kZstd) return make_decoding_source(ContentCoding::kZstd, packed);
  return make_unpacking_source(packing, packed);
}

// Packings whose WARC files are read as they are, member by member.
bool read_by_member(Packing packing) {
  return packing == Packing::kGzip || packing == Packing::kZstd || packing == Packing::kLz4;
}

}  // namespace

Result<PackedContent> packed_content(const ReadableFile& file, std::string_view first) {
  const Packing packing = packing_of(first);
  if (packing == Packing::kNone) return PackedContent::kOther;
  ReadingSource packed(file);
  const auto source = unpacking(packing, packed);
  if (!source && source.error().code == Code::kIo) return source.error();
  if (!source) return PackedContent::kOther;
  std::array<std::byte, kHeader> header{};
  std::size_t used = 0;
  while (used < header.size()) {
    const auto got = (*source)->read(std::span(header).subspan(used));
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got || *got == 0) break;
    used += *got;
  }
  const std::string_view bytes(reinterpret_cast<const char*>(header.data()), used);
  if (is_tar_header(bytes)) return PackedContent::kTar;
  if (read_by_member(packing)) return PackedContent::kOther;
  if (bytes.starts_with("WARC/")) return PackedContent::kWarc;
  return bytes.starts_with("filedesc:") ? PackedContent::kArc : PackedContent::kOther;
}

Result<Blob> unpack_file(const ReadableFile& file, std::string_view first, PackedContent content,
                         const ContainerLimits& limits, Findings& findings) {
  ReadingSource packed(file);
  BFA_ASSIGN_OR_RETURN(const auto source, unpacking(packing_of(first), packed));
  const std::uint64_t most = limits.max_unpacked(file.size());
  BlobWriter out;
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = source->read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got) {
      findings.push_back({got.error().code,
                          content == PackedContent::kTar ? "tar_packing_broken" : "packing_broken",
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
