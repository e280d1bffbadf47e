// SPDX-License-Identifier: Apache-2.0
// An index that a user may read and not write, with no other place for one.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "search/made_index.h"
#include "search/sqlite.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

constexpr uid_t kNobody = 65'534;

// This thread alone acts as another user when it is root: the system calls below are of a thread, those of
// the C library of the process.
class AsAnotherUser {
 public:
  AsAnotherUser() : root_(::geteuid() == 0) {
    EXPECT_EQ(root_ ? ::syscall(SYS_setresuid, kNobody, kNobody, 0) : 0, 0);
  }
  ~AsAnotherUser() { EXPECT_EQ(root_ ? ::syscall(SYS_setresuid, 0, 0, 0) : 0, 0); }
  AsAnotherUser(const AsAnotherUser&) = delete;
  AsAnotherUser& operator=(const AsAnotherUser&) = delete;

 private:
  const bool root_;
};

class ReadOnlyIndex : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"HOME", "XDG_CACHE_HOME"}) ::unsetenv(name);
    blogs.steps(30);
    index_folder = blogs.path() + "/index";
    {
      ASSERT_TRUE(SearchIndex::open(blogs.archive()));
    }
    for (auto folder = std::filesystem::path(blogs.path()); folder != "/tmp" && folder.has_relative_path();
         folder = folder.parent_path())
      ::chmod(folder.c_str(), 0755);
    lock(true);
  }
  void TearDown() override { lock(false); }

  void lock(bool locked) const {
    for (const auto& file : std::filesystem::directory_iterator(index_folder))
      EXPECT_EQ(::chmod(file.path().c_str(), locked ? 0444 : 0644), 0);
    EXPECT_EQ(::chmod(index_folder.c_str(), locked ? 0555 : 0755), 0);
  }

  std::size_t hits(const SearchIndex& index) const {
    SearchQuery query;
    query.text = "text";
    query.limit = 1000;
    const auto answer = index.search(blogs.archive(), query);
    EXPECT_TRUE(answer) << to_string(answer.error());
    return answer ? answer->hits.size() : 0;
  }

  MadeBlogs blogs{3};
  std::string index_folder;
};

TEST_F(ReadOnlyIndex, IsReadAsItIs) {
  std::unique_ptr<SearchIndex> index;
  {
    const AsAnotherUser user;
    auto opened = SearchIndex::open(blogs.archive());
    ASSERT_TRUE(opened) << to_string(opened.error());
    index = std::move(*opened);
    EXPECT_GT(hits(*index), 5U);
    EXPECT_EQ(*index->update(blogs.archive()), 0U);
    EXPECT_EQ(*index->reach(), *blogs.archive().last_step());
  }
  // What came later is not found, and that is said.
  blogs.steps(10);
  {
    const AsAnotherUser user;
    const std::size_t before = hits(*index);
    const auto late = index->update(blogs.archive());
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, Code::kDenied);
    EXPECT_NE(late.error().message.find("up to step"), std::string::npos) << late.error().message;
    EXPECT_EQ(hits(*index), before);
    EXPECT_FALSE(index->is_replaced());
  }
  // Its owner brings it up to date: what was opened as unchanging is opened anew.
  lock(false);
  {
    ASSERT_TRUE(SearchIndex::open(blogs.archive()));
  }
  lock(true);
  const AsAnotherUser user;
  EXPECT_TRUE(index->is_replaced());
  const auto again = SearchIndex::open(blogs.archive());
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(*(*again)->update(blogs.archive()), 0U);
}

// While its owner has it open, with changes in SQLite's log.
TEST_F(ReadOnlyIndex, IsReadBesideItsOwner) {
  lock(false);
  const auto owner = SearchIndex::open(blogs.archive());
  ASSERT_TRUE(owner);
  blogs.steps(10);
  ASSERT_TRUE((*owner)->update(blogs.archive()));
  const std::size_t wanted = hits(**owner);
  lock(true);
  const AsAnotherUser user;
  const auto index = SearchIndex::open(blogs.archive());
  ASSERT_TRUE(index) << to_string(index.error());
  EXPECT_EQ(hits(**index), wanted);
}

// In a folder that is given, too.
TEST_F(ReadOnlyIndex, IsReadInAFolderThatIsGiven) {
  const AsAnotherUser user;
  SearchIndexOptions options;
  options.folder = index_folder;
  const auto index = SearchIndex::open(blogs.archive(), options);
  ASSERT_TRUE(index) << to_string(index.error());
  EXPECT_GT(hits(**index), 5U);
  EXPECT_EQ(*(*index)->update(blogs.archive()), 0U);
  EXPECT_EQ((*index)->coverage(blogs.archive())->reach, *blogs.archive().last_step());
}

// A copy is checked: FTS5 checks itself by writing.
TEST_F(ReadOnlyIndex, IsChecked) {
  {
    const AsAnotherUser user;
    const auto health = SearchIndex::check(blogs.path());
    ASSERT_TRUE(health) << to_string(health.error());
    EXPECT_EQ(health->damage, "");
    EXPECT_TRUE(health->same_store);
    EXPECT_EQ(health->reach, *blogs.archive().last_step());
  }
  lock(false);
  {
    const auto connection = SqliteConnection::open(index_folder + "/search.sqlite");
    ASSERT_TRUE(connection);
    ASSERT_TRUE((*connection)->run("DELETE FROM words_docsize WHERE id=(SELECT max(id) FROM words_docsize)"));
    ASSERT_TRUE((*connection)->run("PRAGMA wal_checkpoint(TRUNCATE)"));
  }
  lock(true);
  const AsAnotherUser user;
  const auto health = SearchIndex::check(blogs.path());
  ASSERT_TRUE(health) << to_string(health.error());
  EXPECT_NE(health->damage, "");
}

TEST_F(ReadOnlyIndex, OfAFormerStoreIsRefused) {
  MadeBlogs other(4);
  other.steps(5);
  lock(false);
  std::filesystem::copy(index_folder, other.path() + "/index", std::filesystem::copy_options::recursive);
  lock(true);
  const std::string theirs = other.path() + "/index";
  for (auto folder = std::filesystem::path(other.path()); folder != "/tmp" && folder.has_relative_path();
       folder = folder.parent_path())
    ::chmod(folder.c_str(), 0755);
  ::chmod((theirs + "/search.sqlite").c_str(), 0444);
  ::chmod(theirs.c_str(), 0555);
  {
    const AsAnotherUser user;
    const auto index = SearchIndex::open(other.archive());
    ASSERT_FALSE(index);
    EXPECT_EQ(index.error().code, Code::kDenied);
    EXPECT_NE(index.error().message.find("former store"), std::string::npos) << index.error().message;
  }
  ::chmod(theirs.c_str(), 0755);
}

}  // namespace
}  // namespace bfa
