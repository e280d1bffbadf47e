// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/result.h"
#include "io/member_encoder.h"

namespace bfa {

// Makes gzip members (no name, time 0), keeping its tables between them. Small ones in one go by libdeflate,
// large ones streamed by zlib; equal calls give equal bytes. Not thread-safe.
class GzipEncoder final : public MemberEncoder {
 public:
  // `level` 1 to 12 (zlib's best is 9). Up to kFast, members of at most kShort bytes get level 1: of these a
  // higher one costs time and saves hardly a byte. Errors: kInvalidArgument, kIo (memory).
  static Result<std::unique_ptr<GzipEncoder>> make(int level);
  static constexpr int kFast = 4;
  static constexpr std::size_t kShort = 2048;
  ~GzipEncoder() override;
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  Status member(std::string_view bytes, std::string& out) override;
  Status begin(std::uint64_t size) override;
  Status update(std::string_view bytes, std::string& out) override;
  Status finish(std::string& out) override;
  // Appends all that update() holds back, so that what was given can be decoded. It costs a few bytes.
  Status flush(std::string& out);

 private:
  struct Codec;
  explicit GzipEncoder(std::unique_ptr<Codec> codec);
  Status deflate_all(std::string_view bytes, int flush, std::string& out);
  std::unique_ptr<Codec> codec_;
  MemberScratch scratch_;
};

}  // namespace bfa
