// SPDX-License-Identifier: Apache-2.0
// The result of a check in the archive: when it is recorded, and who finds it.
#include "sound_archive.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class RecordedCheck : public SoundArchive {};

TEST_F(RecordedCheck, ResultIsRecordedAndSurvivesARebuild) {
  CheckOptions how = options();
  how.record = true;
  const CheckReport report = check(how);
  EXPECT_TRUE(report.recorded) << report.not_recorded;
  const auto past_of = [&] {
    const auto archive = open_archive(path().string(), ArchiveOptions::Mode::kRead);
    return got(past_checks(*archive));
  };
  auto past = past_of();
  ASSERT_EQ(past.size(), 1U);
  EXPECT_EQ(past[0].result, CheckResult::kSound);
  EXPECT_EQ(past[0].bytes_read, report.bytes_read);
  EXPECT_TRUE(past[0].read_data);
  ASSERT_TRUE(rebuild_archive(path().string(), {}, quick_options()));
  past = past_of();
  ASSERT_EQ(past.size(), 1U);
  EXPECT_EQ(past[0].result, CheckResult::kSound);
  const CheckReport again = check();
  EXPECT_EQ(again.result, CheckResult::kSound) << listed(again);
}

TEST_F(RecordedCheck, DamageIsRecordedToo) {
  flip_byte(warcs().at(0), 0.4);
  CheckOptions how = options();
  how.record = true;
  EXPECT_TRUE(check(how).recorded);
  const auto archive = open_archive(path().string(), ArchiveOptions::Mode::kRead);
  const auto past = got(past_checks(*archive));
  ASSERT_EQ(past.size(), 1U);
  EXPECT_EQ(past[0].result, CheckResult::kDamaged);
  EXPECT_GT(past[0].damages, 0U);
  ASSERT_FALSE(past[0].problems.empty());
}

TEST_F(RecordedCheck, PackagesHaveItAsAnEvent) {
  CheckOptions how = options();
  how.record = true;
  ASSERT_TRUE(check(how).recorded);
  const auto archive = open_archive(path().string(), ArchiveOptions::Mode::kRead);
  PackageOptions packed;
  packed.clock = how.clock;
  ASSERT_TRUE(write_packages(*archive, packed));
  const std::string mets = text_of(package() / "METS.xml");
  // One for each file that was checked; the WARC file with the record of the check itself was not.
  std::size_t events = 0;
  for (std::size_t at = mets.find(">fixity check</premis:eventType>"); at != std::string::npos;
       at = mets.find(">fixity check</premis:eventType>", at + 1)) {
    const std::string event = mets.substr(at, mets.find("</premis:event>", at) - at);
    EXPECT_NE(event.find(">success</premis:eventOutcome>"), std::string::npos) << event;
    EXPECT_NE(event.find("<premis:linkingObjectIdentifier>"), std::string::npos) << event;
    ++events;
  }
  EXPECT_EQ(events, 2U);
  EXPECT_EQ(warcs().size(), 3U);
  const CheckReport again = got(check_package(package().string(), options()));
  EXPECT_EQ(again.result, CheckResult::kSound) << listed(again);
}

TEST_F(RecordedCheck, BesideAWriterItIsNotRecorded) {
  const auto writer = open_archive(path().string(), ArchiveOptions::Mode::kWrite);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->begin_crawl({"http://one.example/"}, "{}"));
  CheckOptions how = options();
  how.record = true;
  const CheckReport report = check(how);
  EXPECT_EQ(report.result, CheckResult::kSound) << listed(report);
  EXPECT_FALSE(report.recorded);
  EXPECT_NE(report.not_recorded.find("writes"), std::string::npos) << report.not_recorded;
}

}  // namespace
}  // namespace bfa
