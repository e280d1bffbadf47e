// SPDX-License-Identifier: Apache-2.0
// Containers that were made to do harm: nothing is written outside of the output, memory stays bounded, and
// each refusal is reported with archive, member and place.
#include <algorithm>
#include <set>

#include "bfa/io/compress.h"
#include "migrate_testing.h"
#include "support/made_containers.h"
#include "support/peak_memory.h"

namespace {

using bfa::MigrationTarget;
using bfa::test::MigrateTest;
using bfa::test::tar_member;
using bfa::test::zip_of;
using bfa::test::ZipMember;

const std::string kPage = "<!DOCTYPE html><title>x</title><p>harmless";
const std::string kNul("nul\0.html", 9);

class HostileContainers : public MigrateTest {
 protected:
  // All files below the folder, by relative path.
  std::set<std::string> below() {
    std::set<std::string> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path()))
      paths.insert(std::filesystem::relative(entry.path(), folder_.path()));
    return paths;
  }

  bfa::MigrateOptions based(MigrationTarget target = MigrationTarget::kWarc) const {
    auto settings = options(target);
    settings.input.base_url = "http://a.example/";
    return settings;
  }

  std::string note_of(const std::string& id) const {
    for (const auto& note : report_.first_notes) {
      if (note.id == id) return note.message;
    }
    return "(none)";
  }
};

std::string hostile_zip() {
  return zip_of({{"index.html", kPage},
                 {"../up.html", kPage},
                 {"a/../../up2.html", kPage},
                 {"/absolute.html", kPage},
                 {"C:\\drive.html", kPage},
                 {"..\\back.html", kPage},
                 {kNul, kPage},
                 {"link.html", "/etc/passwd", false, false, 0120777},
                 {"device.html", "", false, false, 0020644},
                 {"twice.html", "<!DOCTYPE html>first"},
                 {"twice.html", "<!DOCTYPE html>second"},
                 {"C:drive.html", kPage}});
}

std::string hostile_tar() {
  return tar_member("index.html", kPage) + tar_member("../up.html", kPage) +
         tar_member("a/../../up2.html", kPage) + tar_member("/absolute.html", kPage) +
         tar_member("C:\\drive.html", kPage) + tar_member("..\\back.html", kPage) +
         tar_member("nul.html", kPage) + tar_member("link.html", "", '2') + tar_member("hard.html", "", '1') +
         tar_member("device.html", "", '3') + tar_member("twice.html", "<!DOCTYPE html>first") +
         tar_member("twice.html", "<!DOCTYPE html>second") + std::string(1024, '\0');
}

TEST_F(HostileContainers, NothingIsWrittenOutsideOfTheOutput) {
  put("in/deep/x.zip", hostile_zip());
  put("in/deep/x.tar", hostile_tar());
  put("in/deep/x.tgz", *bfa::gzip_member(hostile_tar()));
  int number = 0;
  for (const char* name : {"x.zip", "x.tar", "x.tgz"}) {
    for (const auto& [target, ending] :
         {std::pair(MigrationTarget::kWarc, ".warc"), std::pair(MigrationTarget::kWacz, ".wacz"),
          std::pair(MigrationTarget::kCdxj, ".cdxj"), std::pair(MigrationTarget::kStatic, "")}) {
      const auto before = below();
      const std::string out = "out" + std::to_string(++number) + ending;
      auto report = migrate(folder_ / ("in/deep/" + std::string(name)), out, based(target));
      ASSERT_TRUE(report) << name << ending << ": " << bfa::to_string(report.error());
      report_ = std::move(*report);
      for (const auto& path : below()) {
        EXPECT_TRUE(before.contains(path) || path.starts_with(out)) << path << " of " << name << ending;
      }
      EXPECT_EQ(noted("not_carried name_leads_out"), name == std::string("x.zip") ? 6U : 5U);
      EXPECT_EQ(noted("not_carried link"), name == std::string("x.zip") ? 1U : 2U);
      EXPECT_EQ(noted("not_carried special_file"), 1U);
      EXPECT_EQ(noted("not_carried name_twice"), 1U);
    }
  }
  EXPECT_NE(note_of("name_leads_out").find("member '../up.html' at byte "), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists("/absolute.html"));
}

TEST_F(HostileContainers, TheLastOfSeveralMembersOfOneNameIsTaken) {
  const auto records = to_records(put("x.zip", hostile_zip()), based());
  EXPECT_EQ(block_of(records, "resource", "http://a.example/twice.html"), "<!DOCTYPE html>second");
  EXPECT_EQ(std::count_if(records.begin(), records.end(),
                          [](const auto& record) { return record.block.find("root:") != std::string::npos; }),
            0);
}

TEST_F(HostileContainers, MembersThatLieOverOthersAreLeftOut) {
  std::string bytes = zip_of({{"a.html", kPage}, {"b.html", kPage}, {"c.html", kPage}});
  const std::size_t second = bytes.find("PK\x01\x02", bytes.find("PK\x01\x02") + 4);
  bytes[second + 42] = 0;  // the place of the first one
  const auto records = to_records(put("x.zip", bytes), based());
  EXPECT_EQ(noted("not_carried members_overlap"), 1U);
  EXPECT_NE(note_of("members_overlap").find("member 'b.html' at byte 0"), std::string::npos);
  EXPECT_NE(find(records, "resource", "http://a.example/c.html"), nullptr);
  EXPECT_EQ(find(records, "resource", "http://a.example/b.html"), nullptr);
}

// Ten zips in each of ten zips in each of ten, as in 42.zip; the innermost contain zeros.
TEST_F(HostileContainers, NestedBombsEndInNotesAndBoundedMemory) {
  std::string bomb = zip_of({{"zeros.html", std::string(8'000'000, '\0'), true}});
  for (int level = 0; level < 4; ++level) {
    std::vector<ZipMember> members;
    for (int i = 0; i < 10; ++i) members.push_back({"lib " + std::to_string(i) + ".zip", bomb, true});
    bomb = zip_of(members);
  }
  put("in/index.html", kPage);
  put("in/bomb.zip", bomb);
  const bfa::test::PeakMemory memory;
  const auto records = to_records(folder_ / "in", based());
  EXPECT_NE(find(records, "resource", "http://a.example/"), nullptr);
  EXPECT_EQ(noted("not_carried too_many_containers"), 1U);
  EXPECT_GE(noted("not_carried nested_too_deeply"), 1000U);
  if (const auto grown = memory.grown()) {
    EXPECT_LT(*grown, 32u << 20);
  }
}

TEST_F(HostileContainers, WhatUnpacksToTooMuchIsLeftOut) {
  auto settings = based();
  settings.input.max_file_bytes = 1'000'000;
  const std::string zip = zip_of({{"index.html", kPage}, {"zeros.dat", std::string(5'000'000, '\0'), true}});
  const auto records = to_records(put("x.zip", zip), settings);
  EXPECT_NE(find(records, "resource", "http://a.example/"), nullptr);
  EXPECT_EQ(find(records, "resource", "http://a.example/zeros.dat"), nullptr);
  EXPECT_FALSE(report_.lossless());
}

TEST_F(HostileContainers, ManyMembersAreReadInLinearTime) {
  std::vector<ZipMember> members;
  for (int i = 0; i < 20'000; ++i) members.push_back({"page" + std::to_string(i) + ".txt", "t"});
  members.push_back({"index.html", kPage});
  auto settings = based();
  settings.input.max_files = 20'000;
  const auto refused = migrate(put("x.zip", zip_of(members)), "none.warc", settings);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, bfa::Code::kLimit);
  settings.input.max_files = 20'001;
  EXPECT_EQ(to_records(folder_ / "x.zip", settings).size(), 40'003U);
}

}  // namespace
