// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/container/container.h"

namespace bfa {

// The members of a zip file. Fills entries and findings. Errors: kIo, kLimit. Source: APPNOTE 6.3.
Status read_zip(const ReadableFile& file, const ContainerLimits& limits, std::vector<ContainerEntry>& entries,
                Findings& findings);
// Offset of a zip member's data, after its local header.
Result<std::uint64_t> zip_data_offset(const ReadableFile& file, const ContainerEntry& entry);
// A local header for the member's data alone, by what the directory says: sizes and checksum are in it, and
// its name is "m". Errors: kIo, kTruncated.
Result<std::string> zip_member_header(const ReadableFile& file, const ContainerEntry& entry);
// `size` bytes of a number from `at`, all of which must be within `bytes`; the method by its number and
// flags.
std::uint64_t zip_number(std::string_view bytes, std::size_t at, unsigned size);
ContainerMethod zip_method(std::uint64_t number, std::uint64_t flags);
bool is_zip_start(std::string_view bytes);

}  // namespace bfa
