// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "migrate/input/file_tree.h"
#include "migrate/input/readers.h"
#include "migrate/input/record_builder.h"

namespace bfa {

// When a file of a tree was captured, and how that is known.
struct CaptureTime {
  UtcTime time{};
  std::string from;      // for the metadata record
  bool unknown = false;  // `time` is that of the migration
};

// Makes records of files: a resource, and a metadata record about the sources of its fields.
class TreeEmitter {
 public:
  TreeEmitter(FileTree& tree, const CaptureUnit& unit, const CaptureInputOptions& options,
              const CaptureVisitor& visitor)
      : emit(visitor, unit.path), build(options), tree_(tree), max_file_bytes_(options.max_file_bytes) {}

  // The file's modification time, which programs set to the server's Last-Modified; otherwise the time of
  // the migration.
  CaptureTime time_of_file(const TreeFile& file) const;

  // The file's bytes; nothing, and a note, when they cannot be read. Errors: kIo.
  Result<std::optional<Blob>> bytes_of(const TreeFile& file) const;

  // A resource record of `url`, or a conversion of the record `original`, and its metadata record. `name`:
  // used for the type instead of the file's own name. Returns the record's id; empty when the bytes cannot
  // be read. Errors: kIo, those of the visitor.
  struct FileRecord {
    std::string url;
    CaptureTime time;
    WarcFields facts;
    std::string original, name;
  };
  Result<std::string> file_record(const TreeFile& file, FileRecord what);

  Emitter emit;
  RecordBuilder build;

 private:
  FileTree& tree_;
  std::uint64_t max_file_bytes_;
};

}  // namespace bfa
