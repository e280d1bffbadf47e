// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "bfa/container/container.h"

namespace bfa {

// The members of a plain tar file. Fills entries and findings. Errors: kIo, kLimit. Source: POSIX.1-2017,
// pax.
Status read_tar(const ReadableFile& file, const ContainerLimits& limits, std::vector<ContainerEntry>& entries,
                Findings& findings);
// True if the first 512 bytes are a tar header with the correct checksum.
bool is_tar_header(std::string_view block);

}  // namespace bfa
