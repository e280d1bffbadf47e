// SPDX-License-Identifier: Apache-2.0
// The same tree in containers of every kind gives the same output.
#include <cstdlib>

#include "migrate_testing.h"
#include "support/made_containers.h"

namespace {

using bfa::test::MigrateTest;

struct Packing {
  const char* name;
  const char* program;
  const char* command;   // packs the folder "site" into $out
  bool has_zone = true;  // of its times
};

constexpr Packing kPackings[] = {
    {"zip", "zip", "zip -qr $out.zip site && mv $out.zip $out"},
    {"7z", "7z", "7z a -bd $out.7z site && mv $out.7z $out"},
    {"tar", "tar", "tar -cf $out site"},
    {"tar.xz", "xz", "tar -cJf $out site"},
    {"tar.bz2", "bzip2", "tar -cjf $out site"},
    {"tar.lz", "lzip", "tar -c --lzip -f $out site"},
    {"cpio", "cpio", "find site | cpio -o -H newc > $out"},
    {"iso", "genisoimage", "genisoimage -quiet -R -graft-points -o $out site=site"},
    {"cab", "gcab", "gcab -zc $out.cab `find site -type f` && mv $out.cab $out", false},
    {"xar", "bsdtar", "bsdtar --format xar -cf $out site"},
};

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

class ContainersOfEveryKind : public MigrateTest {
 protected:
  void put_site() {
    const char* const time = "2009-01-02T10:00:02Z";
    put("site/index.html", "<!DOCTYPE html><title>Home</title><p>home", time);
    put("site/2009/post.html", "<!DOCTYPE html><title>Post</title><p>" + std::string(5000, 'p'), time);
    put("site/img/dot.gif", "GIF89a" + std::string(40, '\x01'), time);
  }

  // The output for the tree as the row packs it. All containers have the same path, one after the other.
  std::string output_of(const Packing& packing, const bfa::MigrateOptions& settings) {
    const std::string run = "cd '" + folder_.path() +
                            "' && rm -f packed && out=packed && export TZ=UTC && (" + packing.command +
                            ") >log 2>&1 </dev/null";
    EXPECT_EQ(std::system(run.c_str()), 0) << packing.name;
    files_ = bfa::make_container_file_system(bfa::posix_file_system());
    const std::string to = std::string(packing.name) + ".warc";
    auto options = settings;
    options.input.make_uuid = bfa::seeded_uuids("test");
    const auto report = migrate(folder_ / "packed", to, options);
    EXPECT_TRUE(report) << packing.name << (report ? "" : bfa::to_string(report.error()));
    return report ? read(to) : "";
  }

  // `times`: whether the records show the times of files.
  void expect_equal(const bfa::MigrateOptions& settings, bool times) {
    std::string first;
    for (const auto& packing : kPackings) {
      if (!has_program(packing.program) || (times && !packing.has_zone)) continue;
      std::string output = output_of(packing, settings);
      EXPECT_FALSE(output.empty()) << packing.name;
      if (first.empty()) first = output;
      EXPECT_TRUE(output == first) << packing.name << "\n"
                                   << output.substr(0, 3000) << "\n---\n"
                                   << first.substr(0, 3000);
    }
  }
};

TEST_F(ContainersOfEveryKind, GiveTheSamePages) {
  if (!has_program("zip") || !has_program("7z") || !has_program("xz"))
    GTEST_SKIP() << "zip, 7z or xz is not installed";
  put_site();
  auto settings = options();
  settings.input.base_url = "http://a.example/";
  expect_equal(settings, true);
}

TEST_F(ContainersOfEveryKind, GiveTheSameCaptures) {
  if (!has_program("zip") || !has_program("7z") || !has_program("xz"))
    GTEST_SKIP() << "zip, 7z or xz is not installed";
  put_site();
  auto settings = options();
  settings.input.base_url = "http://a.example/";
  ASSERT_TRUE(migrate(folder_ / "site", "captures.warc", settings));
  std::filesystem::remove_all(folder_ / "site");
  put("site/captures.warc", read("captures.warc"));
  put("site/note.txt", "a note");
  settings.input.base_url.clear();
  expect_equal(settings, false);
}

TEST_F(ContainersOfEveryKind, TellsDamageAndWhatIsEncrypted) {
  if (!has_program("7z")) GTEST_SKIP() << "7z is not installed";
  put_site();
  auto settings = options();
  settings.input.base_url = "http://a.example/";
  const std::string run =
      "cd '" + folder_.path() + "' && (7z a -psecret x.7z site/img && 7z a x.7z site/index.html) >log 2>&1";
  ASSERT_EQ(std::system(run.c_str()), 0);
  const auto records = to_records(folder_ / "x.7z", settings);
  EXPECT_NE(block_of(records, "resource", "http://a.example/site/"), "(no such record)");
  EXPECT_EQ(noted("not_carried member_encrypted"), 1U);
  ASSERT_EQ(
      std::system(("cd '" + folder_.path() + "' && find site -type f | sort | cpio -o -H newc > x.cpio 2>log")
                      .c_str()),
      0);
  std::filesystem::resize_file(folder_ / "x.cpio", 3000);
  to_records(folder_ / "x.cpio", settings);
  EXPECT_EQ(noted("damage member_broken"), 1U);
}

}  // namespace
