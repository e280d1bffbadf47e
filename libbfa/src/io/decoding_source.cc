// SPDX-License-Identifier: Apache-2.0
// Decodes content codings while reading.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/compress.h"
#include "io/raw_inflate.h"

namespace bfa {
namespace {

constexpr std::size_t kInput = 32768;

// Reads input for a decoder and detects its end.
class DecodingSource : public Source {
 public:
  explicit DecodingSource(Source& inner) : inner_(inner) {}

  Result<std::size_t> read(std::span<std::byte> dst) final {
    return guarded([&]() -> Result<std::size_t> { return read_decoded(dst); });
  }

 protected:
  struct Step {
    std::size_t used = 0, made = 0;
    bool end = false;  // of the coded stream
    const char* error = nullptr;
  };
  virtual Step step(std::string_view in, std::span<std::byte> dst) = 0;
  // After an end: true when another stream follows in `in`.
  virtual bool begins_again(std::string_view /*in*/) { return false; }
  virtual const char* name() const = 0;

 private:
  Result<std::size_t> read_decoded(std::span<std::byte> dst) {
    if (dst.empty() || ended_) return std::size_t{0};
    if (failed_) return *failed_;
    for (;;) {
      if (begin_ == end_ && !inner_done_) {
        BFA_ASSIGN_OR_RETURN(end_, inner_.read(std::as_writable_bytes(std::span(buffer_))));
        begin_ = 0;
        inner_done_ = end_ == 0;
      }
      const std::string_view in(buffer_.data() + begin_, end_ - begin_);
      if (at_end_) {
        ended_ = !begins_again(in);
        if (ended_) return std::size_t{0};
        at_end_ = false;
      }
      const Step made = step(in, dst);
      begin_ += made.used;
      total_ += made.used;
      if (made.error != nullptr) {
        fail(Code::kCorrupt, std::string(name()) + " stream: " + made.error);
      } else if (made.end) {
        at_end_ = true;
      } else if (made.made == 0 && made.used == 0 && inner_done_) {
        fail(Code::kTruncated, std::string(name()) + " stream ends before its end mark");
      }
      if (made.made != 0) return made.made;
      if (failed_) return *failed_;
    }
  }

  void fail(Code code, std::string message) {
    failed_ = Error{code, std::move(message), {}, static_cast<std::int64_t>(total_)};
  }

  Source& inner_;
  std::array<char, kInput> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t total_ = 0;
  bool inner_done_ = false, at_end_ = false, ended_ = false;
  std::optional<Error> failed_;
};

enum class Wrapping : std::uint8_t { kGzip, kDeflate, kRaw };

class InflateSource final : public DecodingSource {
 public:
  InflateSource(Source& inner, Wrapping wrapping) : DecodingSource(inner), wrapping_(wrapping) {}
  ~InflateSource() override {
    if (begun_) inflateEnd(&stream_);
  }
  InflateSource(const InflateSource&) = delete;
  InflateSource& operator=(const InflateSource&) = delete;

 private:
  const char* name() const override { return wrapping_ == Wrapping::kGzip ? "gzip" : "deflate"; }

  // "deflate" is a zlib stream by the standard, and a raw one from many servers.
  int window_bits(std::string_view in) const {
    if (wrapping_ == Wrapping::kGzip) return 15 + 16;
    if (wrapping_ == Wrapping::kRaw) return -15;
    const auto first = static_cast<unsigned char>(in[0]);
    const unsigned second = in.size() > 1 ? static_cast<unsigned char>(in[1]) : 0;
    return (first & 15U) == 8 && (first * 256U + second) % 31 == 0 ? 15 : -15;
  }

  Step step(std::string_view in, std::span<std::byte> dst) override {
    if (!begun_) {
      if (in.empty()) return {};
      begun_ = inflateInit2(&stream_, window_bits(in)) == Z_OK;
      if (!begun_) return {0, 0, false, "out of memory"};
    }
    stream_.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<unsigned>(in.size());
    const auto room = static_cast<unsigned>(std::min<std::size_t>(dst.size(), 1U << 30U));
    stream_.next_out = reinterpret_cast<unsigned char*>(dst.data());
    stream_.avail_out = room;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    Step made{in.size() - stream_.avail_in, room - stream_.avail_out, code == Z_STREAM_END, nullptr};
    if (code != Z_OK && code != Z_BUF_ERROR && code != Z_STREAM_END) {
      made.error = stream_.msg != nullptr ? stream_.msg : "bad data";
    }
    return made;
  }

  bool begins_again(std::string_view in) override {
    return wrapping_ == Wrapping::kGzip && in.starts_with("\x1f\x8b") && inflateReset(&stream_) == Z_OK;
  }

  Wrapping wrapping_;
  z_stream stream_{};
  bool begun_ = false;
};

class BrotliSource final : public DecodingSource {
 public:
  explicit BrotliSource(Source& inner)
      : DecodingSource(inner), state_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {}
  ~BrotliSource() override {
    if (state_ != nullptr) BrotliDecoderDestroyInstance(state_);
  }
  BrotliSource(const BrotliSource&) = delete;
  BrotliSource& operator=(const BrotliSource&) = delete;

 private:
  const char* name() const override { return "br"; }
  Step step(std::string_view in, std::span<std::byte> dst) override {
    if (state_ == nullptr) return {0, 0, false, "out of memory"};
    const auto* next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    std::size_t avail_in = in.size();
    auto* next_out = reinterpret_cast<std::uint8_t*>(dst.data());
    std::size_t avail_out = dst.size();
    const auto code =
        BrotliDecoderDecompressStream(state_, &avail_in, &next_in, &avail_out, &next_out, nullptr);
    Step made{in.size() - avail_in, dst.size() - avail_out, code == BROTLI_DECODER_RESULT_SUCCESS, nullptr};
    if (code == BROTLI_DECODER_RESULT_ERROR) {
      made.error = BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state_));
    }
    return made;
  }

  BrotliDecoderState* state_;
};

class ZstdSource final : public DecodingSource {
 public:
  explicit ZstdSource(Source& inner) : DecodingSource(inner), context_(ZSTD_createDCtx()) {
    // RFC 9659: a content coding needs no window above 8 MiB.
    if (context_ != nullptr) ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, 23);
  }
  ~ZstdSource() override { ZSTD_freeDCtx(context_); }
  ZstdSource(const ZstdSource&) = delete;
  ZstdSource& operator=(const ZstdSource&) = delete;

 private:
  const char* name() const override { return "zstd"; }
  Step step(std::string_view in, std::span<std::byte> dst) override {
    if (context_ == nullptr) return {0, 0, false, "out of memory"};
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    ZSTD_outBuffer output{dst.data(), dst.size(), 0};
    const std::size_t left = ZSTD_decompressStream(context_, &output, &input);
    if (ZSTD_isError(left) != 0) return {input.pos, output.pos, false, ZSTD_getErrorName(left)};
    return {input.pos, output.pos, left == 0, nullptr};
  }
  bool begins_again(std::string_view in) override { return !in.empty(); }

  ZSTD_DCtx* context_;
};

class ThroughSource final : public Source {
 public:
  explicit ThroughSource(Source& inner) : inner_(inner) {}
  Result<std::size_t> read(std::span<std::byte> dst) override { return inner_.read(dst); }

 private:
  Source& inner_;
};

std::unique_ptr<Source> make_source(ContentCoding coding, Source& inner) {
  switch (coding) {
    case ContentCoding::kGzip:
      return std::make_unique<InflateSource>(inner, Wrapping::kGzip);
    case ContentCoding::kDeflate:
      return std::make_unique<InflateSource>(inner, Wrapping::kDeflate);
    case ContentCoding::kBrotli:
      return std::make_unique<BrotliSource>(inner);
    case ContentCoding::kZstd:
      return std::make_unique<ZstdSource>(inner);
    case ContentCoding::kIdentity:
      break;
  }
  return std::make_unique<ThroughSource>(inner);
}

}  // namespace

Result<std::unique_ptr<Source>> make_decoding_source(ContentCoding coding, Source& inner) {
  return guarded([&]() -> Result<std::unique_ptr<Source>> { return make_source(coding, inner); });
}

Result<std::unique_ptr<Source>> make_raw_inflate_source(Source& inner) {
  return guarded([&]() -> Result<std::unique_ptr<Source>> {
    std::unique_ptr<Source> source = std::make_unique<InflateSource>(inner, Wrapping::kRaw);
    return source;
  });
}

}  // namespace bfa
