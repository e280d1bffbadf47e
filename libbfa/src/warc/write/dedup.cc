// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/dedup.h"

#include <array>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/http/message.h"
#include "bfa/io/digest.h"
#include "bfa/warc/reader.h"
#include "warc/index/cdx_places.h"
#include "warc/read/block_digests.h"
#include "warc/read/entity_stream.h"

namespace bfa {
namespace {

struct Payload {
  bool whole = false;
  int status = 0;
  std::uint64_t size = 0;
  std::string sha256, declared;  // canonical; `declared` only when it is right
};

Result<Payload> read_payload(WarcRecord& record) {
  Payload payload;
  const std::string declared = canonical_digest(record.header().field("WARC-Payload-Digest"));
  const auto algorithm = digest_algorithm(declared.substr(0, declared.find(':')));
  Digester sha256(DigestAlgorithm::kSha256);
  Digester other(algorithm.value_or(DigestAlgorithm::kSha256));
  EntityStream entity;
  entity.begin(true);
  std::uint64_t block = 0;
  const auto add = [&](std::string_view bytes) {
    payload.size += bytes.size();
    sha256.update(bytes);
    if (algorithm) other.update(bytes);
  };
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got) return payload;
    if (*got == 0) break;
    block += *got;
    add(entity.feed({reinterpret_cast<const char*>(buffer.data()), *got}).entity);
  }
  add(entity.end().entity);
  payload.whole = block == record.header().content_length;
  payload.status = entity.head() ? entity.head()->status : 0;
  payload.sha256 = labelled_digest(DigestAlgorithm::kSha256, sha256.finish());
  if (algorithm && labelled_digest(*algorithm, other.finish()) == declared) payload.declared = declared;
  return payload;
}

class Feeder {
 public:
  Feeder(FileSystem& fs, DedupIndex& index, std::uint64_t min_bytes)
      : fs_(fs), index_(index), min_bytes_(min_bytes) {}

  Status read_warc(const std::string& path) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) return {};
      ++report.records;
      BFA_RETURN_IF_ERROR(take(*record, path));
    }
  }

  Status read_index(const std::string& path) {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t lines,
                         each_cdx_place(fs_, path, [&](const CdxPlace& place) { return take_place(place); }));
    if (lines == 0) return Error{Code::kUnsupported, "neither a WARC file nor an index of some", path, -1};
    return {};
  }

  IndexOriginalsReport report;

 private:
  Status take(WarcRecord& record, const std::string& path) {
    const WarcHeader& header = record.header();
    const bool may_be = header.type() == WarcType::kResponse && header.field("WARC-Truncated").empty() &&
                        header.field("WARC-Segment-Number").empty() && !header.target_uri().empty() &&
                        header.date() && header.content_length >= min_bytes_;
    if (!may_be) {
      ++report.passed;
      return {};
    }
    BFA_ASSIGN_OR_RETURN(const Payload payload, read_payload(record));
    if (!payload.whole || payload.status != 200 || payload.size < min_bytes_) {
      ++report.passed;
      return {};
    }
    PayloadOriginal original;
    original.target_uri = header.target_uri();
    original.date = std::string(header.field("WARC-Date"));
    original.record_id = header.record_id();
    original.place = record.position();
    original.place.file = path;
    const bool other = !payload.declared.empty() && header.field("WARC-Payload-Digest") != payload.sha256;
    if (other) original.payload_digest = std::string(header.field("WARC-Payload-Digest"));
    BFA_ASSIGN_OR_RETURN(const bool entered, index_.add(payload.sha256, original));
    ++(entered ? report.originals : report.known);
    // A rebuild finds the original by the digest in the revisit.
    if (other && payload.declared != payload.sha256) {
      BFA_ASSIGN_OR_RETURN(const bool too, index_.add(payload.declared, original));
      (void)too;
    }
    return {};
  }

  Status take_place(const CdxPlace& place) {
    ++report.records;
    if (!place.original) {
      ++report.passed;
      return {};
    }
    WarcRecord* record = nullptr;
    auto reader = WarcReader::open(fs_, place.file, {}, place.offset);
    if (!reader && reader.error().code == Code::kIo) return reader.error();
    if (reader) {
      BFA_ASSIGN_OR_RETURN(record, (*reader)->next());
    }
    if (record != nullptr && record->position().offset == place.offset) return take(*record, place.file);
    ++report.missing;
    return {};
  }

  FileSystem& fs_;
  DedupIndex& index_;
  std::uint64_t min_bytes_;
};

}  // namespace

Result<bool> DedupIndex::add(std::string_view, const PayloadOriginal&) {
  return Error{Code::kUnsupported, "this index takes no entries", {}, -1};
}

Result<IndexOriginalsReport> index_originals(FileSystem& fs, std::string_view path_name, DedupIndex& index,
                                             std::uint64_t min_bytes) {
  return guarded([&]() -> Result<IndexOriginalsReport> {
    const std::string path(path_name);
    Feeder feeder(fs, index, min_bytes);
    Status status = feeder.read_warc(path);
    if (!status && status.error().code == Code::kUnsupported) status = feeder.read_index(path);
    if (!status) return std::move(status).error();
    return feeder.report;
  });
}

}  // namespace bfa
