// SPDX-License-Identifier: Apache-2.0
#include "io/gzip_encoder.h"

#include <algorithm>
#include <array>
#include <utility>

#include <libdeflate.h>
#include <zlib.h>

#include "base/try.h"

namespace bfa {

struct GzipEncoder::Codec {
  libdeflate_compressor* whole = nullptr;
  libdeflate_compressor* brief = nullptr;  // of short members; null: they are like others
  z_stream stream{};
  bool streaming = false;
  int level = 6;
  Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
  ~Codec() {
    libdeflate_free_compressor(whole);
    libdeflate_free_compressor(brief);
    if (streaming) deflateEnd(&stream);
  }
};

GzipEncoder::GzipEncoder(std::unique_ptr<Codec> codec) : codec_(std::move(codec)) {}
GzipEncoder::~GzipEncoder() = default;

Result<std::unique_ptr<GzipEncoder>> GzipEncoder::make(int level) {
  if (level < 1 || level > 12) return Error{Code::kInvalidArgument, "gzip level outside 1 to 12", {}, -1};
  auto codec = std::make_unique<Codec>();
  codec->level = level;
  codec->whole = libdeflate_alloc_compressor(level);
  const bool fast = level > 1 && level <= kFast;
  if (fast) codec->brief = libdeflate_alloc_compressor(1);
  if (codec->whole == nullptr || (fast && codec->brief == nullptr))
    return Error{Code::kIo, "out of memory", {}, -1};
  return std::unique_ptr<GzipEncoder>(new GzipEncoder(std::move(codec)));
}

Status GzipEncoder::member(std::string_view bytes, std::string& out) {
  const bool is_short = codec_->brief != nullptr && bytes.size() <= kShort;
  libdeflate_compressor* const compressor = is_short ? codec_->brief : codec_->whole;
  const std::span<char> room = scratch_.room(libdeflate_gzip_compress_bound(compressor, bytes.size()));
  const std::size_t size =
      libdeflate_gzip_compress(compressor, bytes.data(), bytes.size(), room.data(), room.size());
  if (size == 0) return Error{Code::kInternal, "gzip bound was too small", {}, -1};
  out.append(room.data(), size);
  return {};
}

Status GzipEncoder::begin(std::uint64_t /*size*/) {
  if (codec_->streaming) {
    deflateReset(&codec_->stream);
    return {};
  }
  if (deflateInit2(&codec_->stream, std::min(codec_->level, 9), Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    return Error{Code::kIo, "out of memory", {}, -1};
  }
  codec_->streaming = true;
  return {};
}

Status GzipEncoder::deflate_all(std::string_view bytes, int flush, std::string& out) {
  std::array<unsigned char, 65536> buffer;
  z_stream& z = codec_->stream;
  do {
    const auto part = static_cast<unsigned>(std::min<std::size_t>(bytes.size(), 1U << 30U));
    z.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
    z.avail_in = part;
    bytes.remove_prefix(part);
    int code = Z_OK;
    do {
      z.next_out = buffer.data();
      z.avail_out = static_cast<unsigned>(buffer.size());
      code = deflate(&z, bytes.empty() ? flush : Z_NO_FLUSH);
      if (code == Z_STREAM_ERROR) return Error{Code::kInternal, "gzip stream in a wrong state", {}, -1};
      out.append(reinterpret_cast<const char*>(buffer.data()), buffer.size() - z.avail_out);
    } while (z.avail_out == 0);
  } while (!bytes.empty());
  return {};
}

Status GzipEncoder::update(std::string_view bytes, std::string& out) {
  return deflate_all(bytes, Z_NO_FLUSH, out);
}

Status GzipEncoder::flush(std::string& out) {
  return deflate_all({}, Z_SYNC_FLUSH, out);
}

Status GzipEncoder::finish(std::string& out) {
  return deflate_all({}, Z_FINISH, out);
}

}  // namespace bfa
