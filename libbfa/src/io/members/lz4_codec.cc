// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "io/members/member_codec.h"

#if defined(BFA_WITH_LZ4)
#include <lz4frame.h>
#endif

namespace bfa {

#if defined(BFA_WITH_LZ4)
namespace {

class Lz4Codec final : public MemberCodec {
 public:
  Lz4Codec() {
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context_, LZ4F_VERSION)) != 0) context_ = nullptr;
  }
  ~Lz4Codec() override { LZ4F_freeDecompressionContext(context_); }
  Lz4Codec(const Lz4Codec&) = delete;
  Lz4Codec& operator=(const Lz4Codec&) = delete;
  bool ready() const noexcept { return context_ != nullptr; }

  std::string_view magic() const override { return std::string_view("\x04\x22\x4d\x18", 4); }
  const MemberNames& names() const override {
    static constexpr MemberNames kNames = {"lz4 frame", "lz4_checksum", "lz4_data", "lz4_frame_truncated",
                                           "not_lz4"};
    return kNames;
  }
  std::uint64_t decoded_size(std::string_view /*in*/) const override { return 0; }
  const char* lacks(std::string_view /*in*/) const override { return nullptr; }
  bool set_dictionary(std::string_view /*dictionary*/) override { return false; }

  // The frame format is made for streams: there is no call for whole frames.
  Step whole(std::string_view /*in*/, std::span<char> /*out*/) override { return {Outcome::kNoRoom, 0, 0}; }

  bool begin() override {
    LZ4F_resetDecompressionContext(context_);
    return true;
  }

  Step step(std::string_view in, std::span<char> out) override {
    std::size_t used = in.size();
    std::size_t made = out.size();
    const std::size_t left = LZ4F_decompress(context_, out.data(), &made, in.data(), &used, nullptr);
    if (LZ4F_isError(left) == 0) return {left == 0 ? Outcome::kDone : Outcome::kMore, used, made};
    const std::string_view name = LZ4F_getErrorName(left);
    const bool sum = name.find("hecksum") != std::string_view::npos;
    const bool memory = name.find("allocation") != std::string_view::npos;
    return {memory ? Outcome::kNoMemory : sum ? Outcome::kBadSum : Outcome::kBadData, 0, 0};
  }

 private:
  LZ4F_dctx* context_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<MemberCodec>> make_lz4_codec() {
  auto codec = std::make_unique<Lz4Codec>();
  if (!codec->ready()) return Error{Code::kIo, "out of memory", {}, -1};
  std::unique_ptr<MemberCodec> made = std::move(codec);
  return made;
}
#else
Result<std::unique_ptr<MemberCodec>> make_lz4_codec() {
  return Error{Code::kUnsupported, "lz4 file, which this build does not read", {}, -1};
}
#endif

}  // namespace bfa
