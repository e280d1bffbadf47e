// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "bfa/base/export.h"
#include "bfa/io/source.h"

namespace bfa {

// A file that a METS document names, with what it says of it.
struct MetsFile {
  std::string href;           // of its FLocat, as written
  std::string checksum_type;  // "SHA-256", "MD5", ...
  std::string checksum;
  std::optional<std::uint64_t> size;
};

// Reads a METS document from start to end and calls `visit` for each file of its fileSec, and for each file
// with metadata that it refers to. Memory: 24 bytes for each ID and reference. Errors: kCorrupt with the
// offset (not well-formed, cut, a size that is no number, a reference to an ID that is not there), kLimit (a
// tag over 16 MB, more than 256 open elements), those of the source. Thread-safe. Source: METS 1.12.
BFA_EXPORT Status read_mets_files(Source& source, const std::function<Status(const MetsFile&)>& visit);

}  // namespace bfa
