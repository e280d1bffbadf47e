// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/container/container.h"

namespace bfa {

// How a whole file is packed.
enum class Packing : std::uint8_t { kNone, kGzip, kZstd, kXz, kBzip2, kLzma, kLzip, kCompress, kLz4 };

constexpr std::size_t kSignatureBytes = 512;  // what `first` holds, unless the file is shorter

// The packing by the first bytes. One of lzma files, which have no signature, may be a mistake.
Packing packing_of(std::string_view first);

// The kind of a container that is unpacked member by member; none for zip, tar, packed and other files.
// Errors: kIo.
Result<std::optional<ContainerKind>> unpacked_kind(const ReadableFile& file, std::string_view first);

// The name of the one member of a packed WARC or ARC file: "a.warc" of "folder/a.warc.xz". `arc`: its content
// is an ARC file, for names that do not say so.
std::string packed_member_name(std::string_view path, bool arc);

}  // namespace bfa
