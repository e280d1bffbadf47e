// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/writer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/warc/warc_fields.h"
#include "io/member_codec.h"
#include "io/zstd_encoder.h"
#include "warc/read/dictionary.h"
#include "warc/read/entity_stream.h"
#include "warc/write/record_writer.h"

namespace bfa {
namespace {

constexpr DigestAlgorithm kDigest = DigestAlgorithm::kSha256;

std::string_view truncation_name(Truncation truncation) {
  switch (truncation) {
    case Truncation::kNone:
      return {};
    case Truncation::kLength:
      return "length";
    case Truncation::kTime:
      return "time";
    case Truncation::kDisconnect:
      return "disconnect";
    case Truncation::kUnspecified:
      break;
  }
  return "unspecified";
}

// 1xx heads on one line: bytes that are no printable ASCII, and '%', as %XX.
std::string percent_coded(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (c >= ' ' && c <= '~' && c != '%') {
      out.push_back(c);
    } else {
      out += "%" + hex_encode({&c, 1});
    }
  }
  return out;
}

// The digests of one response, taken in one pass.
struct Digests {
  std::string block, payload;  // labelled
  std::uint64_t payload_bytes = 0;
};

// A resource as read_exchange() gives it: nothing of HTTP was kept, so none is written.
bool is_resource(const Exchange& exchange) {
  return exchange.head.size == 0 && exchange.head.version.empty() && exchange.head.status == 200;
}

class Writer final : public WarcWriter {
 public:
  Writer(FileSystem& fs, std::string directory, WarcWriteOptions options, DedupIndex* dedup,
         std::unique_ptr<MemberEncoder> encoder)
      : fs_(fs),
        directory_(std::move(directory)),
        options_(std::move(options)),
        dedup_(dedup),
        out_(std::move(encoder), options_.max_memory_bytes) {
    if (!options_.make_uuid) options_.make_uuid = random_uuid;
    if (options_.clock == nullptr) options_.clock = &system_clock();
  }

  Result<WarcWritten> write(const Exchange& exchange, const WarcFields& metadata_fields) override {
    return guarded([&]() -> Result<WarcWritten> {
      return transaction<WarcWritten>([&] { return write_exchange(exchange, metadata_fields); });
    });
  }

  Result<WarcRef> write_metadata(const std::string& target_uri, UtcTime date, const std::string& content_type,
                                 const std::string& block) override {
    return guarded([&]() -> Result<WarcRef> {
      return transaction<WarcRef>([&] { return write_free_metadata(target_uri, date, content_type, block); });
    });
  }

  // Goes on at the end of a file that ends with a whole record.
  Status take_over(const std::string& file);

  Status sync() override {
    return guarded([&]() -> Status { return sync_file(); });
  }
  Status close() override {
    return guarded([&]() -> Status { return finish_file(); });
  }
  std::vector<std::string> files() const override { return files_; }

 private:
  template <class T, class Body>
  Result<T> transaction(Body&& body);
  Status open_file();
  Status sync_file();
  Status finish_file();
  Status cut_back(std::uint64_t size);
  Result<std::string> free_name();
  Status begin_file();
  Status write_warcinfo();
  Result<WarcWritten> write_exchange(const Exchange& exchange, const WarcFields& metadata_fields);
  Result<WarcRef> write_request(const Exchange& exchange, const std::string& response_id);
  Result<WarcRef> write_response(const Exchange& exchange, const Digests& digests, std::string id,
                                 const std::optional<PayloadOriginal>& original);
  Result<WarcRef> write_metadata_record(const Exchange& exchange, const WarcFields& fields,
                                        const std::string& response_id);
  Result<WarcRef> write_free_metadata(const std::string& target_uri, UtcTime date,
                                      const std::string& content_type, const std::string& block);
  Result<std::optional<PayloadOriginal>> original_of(const Exchange& exchange, const Digests& digests);
  Result<Digests> digest_response(const Exchange& exchange);
  Result<std::string> digest_block(const Blob& blob);

  std::string new_id() { return "urn:uuid:" + options_.make_uuid(); }
  void begin_header(std::string_view type, const std::string& id, UtcTime date, std::string_view target_uri);
  WarcRef ref(std::uint64_t offset, std::string id) const {
    return {name_, offset, out_.position() - offset, std::move(id)};
  }

  FileSystem& fs_;
  std::string directory_;
  WarcWriteOptions options_;
  DedupIndex* dedup_;
  RecordWriter out_;
  HeaderText header_;
  Digester block_digester_{kDigest};
  Digester payload_digester_{kDigest};

  std::unique_ptr<WritableFile> file_;
  std::string name_;         // of the open file, final
  std::string warcinfo_id_;  // empty until it is written
  std::uint64_t warcinfo_at_ = 0;
  bool name_synced_ = false;
  std::uint64_t serial_ = 0;
  std::vector<std::string> files_;
  std::optional<Error> broken_;  // nothing more can be promised about the file
};

// Runs `body`, which adds records; on an error nothing of it stays.
template <class T, class Body>
Result<T> Writer::transaction(Body&& body) {
  if (broken_) return *broken_;
  if (file_ && out_.position() >= options_.max_file_bytes) BFA_RETURN_IF_ERROR(finish_file());
  if (!file_) BFA_RETURN_IF_ERROR(open_file());
  const std::uint64_t start = out_.position();
  Status status = warcinfo_id_.empty() ? begin_file() : Status();
  if (status) {
    Result<T> result = body();
    if (result) status = out_.flush();
    if (result && status) return result;
    if (!result) status = std::move(result).error();
  }
  BFA_RETURN_IF_ERROR(cut_back(start));
  return std::move(status).error();
}

Status Writer::cut_back(std::uint64_t size) {
  if (size <= warcinfo_at_) warcinfo_id_.clear();
  if (auto status = file_->truncate(size); !status) {
    // The file may end in half a record: whoever opens the archive next will cut it.
    broken_ = status.error();
    return status;
  }
  out_.reset(size);
  return {};
}

Result<std::string> Writer::free_name() {
  const std::string stem = options_.prefix + "-" + format_cdx_time(options_.clock->now()) + "-";
  for (;;) {
    std::array<char, 24> number{};
    std::snprintf(number.data(), number.size(), "%05llu", static_cast<unsigned long long>(serial_++));
    std::string name = stem + number.data() + std::string(warc_suffix(options_.packing));
    BFA_ASSIGN_OR_RETURN(const bool taken, fs_.exists(directory_ + "/" + name));
    BFA_ASSIGN_OR_RETURN(const bool open, fs_.exists(directory_ + "/" + name + ".open"));
    if (!taken && !open) return name;
  }
}

Status Writer::open_file() {
  BFA_ASSIGN_OR_RETURN(std::string name, free_name());
  BFA_ASSIGN_OR_RETURN(auto file, fs_.create(directory_ + "/" + name + ".open"));
  file_ = std::move(file);
  name_ = std::move(name);
  warcinfo_id_.clear();
  name_synced_ = false;
  out_.set_file(file_.get());
  files_.push_back(name_);
  return {};
}

Status Writer::take_over(const std::string& file) {
  const std::string path = directory_ + "/" + file;
  BFA_RETURN_IF_ERROR(fs_.rename(path, path + ".open"));
  name_ = file;
  files_.push_back(name_);
  BFA_ASSIGN_OR_RETURN(file_, fs_.append(path + ".open"));
  warcinfo_id_.clear();
  out_.set_file(file_.get());
  return {};
}

Status Writer::sync_file() {
  if (broken_) return *broken_;
  if (!file_) return {};
  Status status = file_->sync();
  if (status && !name_synced_) status = fs_.sync_directory(directory_);
  if (!status) {
    // After a failed sync the system may have dropped the bytes: what was written is not to be trusted.
    broken_ = status.error();
    return status;
  }
  name_synced_ = true;
  return {};
}

Status Writer::finish_file() {
  if (broken_) return *broken_;
  if (!file_) return {};
  const std::string path = directory_ + "/" + name_;
  const bool empty = out_.position() == 0;
  Status status = empty ? Status() : file_->sync();
  if (status) status = file_->close();
  if (status) status = empty ? fs_.remove(path + ".open") : fs_.rename(path + ".open", path);
  if (status) status = fs_.sync_directory(directory_);
  if (!status) {
    broken_ = status.error();
    return status;
  }
  if (empty) files_.pop_back();
  file_.reset();
  return {};
}

void Writer::begin_header(std::string_view type, const std::string& id, UtcTime date,
                          std::string_view target_uri) {
  header_.begin();
  header_.field("WARC-Type", type);
  header_.id_field("WARC-Record-ID", id);
  header_.field("WARC-Date", format_rfc3339(date));
  header_.field("WARC-Target-URI", target_uri);
  header_.id_field("WARC-Warcinfo-ID", type == "warcinfo" ? "" : warcinfo_id_);
}

Status Writer::begin_file() {
  warcinfo_at_ = out_.position();
  if (warcinfo_at_ == 0 && options_.packing == WarcPacking::kZstd && !options_.dictionary.empty()) {
    BFA_ASSIGN_OR_RETURN(const std::string frame, dictionary_frame(options_.dictionary));
    out_.add_raw(frame);
  }
  return write_warcinfo();
}

Status Writer::write_warcinfo() {
  WarcFields fields = options_.warcinfo;
  const auto add = [&](const char* name, const char* value) {
    const bool given =
        std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.first == name; });
    if (!given) fields.emplace_back(name, value);
  };
  add("software", "libbfa");
  add("format", "WARC File Format 1.1");
  add("conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
  const std::string block = format_warc_fields(fields);
  const std::string id = new_id();
  begin_header("warcinfo", id, options_.clock->now(), {});
  header_.field("WARC-Filename", name_);
  header_.field("WARC-Block-Digest", labelled_digest(kDigest, digest(kDigest, block)));
  header_.field("Content-Type", "application/warc-fields");
  header_.end(block.size());
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), block));
  warcinfo_id_ = id;
  return {};
}

Result<std::string> Writer::digest_block(const Blob& blob) {
  if (blob.in_memory()) return labelled_digest(kDigest, digest(kDigest, blob.memory()));
  BFA_ASSIGN_OR_RETURN(const auto source, blob.open());
  std::array<std::byte, 65536> buffer;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) break;
    block_digester_.update(std::span<const std::byte>(buffer.data(), got));
  }
  return labelled_digest(kDigest, block_digester_.finish());
}

Result<Digests> Writer::digest_response(const Exchange& exchange) {
  Digests digests;
  EntityStream entity;
  entity.begin(exchange.head);
  const auto add = [&](std::string_view bytes) {
    block_digester_.update(bytes);
    const auto parts = entity.feed(bytes);
    payload_digester_.update(parts.entity);
    digests.payload_bytes += parts.entity.size();
  };
  if (exchange.response.in_memory()) {
    add(exchange.response.memory());
  } else {
    BFA_ASSIGN_OR_RETURN(const auto source, exchange.response.open());
    std::array<std::byte, 65536> buffer;
    for (;;) {
      auto got = source->read(buffer);
      if (!got) {
        (void)block_digester_.finish();
        (void)payload_digester_.finish();
        return std::move(got).error();
      }
      if (*got == 0) break;
      add({reinterpret_cast<const char*>(buffer.data()), *got});
    }
  }
  const auto rest = entity.end();
  payload_digester_.update(rest.entity);
  digests.payload_bytes += rest.entity.size();
  digests.block = labelled_digest(kDigest, block_digester_.finish());
  const std::string payload = payload_digester_.finish();
  if (digests.payload_bytes != 0) digests.payload = labelled_digest(kDigest, payload);
  return digests;
}

// What a revisit record of this exchange would point at; nothing when it is to be a response record.
Result<std::optional<PayloadOriginal>> Writer::original_of(const Exchange& exchange, const Digests& digests) {
  std::optional<PayloadOriginal> none;
  if (dedup_ == nullptr || exchange.truncated != Truncation::kNone) return none;
  if (exchange.head.status == 304) return dedup_->last_success(exchange.url);
  if (exchange.head.status != 200 || digests.payload.empty()) return none;
  if (digests.payload_bytes < options_.min_dedup_bytes) return none;
  return dedup_->find(digests.payload);
}

Result<WarcRef> Writer::write_request(const Exchange& exchange, const std::string& response_id) {
  const std::uint64_t offset = out_.position();
  std::string id = new_id();
  begin_header("request", id, exchange.started, exchange.url);
  header_.id_field("WARC-Concurrent-To", response_id);
  header_.field("WARC-IP-Address", exchange.ip_address);
  header_.field("WARC-Protocol", exchange.protocol);
  BFA_ASSIGN_OR_RETURN(const std::string block_digest, digest_block(exchange.request));
  header_.field("WARC-Block-Digest", block_digest);
  header_.field("Content-Type", "application/http; msgtype=request");
  header_.end(exchange.request.size());
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), exchange.request, exchange.request.size()));
  return ref(offset, std::move(id));
}

Result<WarcRef> Writer::write_response(const Exchange& exchange, const Digests& digests, std::string id,
                                       const std::optional<PayloadOriginal>& original) {
  const bool revisit = original.has_value();
  const bool not_modified = revisit && exchange.head.status == 304;
  const bool identical = revisit && !not_modified;
  const std::uint64_t offset = out_.position();
  const bool resource = is_resource(exchange);
  begin_header(revisit ? "revisit" : resource ? "resource" : "response", id, exchange.started, exchange.url);
  header_.field("WARC-IP-Address", exchange.ip_address);
  header_.field("WARC-Protocol", exchange.protocol);
  std::uint64_t block_bytes = exchange.response.size();
  std::string block_digest = digests.block;
  if (revisit) {
    header_.field("WARC-Profile", not_modified ? kRevisitServerNotModified : kRevisitIdenticalPayload);
    header_.id_field("WARC-Refers-To", original->record_id);
    header_.field("WARC-Refers-To-Target-URI", original->target_uri);
    header_.field("WARC-Refers-To-Date", original->date);
  }
  if (identical) {
    // WARC 1.1 section 6.7.2: the head alone, said so by WARC-Truncated.
    block_bytes = std::min<std::uint64_t>(exchange.head.size, block_bytes);
    BFA_ASSIGN_OR_RETURN(const auto source, exchange.response.open());
    BFA_ASSIGN_OR_RETURN(const std::string head,
                         read_all(*make_limit_source(*source, block_bytes), block_bytes));
    block_digest = labelled_digest(kDigest, digest(kDigest, head));
    header_.field("WARC-Truncated", "length");
  } else {
    header_.field("WARC-Truncated", truncation_name(exchange.truncated));
  }
  if (!not_modified) header_.field("WARC-Payload-Digest", digests.payload);
  header_.field("WARC-Block-Digest", block_digest);
  header_.field("Content-Type",
                resource ? exchange.head.header("content-type") : "application/http; msgtype=response");
  header_.end(block_bytes);
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), exchange.response, block_bytes));
  return ref(offset, std::move(id));
}

Result<WarcRef> Writer::write_metadata_record(const Exchange& exchange, const WarcFields& fields,
                                              const std::string& response_id) {
  const std::uint64_t offset = out_.position();
  std::string id = new_id();
  std::string block = format_warc_fields(fields);
  if (!exchange.interim.empty())
    block += format_warc_fields({{"http-interim-heads", percent_coded(exchange.interim)}});
  begin_header("metadata", id, exchange.started, exchange.url);
  header_.id_field("WARC-Concurrent-To", response_id);
  header_.field("WARC-Block-Digest", labelled_digest(kDigest, digest(kDigest, block)));
  header_.field("Content-Type", "application/warc-fields");
  header_.end(block.size());
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), block));
  return ref(offset, std::move(id));
}

Result<WarcWritten> Writer::write_exchange(const Exchange& exchange, const WarcFields& metadata_fields) {
  if (exchange.response.size() == 0 || exchange.url.empty()) {
    return Error{Code::kInvalidArgument, "an exchange without a response or a URL has no record",
                 exchange.url, -1};
  }
  WarcWritten written;
  BFA_ASSIGN_OR_RETURN(Digests digests, digest_response(exchange));
  BFA_ASSIGN_OR_RETURN(written.original, original_of(exchange, digests));
  written.revisit = written.original.has_value();
  // Replay tools look for the original by the digest of the revisit.
  const bool identical = written.revisit && exchange.head.status != 304;
  if (identical && !written.original->payload_digest.empty())
    digests.payload = written.original->payload_digest;
  const std::string response_id = new_id();
  if (exchange.request.size() != 0) {
    BFA_ASSIGN_OR_RETURN(written.request, write_request(exchange, response_id));
  }
  BFA_ASSIGN_OR_RETURN(written.response, write_response(exchange, digests, response_id, written.original));
  if (!metadata_fields.empty() || !exchange.interim.empty()) {
    BFA_ASSIGN_OR_RETURN(written.metadata, write_metadata_record(exchange, metadata_fields, response_id));
  }
  written.payload_digest = digests.payload;
  return written;
}

Result<WarcRef> Writer::write_free_metadata(const std::string& target_uri, UtcTime date,
                                            const std::string& content_type, const std::string& block) {
  const std::uint64_t offset = out_.position();
  std::string id = new_id();
  begin_header("metadata", id, date, target_uri);
  header_.field("WARC-Block-Digest", labelled_digest(kDigest, digest(kDigest, block)));
  header_.field("Content-Type", content_type);
  header_.end(block.size());
  BFA_RETURN_IF_ERROR(out_.add(header_.text(), block));
  return ref(offset, std::move(id));
}

}  // namespace

Result<std::unique_ptr<WarcWriter>> WarcWriter::open(FileSystem& fs, std::string directory,
                                                     WarcWriteOptions options, DedupIndex* dedup) {
  return guarded([&]() -> Result<std::unique_ptr<WarcWriter>> {
    BFA_RETURN_IF_ERROR(fs.create_directories(directory));
    BFA_ASSIGN_OR_RETURN(auto encoder,
                         make_record_encoder(options.packing, options.level, options.dictionary));
    std::unique_ptr<WarcWriter> writer =
        std::make_unique<Writer>(fs, std::move(directory), std::move(options), dedup, std::move(encoder));
    return writer;
  });
}

namespace {

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

Result<std::unique_ptr<WarcWriter>> WarcWriter::append(FileSystem& fs, std::string directory,
                                                       const std::string& file, WarcWriteOptions options,
                                                       DedupIndex* dedup, WarcTail& tail) {
  return guarded([&]() -> Result<std::unique_ptr<WarcWriter>> {
    const std::string path = directory + "/" + file;
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
    BFA_ASSIGN_OR_RETURN(auto encoder, make_record_encoder(packing, options.level, options.dictionary));
    auto writer =
        std::make_unique<Writer>(fs, std::move(directory), std::move(options), dedup, std::move(encoder));
    BFA_RETURN_IF_ERROR(writer->take_over(file));
    std::unique_ptr<WarcWriter> made = std::move(writer);
    return made;
  });
}

}  // namespace bfa
