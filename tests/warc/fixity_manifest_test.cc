// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/fixity_manifest.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "support/fixtures.h"

namespace bfa {
namespace {

const std::string kOne(64, 'a'), kTwo(64, '2');

struct Row {
  const char* name;
  std::string text;
  const char* error;  // nullptr: two files
};

class ManifestLines : public testing::TestWithParam<Row> {};

TEST_P(ManifestLines, AreReadOrRefused) {
  const auto manifest = parse_fixity_manifest(GetParam().text, "M");
  if (GetParam().error == nullptr) {
    ASSERT_TRUE(manifest) << to_string(manifest.error());
    EXPECT_EQ(*manifest, (FixityManifest{{"a.warc.gz", kOne}, {"b.warc.gz", kTwo}}));
    EXPECT_EQ(*parse_fixity_manifest(format_fixity_manifest(*manifest), "M"), *manifest);
    return;
  }
  ASSERT_FALSE(manifest);
  EXPECT_EQ(manifest.error().code, Code::kCorrupt);
  EXPECT_EQ(manifest.error().where, "M");
  EXPECT_NE(manifest.error().message.find(GetParam().error), std::string::npos) << manifest.error().message;
}

const std::string kFirst = kOne + "  a.warc.gz\n";

INSTANTIATE_TEST_SUITE_P(
    Manifest, ManifestLines,
    testing::Values(
        Row{"Plain", kFirst + kTwo + "  b.warc.gz\n", nullptr},
        Row{"NoLastLineEnd", kFirst + kTwo + "  b.warc.gz", nullptr},
        Row{"Windows", kOne + " a.warc.gz\r\n\r\n" + kTwo + "\t*b.warc.gz\r\n", nullptr},
        Row{"UpperCase", std::string(64, 'A') + "  a.warc.gz\n" + kTwo + "  b.warc.gz\n", nullptr},
        Row{"Twice", kFirst + kFirst + kTwo + "  b.warc.gz\n", nullptr},
        Row{"ShortDigest", kFirst + std::string(63, 'b') + "  b.warc.gz\n", "line 2: no SHA-256 digest"},
        Row{"NoHex", std::string(64, 'x') + "  b.warc.gz\n", "line 1: no SHA-256 digest"},
        Row{"NoName", kOne + "\n", "line 1: no file name"},
        Row{"NoSpace", kOne + "a.warc.gz\n", "line 1: no file name"},
        Row{"OtherFolder", kOne + "  ../a.warc.gz\n", "line 1: not a name"},
        Row{"SubFolder", kOne + "  data/a.warc.gz\n", "line 1: not a name"},
        Row{"Parent", kOne + "  ..\n", "line 1: not a name"},
        Row{"Control", kOne + "  a\x1b.warc.gz\n", "line 1: not a name"},
        Row{"TwoDigests", kFirst + kTwo + "  a.warc.gz\n", "line 2: a second digest of a.warc.gz"},
        Row{"NoManifest", "\x1f\x8b\x08 packed", "line 1: no SHA-256 digest"}),
    [](const auto& row) { return row.param.name; });

TEST(FixityManifest, IsCheckedBySha256sum) {
  const test::TemporaryDirectory folder;
  EXPECT_TRUE(read_fixity_manifest(posix_file_system(), folder.path())->empty()) << "there is none";
  std::ofstream(folder / "a.warc.gz", std::ios::binary) << std::string(3'000'000, 'x');
  std::ofstream(folder / "b.warc.gz", std::ios::binary) << "";
  FixityManifest manifest;
  for (const char* const name : {"a.warc.gz", "b.warc.gz"})
    manifest[name] = *sha256_of_file(posix_file_system(), folder / name);
  ASSERT_TRUE(write_fixity_manifest(posix_file_system(), folder.path(), manifest));
  EXPECT_EQ(*read_fixity_manifest(posix_file_system(), folder.path()), manifest);
  const std::string check = "cd '" + folder.path() + "' && sha256sum -c --status manifest-sha256.txt";
  EXPECT_EQ(std::system(check.c_str()), 0);
  std::ofstream(folder / "b.warc.gz", std::ios::binary) << "y";
  EXPECT_NE(std::system((check + " 2>/dev/null").c_str()), 0);
  EXPECT_EQ(sha256_of_file(posix_file_system(), folder / "none").error().code, Code::kNotFound);
  EXPECT_EQ(write_fixity_manifest(posix_file_system(), folder.path(), {{"../x", kOne}}).error().code,
            Code::kInvalidArgument);
}

}  // namespace
}  // namespace bfa
