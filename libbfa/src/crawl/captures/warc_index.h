// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/http/message.h"
#include "bfa/warc/reader.h"

namespace bfa {

// A capture in a WARC file: a response, a revisit or a resource, and the place of its request.
struct WarcEntry {
  static constexpr std::uint64_t kNoRequest = std::numeric_limits<std::uint64_t>::max();

  UtcTime date{};
  std::uint64_t offset = 0;
  std::uint64_t request_offset = kNoRequest;
  std::uint32_t file = 0;    // index into the files
  std::uint16_t status = 0;  // 0: the record has no readable head
  std::uint16_t type = 0;    // WarcIndex::type_of
  bool revisit = false;
  bool cut = false;  // the transfer was cut
};

// The captures of some WARC files, by URL and date. Memory: about 75 bytes a capture, and its URL once; twice
// that while it is made.
class WarcIndex {
 public:
  // The captures of one URL, by date; cut ones come last if there is a whole one. Views into the index.
  struct Captures {
    std::string_view url;
    std::span<const WarcEntry> entries;
  };

  // Errors: kNotFound, kIo, kUnsupported; damage, and records that cannot be captures, go to `findings`.
  static Result<WarcIndex> build(FileSystem& fs, const std::vector<std::string>& files, Findings& findings);

  std::size_t urls() const { return groups_.empty() ? 0 : groups_.size() - 1; }
  Captures at(std::size_t i) const;  // in URL order
  std::size_t captures() const { return entries_.size(); }
  // The number of an entry of this index, below captures().
  std::size_t number_of(const WarcEntry& entry) const {
    return static_cast<std::size_t>(&entry - entries_.data());
  }
  // The captures of `url`, or of its http/https or www twin; empty when the files have no capture of it.
  Captures find(std::string_view url) const;
  // Lets `change` drop, add or order the captures of each URL. A URL without captures stays listed. Views and
  // numbers of entries from before are no longer valid. Errors: those of `change`.
  Status rewrite(const std::function<Status(std::string_view url, std::vector<WarcEntry>& entries)>& change);
  // Where originals of revisits are looked for that are not in these files: `elsewhere` gives another index,
  // or null. It is called by the threads that load, and must outlive the loads.
  void look_for_originals_in(std::function<Result<const WarcIndex*>()> elsewhere) {
    elsewhere_ = std::move(elsewhere);
  }
  // The essence of its content type; may be empty.
  const std::string& type_of(const WarcEntry& entry) const { return types_[entry.type]; }
  const std::string& file_of(const WarcEntry& entry) const { return files_[entry.file]; }
  // The exchange of an entry of `url`; a revisit of an identical payload gives the bytes of its original with
  // the revisit's own time. Errors: kNotFound (the original is not in these files), kCorrupt, kLimit, kIo.
  Result<Exchange> load(std::string_view url, const WarcEntry& entry) const;

 private:
  friend class WarcIndexBuilder;
  struct Group {
    std::uint64_t url_at = 0;  // in text_; ends where the next one begins
    std::uint64_t first = 0;   // in entries_; likewise
  };

  Result<Exchange> load_original(std::string_view url, const WarcEntry& revisit,
                                 const WarcHeader& header) const;

  FileSystem* fs_ = nullptr;
  std::function<Result<const WarcIndex*>()> elsewhere_;
  std::vector<std::string> files_, types_;
  std::string text_;  // all URLs, in their order
  std::vector<WarcEntry> entries_;
  std::vector<Group> groups_;                                   // one more than there are URLs
  std::vector<std::pair<std::uint64_t, std::uint32_t>> twins_;  // hash of the twin key, number of the URL
};

}  // namespace bfa
