// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "bfa/container/container.h"
#include "bfa/io/blob.h"

namespace bfa {

// What a packed file unpacks to, by the first bytes of that.
enum class PackedContent : std::uint8_t {
  kOther,  // also WARC and ARC files packed by gzip, zstd or lz4: their readers need the packed bytes
  kTar,
  kWarc,
  kArc
};

// `first`: the first bytes of `file`. Errors: kIo.
Result<PackedContent> packed_content(const ReadableFile& file, std::string_view first);

// All bytes that it unpacks to; if it is cut or damaged they end there, with the finding `packing_broken`, or
// `tar_packing_broken` for `content` kTar. Errors: kIo, kLimit.
Result<Blob> unpack_file(const ReadableFile& file, std::string_view first, PackedContent content,
                         const ContainerLimits& limits, Findings& findings);

}  // namespace bfa
