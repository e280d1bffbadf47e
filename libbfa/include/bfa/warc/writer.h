// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bfa/http/message.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/dedup.h"
#include "bfa/warc/record.h"

namespace bfa {

// How records are packed: one gzip member or zstd frame each, or not at all. zstd as the IIPC's extension
// says.
enum class WarcPacking : std::uint8_t { kPlain, kGzip, kZstd };

// ".warc", ".warc.gz", ".warc.zst".
BFA_EXPORT std::string_view warc_suffix(WarcPacking packing);

// A zstd dictionary for records like these (whole ones, or their beginnings); empty when they are too few to
// gain from one. Cost: seconds for some MB. Thread-safe.
BFA_EXPORT std::string train_warc_dictionary(const std::vector<std::string>& samples,
                                             std::size_t max_bytes = 112640);

struct WarcWriteOptions {
  std::string prefix = "bfa";
  std::uint64_t max_file_bytes = 1u << 30;  // a new file is begun past this
  WarcPacking packing = WarcPacking::kGzip;
  int level = 0;  // of compression; 0: 6 for gzip (1 to 12), 3 for zstd (1 to 19)
  // For zstd: a dictionary with an id (train_warc_dictionary). Each file begins with it. Its files cannot be
  // joined with those of another dictionary.
  std::string dictionary;
  std::uint64_t min_dedup_bytes = 256;  // smaller payloads are stored again
  std::vector<std::pair<std::string, std::string>>
      warcinfo;                               // software, robots, options, ...: fields of the warcinfo record
  std::function<std::string()> make_uuid;     // "8-4-4-4-12" hex digits, new each time; default: random_uuid
  Clock* clock = nullptr;                     // for warcinfo and file names; system_clock() when null
  std::uint64_t max_memory_bytes = 4u << 20;  // a record larger than this is compressed as a stream
  bool cut_tail = false;  // append(): bytes behind the last whole record are cut off, else they are an error
};

// A random UUID (RFC 9562 version 4). Thread-safe.
BFA_EXPORT std::string random_uuid();

// UUIDs that follow from `seed` alone, so that a crawl can be written twice with the same record ids. A seed
// must not be used for two crawls of one archive: ids would repeat. The function is not thread-safe.
BFA_EXPORT std::function<std::string()> seeded_uuids(std::string seed);

// What was written for one exchange.
struct WarcWritten {
  WarcRef response;  // the response or revisit record
  std::optional<WarcRef> request, metadata;
  std::string payload_digest;  // labelled sha256 of the entity as sent (content coding kept), or the digest
                               // that the original of a revisit has; empty when there is no payload
  bool revisit = false;
  std::optional<PayloadOriginal> original;  // of a revisit
};

// The end of a file, as it was found before something is appended.
struct WarcTail {
  std::uint64_t records = 0;     // whole ones
  std::uint64_t kept_bytes = 0;  // where the last of them ends
  std::uint64_t cut_bytes = 0;   // behind that: bytes that hold no whole record
};

// Reads the whole file and says where its last whole record ends. Errors: kCorrupt (whole records stand
// behind damage or behind a record that breaks the standard: nothing may be cut there; the offset tells
// where), kUnsupported (no WARC, an ARC or lz4 file), kNotFound, kIo.
BFA_EXPORT Result<WarcTail> check_warc_tail(FileSystem& fs, const std::string& path);

// Appends WARC/1.1 records to `NAME.warc.gz.open` files in a folder and renames them when they are full or
// closed; one gzip member a record. Nothing counts as stored before sync() returned. After a failed write the
// file is cut back to its last whole record. Not thread-safe. Source: WARC 1.1; facts warc.md rules 1 to 37.
class BFA_EXPORT WarcWriter {
 public:
  // Opens `directory` for writing; `dedup` may be null, else must outlive the writer. The first file is made
  // at the first record.
  static Result<std::unique_ptr<WarcWriter>> open(FileSystem& fs, std::string directory,
                                                  WarcWriteOptions options, DedupIndex* dedup);
  // As open(), but goes on behind the records of `directory`/`file`, which gets a further warcinfo record and
  // is called `.open` meanwhile. Its end is checked first and told in `tail`: a file that does not end with a
  // whole record is cut back to it when options.cut_tail, else refused as it is. The packing must be that of
  // the file; a dictionary is taken from it. Errors: those of check_warc_tail(); kTruncated (the tail,
  // without cut_tail; its place is the offset), kInvalidArgument (another packing), kIo.
  static Result<std::unique_ptr<WarcWriter>> append(FileSystem& fs, std::string directory,
                                                    const std::string& file, WarcWriteOptions options,
                                                    DedupIndex* dedup, WarcTail& tail);
  virtual ~WarcWriter() = default;

  // request, response (or revisit) and metadata records of one exchange, linked by Concurrent-To.
  // `metadata_fields` become the application/warc-fields block of the metadata record (none: no metadata
  // record). Errors: kIo; nothing is then kept.
  virtual Result<WarcWritten> write(
      const Exchange& exchange, const std::vector<std::pair<std::string, std::string>>& metadata_fields) = 0;
  // A metadata record of its own, not tied to an exchange (a learned template, a crawl's options).
  virtual Result<WarcRef> write_metadata(const std::string& target_uri, UtcTime date,
                                         const std::string& content_type, const std::string& block) = 0;
  // Makes all that was written last. Errors: kIo.
  virtual Status sync() = 0;
  // Syncs and gives the file its final name. Errors: kIo.
  virtual Status close() = 0;
  // Names of the files written to so far, final names.
  virtual std::vector<std::string> files() const = 0;
};

// One `.open` file as it was left by a crash.
struct WarcRecovery {
  std::string file;  // final name after recovery
  std::uint64_t kept_bytes = 0, cut_bytes = 0, records = 0;
};

// Cuts each `.open` file of `directory` to its last whole record and renames it; empty ones are removed.
// Errors: kIo.
BFA_EXPORT Result<std::vector<WarcRecovery>> recover_open_warcs(FileSystem& fs, const std::string& directory);

}  // namespace bfa
