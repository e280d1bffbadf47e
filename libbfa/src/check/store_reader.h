// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/check_log.h"
#include "check/places.h"
#include "store/database.h"
#include "store/files/layout.h"
#include "store/marks.h"

namespace bfa {

// The store's error for a file that the machine does not let it read, for want of permission, handles or
// memory, is not that of a damaged one.
bool is_refused(const Error& error);

// The store of an archive, opened for reading beside a writer, and without any change to it.
class StoreReader {
 public:
  // What keeps the store from being read is in the log; database() is then null.
  static StoreReader open(FileSystem& fs, const std::string& directory, CheckLog& log);

  const Database* database() const { return database_.get(); }
  // Reads all blocks of the store; `running`: a process writes to it. What is wrong is in the log.
  void verify(bool running, CheckLog& log) const;
  const std::map<std::string, Mark>& marks() const { return marks_; }

 private:
  // In the order in which they depend on each other.
  std::unique_ptr<ScratchFolder> scratch_;
  std::unique_ptr<Database> database_;
  std::string path_;
  bool own_disk_ = false;  // a file system of the caller
  std::map<std::string, Mark> marks_;
};

// Whether something is part of a sample: the same answer for the same seed.
class SampleChoice {
 public:
  SampleChoice(double percent, std::uint64_t seed) : percent_(percent), seed_(seed) {}
  bool all() const { return percent_ >= 100; }
  bool takes(std::string_view what) const;
  bool takes(std::uint64_t number) const;
  double percent() const { return percent_; }
  // Orders names at random.
  std::uint64_t rank(std::string_view name) const;

 private:
  double percent_;
  std::uint64_t seed_;
};

// How many captures the store has in each file.
struct CaptureCounts {
  std::map<std::string, std::uint64_t> by_file;  // with the originals there
  std::uint64_t captures = 0;
};
// Goes through all rows of captures and of originals. Rows that cannot be read are in the log.
CaptureCounts count_captures(const Database& database, const CheckOptions& options, CheckLog& log);

// The places in some files, each sorted by offset: `list_of` gives the list for the record of a capture in a
// file; null: not wanted.
Status read_places(
    const Database& database,
    const std::function<std::vector<Place>*(const std::string& file, std::uint64_t sequence)>& list_of,
    const CheckOptions& options);
void sort_places(std::vector<Place>& places);

}  // namespace bfa
