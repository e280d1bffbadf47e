// SPDX-License-Identifier: Apache-2.0
#include "io/text_delta.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <memory>

namespace bfa {
namespace {

constexpr int kLevel = 3;
constexpr int kMinWindowLog = 10;
constexpr int kMaxWindowLog = 27;  // what a decoder of zstd allows without being asked
constexpr std::uint64_t kMaxText = std::uint64_t{1} << 27U;

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
};
struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};

Error damaged() {
  return Error{Code::kCorrupt, "the delta does not fit", {}, -1};
}

// Making a context costs more than a small delta: each thread keeps its own.
ZSTD_CCtx* compressor() {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeCompressor> context(ZSTD_createCCtx());
  return context.get();
}

ZSTD_DCtx* decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(ZSTD_createDCtx());
  return context.get();
}

}  // namespace

Result<std::string> make_delta(std::string_view base, std::string_view text) {
  if (base.size() + text.size() >= kMaxText)
    return Error{Code::kUnsupported, "too large for a delta", {}, -1};
  ZSTD_CCtx* const context = compressor();
  if (context == nullptr) return Error{Code::kIo, "out of memory", {}, -1};
  // The window must reach from the end of the text to the start of the base.
  const int window =
      std::clamp(static_cast<int>(std::bit_width(base.size() + text.size())), kMinWindowLog, kMaxWindowLog);
  ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_refPrefix(context, base.data(), base.size());
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size());
  if (ZSTD_isError(size) != 0) return Error{Code::kIo, ZSTD_getErrorName(size), {}, -1};
  out.resize(size);
  return out;
}

Result<std::string> apply_delta(std::string_view base, std::string_view delta) {
  const unsigned long long size = ZSTD_getFrameContentSize(delta.data(), delta.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size >= kMaxText)
    return damaged();
  ZSTD_DCtx* const context = decompressor();
  if (context == nullptr) return Error{Code::kIo, "out of memory", {}, -1};
  ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_DCtx_refPrefix(context, base.data(), base.size());
  std::string out(size, '\0');
  const std::size_t made = ZSTD_decompressDCtx(context, out.data(), out.size(), delta.data(), delta.size());
  if (ZSTD_isError(made) != 0 || made != out.size()) return damaged();
  return out;
}

}  // namespace bfa
