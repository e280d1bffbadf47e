// SPDX-License-Identifier: Apache-2.0
// A replacement that is cut off at any operation keeps a whole part under each name, and is finished by the
// next try.
#include "store/files/replacement.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "bfa/io/file_system.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

void put(const std::string& path, std::string_view text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << text;
}

std::string text_of(const std::string& path) {
  const auto text = read_file(posix_file_system(), path, 1000);
  return text ? *text : to_string(text.error());
}

class ReplacementPowerCut : public testing::TestWithParam<Loss> {
 protected:
  // True when the power was cut before the end.
  static bool cut_at(std::uint64_t operation) {
    TemporaryDirectory folder;
    const std::string archive = folder / "archive";
    for (const char* const part : {"warc", "store", "imports"}) {
      put(archive + "/" + part + "/a", "old");
      put(archive + "/remove.ready/" + part + "/a", "new");
    }
    ForgettingFileSystem fs(posix_file_system(), folder / "shadow");
    fs.cut_power_at(operation);
    (void)settle_replacement(fs, archive);
    const bool cut = fs.power_is_off();
    const Status crashed = fs.crash(GetParam());
    EXPECT_TRUE(crashed) << to_string(crashed.error());
    const Status again = settle_replacement(posix_file_system(), archive);
    EXPECT_TRUE(again) << to_string(again.error());
    for (const char* const part : {"warc", "store", "imports"}) {
      EXPECT_EQ(text_of(archive + "/" + part + "/a"), "new");
    }
    for (const char* const rest : {"/remove.ready", "/remove.old", "/remove.new"}) {
      EXPECT_FALSE(std::filesystem::exists(archive + rest)) << rest;
    }
    return cut;
  }
};

TEST_P(ReplacementPowerCut, AtAnyOperation) {
  std::uint64_t cuts = 0;
  for (; cuts < 1000; ++cuts) {
    SCOPED_TRACE("power cut at operation " + std::to_string(cuts));
    if (!cut_at(cuts) || HasFailure()) break;
  }
  EXPECT_GT(cuts, 20U);
  EXPECT_LT(cuts, 1000U);
}

INSTANTIATE_TEST_SUITE_P(Loss, ReplacementPowerCut,
                         testing::Values(Loss::kEverything, Loss::kHalf, Loss::kNothing),
                         [](const auto& row) {
                           return row.param == Loss::kEverything ? std::string("Everything")
                                  : row.param == Loss::kHalf     ? std::string("Half")
                                                                 : std::string("Nothing");
                         });

}  // namespace
}  // namespace bfa
