// SPDX-License-Identifier: Apache-2.0
// What packages say of themselves, when it is damaged or cannot be read.
#include "migrate/files/package_note.h"

#include <sys/resource.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "bfa/container/container.h"
#include "migrate_testing.h"
#include "package/forms/warc_package.h"

namespace {

using bfa::SourceNote;
using bfa::test::MigrateTest;

// Packed, it takes next to no room in a package.
std::string note_with_a_large_text() {
  SourceNote note;
  note.package = std::string((64u << 10) + 1, 'a');
  note.steps = {{1, 2}};
  return bfa::format_source_note(note);
}

class Migrate_PackageNote : public MigrateTest {
 protected:
  void expect_damaged(const std::string& path) {
    const auto containers = bfa::make_container_file_system(*files_);
    const auto place = capture_package_place(*containers, path);
    ASSERT_TRUE(place) << to_string(place.error());
    ASSERT_TRUE(*place);
    const auto told = package_note_of(*containers, **place);
    ASSERT_TRUE(told) << to_string(told.error());
    EXPECT_TRUE(told->recovered);
    ASSERT_TRUE(told->note);
    EXPECT_EQ(told->note->package, "blog.example");
    EXPECT_TRUE(told->note->steps.empty());
  }
};

TEST_F(Migrate_PackageNote, OfAWarcFileIsDamagedWhenItIsTooLarge) {
  const std::string path = folder_ / "blog.example.warc.gz";
  ASSERT_TRUE(write_warc_package_start(*files_, path,
                                       {"blog.example", "A blog", "https://blog.example/", clock_->now()},
                                       note_with_a_large_text()));
  expect_damaged(path);
}

// Where no file can be opened, a folder has files nevertheless.
TEST_F(Migrate_PackageNote, OfAFolderThatCannotBeListedIsAnError) {
  put("packages/a.warc.gz", "nothing");
  const std::string path = folder_ / "packages";
  // UndefinedBehaviorSanitizer opens a pipe when it first checks a virtual call of a type. Later it needs
  // none.
  for (const std::error_category* const category : {&std::generic_category(), &std::system_category()})
    ASSERT_FALSE(std::error_code(EMFILE, *category).message().empty());
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  rlimit none = limit;
  none.rlim_cur = 0;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto places = capture_package_places(*files_, path);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  ASSERT_FALSE(places);
  EXPECT_EQ(places.error().code, bfa::Code::kIo);
  EXPECT_EQ(places.error().where, path);
}

}  // namespace
