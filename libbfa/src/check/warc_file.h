// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "check/places.h"
#include "check/steps.h"

namespace bfa {

// A WARC file of the archive, or one that it should have.
struct FolderEntry {
  std::string name;   // without `.open`; absolute for a file outside of the archive
  std::string path;   // as it stands on the disk
  std::string shown;  // as problems name it
  bool there = false, open = false, outside = false;
  std::uint64_t bytes = 0;            // on the disk
  std::uint64_t known = 0;            // that the store knows
  std::uint64_t readable = 0;         // what is looked at: an open file up to what the store knows
  std::optional<std::string> digest;  // by the manifest
  std::uint64_t captures = 0;         // that the store has there
  bool chosen = false;                // part of the sample: read whole, if that is wanted
};

// What the checks of WARC files share.
struct WarcCheck {
  FileSystem& fs;
  FileSystem& outside;  // for files outside of the archive, also within containers
  const CheckOptions& options;
  CheckLog& log;
  StepLookup* steps = nullptr;  // null: no store
  std::mutex mutex;             // guards what follows
  CheckReport counts;           // only its numbers
};

// Looks at one file and at the places of captures in it. Errors: kIo (no memory), and those of the store;
// stopped_error().
Status check_warc_file(const FolderEntry& entry, std::vector<Place>& places, WarcCheck& check);

}  // namespace bfa
