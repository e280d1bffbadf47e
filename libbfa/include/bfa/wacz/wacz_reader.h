// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/wacz/wacz.h"
#include "bfa/warc/cdx.h"
#include "bfa/warc/reader.h"

namespace bfa {

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
// outside) are findings; memory is bounded. docs/formats/wacz.md names each rule. Errors: kNotFound, kIo,
// kUnsupported (not a zip file), kLimit.
BFA_EXPORT Result<WaczValidation> validate_wacz(FileSystem& fs, std::string_view path);

}  // namespace bfa
