// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/member_encoder.h"

namespace bfa {

// Makes zstd frames as the IIPC's extension for .warc.zst wants them: content size, checksum and, with a
// dictionary, its id. Equal calls give equal bytes. Not thread-safe.
class ZstdEncoder final : public MemberEncoder {
 public:
  // `level` 1 to 19; `dictionary`: as zstd trains it, or empty. Errors: kInvalidArgument, kIo (memory).
  static Result<std::unique_ptr<ZstdEncoder>> make(int level, std::string_view dictionary);
  ~ZstdEncoder() override;
  ZstdEncoder(const ZstdEncoder&) = delete;
  ZstdEncoder& operator=(const ZstdEncoder&) = delete;

  Status member(std::string_view bytes, std::string& out) override;
  Status begin(std::uint64_t size) override;
  Status update(std::string_view bytes, std::string& out) override;
  Status finish(std::string& out) override;

 private:
  struct Codec;
  explicit ZstdEncoder(std::unique_ptr<Codec> codec);
  Status push(std::string_view bytes, bool last, std::string& out);
  std::unique_ptr<Codec> codec_;
  MemberScratch scratch_;
};

// A dictionary of at most `max_bytes` for texts like `samples`; empty when they are too few or too small to
// gain from one.
std::string train_dictionary(const std::vector<std::string>& samples, std::size_t max_bytes);

// The skippable frame that a .warc.zst file with a dictionary begins with: the dictionary as one zstd frame
// with content size and checksum. Errors: kInternal.
Result<std::string> dictionary_frame(std::string_view dictionary);

}  // namespace bfa
