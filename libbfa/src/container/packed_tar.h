// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "bfa/container/container.h"
#include "bfa/io/blob.h"

namespace bfa {

// True when `file`, whose first bytes are `first`, is packed by gzip or zstd and unpacks to a tar header.
// Errors: kIo.
Result<bool> is_packed_tar(const ReadableFile& file, std::string_view first);

// All bytes that it unpacks to; if it is cut or damaged they end there, with a finding. Errors: kIo, kLimit.
Result<Blob> unpack_tar(const ReadableFile& file, std::string_view first, const ContainerLimits& limits,
                        Findings& findings);

}  // namespace bfa
