// SPDX-License-Identifier: Apache-2.0
#include "warc/write/record_writer.h"

#include <algorithm>
#include <array>

#include "base/guard.h"
#include "base/try.h"
#include "io/gzip_encoder.h"
#include "io/zstd_encoder.h"

namespace bfa {
namespace {

constexpr std::string_view kRecordEnd = "\r\n\r\n";
constexpr std::size_t kPart = 65536;
constexpr std::uint64_t kMostBlockBytes = std::uint64_t{1} << 62;

Error too_long(std::uint64_t wanted) {
  return {Code::kInvalidArgument,
          "block is longer than its Content-Length of " + std::to_string(wanted) + " bytes",
          {},
          -1};
}

Error too_short(std::uint64_t got, std::uint64_t wanted) {
  return {Code::kInvalidArgument,
          "block ends after " + std::to_string(got) + " of the " + std::to_string(wanted) +
              " bytes of its Content-Length",
          {},
          -1};
}

}  // namespace

void HeaderText::begin() {
  text_.assign("WARC/1.1\r\n");
}

void HeaderText::field(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  text_.append(name).append(": ");
  const std::size_t begin = text_.size();
  text_.append(value);
  std::replace_if(
      text_.begin() + static_cast<std::ptrdiff_t>(begin), text_.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  text_.append("\r\n");
}

void HeaderText::id_field(std::string_view name, std::string_view id) {
  if (id.empty()) return;
  text_.append(name).append(": <").append(id).append(">\r\n");
}

void HeaderText::end(std::uint64_t content_length) {
  text_.append("Content-Length: ").append(std::to_string(content_length)).append("\r\n\r\n");
}

std::string_view warc_suffix(WarcPacking packing) {
  switch (packing) {
    case WarcPacking::kPlain:
      return ".warc";
    case WarcPacking::kZstd:
      return ".warc.zst";
    case WarcPacking::kGzip:
      break;
  }
  return ".warc.gz";
}

std::string train_warc_dictionary(const std::vector<std::string>& samples, std::size_t max_bytes) {
  return guarded_or_empty([&]() -> std::string { return train_dictionary(samples, max_bytes); });
}

Result<std::unique_ptr<MemberEncoder>> make_record_encoder(WarcPacking packing, int level,
                                                           std::string_view dictionary) {
  std::unique_ptr<MemberEncoder> encoder;
  if (packing == WarcPacking::kGzip) {
    BFA_ASSIGN_OR_RETURN(encoder, GzipEncoder::make(level == 0 ? 6 : level));
  } else if (packing == WarcPacking::kZstd) {
    BFA_ASSIGN_OR_RETURN(encoder, ZstdEncoder::make(level == 0 ? 3 : level, dictionary));
  }
  return encoder;
}

void RecordWriter::set_file(WritableFile* file) {
  file_ = file;
  reset(file != nullptr ? file->size() : 0);
}

void RecordWriter::reset(std::uint64_t size) {
  flushed_ = size;
  pending_.clear();
}

Status RecordWriter::flush() {
  return write_out();
}

Status RecordWriter::write_out() {
  if (pending_.empty()) return {};
  BFA_RETURN_IF_ERROR(file_->append(pending_));
  flushed_ += pending_.size();
  pending_.clear();
  return {};
}

Status RecordWriter::add(std::string_view header, std::string_view block) {
  if (header.size() + block.size() > max_memory_bytes_) {
    return add_streamed(header, *make_memory_source(block), block.size());
  }
  record_.assign(header).append(block).append(kRecordEnd);
  if (encoder_) return encoder_->member(record_, pending_);
  pending_.append(record_);
  return {};
}

Status RecordWriter::add(std::string_view header, const Blob& block, std::uint64_t block_bytes) {
  if (block.in_memory() && header.size() + block_bytes <= max_memory_bytes_) {
    return add(header, block.memory().substr(0, static_cast<std::size_t>(block_bytes)));
  }
  BFA_ASSIGN_OR_RETURN(const auto source, block.open());
  return add_streamed(header, *make_limit_source(*source, block_bytes), block_bytes);
}

Status RecordWriter::add(std::string_view header, Source& block, std::uint64_t block_bytes) {
  if (header.size() > max_memory_bytes_ || block_bytes > max_memory_bytes_ - header.size()) {
    return add_streamed(header, block, block_bytes);
  }
  std::string bytes;
  std::array<std::byte, kPart> buffer;
  while (bytes.size() <= block_bytes) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, block.read(buffer));
    if (got == 0) break;
    bytes.append(reinterpret_cast<const char*>(buffer.data()), got);
  }
  if (bytes.size() > block_bytes) return too_long(block_bytes);
  if (bytes.size() < block_bytes) return too_short(bytes.size(), block_bytes);
  return add(header, bytes);
}

// Encodes a part of the current record; gathered bytes are written to the file from time to time.
Status RecordWriter::put(std::string_view bytes) {
  if (encoder_) {
    BFA_RETURN_IF_ERROR(encoder_->update(bytes, pending_));
  } else {
    pending_.append(bytes);
  }
  return pending_.size() >= (1u << 20) ? write_out() : Status();
}

Status RecordWriter::add_streamed(std::string_view header, Source& block, std::uint64_t block_bytes) {
  if (block_bytes > kMostBlockBytes)
    return Error{Code::kInvalidArgument,
                 "Content-Length of " + std::to_string(block_bytes) + " bytes is too large",
                 {},
                 -1};
  if (encoder_) BFA_RETURN_IF_ERROR(encoder_->begin(header.size() + block_bytes + kRecordEnd.size()));
  BFA_RETURN_IF_ERROR(put(header));
  std::array<std::byte, kPart> buffer;
  std::uint64_t left = block_bytes;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, block.read(buffer));
    if (got == 0) break;
    if (got > left) return too_long(block_bytes);
    BFA_RETURN_IF_ERROR(put({reinterpret_cast<const char*>(buffer.data()), got}));
    left -= got;
  }
  if (left != 0) return too_short(block_bytes - left, block_bytes);
  BFA_RETURN_IF_ERROR(put(kRecordEnd));
  return encoder_ ? encoder_->finish(pending_) : Status();
}

}  // namespace bfa
