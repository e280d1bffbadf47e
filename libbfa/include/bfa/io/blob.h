// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/io/sink.h"
#include "bfa/io/source.h"

namespace bfa {

// A body that can be read repeatedly: in memory up to a limit, otherwise in a spool file that is deleted
// with the last copy. Copies share the bytes, which never change (hence the shared pointer inside). Reading
// is thread-safe: each open() returns its own Source.
class BFA_EXPORT Blob {
 public:
  Blob();
  explicit Blob(std::string bytes);  // empty when memory runs out: size() is then 0

  std::uint64_t size() const noexcept;
  bool in_memory() const noexcept;

  // The bytes if they are in memory, otherwise empty. Valid as long as any copy of the blob.
  std::string_view memory() const noexcept;

  // A new Source at the first byte; it keeps the bytes alive. Errors: kIo.
  Result<std::unique_ptr<Source>> open() const;

  // All bytes. Errors: kIo, kLimit when size() > max_bytes.
  Result<std::string> read(std::uint64_t max_bytes) const;

 private:
  friend class BlobWriter;
  struct Data;
  std::shared_ptr<const Data> data_;
};

// Builds a Blob from pushed bytes. Not thread-safe.
class BFA_EXPORT BlobWriter {
 public:
  // `memory_limit`: bytes kept in memory before a spool file is made in `spool_dir` (empty: the system's
  // folder for temporary files). The file is unlinked once it is open, so that none remains after a crash.
  explicit BlobWriter(std::uint64_t memory_limit = 1u << 20, std::string spool_dir = {});
  ~BlobWriter();
  BlobWriter(BlobWriter&&) noexcept;
  BlobWriter& operator=(BlobWriter&&) noexcept;

  std::uint64_t size() const noexcept;
  Status write(std::string_view bytes);  // kIo
  Result<Blob> finish();                 // once, last

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
