// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bfa/io/file_system.h"
#include "bfa/io/source.h"

// The CRC-32 that a zip file has of a member, compared with the bytes. Source: APPNOTE 6.3, 4.4.7.
namespace bfa {

// The bytes of `inner`. After the last one, and a wrong checksum, the error is kCorrupt.
std::unique_ptr<Source> make_checked_source(std::unique_ptr<Source> inner, std::uint32_t crc);

// The bytes of `inner`. When they were read in order from the first to the last, and the checksum is wrong,
// reading at their end is kCorrupt with `where`; other orders are not checked. Thread-safe if `inner` is.
std::unique_ptr<ReadableFile> make_checked_file(std::unique_ptr<ReadableFile> inner, std::uint32_t crc,
                                                std::string where);

}  // namespace bfa
