// SPDX-License-Identifier: Apache-2.0
#define ZSTD_STATIC_LINKING_ONLY  // ZSTD_getFrameHeader
#include <algorithm>

#include <zstd.h>
#include <zstd_errors.h>

#include "io/members/member_codec.h"

namespace bfa {
namespace {

constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
constexpr std::size_t kMaxDictionary = 64u << 20;

class ZstdCodec final : public MemberCodec {
 public:
  ZstdCodec() = default;
  ~ZstdCodec() override {
    ZSTD_freeDCtx(context_);
    ZSTD_freeDDict(dictionary_);
  }
  ZstdCodec(const ZstdCodec&) = delete;
  ZstdCodec& operator=(const ZstdCodec&) = delete;
  bool ready() const noexcept { return context_ != nullptr; }

  std::string_view magic() const override { return kMagic; }
  const MemberNames& names() const override {
    static constexpr MemberNames kNames = {"zstd frame", "zstd_checksum", "zstd_data", "zstd_frame_truncated",
                                           "not_zstd"};
    return kNames;
  }

  std::uint64_t decoded_size(std::string_view in) const override {
    const auto size = ZSTD_getFrameContentSize(in.data(), in.size());
    return size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ? 0 : size;
  }

  Step whole(std::string_view in, std::span<char> out) override {
    const std::size_t size = ZSTD_findFrameCompressedSize(in.data(), in.size());
    if (ZSTD_isError(size) != 0) return {};
    const std::size_t made =
        ZSTD_decompress_usingDDict(context_, out.data(), out.size(), in.data(), size, dictionary_);
    if (ZSTD_isError(made) == 0) return {Outcome::kDone, size, made};
    if (ZSTD_getErrorCode(made) == ZSTD_error_checksum_wrong) return whole_unchecked(in.substr(0, size), out);
    const bool room = ZSTD_getErrorCode(made) == ZSTD_error_dstSize_tooSmall;
    return {room ? Outcome::kNoRoom : Outcome::kMore, 0, 0};
  }

  bool begin() override {
    ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
    return ZSTD_isError(ZSTD_DCtx_refDDict(context_, dictionary_)) == 0;
  }

  Step step(std::string_view in, std::span<char> out) override {
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t left = ZSTD_decompressStream(context_, &output, &input);
    Step step{Outcome::kMore, input.pos, output.pos};
    if (ZSTD_isError(left) == 0) {
      if (left == 0) step.outcome = Outcome::kDone;
      return step;
    }
    const auto code = ZSTD_getErrorCode(left);
    step.outcome = code == ZSTD_error_memory_allocation ? Outcome::kNoMemory
                   : code == ZSTD_error_checksum_wrong  ? Outcome::kBadSum
                                                        : Outcome::kBadData;
    return step;
  }

  const char* lacks(std::string_view in) const override {
    ZSTD_frameHeader header;
    if (ZSTD_getFrameHeader(&header, in.data(), in.size()) != 0) return nullptr;
    if (header.frameContentSize == ZSTD_CONTENTSIZE_UNKNOWN) return "its content size";
    if (header.checksumFlag == 0) return "a checksum";
    if (dictionary_ != nullptr && header.dictID == 0) return "the id of its dictionary";
    return nullptr;
  }

  bool set_dictionary(std::string_view dictionary) override {
    ZSTD_freeDDict(dictionary_);
    dictionary_ = ZSTD_createDDict(dictionary.data(), dictionary.size());
    return dictionary_ != nullptr;
  }

 private:
  // The content of a frame with a wrong checksum may still be useful, if the caller knows that it is wrong.
  Step whole_unchecked(std::string_view frame, std::span<char> out) {
    ZSTD_DCtx_setParameter(context_, ZSTD_d_forceIgnoreChecksum, ZSTD_d_ignoreChecksum);
    const std::size_t made =
        ZSTD_decompress_usingDDict(context_, out.data(), out.size(), frame.data(), frame.size(), dictionary_);
    ZSTD_DCtx_setParameter(context_, ZSTD_d_forceIgnoreChecksum, ZSTD_d_validateChecksum);
    if (ZSTD_isError(made) != 0) return {};
    return {Outcome::kBadSum, frame.size(), made};
  }

  ZSTD_DCtx* context_ = ZSTD_createDCtx();
  ZSTD_DDict* dictionary_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<MemberCodec>> make_zstd_codec() {
  auto codec = std::make_unique<ZstdCodec>();
  if (!codec->ready()) return Error{Code::kIo, "out of memory", {}, -1};
  std::unique_ptr<MemberCodec> made = std::move(codec);
  return made;
}

Result<std::string> unpack_dictionary(std::string_view content) {
  if (!content.starts_with(kMagic)) return std::string(content);
  const auto size = ZSTD_getFrameContentSize(content.data(), content.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    return Error{Code::kCorrupt, "packed dictionary without its content size", {}, -1};
  }
  if (size > kMaxDictionary) {
    return Error{Code::kLimit, "dictionary of " + std::to_string(size) + " bytes", {}, -1};
  }
  std::string dictionary(static_cast<std::size_t>(size), '\0');
  const std::size_t made =
      ZSTD_decompress(dictionary.data(), dictionary.size(), content.data(), content.size());
  if (ZSTD_isError(made) != 0) {
    return Error{Code::kCorrupt, std::string("packed dictionary: ") + ZSTD_getErrorName(made), {}, -1};
  }
  dictionary.resize(made);
  return dictionary;
}

}  // namespace bfa
