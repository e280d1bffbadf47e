// SPDX-License-Identifier: Apache-2.0
// Checks of a part of an archive.
#include <cmath>
#include <limits>

#include "sound_archive.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class SampledCheck : public SoundArchive {};

TEST_F(SampledCheck, ASampleIsNeverSound) {
  CheckOptions how = options();
  how.sample = 20;
  how.seed = 7;
  const CheckReport report = check(how);
  EXPECT_EQ(report.result, CheckResult::kSampled) << listed(report);
  EXPECT_GT(report.bytes_read, 0U);
  EXPECT_LT(report.objects, 20U);
  how.sample = 100;
  EXPECT_EQ(check(how).result, CheckResult::kSound);
  for (const double absurd : {0.0, -1.0, 100.5, std::nan(""), std::numeric_limits<double>::infinity()}) {
    how.sample = absurd;
    const auto refused = check_archive(path().string(), how);
    ASSERT_FALSE(refused) << absurd;
    EXPECT_EQ(refused.error().code, Code::kInvalidArgument);
  }
}

TEST_F(SampledCheck, SamplesReachEveryFileInTime) {
  flip_byte(warcs().at(0), 0.5);
  CheckOptions how = options();
  how.sample = 10;
  bool found = false;
  for (how.seed = 1; how.seed < 40 && !found; ++how.seed) found = check(how).result == CheckResult::kDamaged;
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace bfa
