// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/merge.h"
#include "bfa/warc/reader.h"

#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/blob.h"
#include "io/atomic_file.h"
#include "io/zstd_encoder.h"
#include "warc/read/start_thread.h"
#include "warc/write/header_edit.h"
#include "warc/write/pack_line.h"
#include "warc/write/record_writer.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMemory = 4u << 20;  // a record beyond this goes through a spool file
constexpr std::size_t kBatch = 1u << 18;     // records that are packed together
constexpr std::string_view kRecordEnd = "\r\n\r\n";

using Encoders = std::vector<std::unique_ptr<MemberEncoder>>;

class Rewriter {
 public:
  Rewriter(FileSystem& fs, std::string from, const WarcRewriteOptions& options,
           std::unique_ptr<MemberEncoder> encoder, Encoders& encoders)
      : fs_(fs),
        from_(std::move(from)),
        options_(options),
        out_(std::move(encoder), kMemory),
        line_(encoders) {}

  Result<WarcCopyReport> run(const std::string& to) {
    BFA_ASSIGN_OR_RETURN(reader_, WarcReader::open(fs_, from_));
    BFA_ASSIGN_OR_RETURN(report_.bytes_in, fs_.file_size(from_));
    std::unique_ptr<AtomicFile> file;
    if (!options_.dry_run) {
      BFA_ASSIGN_OR_RETURN(file, AtomicFile::create_new(fs_, to));
      out_.set_file(&file->file());
    }
    BFA_RETURN_IF_ERROR(copy());
    if (file) {
      BFA_RETURN_IF_ERROR(out_.flush());
      report_.bytes_out = out_.position();
      BFA_RETURN_IF_ERROR(file->commit());
      report_.files.push_back(to);
    }
    report_.lost_bytes = reader_->lost_bytes();
    report_.findings.insert(report_.findings.begin(), reader_->findings().begin(), reader_->findings().end());
    return std::move(report_);
  }

 private:
  Status copy() {
    if (!options_.dry_run && options_.packing == WarcPacking::kZstd && !options_.dictionary.empty()) {
      BFA_ASSIGN_OR_RETURN(const std::string frame, dictionary_frame(options_.dictionary));
      out_.add_raw(frame);
    }
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader_->next());
      if (record == nullptr) break;
      if (record->header().version.starts_with("ARC/")) {
        return Error{Code::kUnsupported,
                     "ARC file: its records have no WARC headers to keep; convert it with bfa migrate", from_,
                     0};
      }
      BFA_RETURN_IF_ERROR(copy_record(*record));
    }
    return options_.dry_run ? Status() : write_packed();
  }

  // Reads the record's block to the batch after its header, or to `spool` if it is large.
  Status read_block(WarcRecord& record, BlobWriter& spool) {
    for (;;) {
      auto got = record.block().read(buffer_);
      if (!got && got.error().code == Code::kIo) return got.error();
      if (!got) cut_ = true;
      if (!got || *got == 0) return {};
      const std::string_view bytes(reinterpret_cast<const char*>(buffer_.data()), *got);
      size_ += bytes.size();
      if (!spooled_ && size_ <= kMemory) {
        batch_.bytes.append(bytes);
        continue;
      }
      if (!std::exchange(spooled_, true)) {
        BFA_RETURN_IF_ERROR(spool.write(std::string_view(batch_.bytes).substr(block_at_)));
        batch_.bytes.resize(block_at_);
      }
      BFA_RETURN_IF_ERROR(spool.write(bytes));
    }
  }

  Status copy_record(WarcRecord& record) {
    ++report_.records_in;
    place_ = record.position();
    const WarcHeader& header = record.header();
    const std::string_view raw = record.raw_header();
    const std::string_view declared = header.field("Content-Length");
    const std::size_t at = batch_.bytes.size();
    batch_.bytes.append(raw);
    block_at_ = batch_.bytes.size();
    BlobWriter spool(0);
    spooled_ = cut_ = false;
    size_ = 0;
    BFA_RETURN_IF_ERROR(read_block(record, spool));
    const bool wrong = size_ != header.content_length || !parse_number(declared);
    if ((wrong || cut_) && !options_.repair) {
      ++report_.dropped;
      note("record_dropped", "record whose block is damaged: left out");
      batch_.bytes.resize(at);
      return {};
    }
    ++report_.records;
    if (wrong || cut_) {
      ++report_.changed;
      note("repaired_length", "Content-Length '" + std::string(declared) + "' becomes " +
                                  std::to_string(size_) + (cut_ ? ", the bytes that are there" : ""));
    }
    if (wrong || cut_ || (options_.repair && !is_clean_header(raw))) {
      text_.clear();
      append_mended_header(raw, size_, cut_, text_);
      batch_.bytes.replace(at, raw.size(), text_);
    }
    if (options_.dry_run) {
      batch_.clear();
      return {};
    }
    if (spooled_) return write_spooled(at, spool);
    batch_.bytes.append(kRecordEnd);
    batch_.ends.push_back(batch_.bytes.size());
    if (batch_.bytes.size() < kBatch) return {};
    BFA_RETURN_IF_ERROR(line_.add(batch_, out_.pending()));
    return out_.position() - flushed_ < kBatch ? Status() : flush();
  }

  // Writes the record whose header is at `at` of the batch and whose block is in `spool`.
  Status write_spooled(std::size_t at, BlobWriter& spool) {
    text_.assign(batch_.bytes, at);
    batch_.bytes.resize(at);
    BFA_RETURN_IF_ERROR(write_packed());
    BFA_ASSIGN_OR_RETURN(const Blob blob, spool.finish());
    BFA_RETURN_IF_ERROR(out_.add(text_, blob, size_));
    return flush();
  }

  Status write_packed() {
    if (!batch_.ends.empty()) BFA_RETURN_IF_ERROR(line_.add(batch_, out_.pending()));
    BFA_RETURN_IF_ERROR(line_.drain(out_.pending()));
    return flush();
  }

  Status flush() {
    BFA_RETURN_IF_ERROR(out_.flush());
    flushed_ = out_.position();
    return {};
  }

  void note(const char* id, std::string message) {
    report_.findings.push_back(
        {Code::kCorrupt, id, std::move(message), static_cast<std::int64_t>(place_.offset), from_});
  }

  FileSystem& fs_;
  std::string from_;
  const WarcRewriteOptions& options_;
  RecordWriter out_;
  RecordBatch batch_;
  PackLine line_;
  std::unique_ptr<WarcReader> reader_;
  WarcCopyReport report_;
  // Of the current record.
  WarcRef place_;
  std::size_t block_at_ = 0;  // of the batch
  std::uint64_t size_ = 0;    // of the block
  bool spooled_ = false, cut_ = false;
  std::string text_;
  std::array<std::byte, 65536> buffer_;
  std::uint64_t flushed_ = 0;
};

}  // namespace

Result<WarcCopyReport> rewrite_warc(FileSystem& fs, std::string_view from, std::string_view to,
                                    const WarcRewriteOptions& options) {
  return guarded([&]() -> Result<WarcCopyReport> {
    BFA_ASSIGN_OR_RETURN(const std::size_t threads, thread_count(options.threads));
    Encoders encoders(options.packing == WarcPacking::kPlain ? 1 : threads);
    const auto make = [&] { return make_record_encoder(options.packing, options.level, options.dictionary); };
    for (auto& one : encoders) {
      BFA_ASSIGN_OR_RETURN(one, make());
    }
    BFA_ASSIGN_OR_RETURN(auto encoder, make());
    const auto rewriter =
        std::make_unique<Rewriter>(fs, std::string(from), options, std::move(encoder), encoders);
    return rewriter->run(std::string(to));
  });
}

}  // namespace bfa
