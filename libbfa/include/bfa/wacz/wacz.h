// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/io/file_system.h"

namespace bfa {

// A page as pages.jsonl lists it: where a reader may begin.
struct WaczPage {
  std::string url;
  UtcTime time{};     // of its capture
  std::string title;  // empty: unknown
  std::string id;     // empty: made from URL and time
  std::string text;   // for search; empty: none
};

struct WaczOptions {
  std::string title, description;  // of the collection; empty: left out
  std::string main_page_url;       // where a player is to begin; empty: left out
  std::optional<UtcTime> main_page_time;
  std::string software = "libbfa";
  Clock* clock = nullptr;         // for "created" and the times of members; system_clock() when null
  bool find_pages = true;         // without add_page(): list the HTML answers found in the WARC files
  bool keep_www = false;          // in the keys of the index
  std::size_t index_lines = 300;  // in a block of the compressed index
  std::uint64_t sort_memory_bytes = 16u << 20;  // of sorting the index; more goes to files beside the new one
  // An EC private key (PEM, no pass phrase) that signs the digest of datapackage.json, as ArchiveWeb.page's
  // do; empty: not signed. Signatures differ from run to run.
  std::string signing_key_pem;
};

// Whether the HTML answers of a WARC file are listed as pages.
enum class WaczPageSearch : std::uint8_t {
  kUnlessGiven,  // when WaczOptions::find_pages, and no page is given by add_page()
  kYes,          // besides those that are given
  kNo
};

struct WaczReport {
  std::uint64_t archives = 0, captures = 0, pages = 0;
  std::uint64_t bytes = 0;  // of the WACZ file
  Findings findings;        // of reading the WARC files
};

// Writes a WACZ 1.1.1 file: WARC files byte for byte as stored members, read once for copy, index and digest;
// a ZipNum index of them; pages; datapackage.json with the digest of each. Written beside its name, synced
// and renamed by finish(). Equal inputs in equal order and an equal clock give equal bytes. Constant memory:
// the index is sorted in files beside the new one, pages are spooled. Not thread-safe. Source: WACZ 1.1.1;
// facts rules 40 to 43.
class BFA_EXPORT WaczWriter {
 public:
  // `fs` must outlive the writer. Errors: kIo.
  static Result<std::unique_ptr<WaczWriter>> create(FileSystem& fs, const std::string& path,
                                                    const WaczOptions& options = {});
  virtual ~WaczWriter() = default;  // without finish(): nothing stays

  // Takes the WARC file `path` of `from`, as archive/NAME; an empty `name` is the last part of the path, and
  // one that was used before gets a number. A damaged file is taken as it is, with findings. Errors:
  // kNotFound, kIo, kUnsupported (no WARC: ARC files must be converted first), kInvalidArgument (a name with
  // "/" or one that does not end as WARC files do); the writer is of no use afterwards.
  virtual Status add_archive(FileSystem& from, const std::string& path, const std::string& name = {},
                             WaczPageSearch search = WaczPageSearch::kUnlessGiven) = 0;
  // A page to list, in this order; see WaczPageSearch. Errors: kIo.
  virtual Status add_page(const WaczPage& page) = 0;
  // Index, pages, datapackage.json; the last call. Errors: kIo, kInvalidArgument (no archive, a key that is
  // none).
  virtual Result<WaczReport> finish() = 0;
};

}  // namespace bfa
