// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "bfa/io/sink.h"
#include "bfa/warc/cdx_writer.h"

namespace bfa {

// Writes sorted CDXJ lines as ZipNum: gzip members of N lines each, and a secondary index with a line for
// each member: key and time of its first line, offset, length, SHA-256. Not thread-safe. Errors: those of the
// sinks, kInvalidArgument (options). Source: pywb, "Compressed Index".
class ZipNumWriter {
 public:
  // Both sinks must outlive the writer, which does not finish them.
  ZipNumWriter(Sink& blocks, Sink& index, ZipNumOptions options = {});
  ~ZipNumWriter();
  ZipNumWriter(const ZipNumWriter&) = delete;
  ZipNumWriter& operator=(const ZipNumWriter&) = delete;

  // A line without line end; lines must be sorted.
  Status add(std::string_view line);
  // Writes the last block; call it once.
  Status finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
