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
// Counts the memory that a list of members takes. Errors: kLimit.
class DirectoryBudget {
 public:
  explicit DirectoryBudget(const ContainerLimits& limits) : limits_(limits) {}
  Status add(const ContainerEntry& entry, std::uint64_t offset) {
    bytes_ += sizeof(ContainerEntry) + entry.name.size();
    if (++entries_ > limits_.max_entries)
      return Error{Code::kLimit,
                   "more than " + std::to_string(limits_.max_entries) + " members",
                   {},
                   static_cast<std::int64_t>(offset)};
    if (bytes_ > limits_.max_directory_bytes)
      return Error{Code::kLimit,
                   "a list of members of more than " + std::to_string(limits_.max_directory_bytes) + " bytes",
                   {},
                   static_cast<std::int64_t>(offset)};
    return {};
  }

 private:
  const ContainerLimits& limits_;
  std::uint64_t entries_ = 0, bytes_ = 0;
};

// Where the data of a zip member begins, behind its local header.
Result<std::uint64_t> zip_data_offset(const ReadableFile& file, const ContainerEntry& entry);
bool is_zip_start(std::string_view bytes);
// True when the first 512 bytes are a tar header with the right sum.
bool is_tar_header(std::string_view block);

}  // namespace bfa
