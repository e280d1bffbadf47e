// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "bfa/warc/select.h"
#include "warc/copy/copy_output.h"
#include "warc/copy/record_feed.h"
#include "warc/copy/selector.h"
#include "warc/read/originals.h"

namespace bfa {

// By what other records can refer to records that are taken out.
class TakenOut {
 public:
  void add(const WarcHeader& header);
  std::size_t size() const { return ids_.size(); }
  bool has(const std::string& record_id) const { return ids_.contains(record_id); }
  // True for records that hold content of one that is taken out: revisits of it under the same address (in
  // any spelling), what was converted from it or said of it, and its further segments.
  bool is_source_of(const WarcHeader& header) const;
  // True for a revisit that refers to one.
  bool is_original_of(const WarcHeader& revisit) const;

 private:
  std::unordered_set<std::string> ids_, moments_, digests_, addresses_;
};

// Takes records out of WARC files: a metadata record that has neither their block nor their head stays in the
// place of each. Revisits of them under other addresses are made whole first (Materialiser). All other
// records stay as they are. One thread. Memory: a bit a record, about 1 KiB a revisit, 300 bytes a record
// that is taken out.
class TakeOut {
 public:
  // All must outlive it. Errors of its functions: kIo, those of WarcReader, kUnsupported (ARC).
  TakeOut(FileSystem& fs, const std::vector<std::string>& files, const WarcRedactOptions& options);

  // Which captures go: `selected` is asked for the main record of each (decide_captures()). What holds
  // content of these goes too, until nothing is added. Then the originals of revisits are found.
  Status decide(const std::function<Result<bool>(WarcRecord& record)>& selected);

  std::uint64_t records() const { return records_; }  // that are taken out
  // True when the file has a record that is taken out or made whole, or that refers to such a one.
  bool touches(std::size_t file) const { return touched_[file]; }
  const TakenOut& taken() const { return taken_; }

  // Writes the records of files [first, last) to `out` (null: nowhere).
  Status write(std::size_t first, std::size_t last, OutputFile* out, WarcCopyReport& report) const;
  // Compares a file with what was written of it: every record that stays has the same header and block, in
  // the same order. Errors: kCorrupt.
  Status check(std::size_t file, const std::string& written) const;

 private:
  Status collect();
  Status find_originals();
  bool is_made_whole(const std::string& revisit_id) const { return whole_.contains(revisit_id); }
  bool is_changed(const WarcHeader& header) const;
  Status write_mark(const WarcHeader& header, OutputFile* out, WarcCopyReport& report) const;

  FileSystem& fs_;
  const std::vector<std::string>& files_;
  const WarcRedactOptions& options_;
  std::string date_;
  RecordBits bits_;
  std::vector<std::uint64_t> first_;  // number of the first record of each file, and of the end
  std::vector<bool> touched_;
  std::uint64_t records_ = 0;
  TakenOut taken_;
  OriginalFinder finder_;
  std::unordered_set<std::string> whole_;  // ids of revisits that are made whole
};

// True for the metadata record that stands in the place of one that was taken out. Reads its block.
Result<bool> is_mark(WarcRecord& record);

}  // namespace bfa
