// SPDX-License-Identifier: Apache-2.0
#include "io/zstd_encoder.h"

#include <array>
#include <utility>

#include <zdict.h>
#include <zstd.h>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kFewestSamples = 16;

Error zstd_error(std::size_t code) {
  return Error{Code::kInternal, std::string("zstd: ") + ZSTD_getErrorName(code), {}, -1};
}

}  // namespace

struct ZstdEncoder::Codec {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CDict* dictionary = nullptr;
  Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
  ~Codec() {
    ZSTD_freeCCtx(context);
    ZSTD_freeCDict(dictionary);
  }
};

ZstdEncoder::ZstdEncoder(std::unique_ptr<Codec> codec) : codec_(std::move(codec)) {}
ZstdEncoder::~ZstdEncoder() = default;

Result<std::unique_ptr<ZstdEncoder>> ZstdEncoder::make(int level, std::string_view dictionary) {
  if (level < 1 || level > 19) return Error{Code::kInvalidArgument, "zstd level outside 1 to 19", {}, -1};
  auto codec = std::make_unique<Codec>();
  if (codec->context == nullptr) return Error{Code::kIo, "out of memory", {}, -1};
  if (!dictionary.empty() && ZDICT_getDictID(dictionary.data(), dictionary.size()) == 0) {
    return Error{Code::kInvalidArgument, "dictionary without an id, which its frames have to name", {}, -1};
  }
  ZSTD_CCtx_setParameter(codec->context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(codec->context, ZSTD_c_checksumFlag, 1);
  if (!dictionary.empty()) {
    codec->dictionary = ZSTD_createCDict(dictionary.data(), dictionary.size(), level);
    if (codec->dictionary == nullptr) return Error{Code::kIo, "out of memory", {}, -1};
    ZSTD_CCtx_refCDict(codec->context, codec->dictionary);
  }
  return std::unique_ptr<ZstdEncoder>(new ZstdEncoder(std::move(codec)));
}

Status ZstdEncoder::member(std::string_view bytes, std::string& out) {
  const std::span<char> room = scratch_.room(ZSTD_compressBound(bytes.size()));
  const std::size_t made =
      ZSTD_compress2(codec_->context, room.data(), room.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(made) != 0) return zstd_error(made);
  out.append(room.data(), made);
  return {};
}

Status ZstdEncoder::begin(std::uint64_t size) {
  ZSTD_CCtx_reset(codec_->context, ZSTD_reset_session_only);
  const std::size_t code = ZSTD_CCtx_setPledgedSrcSize(codec_->context, size);
  return ZSTD_isError(code) != 0 ? Status(zstd_error(code)) : Status();
}

Status ZstdEncoder::push(std::string_view bytes, bool last, std::string& out) {
  std::array<char, 65536> buffer;
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  for (;;) {
    ZSTD_outBuffer output{buffer.data(), buffer.size(), 0};
    const std::size_t left =
        ZSTD_compressStream2(codec_->context, &output, &input, last ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left) != 0) return zstd_error(left);
    out.append(buffer.data(), output.pos);
    if (last ? left == 0 : input.pos == input.size) return {};
  }
}

Status ZstdEncoder::update(std::string_view bytes, std::string& out) {
  return push(bytes, false, out);
}

Status ZstdEncoder::finish(std::string& out) {
  return push({}, true, out);
}

std::string train_dictionary(const std::vector<std::string>& samples, std::size_t max_bytes) {
  if (samples.size() < kFewestSamples) return {};
  std::string all;
  std::vector<std::size_t> sizes;
  for (const auto& sample : samples) {
    all += sample;
    sizes.push_back(sample.size());
  }
  std::string dictionary(max_bytes, '\0');
  const std::size_t made = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), all.data(),
                                                 sizes.data(), static_cast<unsigned>(sizes.size()));
  if (ZDICT_isError(made) != 0) return {};
  dictionary.resize(made);
  return dictionary;
}

Result<std::string> dictionary_frame(std::string_view dictionary) {
  constexpr std::string_view kMagic = "\x5d\x2a\x4d\x18";
  BFA_ASSIGN_OR_RETURN(const auto encoder, ZstdEncoder::make(3, {}));
  std::string content;
  BFA_RETURN_IF_ERROR(encoder->member(dictionary, content));
  std::string frame(kMagic);
  for (unsigned i = 0; i < 4; ++i) frame.push_back(static_cast<char>((content.size() >> (8 * i)) & 0xffU));
  return frame + content;
}

}  // namespace bfa
