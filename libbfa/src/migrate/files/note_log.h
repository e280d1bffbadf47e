// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bfa/migrate/migrate.h"
#include "io/atomic_file.h"

namespace bfa {

// One line of JSON, without its line end.
std::string note_to_json(const MigrationNote& note);

// Counts the notes in the report, keeps the first ones there, and writes all to a file as JSON Lines.
class NoteLog {
 public:
  // `path`: of the file, which is removed without finish(); empty: no file. `report` must outlive the log.
  // Errors: kIo.
  static Result<std::unique_ptr<NoteLog>> create(FileSystem& fs, const std::string& path,
                                                 MigrationReport& report);

  void add(MigrationNote note);
  // Writes the summary as the last line, syncs and renames. Errors: kIo, also of notes before.
  Status finish();

 private:
  explicit NoteLog(MigrationReport& report) : report_(report) {}
  Status write_out();

  MigrationReport& report_;
  std::unique_ptr<AtomicFile> file_;  // null: no file
  std::string pending_;
  Status status_;
};

}  // namespace bfa
