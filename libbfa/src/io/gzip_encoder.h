// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

// Makes gzip members (no name, time 0), keeping its tables between them. Small ones in one go by libdeflate,
// large ones streamed by zlib; equal calls give equal bytes. Not thread-safe.
class GzipEncoder {
 public:
  // `level` 1 to 12 (zlib's best is 9). Errors: kInvalidArgument, kIo (memory).
  static Result<std::unique_ptr<GzipEncoder>> make(int level);
  ~GzipEncoder();
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  // Appends one member of `bytes` to `out`. Errors: kInternal.
  Status member(std::string_view bytes, std::string& out);

  // One member in parts: begin, update as often as wanted, finish. Each appends what is ready to `out`.
  // Errors: kIo (memory), kInternal.
  Status begin();
  Status update(std::string_view bytes, std::string& out);
  Status finish(std::string& out);

 private:
  struct Codec;
  explicit GzipEncoder(std::unique_ptr<Codec> codec);
  Status deflate_all(std::string_view bytes, int flush, std::string& out);
  std::unique_ptr<Codec> codec_;
};

}  // namespace bfa
