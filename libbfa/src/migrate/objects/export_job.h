// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bfa/migrate/migrate.h"
#include "bfa/object/version.h"
#include "bfa/store/archive.h"
#include "bfa/subscribe/blog_filter.h"

namespace bfa {

// The input of the outputs that are made of an archive's objects.
struct ExportJob {
  const Archive& archive;
  FileSystem& fs;
  const ExportOptions& options;
  MigrationReport& report;
  std::string output;
  std::string work;  // a temporary folder on the same disk; it exists
  std::function<void(MigrationNote)> note;
  BlogFilter blog{};  // what options.blog_host means in this archive; write_export() sets it

  // Of the objects that are asked for, by their blog.
  bool has(const std::string& url, const std::string& post) const {
    return !blog.belongs || blog.belongs(url, post);
  }
};

// Writes job.output by its format. Errors: those of export_objects().
Status write_export(ExportJob& job);

Status write_json_lines(ExportJob& job);
Status write_csv(ExportJob& job);
Status write_markdown(ExportJob& job);

// A version of an object with its place in the history.
struct VersionRow {
  const Version& version;
  std::uint64_t number = 1, count = 1;
  Verdict verdict = Verdict::kNew;
  std::string fields;  // what differs from the version before, a name a line
};

// Calls `visit` for each version that the options ask for, by object key and then by number. Counts objects
// and versions in the report, and notes how many versions were left out. Memory: one object's history.
Status for_each_version(ExportJob& job, const std::function<Status(const VersionRow& row)>& visit);

// A note about the export as a whole.
void note_count(ExportJob& job, MigrationNote::Kind kind, const char* id, std::uint64_t count,
                const std::string& one, const std::string& many);

}  // namespace bfa
