// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bfa/container/container.h"
#include "bfa/migrate/migrate.h"
#include "bfa/warc/reader.h"
#include "support/fixtures.h"

namespace bfa::test {

// A record as it is in a WARC file.
struct SeenRecord {
  WarcHeader header;
  std::string block;
  std::string field(std::string_view name) const { return std::string(header.field(name)); }
};

// A folder, a clock that always shows 2026-01-02T03:04:05Z, and ids that follow from a seed.
class MigrateTest : public testing::Test {
 protected:
  MigrateTest() : clock_(make_fixed_clock(*parse_rfc3339("2026-01-02T03:04:05Z"))) {}

  // Writes a file below the folder, with its folders.
  std::string put(const std::string& name, const std::string& bytes, const char* modified = nullptr) {
    const std::string path = folder_ / name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    if (modified != nullptr) {
      const auto time = std::chrono::file_clock::from_sys(*parse_rfc3339(modified));
      std::filesystem::last_write_time(path, time);
    }
    return path;
  }

  MigrateOptions options(MigrationTarget target = MigrationTarget::kWarc) const {
    MigrateOptions options;
    options.target = target;
    options.packing = WarcPacking::kPlain;
    options.input.clock = clock_.get();
    options.input.make_uuid = seeded_uuids("test");
    return options;
  }

  Result<MigrationReport> migrate(const std::string& from, const std::string& to,
                                  const MigrateOptions& options) {
    return migrate_captures(*files_, {from}, folder_ / to, options);
  }

  // Migrates to WARC and gives its records; the report stays in report_.
  std::vector<SeenRecord> to_records(const std::string& from, const MigrateOptions& options) {
    const std::string name = "out" + std::to_string(++outputs_) + ".warc";
    auto report = migrate(from, name, options);
    EXPECT_TRUE(report) << (report ? "" : to_string(report.error()));
    if (!report) return {};
    report_ = std::move(*report);
    return records_of(folder_ / name);
  }

  std::vector<SeenRecord> records_of(const std::string& path) {
    std::vector<SeenRecord> records;
    WarcReadOptions reading;
    reading.check_digests = true;
    const auto reader = WarcReader::open(*files_, path, reading);
    EXPECT_TRUE(reader) << path;
    if (!reader) return records;
    while (WarcRecord* record = *(*reader)->next()) {
      const auto block = read_all(record->block(), 1u << 26);
      records.push_back({record->header(), block.value_or("")});
    }
    for (const auto& finding : (*reader)->findings()) ADD_FAILURE() << path << ": " << finding.message;
    return records;
  }

  std::string read(const std::string& name) const { return *read_file(*files_, folder_ / name, 1u << 26); }

  static const SeenRecord* find(const std::vector<SeenRecord>& records, std::string_view type,
                                std::string_view url) {
    for (const auto& record : records) {
      if (record.field("WARC-Type") == type && record.field("WARC-Target-URI") == url) return &record;
    }
    return nullptr;
  }
  static std::string block_of(const std::vector<SeenRecord>& records, std::string_view type,
                              std::string_view url) {
    const SeenRecord* record = find(records, type, url);
    return record == nullptr ? "(no such record)" : record->block;
  }
  std::uint64_t noted(const std::string& note) const {
    const auto at = report_.notes.find(note);
    return at == report_.notes.end() ? 0 : at->second;
  }

  TemporaryDirectory folder_;
  std::unique_ptr<Clock> clock_;
  std::unique_ptr<FileSystem> files_ = make_container_file_system(posix_file_system());
  MigrationReport report_;
  int outputs_ = 0;
};

}  // namespace bfa::test
