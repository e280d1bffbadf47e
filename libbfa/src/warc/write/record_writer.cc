// SPDX-License-Identifier: Apache-2.0
#include "warc/write/record_writer.h"

#include <algorithm>
#include <array>

#include "base/try.h"
#include "io/gzip_encoder.h"
#include "io/zstd_encoder.h"

namespace bfa {
namespace {

constexpr std::string_view kRecordEnd = "\r\n\r\n";
constexpr std::size_t kPart = 65536;

}  // namespace

void HeaderText::begin() {
  text_.assign("WARC/1.1\r\n");
}

void HeaderText::field(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  text_.append(name).append(": ");
  for (const char c : value) text_.push_back(static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c);
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
  return train_dictionary(samples, max_bytes);
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
    return add_streamed(header, Blob(std::string(block)), block.size());
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
  return add_streamed(header, block, block_bytes);
}

// Codes a part of the record under way; what has gathered goes to the file now and then.
Status RecordWriter::put(std::string_view bytes) {
  if (encoder_) {
    BFA_RETURN_IF_ERROR(encoder_->update(bytes, pending_));
  } else {
    pending_.append(bytes);
  }
  return pending_.size() >= (1u << 20) ? write_out() : Status();
}

Status RecordWriter::add_streamed(std::string_view header, const Blob& block, std::uint64_t block_bytes) {
  if (encoder_) BFA_RETURN_IF_ERROR(encoder_->begin(header.size() + block_bytes + kRecordEnd.size()));
  BFA_RETURN_IF_ERROR(put(header));
  BFA_ASSIGN_OR_RETURN(const auto source, block.open());
  std::array<std::byte, kPart> buffer;
  while (block_bytes != 0) {
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(kPart, block_bytes));
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(std::span(buffer).first(want)));
    if (got == 0) return Error{Code::kIo, "body is shorter than its size", {}, -1};
    BFA_RETURN_IF_ERROR(put({reinterpret_cast<const char*>(buffer.data()), got}));
    block_bytes -= got;
  }
  BFA_RETURN_IF_ERROR(put(kRecordEnd));
  return encoder_ ? encoder_->finish(pending_) : Status();
}

}  // namespace bfa
