// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/time.h"
#include "bfa/io/sink.h"
#include "container/container_writer.h"

namespace bfa {

// Writes tar, tar.zst and 7z by libarchive. The caller keeps to the order begin, write..., end; after an
// error it makes no further call. A writer that is destroyed before finish() returned writes nothing more.
class ArchiveWriter {
 public:
  virtual ~ArchiveWriter() = default;
  virtual Status begin(const std::string& name, std::uint64_t size, UtcTime time) = 0;
  virtual Status write(std::string_view bytes) = 0;
  virtual Status end() = 0;
  virtual Status finish() = 0;
};

// `sink` must outlive the writer. Errors: kIo (memory), kUnsupported, kInvalidArgument (zip, which has a
// writer).
Result<std::unique_ptr<ArchiveWriter>> make_archive_writer(ContainerFormat format, Sink& sink);

}  // namespace bfa
