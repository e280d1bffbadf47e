// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/finding.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/record.h"

namespace bfa {

// One capture in an index of WARC or ARC files. Empty: unknown.
struct CdxEntry {
  std::string key;        // SURT form, or another sort key of the index
  std::string timestamp;  // 14 digits; unchanged when read
  std::string url;
  std::string mime;                     // "warc/revisit" for revisits; "unk" if the response has none
  std::string status;                   // digits
  std::string digest;                   // of the payload, usually labelled ("sha1:...")
  std::string redirect;                 // target of a redirect (CDX only)
  std::string robots;                   // "A", "F", "I": meta tags (CDX only)
  std::optional<std::uint64_t> length;  // compressed bytes of the record
  std::optional<std::uint64_t> offset;
  std::string filename;
  std::string method;        // of the request, if it is not GET
  std::string request_body;  // its body as a query: docs/formats/cdxj.md
  WarcFields others;         // further members (CDXJ): name and JSON value

  bool operator==(const CdxEntry&) const = default;
};

// A CDXJ line without line end: "KEY TIMESTAMP {json}", numbers as strings, members in the order of the
// fields above. Bytes that are not UTF-8 are read as Latin-1. Empty when memory runs out. Thread-safe.
// Source: IIPC, "CDXJ Index Format" 0.1.0; docs/formats/cdxj.md.
BFA_EXPORT std::string format_cdxj(const CdxEntry& entry);

// Parses a CDXJ line. Members can be strings or numbers. Errors: kCorrupt. Thread-safe.
BFA_EXPORT Result<CdxEntry> parse_cdxj(std::string_view line);

// Parses the lines of an index one by one: CDXJ, CDX of any columns with its " CDX N b a ..." line, and CDX
// without it that has 9, 10 or 11 columns of the usual order or the 7 or 8 of NetarchiveSuite. Not
// thread-safe. Source: Internet Archive, "CDX file format" (2006, 2015).
class BFA_EXPORT CdxParser {
 public:
  // Nothing for header lines and empty ones. Errors: kCorrupt.
  Result<std::optional<CdxEntry>> parse(std::string_view line);

 private:
  std::string columns_;  // letters, in order; empty: no header line yet
};

// Calls `visit` for each entry of an index file, plain or gzip (also the blocks of ZipNum), in file order,
// until it returns false. Other lines are skipped, with a finding each. Errors: kNotFound, kIo, kCorrupt and
// kTruncated (of the gzip file), kUnsupported (no line is an index line).
BFA_EXPORT Status read_cdx(FileSystem& fs, std::string_view path,
                           const std::function<bool(const CdxEntry&)>& visit, Findings& findings);

// Finds captures in a sorted index by binary search: a CDX or CDXJ file, or the secondary index of ZipNum
// with its blocks in the same folder. Reads a few blocks per call, whatever the size. Thread-safe if its file
// system is. Source: pywb, "Compressed Index".
class BFA_EXPORT CdxIndex {
 public:
  // `fs` must outlive the index. Errors: kNotFound, kIo.
  static Result<std::unique_ptr<CdxIndex>> open(FileSystem& fs, std::string_view path);
  virtual ~CdxIndex() = default;

  enum class Match : std::uint8_t { kExact, kPrefix };
  // Calls `visit` for the entries with this key (or those that begin with it), in order, until it returns
  // false. Errors: kIo, kCorrupt (a line or block that cannot be parsed), kNotFound (the blocks).
  virtual Status find(std::string_view key, Match match,
                      const std::function<bool(const CdxEntry&)>& visit) const = 0;
};

}  // namespace bfa
