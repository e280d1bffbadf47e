// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/container/container.h"
#include "io/read_range.h"

namespace bfa {

// `size` bytes little endian from `at`; `at + size` must be within `bytes`.
inline std::uint64_t little(std::string_view bytes, std::size_t at, unsigned size) {
  std::uint64_t value = 0;
  for (unsigned i = size; i-- > 0;) value = (value << 8U) | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Fill entries and findings from the file. Errors: kIo, kLimit.
Status read_zip(const ReadableFile& file, const ContainerLimits& limits, std::vector<ContainerEntry>& entries,
                Findings& findings);
Status read_tar(const ReadableFile& file, const ContainerLimits& limits, std::vector<ContainerEntry>& entries,
                Findings& findings);
// Where the data of a zip member begins, behind its local header.
Result<std::uint64_t> zip_data_offset(const ReadableFile& file, const ContainerEntry& entry);
bool is_zip_start(std::string_view bytes);
// True when the first 512 bytes are a tar header with the right sum.
bool is_tar_header(std::string_view block);

}  // namespace bfa
