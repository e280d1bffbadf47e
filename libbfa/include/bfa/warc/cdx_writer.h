// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/http/message.h"
#include "bfa/warc/cdx.h"

namespace bfa {

struct CdxjOptions {
  std::string filename;        // written to the lines; empty: the last part of the path
  bool keep_www = false;       // keep "www." in keys, which most servers remove
  bool post = true;            // keys contain the request if it is not GET: docs/formats/cdxj.md
  std::size_t body_bytes = 0;  // how many first bytes of HTML bodies CdxCapture contains
};

// A capture and its index entry. Views are valid for the call.
struct CdxCapture {
  const CdxEntry& entry;
  UtcTime date;           // WARC-Date
  std::string_view body;  // HTML only: its first bytes, transfer coding removed, content coding kept
  const HttpHead* head;   // of the response; null without a body, or without HTTP
};

// Calls `visit` for each capture of a WARC or ARC file: responses, revisits and resources with a URL and a
// date, in file order. An error of `visit` ends the reading. Survived damage is appended to `findings`.
// Constant memory. Errors: kNotFound, kIo, kUnsupported, those of `visit`. Source: IIPC, "CDXJ Index Format"
// 0.1.0.
BFA_EXPORT Status index_warc(FileSystem& fs, std::string_view path, const CdxjOptions& options,
                             const std::function<Status(const CdxCapture&)>& visit, Findings& findings);

// The CDXJ lines of one file, in file order; a server needs them sorted bytewise. Errors: kNotFound, kIo,
// kUnsupported.
BFA_EXPORT Result<std::vector<std::string>> cdxj_lines(FileSystem& fs, std::string_view path);

struct CdxSortOptions {
  // Folder of the temporary files of lines that do not fit in memory; empty: the system's folder for
  // temporary files. They are removed with the sorter.
  std::string directory;
  std::uint64_t max_memory_bytes = 32u << 20;
};

struct ZipNumOptions {
  std::string filename = "index.cdx.gz";  // of the blocks, as in the secondary index
  std::size_t lines = 300;                // per block
  int level = 6;                          // of gzip, 1 to 12
};

// Sorts index lines bytewise, each once, in bounded memory, and writes them as CDXJ or ZipNum. Call add() any
// number of times, then one of the others once. Not thread-safe. Errors of all: kIo, those of the sinks.
class BFA_EXPORT CdxSorter {
 public:
  // `fs` is for the temporary files; it must outlive the sorter.
  explicit CdxSorter(FileSystem& fs, const CdxSortOptions& options = {});
  ~CdxSorter();
  CdxSorter(const CdxSorter&) = delete;
  CdxSorter& operator=(const CdxSorter&) = delete;

  // Errors also: kLimit for a line of more than half the memory.
  Status add(const CdxEntry& entry);
  std::uint64_t lines() const noexcept;  // added so far

  // Calls `visit` for each line, without line end, in order; an error of `visit` ends it. Views are valid for
  // the call.
  Status for_each(const std::function<Status(std::string_view line)>& visit);
  // Writes CDXJ, a line each. Does not finish the sink.
  Status write(Sink& out);
  // Writes gzip members of options.lines lines to `blocks`, and to `index` a line for each member: key and
  // time of its first line, offset, length, SHA-256. Finishes neither sink. Errors also: kInvalidArgument
  // (options). Source: pywb, "Compressed Index".
  Status write_zipnum(Sink& blocks, Sink& index, const ZipNumOptions& options);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
