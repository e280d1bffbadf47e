// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/writer.h"

#include <array>
#include <span>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "io/atomic_file.h"
#include "io/members/member_codec.h"
#include "io/zstd_encoder.h"
#include "warc/read/dictionary.h"
#include "warc/write/exchange_writer.h"
#include "warc/write/header_edit.h"
#include "warc/write/warc_files.h"

namespace bfa {
namespace {

WarcWriteOptions with_defaults(WarcWriteOptions options) {
  if (!options.make_uuid) options.make_uuid = random_uuid;
  if (options.clock == nullptr) options.clock = &system_clock();
  return options;
}

class Writer final : public WarcWriter {
 public:
  Writer(FileSystem& fs, std::string directory, WarcWriteOptions options, DedupIndex* dedup,
         std::unique_ptr<MemberEncoder> encoder)
      : options_(with_defaults(std::move(options))),
        files_(fs, std::move(directory), options_, std::move(encoder)),
        records_(files_.out(), options_, dedup) {}

  Status take_over(const std::string& file) { return files_.take_over(file); }
  Status create_only(const std::string& file) {
    has_warcinfo_ = !options_.warcinfo.empty();
    return files_.create_only(file);
  }

  Result<WarcWritten> write(const Exchange& exchange, const WarcFields& metadata_fields) override {
    return transaction<WarcWritten>([&] { return records_.exchange(exchange, metadata_fields); });
  }

  Result<WarcRef> write_metadata(std::string_view target_uri, UtcTime date, std::string_view content_type,
                                 std::string_view block) override {
    return transaction<WarcRef>([&] { return records_.metadata(target_uri, date, content_type, block); });
  }

  Result<WarcRef> write_record(const WarcHeader& header, Source& block) override {
    return transaction<WarcRef>([&]() -> Result<WarcRef> {
      BFA_ASSIGN_OR_RETURN(const std::string text, record_header_text(header, options_.accept_any_header));
      const std::uint64_t offset = files_.out().position();
      BFA_RETURN_IF_ERROR(files_.out().add(text, block, header.content_length));
      return WarcRef{files_.name(), offset, files_.out().position() - offset, header.record_id()};
    });
  }

  Status sync() override {
    return guarded([&]() -> Status { return files_.sync(); });
  }
  Status close() override {
    return guarded([&]() -> Status { return files_.finish(); });
  }
  std::vector<std::string> files() const override {
    return guarded_or_empty([&]() -> std::vector<std::string> { return files_.names(); });
  }

 private:
  // Runs `body`, which adds records. After an error, or an exception of a caller's function, all of them are
  // removed.
  template <class T, class Body>
  Result<T> transaction(Body&& body) {
    return guarded([&]() -> Result<T> {
      BFA_RETURN_IF_ERROR(files_.prepare());
      const std::uint64_t start = files_.out().position();
      const bool was_new = files_.new_file();
      Result<T> result = guarded([&]() -> Result<T> {
        if (was_new) BFA_RETURN_IF_ERROR(begin_file());
        Result<T> made = body();
        if (made) BFA_RETURN_IF_ERROR(files_.out().flush());
        return made;
      });
      if (result) {
        files_.begun();
        return result;
      }
      BFA_RETURN_IF_ERROR(files_.cut_back(start));
      return result;
    });
  }

  Status begin_file() {
    RecordWriter& out = files_.out();
    if (out.position() == 0 && options_.packing == WarcPacking::kZstd && !options_.dictionary.empty()) {
      BFA_ASSIGN_OR_RETURN(const std::string frame, dictionary_frame(options_.dictionary));
      out.add_raw(frame);
    }
    if (has_warcinfo_) return records_.warcinfo(files_.name());
    records_.no_warcinfo(files_.name());
    return {};
  }

  const WarcWriteOptions options_;
  bool has_warcinfo_ = true;  // files begin with a warcinfo record of this writer
  WarcFiles files_;
  ExchangeWriter records_;
};

Result<std::unique_ptr<Writer>> make_writer(FileSystem& fs, std::string directory, WarcWriteOptions options,
                                            DedupIndex* dedup) {
  BFA_ASSIGN_OR_RETURN(auto encoder, make_record_encoder(options.packing, options.level, options.dictionary));
  return std::make_unique<Writer>(fs, std::move(directory), std::move(options), dedup, std::move(encoder));
}

// The packing of a file by its first bytes, and its dictionary. Errors: kUnsupported (lz4).
Result<WarcPacking> packing_of(FileSystem& fs, const std::string& path, std::string& dictionary) {
  BFA_ASSIGN_OR_RETURN(const auto file, fs.open(path));
  std::array<char, 16> first{};
  BFA_ASSIGN_OR_RETURN(const std::size_t got, file->read_at(0, std::as_writable_bytes(std::span(first))));
  switch (member_form({first.data(), got})) {
    case MemberForm::kPlain:
      return WarcPacking::kPlain;
    case MemberForm::kGzip:
      return WarcPacking::kGzip;
    case MemberForm::kZstd:
      break;
    case MemberForm::kLz4:
      return Error{Code::kUnsupported, "lz4 file: records are packed by gzip or zstd, or not", path, 0};
  }
  BFA_ASSIGN_OR_RETURN(dictionary, dictionary_of(*file));
  return WarcPacking::kZstd;
}

Status cut_tail(FileSystem& fs, const std::string& path, const WarcTail& tail) {
  BFA_ASSIGN_OR_RETURN(const auto file, fs.append(path));
  BFA_RETURN_IF_ERROR(file->truncate(tail.kept_bytes));
  BFA_RETURN_IF_ERROR(file->sync());
  return file->close();
}

}  // namespace

Result<std::unique_ptr<WarcWriter>> WarcWriter::open(FileSystem& fs, std::string directory,
                                                     WarcWriteOptions options, DedupIndex* dedup) {
  return guarded([&]() -> Result<std::unique_ptr<WarcWriter>> {
    BFA_RETURN_IF_ERROR(fs.create_directories(directory));
    BFA_ASSIGN_OR_RETURN(auto writer, make_writer(fs, std::move(directory), std::move(options), dedup));
    return std::unique_ptr<WarcWriter>(std::move(writer));
  });
}

Result<std::unique_ptr<WarcWriter>> WarcWriter::create(FileSystem& fs, std::string path,
                                                       WarcWriteOptions options) {
  return guarded([&]() -> Result<std::unique_ptr<WarcWriter>> {
    BFA_ASSIGN_OR_RETURN(auto writer, make_writer(fs, folder_of_path(path), std::move(options), nullptr));
    BFA_RETURN_IF_ERROR(writer->create_only(path.substr(path.find_last_of('/') + 1)));
    return std::unique_ptr<WarcWriter>(std::move(writer));
  });
}

Result<std::unique_ptr<WarcWriter>> WarcWriter::append(FileSystem& fs, std::string directory,
                                                       std::string_view file, WarcWriteOptions options,
                                                       DedupIndex* dedup, WarcTail& tail) {
  return guarded([&]() -> Result<std::unique_ptr<WarcWriter>> {
    const std::string name(file);
    const std::string path = directory + "/" + name;
    options.dictionary.clear();
    BFA_ASSIGN_OR_RETURN(const WarcPacking packing, packing_of(fs, path, options.dictionary));
    if (packing != options.packing) {
      return Error{Code::kInvalidArgument, "file is packed in another way than what is to be appended", path,
                   -1};
    }
    BFA_ASSIGN_OR_RETURN(tail, check_warc_tail(fs, path));
    if (tail.cut_bytes != 0) {
      if (!options.cut_tail) {
        return Error{
            Code::kTruncated,
            std::to_string(tail.cut_bytes) + " bytes behind the last whole record; they were to be none",
            path, static_cast<std::int64_t>(tail.kept_bytes)};
      }
      BFA_RETURN_IF_ERROR(bfa::cut_tail(fs, path, tail));
    }
    BFA_ASSIGN_OR_RETURN(auto writer, make_writer(fs, std::move(directory), std::move(options), dedup));
    BFA_RETURN_IF_ERROR(writer->take_over(name));
    return std::unique_ptr<WarcWriter>(std::move(writer));
  });
}

}  // namespace bfa
