// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/container/container.h"
#include "bfa/io/blob.h"
#include "bfa/io/source.h"
#include "container/signatures.h"

// libarchive behind functions of our own. Its formats and filters are enabled one by one, never all: some run
// programs, and some take any text.
namespace bfa {

// The bytes that `packed` unpacks to, in constant memory but for the packing's dictionary. `packed` must
// outlive it. Errors of read, after the bytes that could be unpacked: kCorrupt, kTruncated, those of
// `packed`. Errors of the call: kIo, kUnsupported (gzip and zstd, which io decodes), kCorrupt.
Result<std::unique_ptr<Source>> make_unpacking_source(Packing packing, Source& packed);

// A zip member that is packed by bzip2, LZMA, zstd, xz or PPMd. `header`: its local header, with sizes and
// checksum. `data`: its packed bytes; must outlive the source. `crc`: of the unpacked bytes, if known. Errors
// as above, also for a wrong checksum, at the end.
Result<std::unique_ptr<Source>> make_zip_member_source(std::string header, Source& data,
                                                       std::optional<std::uint32_t> crc);

// Unpacks all members of a container of `kind` in one pass, one after the other, and fills `entries` with
// their places in the returned bytes. `path`: for `where`, in front of the member's name. A member that is
// damaged, truncated or encrypted is a finding; what could be read of it is kept. Errors: kIo, kLimit
// (nothing is kept), and, when there is no readable member at all, kCorrupt, kTruncated, kUnsupported.
Result<Blob> unpack_members(const ReadableFile& file, const std::string& path, ContainerKind kind,
                            const ContainerLimits& limits, std::vector<ContainerEntry>& entries,
                            Findings& findings);

}  // namespace bfa
