// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/package/aip.h"
#include "package/aip/capture_facts.h"
#include "package/aip/package_model.h"
#include "package/aip/package_plan.h"
#include "package/aip/package_warcs.h"
#include "package/aip/selection.h"
#include "package/aip/source_note.h"
#include "package/forms/record_output.h"
#include "store/keys.h"

namespace bfa {

// Writes one package into a folder. Used once.
class PackageBuilder {
 public:
  // All must outlive it. `folder`: new, with a temporary name.
  PackageBuilder(const Archive& archive, const PackageOptions& options, const RecordIndex& index,
                 const PackageSelection& selection, std::string name, std::string folder, UtcTime now);

  Status build(const PackagePlan& plan, const BlogState& blog);
  PackageReport report() const { return report_; }
  // Nothing of it was captured or imported, or nothing since PackageOptions::since. build() wrote no package.
  bool is_empty() const { return empty_; }
  const PackageModel& model() const { return model_; }

 private:
  struct RecordPass;
  struct MapPass;
  struct PagePass;
  // A version that gets a record.
  struct Entry {
    ObjectSummary object;  // `latest` is the version's state
    std::uint64_t number = 1;
    bool current = true;
    std::string change;                 // what differs from the version before, for people
    std::optional<Moment> moment = {};  // of the version; not set: of the newest one
  };
  // Where the payload goes: a bag has it in a folder of its own.
  std::string root() const {
    const bool bag = options_.form == PackageForm::kBag || options_.form == PackageForm::kBlogForever2013;
    return folder_ + (bag ? "/data" : "");
  }
  bool is_eark() const {
    return options_.form == PackageForm::kEarkSip || options_.form == PackageForm::kEarkAip;
  }
  std::string warc_folder() const;

  Status take_warcs(const PackagePlan& plan);
  Status take_readings(const PackagePlan& plan, const BlogState& blog);
  Status write_form(const BlogState& blog);
  Status write_mets(const BlogState& blog);
  Status write_eark_package(const BlogState& blog);
  Status write_dspace(const BlogState& blog);
  Status write_blogforever(const BlogState& blog);
  Status write_captures(const BlogState& blog);
  Status write_wacz_file(const BlogState& blog, const std::vector<std::string>& warcs);
  Status write_metadata_file(const std::string& path, const Fixity& fixity);
  // Writes the MARCXML collection of the records.
  // `subject`: gets the record of what the package is about.
  Status write_collection(const std::string& path, const BlogState& blog, Fixity& fixity,
                          std::optional<KeptRecord>* subject = nullptr);
  Status write_records(RecordOutput& out, const BlogState& blog);
  Result<std::vector<Entry>> entries_of(const PackageItem& item) const;
  std::optional<DataObject> recorded(const DataObject& object, const char* attribute) const;
  Status note_reading(const Entry& entry);
  Status write_text_file(const std::string& path, const char* use, const std::string& text);
  Result<SourceNote> source_note(const PackagePlan& plan, const BlogState& blog) const;
  Status write_companions(const PackagePlan& plan, const BlogState& blog);
  Status add_events(const PackagePlan& plan);
  void set_program(PremisEvent& event, const std::string& program);
  void add_capture_events();
  void add_migration_events(const IndexedCrawl& crawl, std::uint64_t number, const PremisEvent& ingestion);
  Status add_decisions(const PackagePlan& plan);
  void add_extraction_events();
  Status take_subject(const PackagePlan& plan, const BlogState& blog);
  void log(LogLevel level, const std::string& line) const {
    if (options_.log) options_.log(level, line);
  }

  const Archive& archive_;
  const PackageOptions& options_;
  const RecordIndex& index_;
  const PackageSelection& selection_;
  const std::string folder_;
  FileSystem& fs_ = posix_file_system();
  PackageModel model_;
  std::unique_ptr<PackageWarcs> warcs_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> steps_;  // in the package
  std::string readings_file_;  // of one object: its readings, below root(); empty: none
  std::uint64_t readings_records_ = 0;
  CaptureFacts facts_;
  std::map<std::string, std::string> ids_;  // of objects with several records, by control number
  struct Reading {
    std::uint64_t objects = 0;
    UtcTime first{}, last{};
  };
  // By what read: program, method and template.
  struct ReadHow {
    std::string program, how;
    auto operator<=>(const ReadHow&) const = default;
  };
  std::map<ReadHow, Reading> readings_;
  const PackagePlan* plan_ = nullptr;
  std::string blog_title_;
  PackageReport report_;
  bool empty_ = false;
};

}  // namespace bfa
