// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bfa/http/message.h"
#include "bfa/warc/reader.h"

namespace bfa {

// A capture in a WARC file: a response, a revisit or a resource, and the place of its request.
struct WarcEntry {
  std::string url;
  UtcTime date{};
  std::uint32_t file = 0;  // index into WarcIndex::files
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> request_offset;
  bool revisit = false;
  int status = 0;
  std::string content_type;                   // essence
  std::string refers_to_url, refers_to_date;  // of a revisit
};

// The captures of some WARC files, by URL and date. Memory: about 300 bytes a capture.
class WarcIndex {
 public:
  // Errors: kNotFound, kIo, kUnsupported; damage goes to `findings`.
  static Result<WarcIndex> build(FileSystem& fs, const std::vector<std::string>& files, Findings& findings);

  const std::map<std::string, std::vector<WarcEntry>>& by_url() const {
    return entries_;
  }  // each list by date
  // The captures of `url`, or of its http/https or www twin; nullptr when the files have no capture of it.
  const std::vector<WarcEntry>* find(const std::string& url) const;
  // The exchange of an entry; a revisit of an identical payload gives the bytes of its original with the
  // revisit's own time.
  Result<Exchange> load(const WarcEntry& entry) const;

 private:
  FileSystem* fs_ = nullptr;
  std::vector<std::string> files_;
  std::map<std::string, std::vector<WarcEntry>> entries_;
  std::map<std::string, std::string> twins_;  // twin key to URL

  Status scan(std::uint32_t file, Findings& findings);
  Result<Exchange> read(std::uint32_t file, std::uint64_t offset) const;
};

}  // namespace bfa
