// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/store/archive.h"
#include "store/database.h"
#include "store/journal.h"

namespace bfa {

// How far the store has applied a WARC file: a row of Family::kMeta for each file, written in the same batch
// as the steps. A store that loses its last batches loses these marks too, and the steps are applied again.
struct Mark {
  std::uint64_t bytes = 0;          // all steps before this offset are in the store
  std::uint64_t last_sequence = 0;  // greatest number of the steps that are in the store
};
// The value that stands for "the whole file", as format 1 wrote it, has the length of no file.
inline constexpr std::uint64_t kWholeFile = ~std::uint64_t{0};

std::string encode(const Mark& mark);
Result<Mark> decode_mark(std::string_view bytes);

// A WARC file of the archive.
struct WarcFileSize {
  std::string name;  // without `.open`
  std::uint64_t bytes = 0;
  bool open = false;  // it is named `.open`
};

// The marks of all files, by name.
Result<std::map<std::string, Mark>> read_marks(const Database& database);
// The archive's WARC files, by name.
Result<std::vector<WarcFileSize>> list_warcs(FileSystem& fs, const std::string& warc_directory);

// Compares names and lengths.
Reconciliation compare_marks(const std::map<std::string, Mark>& marks,
                             const std::vector<WarcFileSize>& files);

// Reads the parts of the files that the store does not know and leaves in `tail` the whole steps that it
// lacks, and notes. Sets steps and unfinished in `found`, and `unfinished` to the numbers of the steps of
// which only a part is there. Cost: the length of these parts. Errors: kCorrupt (the store cannot be
// trusted), kIo.
Status read_tails(const Database& database, FileSystem& fs, const std::string& warc_directory,
                  const std::map<std::string, Mark>& marks, Reconciliation& found, Journal& tail,
                  std::vector<std::uint64_t>& unfinished);

}  // namespace bfa
