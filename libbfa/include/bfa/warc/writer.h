// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/http/message.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/dedup.h"
#include "bfa/warc/record.h"

namespace bfa {

// How records are compressed: one gzip member or zstd frame per record, or not at all. zstd follows the
// IIPC's "Zstandard Compression of WARC Files".
enum class WarcPacking : std::uint8_t { kPlain, kGzip, kZstd };

// ".warc", ".warc.gz", ".warc.zst".
BFA_EXPORT std::string_view warc_suffix(WarcPacking packing);

// Trains a zstd dictionary on records (whole ones, or their first bytes); empty if there are too few for a
// gain. Cost: seconds for some MB. Thread-safe.
BFA_EXPORT std::string train_warc_dictionary(const std::vector<std::string>& samples,
                                             std::size_t max_bytes = 112640);

struct WarcWriteOptions {
  std::string prefix = "bfa";
  std::uint64_t max_file_bytes = 1u << 30;  // a new file is begun past this size
  WarcPacking packing = WarcPacking::kGzip;
  int level = 0;  // of compression; 0: 6 for gzip (1 to 12), 3 for zstd (1 to 19)
  // For zstd: a dictionary with an id (train_warc_dictionary). Each file begins with it. Files with different
  // dictionaries cannot be concatenated.
  std::string dictionary;
  std::uint64_t min_dedup_bytes = 256;  // smaller payloads are not deduplicated
  WarcFields warcinfo;                  // software, robots, options, ...: fields of the warcinfo record
  // Returns a UUID, "8-4-4-4-12" hex digits, new at each call; default: random_uuid.
  std::function<std::string()> make_uuid;
  Clock* clock = nullptr;                     // for warcinfo and file names; system_clock() when null
  std::uint64_t max_memory_bytes = 4u << 20;  // a larger record is compressed as a stream
  // Called when a file got its final name, with its SHA-256 in hexadecimal: that of the bytes as they were
  // written. Empty when it is not known without reading: after append(), and after a failed write.
  std::function<void(const std::string& name, const std::string& sha256)> on_closed;
  // append(): cut off bytes after the last complete record; false: they are an error.
  bool cut_tail = false;
  // write_record(): accept headers that break WARC 1.1, as records of damaged files have them. The framing is
  // still checked.
  bool accept_any_header = false;
};

// A random UUID (RFC 9562, version 4); empty when memory runs out. Thread-safe.
BFA_EXPORT std::string random_uuid();

// A generator of UUIDs that depend on `seed` only, so that a crawl can be written twice with the same record
// ids. Use a seed for only one crawl of an archive: otherwise ids repeat. The generator is not thread-safe.
BFA_EXPORT std::function<std::string()> seeded_uuids(std::string seed);

// What was written for one exchange.
struct WarcWritten {
  WarcRef response;  // the response or revisit record
  std::optional<WarcRef> request, metadata;
  // Labelled SHA-256 of the entity as sent (content coding kept), or the digest of a revisit's original;
  // empty if there is no payload.
  std::string payload_digest;
  bool revisit = false;
  std::optional<PayloadOriginal> original;  // of a revisit
};

// The end of a file, as found before records are appended.
struct WarcTail {
  std::uint64_t records = 0;     // complete ones
  std::uint64_t kept_bytes = 0;  // where the last of them ends
  std::uint64_t cut_bytes = 0;   // after that: bytes without a complete record
};

// Reads the whole file and returns where its last complete record ends. Errors: kCorrupt (complete records
// follow damage or a record that breaks the standard: nothing can be cut there; the error has the offset),
// kUnsupported (not WARC, an ARC or lz4 file), kNotFound, kIo.
BFA_EXPORT Result<WarcTail> check_warc_tail(FileSystem& fs, std::string_view path);

// Writes WARC/1.1 records, one gzip member (or zstd frame) per record. A file is named `NAME.open` until it
// is full or closed. Nothing counts as stored before sync() has returned. After a failed write the file is
// cut back to its last complete record. Not thread-safe. Source: WARC 1.1 (ISO 28500:2017).
class BFA_EXPORT WarcWriter {
 public:
  // Writes files to `directory`, each with a warcinfo record. `dedup` may be null; otherwise it must outlive
  // the writer. The first file is made at the first record. Errors: kIo, kInvalidArgument (options).
  static Result<std::unique_ptr<WarcWriter>> open(FileSystem& fs, std::string directory,
                                                  WarcWriteOptions options, DedupIndex* dedup);
  // As open(), but continues after the records of `directory`/`file`, which gets a further warcinfo record
  // and has the name `.open` meanwhile. Its end is checked first and returned in `tail`: a file that does
  // not end with a complete record is cut back to it when options.cut_tail is set, otherwise refused
  // unchanged. The packing must be that of the file; a dictionary is taken from it. Errors: those of
  // check_warc_tail(); kTruncated (an incomplete end without cut_tail; the error has the offset),
  // kInvalidArgument (another packing), kIo.
  static Result<std::unique_ptr<WarcWriter>> append(FileSystem& fs, std::string directory,
                                                    std::string_view file, WarcWriteOptions options,
                                                    DedupIndex* dedup, WarcTail& tail);
  // Writes the one new file `path`. It gets a warcinfo record only if options.warcinfo has fields: records
  // that exist already have theirs.
  // Nothing remains of it without close(). options.prefix and max_file_bytes are ignored. Errors:
  // kInvalidArgument (`path` exists; options), kIo.
  static Result<std::unique_ptr<WarcWriter>> create(FileSystem& fs, std::string path,
                                                    WarcWriteOptions options);
  virtual ~WarcWriter() = default;

  // Writes request, response (or revisit) and metadata records of one exchange, linked by Concurrent-To.
  // `metadata_fields` become the application/warc-fields block of the metadata record (empty: no metadata
  // record). Errors: kInvalidArgument (no URL or no response), kIo; nothing is then kept.
  virtual Result<WarcWritten> write(const Exchange& exchange, const WarcFields& metadata_fields) = 0;
  // Writes a metadata record that belongs to no exchange (a learned template, a crawl's options). Errors: as
  // write().
  virtual Result<WarcRef> write_metadata(std::string_view target_uri, UtcTime date,
                                         std::string_view content_type, std::string_view block) = 0;
  // Writes any record: a resource, a conversion, one of another file. The fields are written in their order.
  // `block` must have header.content_length bytes; a Content-Length field is written if the header has no
  // such field. An empty version means WARC/1.1. No field is computed: digests and WARC-Warcinfo-ID are the
  // caller's. Errors: kInvalidArgument (a version, field name or value that would break the framing; a
  // Content-Length field with another value; a block that is longer or shorter; without
  // options.accept_any_header also a mandatory field that is missing or malformed: WARC-Type, WARC-Record-ID,
  // WARC-Date), those of `block`, kIo; nothing is then kept. Source: WARC 1.1, sections 4 and 5.
  virtual Result<WarcRef> write_record(const WarcHeader& header, Source& block) = 0;
  // Makes all records written so far durable. Errors: kIo.
  virtual Status sync() = 0;
  // Syncs and gives the file its final name. Errors: kIo.
  virtual Status close() = 0;
  // Final names of the files written so far.
  virtual std::vector<std::string> files() const = 0;
};

// One `.open` file left by a crash.
struct WarcRecovery {
  std::string file;  // final name after recovery
  std::uint64_t kept_bytes = 0, cut_bytes = 0, records = 0;
};

// Cuts each `.open` file of `directory` to its last complete record and renames it; empty ones are removed. A
// file with complete records behind damage is renamed and not cut.
// Errors: kIo.
BFA_EXPORT Result<std::vector<WarcRecovery>> recover_open_warcs(FileSystem& fs, std::string_view directory);

}  // namespace bfa
