// SPDX-License-Identifier: Apache-2.0
#include "sound_archive.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class CheckedSettings : public SoundArchive {};

TEST_F(CheckedSettings, ArePartOfTheFolder) {
  std::ofstream(path() / "config.toml") << "delay = 5\n";
  EXPECT_TRUE(check().problems.empty());
  std::ofstream(path() / "config.toml") << "delay = 5\ndelay\n";
  const CheckReport report = check();
  EXPECT_EQ(report.result, CheckResult::kSound) << "nothing that is kept is damaged";
  ASSERT_EQ(report.problems.size(), 1U) << listed(report);
  EXPECT_EQ(report.problems[0].id, "settings_unreadable");
  EXPECT_NE(report.problems[0].message.find("line 2"), std::string::npos) << report.problems[0].message;
}

}  // namespace
}  // namespace bfa
