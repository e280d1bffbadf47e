// SPDX-License-Identifier: Apache-2.0
#include "warc/write/output_file.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "io/zstd_encoder.h"
#include "warc/read/dictionary.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMemory = 4u << 20;  // a record beyond this is packed as a stream
constexpr std::size_t kBatch = 1u << 20;     // gathered before it is written

}  // namespace

Result<std::optional<PackedForm>> form_of(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto file, fs.open(path));
  std::array<std::byte, 4> head{};
  BFA_ASSIGN_OR_RETURN(const std::size_t got, file->read_at(0, head));
  const std::string_view bytes(reinterpret_cast<const char*>(head.data()), got);
  PackedForm form;
  if (bytes.starts_with("\x1f\x8b")) return std::optional(form);
  const bool skippable = got == 4 && bytes.substr(1) == "\x2a\x4d\x18" && (bytes[0] & '\xf0') == '\x50';
  if (bytes == "\x28\xb5\x2f\xfd" || skippable) {
    form.packing = WarcPacking::kZstd;
    auto dictionary = dictionary_of(*file);
    if (!dictionary) return std::move(dictionary).error();
    form.dictionary = std::move(*dictionary);
    return std::optional(std::move(form));
  }
  if (bytes == "\x04\x22\x4d\x18") return std::optional<PackedForm>();
  form.packing = WarcPacking::kPlain;
  return std::optional(form);
}

Result<PackedForm> form_for(FileSystem& fs, const std::string& path, const std::string& from) {
  PackedForm form;
  if (path.ends_with(".warc")) form.packing = WarcPacking::kPlain;
  if (!path.ends_with(".zst")) return form;
  form.packing = WarcPacking::kZstd;
  BFA_ASSIGN_OR_RETURN(auto other, form_of(fs, from));
  if (other) form.dictionary = std::move(other->dictionary);
  return form;
}

std::string header_text(const WarcHeader& header, std::uint64_t content_length) {
  std::string text = header.version + "\r\n";
  bool length = false;
  for (const auto& [name, value] : header.fields) {
    if (equals_ignoring_case(name, "Content-Length")) {
      if (std::exchange(length, true)) continue;
      text.append(name).append(": ").append(std::to_string(content_length)).append("\r\n");
    } else {
      text.append(name).append(": ").append(value).append("\r\n");
    }
  }
  if (!length) text.append("Content-Length: ").append(std::to_string(content_length)).append("\r\n");
  return text.append("\r\n");
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(FileSystem& fs, std::string path,
                                                       const PackedForm& form) {
  BFA_ASSIGN_OR_RETURN(auto file, AtomicFile::create_new(fs, std::move(path)));
  std::unique_ptr<OutputFile> out(new OutputFile(std::move(file), form));
  BFA_RETURN_IF_ERROR(out->wake());
  if (form.packing == WarcPacking::kZstd && !form.dictionary.empty()) {
    BFA_ASSIGN_OR_RETURN(const std::string frame, dictionary_frame(form.dictionary));
    out->out_->add_raw(frame);
  }
  return out;
}

Status OutputFile::wake() {
  if (out_) return {};
  BFA_RETURN_IF_ERROR(file_->reopen());
  BFA_ASSIGN_OR_RETURN(auto encoder, make_record_encoder(form_.packing, 0, form_.dictionary));
  out_ = std::make_unique<RecordWriter>(std::move(encoder), kMemory);
  out_->set_file(&file_->file());
  flushed_ = out_->position();
  closed_ = false;
  return {};
}

Status OutputFile::flush_some() {
  if (out_->position() - flushed_ < kBatch) return {};
  flushed_ = out_->position();
  return out_->flush();
}

Status OutputFile::add(std::string_view header, const Blob& block) {
  BFA_RETURN_IF_ERROR(wake());
  BFA_RETURN_IF_ERROR(out_->add(header, block, block.size()));
  return flush_some();
}

Status OutputFile::add(std::string_view header, std::string_view block) {
  BFA_RETURN_IF_ERROR(wake());
  BFA_RETURN_IF_ERROR(out_->add(header, block));
  return flush_some();
}

Status OutputFile::add_member(const ReadableFile& file, std::uint64_t offset, std::uint64_t length) {
  BFA_RETURN_IF_ERROR(wake());
  std::array<std::byte, 65536> buffer;
  while (length != 0) {
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), length));
    BFA_ASSIGN_OR_RETURN(const std::size_t got, file.read_at(offset, std::span(buffer).first(want)));
    if (got == 0) {
      return Error{Code::kTruncated,
                   "the file became shorter while it was read",
                   {},
                   static_cast<std::int64_t>(offset)};
    }
    out_->add_raw({reinterpret_cast<const char*>(buffer.data()), got});
    BFA_RETURN_IF_ERROR(flush_some());
    offset += got;
    length -= got;
  }
  return {};
}

Status OutputFile::rest() {
  if (closed_ || !out_) return {};
  BFA_RETURN_IF_ERROR(out_->flush());
  size_ = out_->position();
  out_.reset();
  closed_ = true;
  return file_->pause();
}

Status OutputFile::finish() {
  BFA_RETURN_IF_ERROR(wake());
  BFA_RETURN_IF_ERROR(out_->flush());
  return file_->commit();
}

}  // namespace bfa
