// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bfa/io/digest.h"
#include "bfa/io/file_system.h"

namespace bfa {

// Size and SHA-256 (lower-case hexadecimal) of a file.
struct Fixity {
  std::uint64_t size = 0;
  std::string sha256;
};

// A new file. The sink counts and hashes the written bytes.
class FileSink : public Sink {
 public:
  static Result<std::unique_ptr<FileSink>> create(FileSystem& fs, const std::string& path);

  Status write(std::span<const std::byte> src) override;
  Status finish() override;                         // syncs and closes
  const Fixity& fixity() const { return fixity_; }  // after finish()

 private:
  explicit FileSink(std::unique_ptr<WritableFile> file) : file_(std::move(file)) {}
  std::unique_ptr<WritableFile> file_;
  Digester digester_{DigestAlgorithm::kSha256};
  Fixity fixity_;
};

// Reads the file. Errors: kNotFound, kIo.
Result<Fixity> measure_file(FileSystem& fs, const std::string& path);

}  // namespace bfa
