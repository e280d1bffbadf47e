// SPDX-License-Identifier: Apache-2.0
// Captures of other formats into an archive, and out again as objects.
#include "bfa/migrate/import.h"

#include <algorithm>

#include "bfa/check/check.h"
#include "bfa/io/compress.h"
#include "bfa/object/json.h"
#include "bfa/package/aip.h"
#include "bfa/remove/remove.h"
#include "bfa/wacz/wacz.h"
#include "bfa/warc/fixity_manifest.h"
#include "migrate_testing.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"
#include "support/sample_blog.h"

namespace {

using bfa::Archive;
using bfa::ArchiveOptions;
using bfa::test::MigrateTest;

class House_ImportCaptures : public MigrateTest {
 protected:
  // The sample blog as wget would mirror it.
  std::string put_mirror() {
    std::vector<std::string> paths = {"/", "/feed.xml", "/about/"};
    for (int i = 0; i < blog_.posts; ++i) paths.push_back(blog_.post_url(i).substr(blog_.origin().size()));
    for (const auto& path : paths) {
      const auto answer = blog_.at(path);
      EXPECT_EQ(answer.status, 200) << path;
      put("mirror/blog.example" + path + (path.ends_with('/') ? "index.html" : ""), answer.body,
          "2020-05-06T07:08:09Z");
    }
    return folder_ / "mirror";
  }

  std::unique_ptr<Archive> open(ArchiveOptions::Mode mode) {
    ArchiveOptions options;
    options.mode = mode;
    options.create = mode == ArchiveOptions::Mode::kWrite;
    options.clock = clock_.get();
    auto archive = Archive::open(folder_ / "archive", options);
    EXPECT_TRUE(archive) << (archive ? "" : to_string(archive.error()));
    return archive ? std::move(*archive) : nullptr;
  }

  bfa::ImportReport import(const std::string& input, const bfa::ImportOptions& settings = {}) {
    const auto archive = open(ArchiveOptions::Mode::kWrite);
    bfa::ImportOptions options = settings;
    options.input.clock = clock_.get();
    bfa::CrawlOptions crawl;
    crawl.clock = clock_.get();
    crawl.threads = 2;
    auto report = import_captures(*archive, *files_, {input}, options, crawl);
    EXPECT_TRUE(report) << (report ? "" : to_string(report.error()));
    EXPECT_TRUE(archive->close());
    return report ? *report : bfa::ImportReport{};
  }

  // JSON of the last version of every post.
  std::vector<std::string> posts() {
    const auto archive = open(ArchiveOptions::Mode::kRead);
    std::vector<std::string> lines;
    bfa::ObjectQuery query;
    query.kind = bfa::ObjectKind::kPost;
    EXPECT_TRUE(archive->for_each_object(query, [&](const std::string&, const bfa::ObjectSummary& summary) {
      bfa::ObjectJsonOptions options;
      options.summary = &summary;
      lines.push_back(object_to_json(summary.latest, options));
      return true;
    }));
    return lines;
  }

  std::vector<std::string> names_in(const std::string& folder) {
    return files_->list(folder).value_or(std::vector<std::string>());
  }

  bfa::test::SampleBlog blog_;
};

TEST_F(House_ImportCaptures, MirrorGivesPostsWithItsTimes) {
  const auto report = import(put_mirror());
  ASSERT_EQ(report.replay.blogs.size(), 1u);
  EXPECT_EQ(report.replay.blogs[0].posts, 8u);
  EXPECT_EQ(report.conversion.records.at("resource"), 11u);
  const auto found = posts();
  ASSERT_EQ(found.size(), 8u);
  for (const auto& post : found) EXPECT_NE(post.find("2020-05-06T07:08:09Z"), std::string::npos) << post;
}

TEST_F(House_ImportCaptures, ResourcesStayResourcesInTheArchive) {
  import(put_mirror());
  std::size_t resources = 0;
  for (const auto& file : bfa::test::warc_paths(folder_ / "archive/warc")) {
    for (const auto& record : records_of(file)) {
      EXPECT_NE(record.field("WARC-Type"), "response");
      if (record.field("WARC-Type") == "resource") ++resources;
    }
  }
  EXPECT_GE(resources, 10u);
}

TEST_F(House_ImportCaptures, ConversionStaysAsProof) {
  const auto report = import(put_mirror());
  ASSERT_EQ(report.conversion.files.size(), 3u);
  const auto records = records_of(report.conversion.files[0]);
  EXPECT_NE(find(records, "resource", "http://blog.example/"), nullptr);
  EXPECT_NE(find(records, "metadata", "http://blog.example/"), nullptr);
}

// The METS document of a package of the whole archive.
std::string mets_of(const Archive& archive, const std::string& output, bfa::Clock& clock) {
  bfa::PackageOptions options;
  options.output_directory = output;
  options.clock = &clock;
  const auto packages = write_packages(archive, options);
  EXPECT_TRUE(packages) << (packages ? "" : to_string(packages.error()));
  if (!packages || packages->size() != 1) return {};
  return read_file(bfa::posix_file_system(), packages->front().directory + "/METS.xml", 1u << 26)
      .value_or(std::string());
}

// PREMIS 3, events of ingestion and migration: each names what was taken, and what a conversion changed.
TEST_F(House_ImportCaptures, PackagesSayWhatWasTakenAndConverted) {
  ASSERT_TRUE(migrate(put_mirror(), "blog.warc", options()));
  import(put("one.warc.gz", *bfa::gzip_member(read("blog.warc"))));
  const auto archive = open(ArchiveOptions::Mode::kRead);
  const std::string mets = mets_of(*archive, folder_ / "packages", *clock_);
  EXPECT_NE(mets.find("by import 1: taken from one.warc.gz (SHA-256 "), std::string::npos);
  EXPECT_NE(mets.find(">migration</premis:eventType>"), std::string::npos);
  EXPECT_NE(mets.find("WARC to WARC, before import 1: one.warc.gz (SHA-256 "), std::string::npos);
  EXPECT_NE(mets.find("; damage several_records_in_member: 1"), std::string::npos);
  EXPECT_NE(mets.find(">warning</premis:eventOutcome>"), std::string::npos);
}

TEST_F(House_ImportCaptures, PackagesTellOfNoConversionOfWarcFiles) {
  ASSERT_TRUE(migrate(put_mirror(), "blog.warc", options()));
  import(folder_ / "blog.warc");
  const auto archive = open(ArchiveOptions::Mode::kRead);
  const std::string mets = mets_of(*archive, folder_ / "packages", *clock_);
  EXPECT_NE(mets.find("by import 1: taken from blog.warc (SHA-256 "), std::string::npos);
  EXPECT_EQ(mets.find(">migration</premis:eventType>"), std::string::npos);
}

// docs/check.md: the files of imports/ are there, and have the bytes that they had.
TEST_F(House_ImportCaptures, CheckFindsDamageOfEachKeptFile) {
  ASSERT_TRUE(migrate(put_mirror(), "blog.warc", options()));
  bfa::ImportOptions keep;
  keep.keep = bfa::ImportOptions::Keep::kCopy;
  import(put("one.warc.gz", *bfa::gzip_member(read("blog.warc"))), keep);
  bfa::CheckOptions digests;
  digests.digests = true;
  digests.record = false;
  const auto result_of = [&](const bfa::CheckOptions& how) {
    const auto report = check_archive(folder_ / "archive", how);
    EXPECT_TRUE(report) << (report ? "" : to_string(report.error()));
    return report ? report->result : bfa::CheckResult::kIncomplete;
  };
  ASSERT_EQ(result_of(digests), bfa::CheckResult::kSound);
  bfa::CheckOptions quick;
  quick.record = false;
  const auto names = names_in(folder_ / "archive/imports");
  EXPECT_EQ(names.size(),
            6u);  // converted captures, their PREMIS and report, the copy, the note, the manifest
  for (const std::string& name : names) {
    const std::string path = "archive/imports/" + name;
    const std::string bytes = read(path);
    std::string changed = bytes;
    changed[changed.size() / 2] ^= 1;
    put(path, changed);
    EXPECT_EQ(result_of(digests), bfa::CheckResult::kDamaged) << name;
    put(path, bytes);
    if (name == bfa::kFixityManifestName) continue;  // archives of older versions have none
    std::filesystem::remove(folder_ / path);
    EXPECT_EQ(result_of(quick), bfa::CheckResult::kDamaged) << name;
    put(path, bytes);
  }
  EXPECT_EQ(result_of(digests), bfa::CheckResult::kSound);
  std::filesystem::remove(folder_ / ("archive/imports/" + std::string(bfa::kFixityManifestName)));
  const auto unlisted = check_archive(folder_ / "archive", digests);
  ASSERT_TRUE(unlisted);
  EXPECT_TRUE(std::ranges::any_of(
      unlisted->problems, [](const bfa::CheckProblem& problem) { return problem.id == "imports_unlisted"; }));
}

// A removal writes kept captures anew: their digests are those of the new files.
TEST_F(House_ImportCaptures, ARemovalKeepsTheManifestTrue) {
  ASSERT_TRUE(migrate(put_mirror(), "blog.warc", options()));
  bfa::ImportOptions keep;
  keep.keep = bfa::ImportOptions::Keep::kCopy;
  import(folder_ / "blog.warc", keep);
  bfa::RemoveOptions remove;
  remove.address = blog_.post_url(1);
  remove.reason = "a test";
  remove.archive.clock = clock_.get();
  const auto removed = remove_from_archive(folder_ / "archive", remove);
  ASSERT_TRUE(removed) << to_string(removed.error());
  EXPECT_TRUE(std::ranges::any_of(removed->files,
                                  [](const std::string& file) { return file.starts_with("imports/"); }));
  bfa::CheckOptions digests;
  digests.digests = true;
  digests.record = false;
  const auto report = check_archive(folder_ / "archive", digests);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->result, bfa::CheckResult::kSound);
  for (const bfa::CheckProblem& problem : report->problems) EXPECT_NE(problem.id, "imports_unlisted");
}

// A disk that is full from any moment on: the run fails, and leaves nothing that looks finished.
TEST_F(House_ImportCaptures, AFailedMigrationLeavesNothing) {
  using bfa::MigrationTarget;
  ASSERT_TRUE(migrate(put_mirror(), "blog.warc", options()));
  for (const MigrationTarget target :
       {MigrationTarget::kWarc, MigrationTarget::kWacz, MigrationTarget::kCdxj, MigrationTarget::kObjects}) {
    bfa::test::FaultFileSystem disk(*files_);
    std::uint64_t operations = 1;
    for (std::uint64_t first = 0; first < operations; first += 1 + operations / 40) {
      const std::string out = "out" + std::to_string(static_cast<int>(target));
      disk.set_plan({});
      if (first == 0) {
        ASSERT_TRUE(migrate_captures(disk, {folder_ / "blog.warc"}, folder_ / out, options(target)));
        operations = disk.operations();
        for (const std::string& name : names_in(folder_ / ""))
          if (name.starts_with("out")) std::filesystem::remove_all(folder_ / name);
      }
      disk.set_plan({.first = first});
      const auto report = migrate_captures(disk, {folder_ / "blog.warc"}, folder_ / out, options(target));
      EXPECT_FALSE(report) << out << " " << first;
      for (const std::string& name : names_in(folder_ / ""))
        EXPECT_FALSE(name.starts_with("out") && !name.ends_with(".work")) << name << " " << first;
      std::filesystem::remove_all(folder_ / (out + ".work"));
    }
  }
}

TEST_F(House_ImportCaptures, SecondTimeChangesNothing) {
  const std::string mirror = put_mirror();
  import(mirror);
  const auto before = posts();
  const auto warcs = names_in(folder_ / "archive/warc");
  const auto imports = names_in(folder_ / "archive/imports");
  const auto report = import(mirror);
  EXPECT_EQ(report.repeated, std::vector<std::string>{mirror});
  EXPECT_EQ(posts(), before);
  EXPECT_EQ(names_in(folder_ / "archive/warc"), warcs);
  EXPECT_EQ(names_in(folder_ / "archive/imports"), imports);
}

TEST_F(House_ImportCaptures, RebuildGivesTheSameObjects) {
  import(put_mirror());
  const auto before = posts();
  ArchiveOptions options;
  options.clock = clock_.get();
  bfa::CrawlOptions crawl;
  crawl.clock = clock_.get();
  const auto report = rebuild_archive(folder_ / "archive", options, crawl);
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(posts(), before);
}

TEST_F(House_ImportCaptures, WarcFilesAreKeptOnDemand) {
  ASSERT_TRUE(migrate(put_mirror(), "blog.warc", options()));
  const std::string warc = folder_ / "blog.warc";
  bfa::ImportOptions settings;
  settings.keep = bfa::ImportOptions::Keep::kCopy;
  const auto report = import(warc, settings);
  ASSERT_EQ(report.conversion.files.size(), 1u);
  EXPECT_EQ(*read_file(*files_, report.conversion.files[0], 1u << 26), read("blog.warc"));
  EXPECT_EQ(posts().size(), 8u);
}

TEST_F(House_ImportCaptures, DamagedFileGivesWhatCanBeHad) {
  ASSERT_TRUE(migrate(put_mirror(), "blog.warc", options()));
  std::string bytes = read("blog.warc");
  bytes.erase(bytes.find("<body"), 30);  // its record's length is wrong now
  const auto report = import(put("cut.warc", bytes));
  EXPECT_FALSE(report.replay.findings.empty());
  EXPECT_GE(posts().size(), 5u);
}

// No offset leads to a record within a member: captures were found, and none could be read.
TEST_F(House_ImportCaptures, RecordsThatShareAMemberAreReadAll) {
  ASSERT_TRUE(migrate(put_mirror(), "blog.warc", options()));
  const std::string one = put("one.warc.gz", *bfa::gzip_member(read("blog.warc")));
  const auto report = import(one);
  EXPECT_EQ(posts().size(), 8u);
  EXPECT_EQ(report.conversion.notes.count("damage several_records_in_member"), 1u);
  for (const auto& finding : report.replay.findings) ADD_FAILURE() << finding.message;
  ASSERT_TRUE(migrate(folder_ / "blog.warc", "whole.jsonl", options(bfa::MigrationTarget::kObjects)));
  ASSERT_TRUE(migrate(one, "one.jsonl", options(bfa::MigrationTarget::kObjects)));
  EXPECT_EQ(read("one.jsonl"), read("whole.jsonl"));
  ASSERT_TRUE(migrate(one, "one.wacz", options(bfa::MigrationTarget::kWacz)));
  const auto checked = bfa::validate_wacz(*files_, folder_ / "one.wacz");
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->violations.empty());
}

// A kill while the input was copied left a part of it, which counted as kept.
TEST_F(House_ImportCaptures, AKeptCopyIsWholeOrNotThere) {
  ASSERT_TRUE(migrate(put_mirror(), "blog.warc", options()));
  put("archive/imports/leftover.open", "half");
  bfa::ImportOptions settings;
  settings.keep = bfa::ImportOptions::Keep::kCopy;
  const auto report = import(folder_ / "blog.warc", settings);
  ASSERT_EQ(report.conversion.files.size(), 1u);
  EXPECT_EQ(*read_file(*files_, report.conversion.files[0], 1u << 26), read("blog.warc"));
  EXPECT_FALSE(std::filesystem::exists(report.conversion.files[0] + ".open"));
}

TEST_F(House_ImportCaptures, ObjectsComeOutAsJsonLines) {
  const auto report = migrate(put_mirror(), "blog.jsonl", options(bfa::MigrationTarget::kObjects));
  ASSERT_TRUE(report) << to_string(report.error());
  const std::string text = read("blog.jsonl");
  EXPECT_EQ(static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')), report->objects);
  std::size_t posts = 0;
  for (std::size_t at = 0; (at = text.find("\"kind\":\"post\"", at)) != std::string::npos; ++at) ++posts;
  EXPECT_EQ(posts, 8u);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "blog.jsonl.work"));
}

// A killed run leaves its work folder, and perhaps an output without its report.
TEST_F(House_ImportCaptures, AKilledRunCanBeRepeated) {
  const std::string mirror = put_mirror();
  ASSERT_TRUE(migrate(mirror, "whole.jsonl", options(bfa::MigrationTarget::kObjects)));
  put("blog.jsonl.work/lock", "4711\n");
  put("blog.jsonl.work/archive/bfa.toml", "half");
  put("blog.jsonl.report.jsonl.open", "half");
  put("blog.jsonl", "without a report");
  ASSERT_TRUE(migrate(mirror, "blog.jsonl", options(bfa::MigrationTarget::kObjects)));
  EXPECT_EQ(read("blog.jsonl").size(), read("whole.jsonl").size());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "blog.jsonl.work"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "blog.jsonl.report.jsonl"));
}

TEST_F(House_ImportCaptures, AFolderOfAnotherOriginIsNotTaken) {
  const std::string mirror = put_mirror();
  put("blog.warc.work/letter", "x");
  const auto report = migrate(mirror, "blog.warc", options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kInvalidArgument);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "blog.warc.work/letter"));
  // What stood there before any run is not replaced either.
  put("old.warc", "x");
  ASSERT_FALSE(migrate(mirror, "old.warc", options()));
  EXPECT_EQ(read("old.warc"), "x");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "old.warc.work"));
}

TEST_F(House_ImportCaptures, IndexStandsBesideItsConvertedCaptures) {
  ASSERT_TRUE(migrate(put_mirror(), "blog.cdxj", options(bfa::MigrationTarget::kCdxj)));
  const std::string index = read("blog.cdxj");
  EXPECT_NE(index.find("example,blog)/ 20200506070809 {"), std::string::npos);
  EXPECT_FALSE(records_of(folder_ / "blog.cdxj.warc").empty());
}

}  // namespace
