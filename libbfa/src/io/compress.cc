// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/compress.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <brotli/decode.h>
#include <libdeflate.h>
#include <zlib.h>
#include <zstd.h>

#include "base/guard.h"
#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kChunk = 65536;

Error corrupt(std::string_view coding, std::string_view what, std::size_t at) {
  return Error{Code::kCorrupt,
               std::string(coding) + " stream: " + std::string(what),
               {},
               static_cast<std::int64_t>(at)};
}

Error cut_short(std::string_view coding, std::size_t at) {
  return Error{Code::kTruncated,
               std::string(coding) + " stream ends before its end mark",
               {},
               static_cast<std::int64_t>(at)};
}

// Appends to `out`; returns kLimit at the first byte after `max_bytes`, and keeps the bytes that fit.
Status append_bounded(std::string& out, const void* data, std::size_t size, std::uint64_t max_bytes) {
  const std::uint64_t room = max_bytes - std::min<std::uint64_t>(out.size(), max_bytes);
  out.append(static_cast<const char*>(data), static_cast<std::size_t>(std::min<std::uint64_t>(size, room)));
  if (size <= room) return {};
  return Error{Code::kLimit, "decodes to more than " + std::to_string(max_bytes) + " bytes", {}, -1};
}

class Inflater {
 public:
  explicit Inflater(int window_bits) { ready_ = inflateInit2(&stream_, window_bits) == Z_OK; }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  bool ready() const { return ready_; }
  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

// One zlib, gzip or raw stream; `consumed` grows by the input used.
Status inflate_stream(int window_bits, std::string_view name, std::string_view bytes, std::uint64_t max_bytes,
                      std::string& out, std::size_t& consumed) {
  Inflater inflater(window_bits);
  if (!inflater.ready()) return Error{Code::kIo, "out of memory", {}, -1};
  z_stream& z = inflater.stream();
  std::array<unsigned char, kChunk> buffer;
  std::string_view input = bytes;
  for (;;) {
    const auto part = static_cast<unsigned>(std::min<std::size_t>(input.size(), 1U << 30U));
    z.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(input.data()));
    z.avail_in = part;
    z.next_out = buffer.data();
    z.avail_out = static_cast<unsigned>(buffer.size());
    const int code = inflate(&z, Z_NO_FLUSH);
    input.remove_prefix(part - z.avail_in);
    const std::size_t made = buffer.size() - z.avail_out;
    BFA_RETURN_IF_ERROR(append_bounded(out, buffer.data(), made, max_bytes));
    const std::size_t at = bytes.size() - input.size();
    if (code == Z_STREAM_END) {
      consumed += at;
      return {};
    }
    if (code == Z_MEM_ERROR) return Error{Code::kIo, "out of memory", {}, -1};
    if (code != Z_OK && code != Z_BUF_ERROR) return corrupt(name, z.msg != nullptr ? z.msg : "bad data", at);
    if (made == 0 && z.avail_in == part) return cut_short(name, at);
  }
}

// Usually a body is one member whose last four bytes are its size: libdeflate decodes it at once.
bool inflate_whole_gzip(std::string_view bytes, std::uint64_t max_bytes, std::string& out) {
  if (bytes.size() < 18) return false;
  const auto* tail = reinterpret_cast<const unsigned char*>(bytes.data() + bytes.size() - 4);
  const std::uint64_t size =
      tail[0] | (unsigned{tail[1]} << 8U) | (unsigned{tail[2]} << 16U) | (std::uint64_t{tail[3]} << 24U);
  if (size > max_bytes || size > std::uint64_t{bytes.size()} * 1032) return false;
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
      libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
  if (!decompressor) return false;
  std::string made(static_cast<std::size_t>(size), '\0');
  std::size_t used = 0;
  std::size_t got = 0;
  const auto code = libdeflate_gzip_decompress_ex(decompressor.get(), bytes.data(), bytes.size(), made.data(),
                                                  made.size(), &used, &got);
  if (code != LIBDEFLATE_SUCCESS || used != bytes.size() || got != made.size()) return false;
  out = std::move(made);
  return true;
}

Status decode_gzip(std::string_view bytes, std::uint64_t max_bytes, std::string& out) {
  if (inflate_whole_gzip(bytes, max_bytes, out)) return {};
  std::size_t at = 0;
  do {
    BFA_RETURN_IF_ERROR(inflate_stream(15 + 16, "gzip", bytes.substr(at), max_bytes, out, at));
    // Other bytes after the last member (padding, a server's line end) are not part of the body.
  } while (bytes.substr(at).starts_with("\x1f\x8b"));
  return {};
}

Status decode_deflate(std::string_view bytes, std::uint64_t max_bytes, std::string& out) {
  std::size_t consumed = 0;
  if (bytes.empty()) return cut_short("deflate", 0);
  const auto first = static_cast<unsigned char>(bytes[0]);
  const unsigned second = bytes.size() > 1 ? static_cast<unsigned char>(bytes[1]) : 0;
  const bool zlib = (first & 15U) == 8 && (first * 256U + second) % 31 == 0;
  return inflate_stream(zlib ? 15 : -15, "deflate", bytes, max_bytes, out, consumed);
}

Status decode_brotli(std::string_view bytes, std::uint64_t max_bytes, std::string& out) {
  const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> state(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance);
  if (!state) return Error{Code::kIo, "out of memory", {}, -1};
  const auto* next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::size_t avail_in = bytes.size();
  std::array<std::uint8_t, kChunk> buffer;
  for (;;) {
    std::uint8_t* next_out = buffer.data();
    std::size_t avail_out = buffer.size();
    const auto code =
        BrotliDecoderDecompressStream(state.get(), &avail_in, &next_in, &avail_out, &next_out, nullptr);
    BFA_RETURN_IF_ERROR(append_bounded(out, buffer.data(), buffer.size() - avail_out, max_bytes));
    const std::size_t at = bytes.size() - avail_in;
    if (code == BROTLI_DECODER_RESULT_SUCCESS) return {};
    if (code == BROTLI_DECODER_RESULT_ERROR) {
      return corrupt("br", BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state.get())), at);
    }
    if (code == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) return cut_short("br", at);
  }
}

Status decode_zstd(std::string_view bytes, std::uint64_t max_bytes, std::string& out) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (!context) return Error{Code::kIo, "out of memory", {}, -1};
  // RFC 9659: a content coding needs no window above 8 MiB.
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, 23);
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  std::array<unsigned char, kChunk> buffer;
  std::size_t left = 1;
  while (input.pos < input.size || left != 0) {
    ZSTD_outBuffer output{buffer.data(), buffer.size(), 0};
    const std::size_t before = input.pos;
    left = ZSTD_decompressStream(context.get(), &output, &input);
    if (ZSTD_isError(left) != 0) return corrupt("zstd", ZSTD_getErrorName(left), input.pos);
    BFA_RETURN_IF_ERROR(append_bounded(out, buffer.data(), output.pos, max_bytes));
    if (left != 0 && output.pos < output.size && input.pos == before) return cut_short("zstd", input.pos);
  }
  return {};
}

Status decode_any(ContentCoding coding, std::string_view bytes, std::uint64_t max_bytes, std::string& out) {
  switch (coding) {
    case ContentCoding::kIdentity:
      return append_bounded(out, bytes.data(), bytes.size(), max_bytes);
    case ContentCoding::kGzip:
      return decode_gzip(bytes, max_bytes, out);
    case ContentCoding::kDeflate:
      return decode_deflate(bytes, max_bytes, out);
    case ContentCoding::kBrotli:
      return decode_brotli(bytes, max_bytes, out);
    case ContentCoding::kZstd:
      return decode_zstd(bytes, max_bytes, out);
  }
  return Error{Code::kInvalidArgument, "unknown content coding", {}, -1};
}

}  // namespace

Status gzip_member_into(std::string_view bytes, int level, std::string& out) {
  return guarded([&]() -> Status {
    if (level < 1 || level > 12) return Error{Code::kInvalidArgument, "gzip level outside 1 to 12", {}, -1};
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(level), &libdeflate_free_compressor);
    if (!compressor) return Error{Code::kIo, "out of memory", {}, -1};
    const std::size_t before = out.size();
    out.resize(before + libdeflate_gzip_compress_bound(compressor.get(), bytes.size()));
    const std::size_t size = libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(),
                                                      out.data() + before, out.size() - before);
    out.resize(before + size);
    if (size == 0) return Error{Code::kInternal, "gzip bound was too small", {}, -1};
    return {};
  });
}

Result<std::string> gzip_member(std::string_view bytes, int level) {
  std::string out;
  BFA_RETURN_IF_ERROR(gzip_member_into(bytes, level, out));
  return out;
}

Status decode_content_into(ContentCoding coding, std::string_view bytes, std::uint64_t max_bytes,
                           std::string& out) {
  return guarded([&]() -> Status {
    out.clear();
    return decode_any(coding, bytes, max_bytes, out);
  });
}

Result<std::string> decode_content(ContentCoding coding, std::string_view bytes, std::uint64_t max_bytes) {
  std::string out;
  BFA_RETURN_IF_ERROR(decode_content_into(coding, bytes, max_bytes, out));
  return out;
}

}  // namespace bfa
