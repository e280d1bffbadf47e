// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bfa/base/log.h"
#include "bfa/io/file_system.h"
#include "bfa/package/aip.h"
#include "io/file_sink.h"
#include "package/aip/record_index.h"

namespace bfa {

// The name of the archive's file that a file of a package was taken from, by its name: "a.warc.gz" for
// "a-part-0f3c9a11.warc.gz". Other names are their own.
std::string source_of_part(const std::string& name);

// Which of the archive's records a package has.
struct RecordChoice {
  int blog = 0;
  bool only_blog = false;                        // the archive has no other: what nobody owns is its
  std::optional<std::set<std::uint64_t>> steps;  // of one object; nothing: all of the blog
  std::set<std::pair<std::string, std::uint64_t>> places;  // of one object: file and offset, without a step
  std::optional<UtcTime> since;  // only captures of that time and later, and those of later imports
  // With `since`: of records with a step only those that this package does not have, whatever their time.
  const EarlierPackage* earlier = nullptr;
};

// A WARC file of a package.
struct PackedWarc {
  std::string name;
  std::size_t source = 0;  // index of the file that it was taken from
  bool whole = false;      // that file, byte for byte
  std::uint64_t records = 0;
  Fixity fixity;
};

// The captures of a run of a crawl in one file.
struct PackedCaptures {
  std::uint64_t captures = 0;
  UtcTime first{}, last{};
};

// The WARC files of a package: whole files where all records belong to it, else their records, each
// compressed member as it is. Originals of revisits come along. One thread. `index` must outlive it.
class PackageWarcs {
 public:
  PackageWarcs(const RecordIndex& index, const RecordChoice& choice, const LogHook& log);

  // Writes the files to `folder`, which exists. `mark`: makes the names of parts of files unique. Errors:
  // kIo, kCorrupt (a file of several blogs is damaged).
  Status write(FileSystem& fs, const std::string& folder, const std::string& mark);
  // Names the files where they are, whole.
  Status name_in_place(FileSystem& fs);

  const std::vector<PackedWarc>& files() const { return written_; }
  // The place in the package of a record of the archive; nothing when it is not there.
  std::optional<WarcRef> place(const WarcRef& in_archive) const;
  // The captures of each crawl in the file `files()[i]`, by the crawl's number (0: unknown).
  std::map<std::uint64_t, PackedCaptures> captures_of(std::size_t i) const;
  // The numbers of the steps that are in the package, as ranges from first to last.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> steps() const;
  // The time of the record of the greatest of steps().
  std::optional<UtcTime> last_time() const;
  // With a time since which captures are taken: the last step of the blog before it; 0: none.
  std::uint64_t step_before() const { return step_before_; }
  // The time of its newest record about the blog itself: of a crawl, a decision, the blog's state.
  std::optional<UtcTime> newest_note() const;

 private:
  struct Run {
    std::uint64_t from = 0, to = 0, length = 0;
  };
  bool wants(const RecordChoice& choice, std::size_t file, std::size_t record) const;
  void add_originals(const RecordChoice& choice);
  void note_before(const RecordChoice& choice, const IndexedRecord& record);
  bool is_new(const RecordChoice& choice, const IndexedRecord& record) const;
  Status write_part(FileSystem& fs, std::size_t file, const std::string& path);

  const RecordIndex& index_;
  const bool only_blog_;
  std::vector<std::vector<bool>> chosen_;
  std::vector<PackedWarc> written_;
  std::map<std::size_t, std::vector<Run>> runs_;  // of files that are not whole, by source
  std::uint64_t step_before_ = 0;
};

}  // namespace bfa
