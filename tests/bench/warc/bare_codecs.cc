// SPDX-License-Identifier: Apache-2.0
#include "bare_codecs.h"

#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include <libdeflate.h>
#include <zlib.h>
#include <zstd.h>

#include "bfa/io/compress.h"

namespace bfa::bench {
namespace {

// Passes the file to `use` in parts of one megabyte; unused bytes are kept for the next call.
bool each_window(const std::string& path,
                 const std::function<std::size_t(const char*, std::size_t, bool)>& use) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  std::vector<char> window(4u << 20);
  std::size_t held = 0;
  for (bool end = false; !end || held != 0;) {
    const std::size_t got = std::fread(window.data() + held, 1, window.size() - held, file);
    end = got == 0;
    held += got;
    const std::size_t used = use(window.data(), held, end);
    if (used == 0 && end) break;
    std::memmove(window.data(), window.data() + used, held - used);
    held -= used;
  }
  std::fclose(file);
  return held == 0;
}

}  // namespace

bool bare_libdeflate(const std::string& path) {
  auto* decompressor = libdeflate_alloc_decompressor();
  std::vector<char> out(4u << 20);
  return each_window(path, [&](const char* data, std::size_t size, bool end) {
    std::size_t used = 0;
    while (size - used > (end ? 0 : 1u << 20)) {
      std::size_t in = 0;
      std::size_t made = 0;
      if (libdeflate_gzip_decompress_ex(decompressor, data + used, size - used, out.data(), out.size(), &in,
                                        &made) != LIBDEFLATE_SUCCESS) {
        break;
      }
      used += in;
    }
    return used;
  });
}

bool bare_zlib(const std::string& path) {
  z_stream z{};
  inflateInit2(&z, 15 + 16);
  std::vector<unsigned char> out(1u << 16);
  return each_window(path, [&](const char* data, std::size_t size, bool) {
    z.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(data));
    z.avail_in = static_cast<unsigned>(size);
    while (z.avail_in != 0) {
      z.next_out = out.data();
      z.avail_out = static_cast<unsigned>(out.size());
      if (inflate(&z, Z_NO_FLUSH) == Z_STREAM_END) inflateReset(&z);
    }
    return size;
  });
}

// Inflate and deflate again, member by member: the lower bound of a rewrite.
bool bare_recode(const std::string& path) {
  auto* decompressor = libdeflate_alloc_decompressor();
  auto* compressor = libdeflate_alloc_compressor(6);
  std::vector<char> out(4u << 20);
  std::vector<char> again(5u << 20);
  return each_window(path, [&](const char* data, std::size_t size, bool end) {
    std::size_t used = 0;
    while (size - used > (end ? 0 : 1u << 20)) {
      std::size_t in = 0;
      std::size_t made = 0;
      if (libdeflate_gzip_decompress_ex(decompressor, data + used, size - used, out.data(), out.size(), &in,
                                        &made) != LIBDEFLATE_SUCCESS) {
        break;
      }
      libdeflate_gzip_compress(compressor, out.data(), made, again.data(), again.size());
      used += in;
    }
    return used;
  });
}

bool bare_zstd(const std::string& path) {
  ZSTD_DCtx* context = ZSTD_createDCtx();
  ZSTD_DDict* dictionary = nullptr;
  std::vector<char> out(4u << 20);
  return each_window(path, [&](const char* data, std::size_t size, bool end) {
    std::size_t used = 0;
    while (size - used > (end ? 0 : 1u << 20)) {
      const std::size_t frame = ZSTD_findFrameCompressedSize(data + used, size - used);
      if (ZSTD_isError(frame) != 0) break;
      if (dictionary == nullptr) {
        const auto trained = decode_content(ContentCoding::kZstd, {data + used + 8, frame - 8}, 1u << 24);
        dictionary = ZSTD_createDDict(trained->data(), trained->size());
      } else {
        ZSTD_decompress_usingDDict(context, out.data(), out.size(), data + used, frame, dictionary);
      }
      used += frame;
    }
    return used;
  });
}

}  // namespace bfa::bench
