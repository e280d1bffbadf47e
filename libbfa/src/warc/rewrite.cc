// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/rewrite.h"

#include <algorithm>
#include <array>
#include <deque>
#include <future>
#include <utility>

#include "base/try.h"
#include "bfa/io/blob.h"
#include "io/guard.h"
#include "io/zstd_encoder.h"
#include "warc/ascii.h"
#include "warc/record_writer.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMemory = 4u << 20;  // a record beyond this goes through a spool file
constexpr std::size_t kBatch = 1u << 20;     // records that are packed together by one thread
constexpr std::string_view kRecordEnd = "\r\n\r\n";

// Whole records behind each other, to be packed by another thread.
struct Batch {
  std::string bytes;
  std::vector<std::size_t> ends;
};

Result<std::string> pack(MemberEncoder& encoder, const Batch& batch) {
  std::string out;
  std::size_t begin = 0;
  for (const std::size_t end : batch.ends) {
    BFA_RETURN_IF_ERROR(encoder.member(std::string_view(batch.bytes).substr(begin, end - begin), out));
    begin = end;
  }
  return out;
}

// Packs batches with several threads and writes them in their order.
class Packers {
 public:
  Packers(const WarcRewriteOptions& options, RecordWriter& out) : options_(options), out_(out) {}
  ~Packers() {
    for (auto& job : jobs_) job.result.wait();
  }
  Packers(const Packers&) = delete;
  Packers& operator=(const Packers&) = delete;

  Status add(std::string_view header, std::string_view block) {
    batch_.bytes.append(header).append(block).append(kRecordEnd);
    batch_.ends.push_back(batch_.bytes.size());
    return batch_.bytes.size() < kBatch ? Status() : send();
  }
  // Waits until all that was added is written.
  Status drain() {
    BFA_RETURN_IF_ERROR(send());
    while (!jobs_.empty()) BFA_RETURN_IF_ERROR(take());
    return {};
  }

 private:
  struct Job {
    std::future<Result<std::string>> result;
    std::unique_ptr<MemberEncoder> encoder;  // goes back to idle_ with the result
  };

  Status send() {
    if (batch_.ends.empty()) return {};
    while (jobs_.size() >= static_cast<std::size_t>(options_.threads)) BFA_RETURN_IF_ERROR(take());
    std::unique_ptr<MemberEncoder> encoder;
    if (idle_.empty()) {
      BFA_ASSIGN_OR_RETURN(encoder,
                           make_record_encoder(options_.packing, options_.level, options_.dictionary));
    } else {
      encoder = std::move(idle_.back());
      idle_.pop_back();
    }
    MemberEncoder* const tool = encoder.get();
    auto result =
        std::async(std::launch::async, [tool, batch = std::move(batch_)]() { return pack(*tool, batch); });
    batch_ = {};
    jobs_.push_back({std::move(result), std::move(encoder)});
    return {};
  }

  Status take() {
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    auto bytes = job.result.get();
    if (!bytes) return std::move(bytes).error();
    idle_.push_back(std::move(job.encoder));
    out_.add_raw(*bytes);
    return out_.position() - flushed_ < kBatch ? Status() : flush();
  }

  Status flush() {
    flushed_ = out_.position();
    return out_.flush();
  }

  const WarcRewriteOptions& options_;
  RecordWriter& out_;
  Batch batch_;
  std::deque<Job> jobs_;
  std::vector<std::unique_ptr<MemberEncoder>> idle_;
  std::uint64_t flushed_ = 0;
};

class Rewriter {
 public:
  Rewriter(FileSystem& fs, const std::string& from, const WarcRewriteOptions& options,
           std::unique_ptr<MemberEncoder> encoder)
      : fs_(fs), from_(from), options_(options), out_(std::move(encoder), kMemory), packers_(options, out_) {}

  Result<WarcRewriteReport> run(const std::string& to) {
    BFA_ASSIGN_OR_RETURN(reader_, WarcReader::open(fs_, from_));
    BFA_ASSIGN_OR_RETURN(report_.bytes_in, fs_.file_size(from_));
    std::unique_ptr<WritableFile> file;
    if (!options_.dry_run) {
      BFA_ASSIGN_OR_RETURN(const bool taken, fs_.exists(to));
      if (taken) return Error{Code::kInvalidArgument, "is there already", to, -1};
      BFA_ASSIGN_OR_RETURN(file, fs_.create(to + ".open"));
      out_.set_file(file.get());
    }
    Status status = copy();
    if (status && file) status = finish(*file, to);
    if (!status && file) (void)fs_.remove(to + ".open");
    if (!status) return status.error();
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
        return Error{Code::kUnsupported, "ARC file: only WARC files are rewritten", from_, -1};
      }
      BFA_RETURN_IF_ERROR(copy_record(*record));
    }
    return options_.dry_run ? Status() : packers_.drain();
  }

  Status copy_record(WarcRecord& record) {
    header_ = record.header();
    place_ = record.position();
    block_.clear();
    BlobWriter spool(0);
    bool spooled = false;
    std::optional<Error> cut;
    std::uint64_t size = 0;
    for (;;) {
      auto got = record.block().read(buffer_);
      if (!got && got.error().code == Code::kIo) return got.error();
      if (!got) cut = got.error();
      if (!got || *got == 0) break;
      const std::string_view bytes(reinterpret_cast<const char*>(buffer_.data()), *got);
      size += bytes.size();
      if (!spooled && block_.size() + bytes.size() <= kMemory) {
        block_.append(bytes);
        continue;
      }
      if (!std::exchange(spooled, true)) BFA_RETURN_IF_ERROR(spool.write(block_));
      BFA_RETURN_IF_ERROR(spool.write(bytes));
    }
    const bool wrong = size != header_.content_length || header_.field("Content-Length").empty();
    if ((wrong || cut) && !options_.repair) {
      ++report_.dropped;
      note("record_dropped", "record whose block is damaged: left out");
      return {};
    }
    ++report_.records;
    if (wrong || cut) repair(size, cut.has_value());
    if (options_.dry_run) return {};
    write_header(size);
    if (!spooled) {
      if (options_.packing == WarcPacking::kPlain || options_.threads <= 1) return write_small();
      return packers_.add(text_, block_);
    }
    BFA_RETURN_IF_ERROR(packers_.drain());
    BFA_ASSIGN_OR_RETURN(const Blob blob, spool.finish());
    BFA_RETURN_IF_ERROR(out_.add(text_, blob, size));
    return out_.flush();
  }

  Status write_small() {
    BFA_RETURN_IF_ERROR(out_.add(text_, block_));
    if (out_.position() - flushed_ < kBatch) return {};
    flushed_ = out_.position();
    return out_.flush();
  }

  void repair(std::uint64_t size, bool cut) {
    ++report_.changed;
    note("repaired_length", "Content-Length '" + std::string(header_.field("Content-Length")) + "' becomes " +
                                std::to_string(size) + (cut ? ", the bytes that are there" : ""));
    if (cut && header_.field("WARC-Truncated").empty()) {
      header_.fields.emplace_back("WARC-Truncated", "unspecified");
    }
  }

  void note(const char* id, std::string message) {
    report_.findings.push_back(
        {Code::kCorrupt, id, std::move(message), static_cast<std::int64_t>(place_.offset), from_});
  }

  void write_header(std::uint64_t size) {
    text_.assign(header_.version).append("\r\n");
    bool length = false;
    for (const auto& [name, value] : header_.fields) {
      if (same_ascii(name, "Content-Length")) {
        if (std::exchange(length, true)) continue;
        text_.append(name).append(": ").append(std::to_string(size)).append("\r\n");
      } else {
        text_.append(name).append(": ").append(value).append("\r\n");
      }
    }
    if (!length) text_.append("Content-Length: ").append(std::to_string(size)).append("\r\n");
    text_.append("\r\n");
  }

  Status finish(WritableFile& file, const std::string& to) {
    BFA_RETURN_IF_ERROR(out_.flush());
    report_.bytes_out = out_.position();
    BFA_RETURN_IF_ERROR(file.sync());
    BFA_RETURN_IF_ERROR(file.close());
    BFA_RETURN_IF_ERROR(fs_.rename(to + ".open", to));
    const std::size_t slash = to.find_last_of('/');
    return fs_.sync_directory(slash == std::string::npos ? "." : slash == 0 ? "/" : to.substr(0, slash));
  }

  FileSystem& fs_;
  std::string from_;
  const WarcRewriteOptions& options_;
  RecordWriter out_;
  Packers packers_;
  std::unique_ptr<WarcReader> reader_;
  WarcRewriteReport report_;
  WarcHeader header_;
  WarcRef place_;
  std::string text_, block_;
  std::array<std::byte, 65536> buffer_;
  std::uint64_t flushed_ = 0;
};

}  // namespace

Result<WarcRewriteReport> rewrite_warc(FileSystem& fs, const std::string& from, const std::string& to,
                                       const WarcRewriteOptions& options) {
  return guarded([&]() -> Result<WarcRewriteReport> {
    BFA_ASSIGN_OR_RETURN(auto encoder,
                         make_record_encoder(options.packing, options.level, options.dictionary));
    const auto rewriter = std::make_unique<Rewriter>(fs, from, options, std::move(encoder));
    return rewriter->run(to);
  });
}

}  // namespace bfa
