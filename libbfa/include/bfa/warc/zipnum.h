// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/io/file_system.h"

namespace bfa {

struct ZipNumOptions {
  std::string filename = "index.cdx.gz";  // of the blocks, as the secondary index names it
  std::size_t lines = 300;                // in a block
  int level = 6;                          // of gzip, 1 to 12
};

// Writes sorted CDXJ lines as ZipNum: the lines in gzip members of N lines each, and a secondary index with a
// line for each member: key and time of its first line, offset, length, SHA-256. Not thread-safe. Errors:
// those of the sinks, kInvalidArgument (options). Source: pywb, "Compressed Index"; facts rule 40.
class BFA_EXPORT ZipNumWriter {
 public:
  // Both sinks must outlive the writer, which does not finish them.
  ZipNumWriter(Sink& blocks, Sink& index, ZipNumOptions options = {});
  ~ZipNumWriter();
  ZipNumWriter(const ZipNumWriter&) = delete;
  ZipNumWriter& operator=(const ZipNumWriter&) = delete;

  // A line without its end; lines must come in order.
  Status add(std::string_view line);
  // The last block; call it once.
  Status finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
