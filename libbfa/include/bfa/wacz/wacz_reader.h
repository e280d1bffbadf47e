// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bfa/wacz/wacz.h"
#include "bfa/warc/cdx.h"
#include "bfa/warc/reader.h"

namespace bfa {

// A file that datapackage.json lists. Empty: not said.
struct WaczResource {
  std::string name, path;
  std::string hash;  // labelled
  std::uint64_t bytes = 0;
};

// What datapackage.json says. Empty: not said.
struct WaczPackage {
  std::string profile, version, title, description, created, software, main_page_url, main_page_date;
  std::vector<WaczResource> resources;
};

// Reads WACZ files of any version so far, as leniently as can be: what is missing or wrong is a finding here
// and a broken rule for validate_wacz(). Thread-safe once open, as its file system is. Source: WACZ 1.1.1.
class BFA_EXPORT WaczReader {
 public:
  // `fs` must outlive the reader. Errors: kNotFound, kIo, kUnsupported (no zip file, or one without an
  // archive/ folder), kLimit.
  static Result<std::unique_ptr<WaczReader>> open(FileSystem& fs, const std::string& path);
  virtual ~WaczReader() = default;

  virtual const WaczPackage& package() const = 0;
  // Names of the WARC files, "archive/NAME", in the order of the zip file.
  virtual const std::vector<std::string>& archives() const = 0;
  virtual const Findings& findings() const = 0;  // of opening

  // Each page of pages/*.jsonl, until `visit` returns false; lines that are none are findings. Errors: kIo,
  // kCorrupt.
  virtual Status for_each_page(const std::function<bool(const WaczPage&)>& visit,
                               Findings& findings) const = 0;
  // Each line of the indexes, likewise.
  virtual Status for_each_capture(const std::function<bool(const CdxEntry&)>& visit,
                                  Findings& findings) const = 0;
  // The captures of a URL in order of time, by binary search. Errors: kIo, kCorrupt.
  virtual Result<std::vector<CdxEntry>> captures_of(const std::string& url) const = 0;
  // All records of all WARC files, as one reader: positions are within "PATH!/archive/NAME". The reader must
  // not outlive this. Errors of next(): as WarcReader's; a WARC file that cannot be opened is a finding,
  // unless the policy is kFail.
  virtual Result<std::unique_ptr<WarcReader>> records(const WarcReadOptions& options = {}) const = 0;
};

}  // namespace bfa
