// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bfa/store/archive.h"
#include "bfa/warc/record.h"
#include "package/aip/selection.h"
#include "store/records/import_note.h"

namespace bfa {

// A record of the archive's WARC files, and whose it is.
struct IndexedRecord {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  // as stored; 0: it ends where the next one begins
  std::uint64_t step = 0;    // number of its step; 0: none
  UtcTime time{};            // WARC-Date
  std::uint32_t crawl = 0;   // of its step; 0: none
  std::int16_t blog = -1;    // whose it is, an index into the archive's blogs; kNobodys, kAllBlogs
  WarcType type = WarcType::kUnknown;

  static constexpr std::int16_t kNobodys = -1, kAllBlogs = -2;
  static constexpr std::int16_t kStays = -3;  // about this archive's own files: in no package
};

struct IndexedFile {
  std::string name, path;
  std::uint64_t bytes = 0;
  bool divisible = true;  // false: records share a compressed member, or the file has damage: whole or not
  bool damaged = false;
  bool complete = true;  // false: `records` are some of its records
  std::vector<IndexedRecord> records;

  std::uint64_t end_of(std::size_t record) const {
    if (records[record].length > 0) return records[record].offset + records[record].length;
    return record + 1 < records.size() ? records[record + 1].offset : bytes;
  }
};

// A crawl or import, as its record says.
struct IndexedCrawl {
  ImportNote import;
  UtcTime began{};
  std::vector<std::string> blogs;  // home pages
};

// Records of an archive's closed WARC files: all, or those of one object. An exchange belongs to the blog of
// its step, so two blogs on one host stay apart; records without a step go by their address. Memory: about 32
// bytes a record, and 24 bytes a response.
class RecordIndex {
 public:
  // Reads the files of warc/ with these names once. Errors: kIo, those of WarcReader, kUnavailable (`go_on`
  // returned false; an empty one is not asked).
  static Result<RecordIndex> make(const Archive& archive, const Ownership& ownership,
                                  const std::vector<std::string>& names, const std::function<bool()>& go_on);
  // Only the records of these steps, found where the store says that their responses are: each exchange with
  // its request and its metadata, the originals of its revisits, and the warcinfo record of each file. The
  // archive's records between steps are left out. Cost: by these records, not by the size of the archive.
  // Nothing when a place has no sound record, when records share a compressed member, or when the store does
  // not know all places: then make() is needed. Errors: kIo, kUnavailable, those of the store.
  static Result<std::optional<RecordIndex>> of_steps(const Archive& archive, const Ownership& ownership,
                                                     const std::vector<std::string>& names,
                                                     const std::set<std::uint64_t>& steps,
                                                     const std::function<bool()>& go_on);

  const std::vector<IndexedFile>& files() const { return files_; }
  const std::map<std::uint64_t, IndexedCrawl>& crawls() const { return crawls_; }
  // True for a record of the archive about itself that several blogs share, when `blog` is one of them.
  bool is_shared_with(std::size_t file, std::size_t record, int blog) const;
  // Where the original of a revisit is: file and record; nothing when no file has it.
  const std::pair<std::uint32_t, std::uint32_t>* original_of(std::size_t file, std::size_t record) const;

 private:
  struct Reader;
  struct StepReader;
  struct Named {
    std::uint64_t id = 0, url = 0;  // hashes of a record's id and address
    std::pair<std::uint32_t, std::uint32_t> place;
  };
  using Place = std::pair<std::uint32_t, std::uint32_t>;

  std::vector<IndexedFile> files_;
  std::map<std::uint64_t, IndexedCrawl> crawls_;
  std::vector<Named> responses_;                 // by id
  std::map<Place, Named> revisits_;              // id and address of the original
  std::map<Place, std::vector<int>> shared_by_;  // blogs of a record that is kAllBlogs; absent: all
};

}  // namespace bfa
