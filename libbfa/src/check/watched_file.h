// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "bfa/io/digest.h"
#include "io/forwarding_file_system.h"

namespace bfa {

// Shows one file up to a length, and computes the digest of these bytes while a reader goes through them:
// each byte comes from the disk once. What the reader leaves out is read by finish(). One thread.
class WatchedFile : public ForwardingFileSystem {
 public:
  // `bytes`: the length that is shown. `inner` must outlive it.
  WatchedFile(FileSystem& inner, std::string path, std::uint64_t bytes, bool digest, std::stop_token stop);

  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override;
  Result<std::uint64_t> file_size(const std::string& path) override;

  // The SHA-256 in lower-case hexadecimal, of all bytes. Errors: kIo; kTruncated when the file ends before.
  Result<std::string> finish();

 private:
  class Reader;
  // Takes bytes that were read at `offset`.
  void take(std::uint64_t offset, std::span<const std::byte> bytes);
  Status read_up_to(const ReadableFile& file, std::uint64_t offset);

  const std::string path_;
  const std::uint64_t bytes_;
  const bool digest_;
  const std::stop_token stop_;
  Digester digester_{DigestAlgorithm::kSha256};
  std::uint64_t next_ = 0;  // bytes before it are in the digest
  std::vector<std::byte> buffer_;
};

// What a stopped check returns from within: never seen by the caller.
Error stopped_error();
bool is_stopped(const Error& error);

}  // namespace bfa
