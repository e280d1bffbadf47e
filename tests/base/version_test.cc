// SPDX-License-Identifier: Apache-2.0
#include "bfa/base/version.h"

#include <gtest/gtest.h>

#include <string>

TEST(LibraryVersion, TextAndNumbersAgree) {
  const bfa::VersionNumbers numbers = bfa::version_numbers();
  EXPECT_EQ(bfa::version(), std::to_string(numbers.major) + "." + std::to_string(numbers.minor) + "." +
                                std::to_string(numbers.patch));
}
