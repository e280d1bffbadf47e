// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bfa/base/time.h"
#include "bfa/io/sink.h"
#include "bfa/io/source.h"

namespace bfa {

enum class ContainerFormat : std::uint8_t {
  kZip,     // deflated members
  kTar,     // pax, where ustar does not suffice
  kTarZst,  // the same, packed by zstd
  k7z       // LZMA, all members as one stream
};

// Writes a container, member after member. Equal calls give equal bytes: members are plain files of owner 0
// that all may read, with the time given, in whole seconds. Memory is constant but for the list of members,
// and the packing's own; 7z keeps the packed bytes in an unnamed file in the folder for temporary files until
// finish(). After an error all further calls return it, and the end that makes a container whole is never
// written; the caller then does not finish the sink. Not thread-safe.
class ContainerWriter {
 public:
  virtual ~ContainerWriter() = default;
  // Adds `size` bytes, all of `content`. `name`: UTF-8, "/" between folders, unique, not leading out of a
  // folder that it is unpacked to. Errors, with the member's name: kInvalidArgument (the name, or a content
  // of another size), kIo, those of the source and the sink.
  virtual Status add(const std::string& name, Source& content, std::uint64_t size, UtcTime time) = 0;
  // Writes the end; the last call. The sink is not finished.
  virtual Status finish() = 0;
};

// `sink` must outlive the writer. Errors: kIo (memory), kUnsupported (a packing that libarchive was built
// without).
Result<std::unique_ptr<ContainerWriter>> make_container_writer(ContainerFormat format, Sink& sink);

}  // namespace bfa
