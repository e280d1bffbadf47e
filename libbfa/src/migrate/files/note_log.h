// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bfa/migrate/migrate.h"

namespace bfa {

// One line of JSON, without its line end.
std::string note_to_json(const MigrationNote& note);

// Takes every note as it comes: counts in the report, the first ones kept, all in a file as JSON Lines.
class NoteLog {
 public:
  // `path`: of the file; empty: none. `report` must outlive the log. Errors: kIo.
  static Result<std::unique_ptr<NoteLog>> create(FileSystem& fs, const std::string& path,
                                                 MigrationReport& report);
  ~NoteLog();  // without finish(): no file stays

  void add(MigrationNote note);
  // Writes the summary as the last line, syncs and renames. Errors: kIo, also of notes before.
  Status finish();

 private:
  NoteLog(FileSystem& fs, std::string path, MigrationReport& report)
      : fs_(fs), path_(std::move(path)), report_(report) {}
  Status write_out();

  FileSystem& fs_;
  std::string path_;
  MigrationReport& report_;
  std::unique_ptr<WritableFile> file_;
  std::string pending_;
  Status status_;
};

}  // namespace bfa
