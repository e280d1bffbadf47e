// SPDX-License-Identifier: Apache-2.0
#include "bfa/migrate/migrate.h"

#include <filesystem>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/warc/reader.h"
#include "migrate/files/shared_members.h"
#include "migrate/files/wacz_pages.h"

namespace bfa {
namespace {

std::string last_part(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

// A temporary WARC file, removed by the destructor.
class MadeFile {
 public:
  explicit MadeFile(std::string path) : path_(std::move(path)) {}
  ~MadeFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  MadeFile(const MadeFile&) = delete;
  MadeFile& operator=(const MadeFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class FilesWacz {
 public:
  FilesWacz(FileSystem& fs, std::string output, const WaczOptions& options,
            std::unique_ptr<WaczWriter> writer)
      : fs_(fs), output_(std::move(output)), options_(options), writer_(std::move(writer)) {}

  Result<WaczReport> run(const std::vector<std::string>& inputs) {
    for (const auto& input : inputs) {
      BFA_ASSIGN_OR_RETURN(const auto paths, archives_within(fs_, input, findings_));
      if (paths.empty()) return Error{Code::kUnsupported, "holds no WARC or ARC file", input, -1};
      for (const auto& path : paths) BFA_RETURN_IF_ERROR(take(path));
    }
    BFA_ASSIGN_OR_RETURN(WaczReport report, writer_->finish());
    report.findings.insert(report.findings.begin(), findings_.begin(), findings_.end());
    return report;
  }

 private:
  Status take(const std::string& path) {
    BFA_ASSIGN_OR_RETURN(WaczPageSearch search, pages_.search_for(path));
    if (!options_.find_pages) search = WaczPageSearch::kNo;
    BFA_ASSIGN_OR_RETURN(const bool as_is, goes_in(path));
    if (as_is) return writer_->add_archive(fs_, path, {}, search);
    const MadeFile made(output_ + ".made.warc.gz");
    MigrateOptions options;
    options.sidecars = false;
    options.input.clock = options_.clock;
    BFA_ASSIGN_OR_RETURN(const MigrationReport report, migrate_captures(fs_, {path}, made.path(), options));
    std::uint64_t notes = 0;
    for (const auto& [note, count] : report.notes) notes += count;
    findings_.push_back({Code::kUnsupported, "converted_to_warc",
                         "went in as a WARC file made of it, with " + std::to_string(notes) +
                             " notes (bfa migrate lists them)",
                         -1, path});
    return writer_->add_archive(posix_file_system(), made.path(), last_part(path) + ".warc.gz", search);
  }

  // False for formats that players cannot read.
  Result<bool> goes_in(const std::string& path) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path));
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    const bool arc = record != nullptr && record->header().version.starts_with("ARC/");
    if (arc || path.ends_with(".lz4")) return false;
    BFA_ASSIGN_OR_RETURN(const bool shared, has_shared_members(fs_, path));
    return !shared;
  }

  FileSystem& fs_;
  std::string output_;
  WaczOptions options_;
  std::unique_ptr<WaczWriter> writer_;
  WaczPages pages_{fs_, *writer_};
  Findings findings_;
};

}  // namespace

Result<WaczReport> write_files_wacz(FileSystem& fs, const std::vector<std::string>& inputs,
                                    std::string_view output, const WaczOptions& options) {
  return guarded([&]() -> Result<WaczReport> {
    BFA_ASSIGN_OR_RETURN(auto writer, WaczWriter::create(posix_file_system(), output, options));
    return FilesWacz(fs, std::string(output), options, std::move(writer)).run(inputs);
  });
}

}  // namespace bfa
