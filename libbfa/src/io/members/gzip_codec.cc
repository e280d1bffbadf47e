// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <libdeflate.h>
#include <zlib.h>

#include "io/members/member_codec.h"

namespace bfa {
namespace {

class GzipCodec final : public MemberCodec {
 public:
  GzipCodec() { ready_ = whole_ != nullptr && inflateInit2(&stream_, 15 + 16) == Z_OK; }
  ~GzipCodec() override {
    libdeflate_free_decompressor(whole_);
    inflateEnd(&stream_);
  }
  GzipCodec(const GzipCodec&) = delete;
  GzipCodec& operator=(const GzipCodec&) = delete;
  bool ready() const noexcept { return ready_; }

  std::string_view magic() const override { return "\x1f\x8b\x08"; }
  const MemberNames& names() const override {
    static constexpr MemberNames kNames = {"gzip member", "gzip_crc", "gzip_data", "gzip_member_truncated",
                                           "not_gzip"};
    return kNames;
  }
  std::uint64_t decoded_size(std::string_view /*in*/) const override { return 0; }  // it is at the end
  const char* lacks(std::string_view /*in*/) const override { return nullptr; }
  bool set_dictionary(std::string_view /*dictionary*/) override { return false; }

  Step whole(std::string_view in, std::span<char> out) override {
    Step step;
    const auto code = libdeflate_gzip_decompress_ex(whole_, in.data(), in.size(), out.data(), out.size(),
                                                    &step.used, &step.made);
    if (code == LIBDEFLATE_SUCCESS) {
      step.outcome = Outcome::kDone;
      return step;
    }
    return {code == LIBDEFLATE_BAD_DATA ? Outcome::kMore : Outcome::kNoRoom, 0, 0};
  }

  bool begin() override { return inflateReset2(&stream_, 15 + 16) == Z_OK; }

  Step step(std::string_view in, std::span<char> out) override {
    constexpr std::size_t kMost = 1u << 30;
    stream_.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(in.data()));
    const auto given = static_cast<unsigned>(std::min(in.size(), kMost));
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<unsigned char*>(out.data());
    const auto room = static_cast<unsigned>(std::min(out.size(), kMost));
    stream_.avail_out = room;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    Step step{Outcome::kMore, given - stream_.avail_in, room - stream_.avail_out};
    if (code == Z_STREAM_END) {
      step.outcome = Outcome::kDone;
    } else if (code == Z_MEM_ERROR) {
      step.outcome = Outcome::kNoMemory;
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      const std::string_view message = stream_.msg != nullptr ? stream_.msg : "";
      const bool sum =
          message.find("check") != std::string_view::npos && message.find("header") == std::string_view::npos;
      step.outcome = sum ? Outcome::kBadSum : Outcome::kBadData;
    }
    return step;
  }

 private:
  libdeflate_decompressor* whole_ = libdeflate_alloc_decompressor();
  z_stream stream_{};
  bool ready_ = false;
};

}  // namespace

Result<std::unique_ptr<MemberCodec>> make_gzip_codec() {
  auto codec = std::make_unique<GzipCodec>();
  if (!codec->ready()) return Error{Code::kIo, "out of memory", {}, -1};
  std::unique_ptr<MemberCodec> made = std::move(codec);
  return made;
}

}  // namespace bfa
