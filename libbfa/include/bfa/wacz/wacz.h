// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/cdx.h"
#include "bfa/warc/reader.h"

namespace bfa {

class Archive;

// A page in pages.jsonl: a starting point for readers.
struct WaczPage {
  std::string url;
  UtcTime time{};     // of its capture
  std::string title;  // empty: unknown
  std::string id;     // empty: made from URL and time
  std::string text;   // for search; empty: none
};

struct WaczOptions {
  std::string title, description;  // of the collection; empty: not written
  std::string main_page_url;       // start page of a player; empty: not written
  std::optional<UtcTime> main_page_time;
  std::string software = "libbfa";
  Clock* clock = nullptr;         // for "created" and the times of members; system_clock() when null
  bool find_pages = true;         // without add_page(): list the HTML responses of the WARC files
  bool keep_www = false;          // keep "www." in the keys of the index
  std::size_t index_lines = 300;  // per block of the compressed index
  // For sorting the index; what does not fit goes to temporary files in the folder of the output.
  std::uint64_t sort_memory_bytes = 16u << 20;
  // An EC private key (PEM, no pass phrase) that signs the digest of datapackage.json in the way of
  // ArchiveWeb.page; empty: not signed. Signatures differ from run to run.
  std::string signing_key_pem;
};

// Whether the HTML responses of a WARC file are listed as pages.
enum class WaczPageSearch : std::uint8_t {
  kUnlessGiven,  // if WaczOptions::find_pages, and add_page() was not called
  kYes,          // in addition to those of add_page()
  kNo
};

struct WaczReport {
  std::uint64_t archives = 0, captures = 0, pages = 0;
  std::uint64_t bytes = 0;  // of the WACZ file
  Findings findings;        // of reading the WARC files
};

// Writes a WACZ 1.1.1 file: WARC files byte for byte as stored members, read once for copy, index and digest;
// a ZipNum index of them; pages; datapackage.json with the digest of each. Written under a temporary name,
// synced and renamed by finish(). Equal inputs in equal order and an equal clock give equal bytes. Constant
// memory: the index is sorted in temporary files, pages are spooled. Not thread-safe. Source: WACZ 1.1.1;
// docs/formats/wacz.md.
class BFA_EXPORT WaczWriter {
 public:
  // `fs` must outlive the writer. Errors: kIo.
  static Result<std::unique_ptr<WaczWriter>> create(FileSystem& fs, std::string_view path,
                                                    const WaczOptions& options = {});
  virtual ~WaczWriter() = default;  // without finish() no file remains

  // Adds the WARC file `path` of `from`, as archive/NAME; an empty `name` means the last part of the path,
  // and a repeated one gets a number. A damaged file is added unchanged, with findings. Errors: kNotFound,
  // kIo, kUnsupported (not WARC: ARC files must be converted first), kInvalidArgument (a name with "/" or
  // without a WARC suffix); the writer cannot be used afterwards.
  virtual Status add_archive(FileSystem& from, std::string_view path, std::string_view name = {},
                             WaczPageSearch search = WaczPageSearch::kUnlessGiven) = 0;
  // Adds a page to the list, in this order; see WaczPageSearch. Errors: kIo.
  virtual Status add_page(const WaczPage& page) = 0;
  // Adds a file of another kind, deflated and listed in datapackage.json. `path`: "FOLDER/NAME", not in
  // archive/, indexes/ or pages/. Without the ending ".json": validators of data packages take such a file
  // for a table. Errors: kIo, kInvalidArgument (another path, or one that was added before); the writer
  // cannot be used afterwards. Source: WACZ 1.1.1, "Other files and directories".
  virtual Status add_file(std::string_view path, std::string_view content) = 0;
  // Writes index, pages and datapackage.json; the last call. Errors: kIo, kInvalidArgument (no archive, or a
  // key that cannot be read).
  virtual Result<WaczReport> finish() = 0;
};

// Writes a WACZ file of an archive: its closed WARC files in the order of their names, and its blogs, posts
// and pages as the pages, with their titles and the times of the captures that were extracted last.
// `with_text`: their texts too, for search. `options.title` defaults to the first blog's, `main_page_url` to
// its home page. Errors: kIo, kNotFound (no WARC file), those of WaczWriter.
BFA_EXPORT Result<WaczReport> write_archive_wacz(const Archive& archive, std::string_view path,
                                                 const WaczOptions& options, bool with_text = false);

// A file listed in datapackage.json. Empty: not given.
struct WaczResource {
  std::string name, path;
  std::string hash;  // labelled
  std::uint64_t bytes = 0;
};

// The members of datapackage.json, unchanged. Empty: not given.
struct WaczPackage {
  std::string profile, version, title, description, created, software, main_page_url, main_page_date;
  std::vector<WaczResource> resources;
};

// Reads WACZ files of all published versions. It is lenient: what is missing or wrong is a finding here and a
// violation in validate_wacz(). Thread-safe once open, if its file system is. Source: WACZ 1.1.1.
class BFA_EXPORT WaczReader {
 public:
  // `fs` must outlive the reader. Errors: kNotFound, kIo, kUnsupported (not a zip file, or one without
  // an archive/ folder), kLimit.
  static Result<std::unique_ptr<WaczReader>> open(FileSystem& fs, std::string_view path);
  virtual ~WaczReader() = default;

  virtual const WaczPackage& package() const = 0;
  // Names of the WARC files, "archive/NAME", in the order of the zip file.
  virtual const std::vector<std::string>& archives() const = 0;
  virtual const Findings& findings() const = 0;  // of opening

  // Calls `visit` for each page of pages/*.jsonl until it returns false; other lines are findings. Errors:
  // kIo, kCorrupt.
  virtual Status for_each_page(const std::function<bool(const WaczPage&)>& visit,
                               Findings& findings) const = 0;
  // The same for each line of the indexes.
  virtual Status for_each_capture(const std::function<bool(const CdxEntry&)>& visit,
                                  Findings& findings) const = 0;
  // The captures of a URL in order of time, by binary search. Errors: kIo, kCorrupt.
  virtual Result<std::vector<CdxEntry>> captures_of(std::string_view url) const = 0;
  // One reader of all records of all WARC files; the file of a position is "PATH!/archive/NAME". It must not
  // outlive this. Errors of next(): as WarcReader's; a WARC file that cannot be opened is a finding, unless
  // the policy is kFail.
  virtual Result<std::unique_ptr<WarcReader>> records(const WarcReadOptions& options = {}) const = 0;
};

struct WaczValidation {
  std::string file, version;  // version: of datapackage.json
  std::uint64_t archives = 0, captures = 0, pages = 0;
  std::uint64_t digests_ok = 0, digests_bad = 0;
  bool truncated = false;                                // the end of the zip file is missing
  bool corrupt = false;                                  // a member cannot be read
  bool signed_package = false, signature_right = false;  // anonymous signatures only; others are a remark
  Findings violations;  // a finding for each broken rule and place; ids begin with "wacz_" or "zip_"
  Findings remarks;     // what the standard only recommends, or leaves open
};

// Reads a whole WACZ file and checks it against WACZ 1.1.1: members, datapackage.json, sizes and digests of
// all files, pages, indexes and the records they refer to, digest and signature of the package. The WARC
// files themselves: see validate_warc(). Hostile zip files (overlapping members, bombs, paths that lead
// outside) are findings; memory is bounded. docs/formats/wacz.md lists each rule. Errors: kNotFound, kIo,
// kUnsupported (not a zip file), kLimit.
BFA_EXPORT Result<WaczValidation> validate_wacz(FileSystem& fs, std::string_view path);

}  // namespace bfa
