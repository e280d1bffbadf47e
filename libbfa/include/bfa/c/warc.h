// SPDX-License-Identifier: Apache-2.0
// WARC files of the C interface: read, write, validate, index. bfa/c/bfa.h has the conventions.
#pragma once

#include "bfa/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// Reads WARC and ARC files, packed by gzip, zstd or lz4 or not at all. One thread at a time.
typedef struct bfa_warc_reader bfa_warc_reader;
// Writes WARC/1.1 files. One thread at a time.
typedef struct bfa_warc_writer bfa_warc_writer;
// A record with its block, which can be read once. Borrowed from a reader, or for a callback. One thread at a
// time.
typedef struct bfa_record bfa_record;
// A request and its answer. Thread-safe for reading.
typedef struct bfa_exchange bfa_exchange;
// What a validation found. Thread-safe for reading.
typedef struct bfa_warc_report bfa_warc_report;
// Records that were written in segments, of one or more files. One thread at a time.
typedef struct bfa_segments bfa_segments;

// Record types. C++: bfa::WarcType, bfa::warc_type_name.
enum {
  BFA_WARCINFO = 0,
  BFA_RESPONSE = 1,
  BFA_RESOURCE = 2,
  BFA_REQUEST = 3,
  BFA_METADATA = 4,
  BFA_REVISIT = 5,
  BFA_CONVERSION = 6,
  BFA_CONTINUATION = 7,
  BFA_UNKNOWN_TYPE = 8
};
// "response"; empty for other numbers, and of BFA_UNKNOWN_TYPE. Lives as long as the program. C++:
// bfa::warc_type_name.
BFA_EXPORT bfa_view bfa_warc_type_name(int32_t type);
enum { BFA_WARC_PLAIN = 0, BFA_WARC_GZIP = 1, BFA_WARC_ZSTD = 2 };
// ".warc.gz"; empty for other numbers. Lives as long as the program. C++: bfa::warc_suffix.
BFA_EXPORT bfa_view bfa_warc_suffix(int32_t packing);
enum { BFA_POLICY_IGNORE = 0, BFA_POLICY_WARN = 1, BFA_POLICY_FAIL = 2 };

typedef struct bfa_warc_options {
  size_t struct_size;
  int32_t policy;         // BFA_POLICY_...: what damage does
  int32_t check_digests;  // a wrong digest is a finding when the record ends
  uint64_t max_header_bytes;
  int32_t read_ahead;  // unpack in threads ahead of the caller: faster for a whole file; see
                       // bfa::WarcReadOptions
  int32_t reserved;    // 0
} bfa_warc_options;
// C++: bfa::WarcReadOptions.
BFA_EXPORT bfa_code bfa_warc_options_init(bfa_warc_options* options, size_t struct_size);

// Opens a file at `offset`: 0, or the position of a record. "FILE!/MEMBER" is a file within a container
// (WACZ). Errors: BFA_NOT_FOUND, BFA_IO, BFA_UNSUPPORTED (neither WARC nor ARC), BFA_CORRUPT. C++:
// bfa::WarcReader, bfa::make_container_file_system, bfa::posix_file_system.
BFA_EXPORT bfa_code bfa_warc_reader_open(const char* path, const bfa_warc_options* options, uint64_t offset,
                                         bfa_warc_reader** out, bfa_error** err);
// Reads what `read` gives: it puts at most `size` bytes to `to` and their number to *got; 0: the end.
// BFA_STOP is an end. `name`: for findings. After damage it looks for the next record forwards only: a file
// that is opened by its path can give more of them. C++: bfa::WarcReader, bfa::Source.
typedef bfa_code (*bfa_read_fn)(void* to, size_t size, size_t* got, void* user);
BFA_EXPORT bfa_code bfa_warc_reader_open_stream(bfa_read_fn read, void* user, const char* name,
                                                const bfa_warc_options* options, bfa_warc_reader** out,
                                                bfa_error** err);
// The next record, NULL at the end; it lives until the next call. What is left of the one before is skipped.
// Damage ends the record, not the reading, and is a finding. Errors: BFA_IO; under BFA_POLICY_FAIL the first
// finding.
BFA_EXPORT bfa_code bfa_warc_reader_next(bfa_warc_reader* reader, bfa_record** out, bfa_error** err);
// The findings so far, a copy.
BFA_EXPORT bfa_code bfa_warc_reader_findings(const bfa_warc_reader* reader, bfa_findings** out,
                                             bfa_error** err);
// Bytes skipped so far because they contain no readable record.
BFA_EXPORT uint64_t bfa_warc_reader_lost_bytes(const bfa_warc_reader* reader);
BFA_EXPORT void bfa_warc_reader_close(bfa_warc_reader* reader);

typedef struct bfa_record_fields {
  size_t struct_size;
  int32_t type;   // BFA_RESPONSE, ...
  bfa_time date;  // BFA_NO_TIME: none, or not readable
  uint64_t content_length;
  uint64_t offset;  // of its first (compressed) byte in the file
  bfa_view version;
  bfa_view fields;  // "Name: value" lines with CRLF, in order, unfolded; names may repeat
} bfa_record_fields;
// The header of a record. Views live as long as the record; the fields follow the version in memory. C++:
// bfa::WarcHeader, bfa::WarcRecord, bfa::format_warc_fields.
BFA_EXPORT bfa_code bfa_record_read(const bfa_record* record, bfa_record_fields* out, bfa_error** err);
// bfa_warc_reader_next() and bfa_record_read() in one call, for languages in which calls are dear.
BFA_EXPORT bfa_code bfa_warc_reader_next_fields(bfa_warc_reader* reader, bfa_record** out,
                                                bfa_record_fields* fields, bfa_error** err);
// The next records in one call, at most `capacity` of them, whose blocks are skipped: *count of `records` are
// filled, 0 at the end. All views live until the reader's next call; the version and the fields of all
// records follow each other in memory. An error ends the list and is returned by the next call: nothing that
// was read is lost. Each of `records` has the `struct_size` of the first. Errors: as bfa_warc_reader_next();
// BFA_INVALID_ARGUMENT (a capacity of 0, or above 65,536).
BFA_EXPORT bfa_code bfa_warc_reader_next_batch(bfa_warc_reader* reader, size_t capacity,
                                               bfa_record_fields* records, size_t* count, bfa_error** err);
// The first field of that name, in any case; empty: absent.
BFA_EXPORT bfa_view bfa_record_field(const bfa_record* record, const char* name);
// The header's bytes in the file; empty for records that came from no file.
BFA_EXPORT bfa_view bfa_record_raw_header(const bfa_record* record);
// Bytes that the record takes in the file; known once its block was read to the end, 0 before.
BFA_EXPORT uint64_t bfa_record_length(const bfa_record* record);
// Reads at most `size` bytes of the block; *got 0: the end. Errors, after the bytes that exist:
// BFA_TRUNCATED, BFA_CORRUPT. C++: bfa::Source.
BFA_EXPORT bfa_code bfa_record_read_block(bfa_record* record, void* to, size_t size, size_t* got,
                                          bfa_error** err);
// The rest of the block. Errors also: BFA_LIMIT (more than `max_bytes`). C++: bfa::read_all.
BFA_EXPORT bfa_code bfa_record_block(bfa_record* record, uint64_t max_bytes, bfa_string** out,
                                     bfa_error** err);
// The record as an exchange; it reads the block. Errors: BFA_UNSUPPORTED (no response, resource or revisit),
// BFA_CORRUPT, BFA_LIMIT. C++: bfa::read_exchange.
BFA_EXPORT bfa_code bfa_record_exchange(bfa_record* record, uint64_t max_bytes, bfa_exchange** out,
                                        bfa_error** err);

typedef struct bfa_exchange_fields {
  size_t struct_size;
  bfa_view url, ip_address, protocol, reason;
  bfa_time started;
  int32_t status;  // 0: no HTTP
  size_t headers;
} bfa_exchange_fields;
// C++: bfa::Exchange, bfa::HttpHead.
BFA_EXPORT bfa_code bfa_exchange_read(const bfa_exchange* exchange, bfa_exchange_fields* out,
                                      bfa_error** err);
// A header of the answer, by its place; all values of one name, joined by ", ". Empty: absent.
BFA_EXPORT bfa_view bfa_exchange_header_name(const bfa_exchange* exchange, size_t index);
BFA_EXPORT bfa_view bfa_exchange_header_value(const bfa_exchange* exchange, size_t index);
BFA_EXPORT bfa_code bfa_exchange_header(const bfa_exchange* exchange, const char* name, bfa_string** out,
                                        bfa_error** err);
// The body without transfer coding; `decoded`: without content coding too; a
// body that could be decoded in part only has findings, which may be NULL. Errors: BFA_LIMIT, BFA_IO. C++:
// bfa::entity_body, bfa::decoded_body.
BFA_EXPORT bfa_code bfa_exchange_body(const bfa_exchange* exchange, int32_t decoded, uint64_t max_bytes,
                                      bfa_string** out, bfa_findings** findings, bfa_error** err);
BFA_EXPORT void bfa_exchange_free(bfa_exchange* exchange);

// What a revisit record says of its payload.
enum {
  BFA_REVISIT_NONE = 0,               // the record is no revisit
  BFA_REVISIT_IDENTICAL_PAYLOAD = 1,  // another record has the same
  BFA_REVISIT_NOT_MODIFIED = 2,       // the server said so
  BFA_REVISIT_UNKNOWN = 3             // another profile
};
// The profile of a record. C++: bfa::revisit_kind.
BFA_EXPORT int32_t bfa_record_revisit(const bfa_record* record);
// The whole exchange of a revisit, made of it and of its original: a new one, for which both are no longer
// needed. The caller finds the original by WARC-Refers-To or by URL and date. Errors: BFA_IO. C++:
// bfa::resolve_revisit.
BFA_EXPORT bfa_code bfa_exchange_resolve(const bfa_exchange* revisit, const bfa_exchange* original,
                                         bfa_exchange** out, bfa_error** err);

// Records in segments (WARC 1.1, section 7): find those of all files with bfa_segments_scan(), then read each
// whole. C++: bfa::SegmentJoiner, bfa::JoinedRecord.
BFA_EXPORT bfa_code bfa_segments_new(bfa_segments** out, bfa_error** err);
BFA_EXPORT bfa_code bfa_segments_scan(bfa_segments* segments, const char* path, bfa_error** err);
BFA_EXPORT size_t bfa_segments_count(const bfa_segments* segments);
// The record id, without < >, of a first segment; empty: no such index.
BFA_EXPORT bfa_view bfa_segments_origin(const bfa_segments* segments, size_t index);
// The joined record of that id; borrowed, and lives until the next call with `segments`. Errors:
// BFA_NOT_FOUND; of its block also BFA_TRUNCATED (a segment is missing).
BFA_EXPORT bfa_code bfa_segments_open(bfa_segments* segments, const char* origin, bfa_record** out,
                                      bfa_error** err);
// What was odd about the record that was opened last; complete when its block was read.
BFA_EXPORT bfa_code bfa_segments_findings(const bfa_segments* segments, bfa_findings** out, bfa_error** err);
BFA_EXPORT void bfa_segments_free(bfa_segments* segments);

typedef struct bfa_warc_write_options {
  size_t struct_size;
  int32_t packing;          // BFA_WARC_...
  int32_t level;            // of compression; 0: the default
  const char* prefix;       // of file names; NULL: "bfa"
  uint64_t max_file_bytes;  // a new file is begun past this size
  const bfa_field* warcinfo;
  size_t warcinfo_count;
  const void* dictionary;  // for zstd: bfa_warc_dictionary(); NULL: none
  size_t dictionary_size;
} bfa_warc_write_options;
// C++: bfa::WarcWriteOptions.
BFA_EXPORT bfa_code bfa_warc_write_options_init(bfa_warc_write_options* options, size_t struct_size);
// Writes files to a folder, each with a warcinfo record. C++: bfa::WarcWriter.
BFA_EXPORT bfa_code bfa_warc_writer_open(const char* directory, const bfa_warc_write_options* options,
                                         bfa_warc_writer** out, bfa_error** err);
// Writes the one new file `path`. It begins with a warcinfo record if `warcinfo` has fields: records that
// exist already have theirs. Nothing remains of it without bfa_warc_writer_close(). Errors:
// BFA_INVALID_ARGUMENT (it exists). C++: bfa::WarcWriter.
BFA_EXPORT bfa_code bfa_warc_writer_create(const char* path, const bfa_warc_write_options* options,
                                           bfa_warc_writer** out, bfa_error** err);
// A zstd dictionary for records like `samples` (whole ones, or their first bytes), of at most `max_bytes`;
// empty: too few for a gain. Takes seconds for some MB. C++: bfa::train_warc_dictionary.
BFA_EXPORT bfa_code bfa_warc_dictionary(const bfa_view* samples, size_t count, size_t max_bytes,
                                        bfa_string** out, bfa_error** err);
// A new WARC-Record-ID: "<urn:uuid:...>", random. Errors: BFA_IO. C++: bfa::random_uuid.
BFA_EXPORT bfa_code bfa_warc_record_id(bfa_string** out, bfa_error** err);

// Where a record is. Views live until the writer's next call.
typedef struct bfa_place {
  size_t struct_size;
  bfa_view file, record_id;
  uint64_t offset, length;
} bfa_place;
// Writes a record of these fields; a Content-Length is added. Digests are the caller's. `place` may be NULL.
// Errors: BFA_INVALID_ARGUMENT (a field that is missing or breaks the framing), BFA_IO; nothing is then kept.
// C++: bfa::WarcWriter.
BFA_EXPORT bfa_code bfa_warc_writer_record(bfa_warc_writer* writer, const bfa_field* fields,
                                           size_t field_count, const void* block, size_t size,
                                           bfa_place* place, bfa_error** err);
// Copies a record, whose block was not read, from a reader or a callback. C++: bfa::WarcWriter.
BFA_EXPORT bfa_code bfa_warc_writer_copy(bfa_warc_writer* writer, bfa_record* record, bfa_place* place,
                                         bfa_error** err);
// Writes request and response records of one exchange, from raw bytes with their heads. `request`
// may be NULL and 0; `started` BFA_NO_TIME: now. `place`: of the response record; may be NULL. Errors:
// BFA_INVALID_ARGUMENT, BFA_CORRUPT, BFA_TRUNCATED, BFA_IO. C++: bfa::make_exchange, bfa::ExchangeContext,
// bfa::WarcWritten.
BFA_EXPORT bfa_code bfa_warc_writer_exchange(bfa_warc_writer* writer, const char* url, const char* request,
                                             size_t request_size, const char* response, size_t response_size,
                                             bfa_time started, const char* ip_address, bfa_place* place,
                                             bfa_error** err);
// Makes all records written so far durable.
BFA_EXPORT bfa_code bfa_warc_writer_sync(bfa_warc_writer* writer, bfa_error** err);
// Gives the file its final name and frees the writer, also when it fails.
BFA_EXPORT bfa_code bfa_warc_writer_close(bfa_warc_writer* writer, bfa_error** err);
// Frees a writer without closing: a file of bfa_warc_writer_create() is removed, others stay `.open`.
BFA_EXPORT void bfa_warc_writer_free(bfa_warc_writer* writer);

typedef struct bfa_warc_result {
  size_t struct_size;
  bfa_view file;
  uint64_t records, digests_ok, digests_bad, lost_bytes;
  int32_t truncated, corrupt, spec_violation;
} bfa_warc_result;
// Reads a whole file and checks framing, mandatory fields and digests. `threads`: 0: one a core. That a file
// is bad is in the report, and no error. `stop` may be NULL. Errors: BFA_NOT_FOUND, BFA_IO, BFA_UNSUPPORTED,
// BFA_UNAVAILABLE (stopped). C++: bfa::validate_warc, bfa::WarcReport, bfa::WarcValidateOptions.
BFA_EXPORT bfa_code bfa_warc_validate(const char* path, uint64_t threads, const bfa_stop* stop,
                                      bfa_warc_report** out, bfa_error** err);
BFA_EXPORT bfa_code bfa_warc_report_read(const bfa_warc_report* report, bfa_warc_result* out,
                                         bfa_error** err);
BFA_EXPORT bfa_code bfa_warc_report_findings(const bfa_warc_report* report, bfa_findings** out,
                                             bfa_error** err);
BFA_EXPORT void bfa_warc_report_free(bfa_warc_report* report);

// A capture that is in one of two sets of files only, or differs. Views live until the callback returns.
enum { BFA_ONLY_A = 0, BFA_ONLY_B = 1, BFA_DIFFERS = 2 };
typedef struct bfa_warc_difference {
  size_t struct_size;
  int32_t kind;                                 // BFA_ONLY_A, ...
  bfa_view url, date;                           // as the record has them
  bfa_view digest_a, digest_b, file_a, file_b;  // empty: the side has no such capture
  uint64_t offset_a, offset_b;
} bfa_warc_difference;
typedef bfa_code (*bfa_difference_fn)(const bfa_warc_difference* difference, void* user);
typedef struct bfa_warc_comparison {
  size_t struct_size;
  uint64_t captures_a, captures_b, same, only_a, only_b, differing;
} bfa_warc_comparison;
// Compares the captures of two sets of files: URL, date and payload. `visit` may be NULL; after its BFA_STOP
// it is not called again, and the numbers are still complete. `stop` may be NULL. Errors: BFA_NOT_FOUND,
// BFA_IO, BFA_UNSUPPORTED, BFA_UNAVAILABLE (stopped), the code of `visit`. C++: bfa::compare_warcs,
// bfa::WarcDifference, bfa::WarcComparison.
BFA_EXPORT bfa_code bfa_warc_compare(const char* const* a, size_t a_count, const char* const* b,
                                     size_t b_count, bfa_difference_fn visit, void* user,
                                     const bfa_stop* stop, bfa_warc_comparison* out, bfa_error** err);

typedef struct bfa_warc_tail {
  size_t struct_size;
  uint64_t records;     // complete ones
  uint64_t kept_bytes;  // where the last of them ends
  uint64_t cut_bytes;   // after that: bytes without a complete record
} bfa_warc_tail;
// Reads a file and says where its last complete record ends. `stop` may be NULL. Errors: BFA_CORRUPT
// (complete records follow damage), BFA_UNSUPPORTED, BFA_NOT_FOUND, BFA_IO, BFA_UNAVAILABLE (stopped). C++:
// bfa::check_warc_tail, bfa::WarcTail.
BFA_EXPORT bfa_code bfa_warc_check_tail(const char* path, const bfa_stop* stop, bfa_warc_tail* out,
                                        bfa_error** err);
// A file that was left `.open`; `file`: its final name. Views live until the callback returns.
typedef struct bfa_warc_recovery {
  size_t struct_size;
  bfa_view file;
  uint64_t kept_bytes, cut_bytes, records;
} bfa_warc_recovery;
typedef bfa_code (*bfa_recovery_fn)(const bfa_warc_recovery* recovery, void* user);
// Cuts each `.open` file of a folder that nobody writes to to its last complete record and renames it, then
// calls `visit`, which may be NULL, for each. An archive does this itself. Errors: BFA_IO, the code of
// `visit` (all files are then recovered). C++: bfa::recover_open_warcs, bfa::WarcRecovery.
BFA_EXPORT bfa_code bfa_warc_recover(const char* directory, bfa_recovery_fn visit, void* user,
                                     bfa_error** err);

// One capture of a file, as an index has it. Views live until the callback returns.
typedef struct bfa_cdx_entry {
  size_t struct_size;
  bfa_view key, timestamp, url, mime, status, digest, filename;
  int64_t offset, length;  // -1: not known
  bfa_view line;           // as a line of CDXJ
} bfa_cdx_entry;
typedef bfa_code (*bfa_cdx_fn)(const bfa_cdx_entry* entry, void* user);
// Calls `visit` for each capture of a WARC or ARC file, in file order. `findings` may be NULL. Errors:
// BFA_NOT_FOUND, BFA_IO, BFA_UNSUPPORTED, the code of `visit`. C++: bfa::index_warc, bfa::CdxEntry,
// bfa::CdxCapture, bfa::format_cdxj.
BFA_EXPORT bfa_code bfa_warc_index(const char* path, bfa_cdx_fn visit, void* user, bfa_findings** findings,
                                   bfa_error** err);
// Finds captures by key in a sorted index: CDX, CDXJ or ZipNum. `prefix`: keys that begin with it too. C++:
// bfa::CdxIndex.
BFA_EXPORT bfa_code bfa_cdx_find(const char* path, const char* key, int32_t prefix, bfa_cdx_fn visit,
                                 void* user, bfa_error** err);

// Calls `visit` for each entry of an index file, in file order: CDX or CDXJ, plain or gzip. Other lines are
// findings, which may be NULL. Errors: BFA_NOT_FOUND, BFA_IO, BFA_CORRUPT, BFA_TRUNCATED, BFA_UNSUPPORTED,
// the code of `visit`. C++: bfa::read_cdx, bfa::CdxParser.
BFA_EXPORT bfa_code bfa_cdx_read(const char* path, bfa_cdx_fn visit, void* user, bfa_findings** findings,
                                 bfa_error** err);
// Calls `visit` for the entry of one line of CDXJ. Errors: BFA_CORRUPT. C++: bfa::parse_cdxj.
BFA_EXPORT bfa_code bfa_cdxj_parse(const char* line, size_t size, bfa_cdx_fn visit, void* user,
                                   bfa_error** err);

#ifdef __cplusplus
}  // extern "C"
#endif
