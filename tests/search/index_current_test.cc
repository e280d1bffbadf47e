// SPDX-License-Identifier: Apache-2.0
// The index follows what steps change, survives being killed and full disks, and says when it is damaged.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <tuple>
#include <utility>

#include "search/made_index.h"
#include "search/sqlite.h"
#include "store/touched.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

template <class T>
T got(Result<T> result) {
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? std::move(*result) : T();
}

std::vector<std::string> urls_of(const SearchIndex& index, const Archive& archive, const std::string& text) {
  SearchQuery query;
  query.text = text;
  std::vector<std::string> urls;
  for (const auto& hit : got(index.search(archive, query)).hits) urls.push_back(hit.url);
  return urls;
}

// The bytes of a capture, read anew.
StepResult reading_step(const std::string& url, UtcTime observed, std::uint64_t capture,
                        const std::string& text) {
  StepResult step;
  step.task = page_task(url);
  step.task.kind = TaskKind::kExtract;
  step.task.capture = capture;
  step.objects.push_back({post_of(url, text), observed, capture, true});
  return step;
}

TEST(IndexCurrent, TakesReadings) {
  const TemporaryDirectory folder;
  const auto archive = open_or_fail(folder / "archive", write_options());
  const std::uint64_t capture = take(*archive, page_step(page_url(1), at(0), "walrus one")).sequence;
  take(*archive, page_step(page_url(1), at(100), "walrus two"));
  take(*archive, page_step(page_url(2), at(200), "walrus three"));
  ASSERT_TRUE(archive->sink().flush());
  const auto index = got(SearchIndex::open(*archive));
  EXPECT_EQ(urls_of(*index, *archive, "one").size(), 1U);

  const Committed read = take(*archive, reading_step(page_url(1), at(0), capture, "zebra four"));
  ASSERT_EQ(read.items.size(), 1U);
  ASSERT_EQ(read.items[0].what, Committed::Item::What::kReread);
  ASSERT_TRUE(archive->sink().flush());
  std::vector<std::string> touched;
  EXPECT_TRUE(got(for_each_touched_after(*archive, read.sequence - 1, [&](const std::string& key) {
    touched.push_back(key);
    return true;
  })));
  EXPECT_EQ(touched, std::vector<std::string>{read.items[0].key});
  EXPECT_EQ(got(index->update(*archive)), 1U);
  EXPECT_TRUE(urls_of(*index, *archive, "one").empty());
  EXPECT_EQ(urls_of(*index, *archive, "zebra"), std::vector<std::string>{page_url(1)});
  EXPECT_EQ(urls_of(*index, *archive, "two").size(), 1U);
  SearchQuery query;
  query.text = "walrus";
  EXPECT_EQ(got(index->search(*archive, query)).versions, 2U);
  EXPECT_EQ(got(SearchIndex::check(archive->directory())).damage, "");
}

// An object that moved stands under its new address only.
TEST(IndexCurrent, TakesMoves) {
  const TemporaryDirectory folder;
  const auto archive = open_or_fail(folder / "archive", write_options());
  take(*archive, page_step(page_url(1), at(0), "walrus one"));
  take(*archive, page_step(page_url(3), at(10), "seal"));
  ASSERT_TRUE(archive->sink().flush());
  const auto index = got(SearchIndex::open(*archive));
  take(*archive, page_step(page_url(2), at(100), "walrus one"));
  StepResult join;
  join.task = page_task(page_url(2));
  join.task.kind = TaskKind::kJoin;
  Observation moved{post_of(page_url(2), "walrus one"), at(100), 0};
  moved.moved_from = page_url(1);
  join.objects.push_back(moved);
  take(*archive, join);
  ASSERT_TRUE(archive->sink().flush());
  got(index->update(*archive));
  EXPECT_EQ(urls_of(*index, *archive, "walrus"), std::vector<std::string>{page_url(2)});
  ObjectListQuery all;
  all.order = ObjectListQuery::Order::kKey;
  std::vector<std::string> urls;
  for (const auto& object : got(index->list_objects(all)).objects) urls.push_back(object.url);
  EXPECT_EQ(urls, (std::vector<std::string>{page_url(2), page_url(3)}));
  EXPECT_EQ(got(index->count_blogs()).at(0).posts, 2U);
  EXPECT_EQ(got(SearchIndex::check(archive->directory())).damage, "");
}

// A command that writes makes no index.
TEST(IndexCurrent, OnlyCommandsWithAnIndexPay) {
  const TemporaryDirectory folder;
  const auto archive = open_or_fail(folder / "archive", write_options());
  take(*archive, page_step(page_url(1), at(0), "walrus"));
  ASSERT_TRUE(archive->sink().flush());
  EXPECT_EQ(got(SearchIndex::update_existing(*archive)), 0U);
  EXPECT_FALSE(SearchIndex::exists(archive->directory()));
  EXPECT_EQ(got(SearchIndex::check(archive->directory())).file, "");
  got(SearchIndex::open(*archive));
  EXPECT_TRUE(SearchIndex::exists(archive->directory()));
  take(*archive, page_step(page_url(2), at(10), "seal"));
  ASSERT_TRUE(archive->sink().flush());
  EXPECT_EQ(got(SearchIndex::update_existing(*archive)), 1U);
}

// What was removed from an archive is not left in the file.
TEST(IndexCurrent, OverwritesWhatAnotherStoreHad) {
  const TemporaryDirectory folder;
  const auto archive = open_or_fail(folder / "archive", write_options());
  for (int i = 0; i < 50; ++i)
    take(*archive, page_step(page_url(i), at(i), "xylophonist" + std::to_string(i)));
  ASSERT_TRUE(archive->sink().flush());
  const std::string file = got(SearchIndex::open(*archive))->file();
  const auto bytes = [&] {
    std::string all;
    for (const char* end : {"", "-wal"}) {
      std::ifstream in(file + end, std::ios::binary);
      all += std::string(std::istreambuf_iterator<char>(in), {});
    }
    return all;
  };
  // FTS5 keeps the first term of a page whole.
  ASSERT_NE(bytes().find("xylophonist"), std::string::npos);
  const auto connection = got(SqliteConnection::open(file));
  ASSERT_TRUE(connection->run("UPDATE meta SET value='another' WHERE name='store'"));
  const TemporaryDirectory other;
  const auto empty = open_or_fail(other / "archive", write_options());
  take(*empty, page_step(page_url(1), at(0), "seal"));
  ASSERT_TRUE(empty->sink().flush());
  SearchIndexOptions options;
  options.folder = archive->directory() + "/index";
  got(SearchIndex::open(*empty, options));
  EXPECT_EQ(bytes().find("xylophonist"), std::string::npos);
}

// A program of its own: RocksDB's threads do not survive a fork. BFA_TEST_INDEX_OF: the archive;
// BFA_TEST_FILE_BYTES: the size that files may have.
TEST(IndexCurrentChild, DISABLED_Updates) {
  const char* const path = std::getenv("BFA_TEST_INDEX_OF");
  ASSERT_NE(path, nullptr);
  if (const char* const bytes = std::getenv("BFA_TEST_FILE_BYTES"); bytes != nullptr) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlim_t most = std::strtoul(bytes, nullptr, 10);
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  const auto archive = Archive::open(path, {});
  ASSERT_TRUE(archive);
  const auto index = SearchIndex::open(**archive);
  ::_exit(index ? 0 : index.error().code == Code::kIo ? 20 : 21);
}

pid_t start_update(const std::string& path, const char* file_bytes = nullptr) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::setenv("BFA_TEST_INDEX_OF", path.c_str(), 1);
  if (file_bytes != nullptr) ::setenv("BFA_TEST_FILE_BYTES", file_bytes, 1);
  ::execl("/proc/self/exe", "test_search", "--gtest_filter=IndexCurrentChild.DISABLED_Updates",
          "--gtest_also_run_disabled_tests", "--gtest_brief=1", nullptr);
  ::_exit(99);
}

void fill(const std::string& path, int versions) {
  const auto archive = open_or_fail(path, write_options());
  for (int i = 0; i < versions; ++i) {
    std::string text = "walrus " + std::to_string(i);
    for (int k = 0; k < 60; ++k) text += " w" + std::to_string((i * 131 + k * 977) % 20'000);
    take(*archive, page_step(page_url(i % (versions / 3)), at(i), text));
  }
  ASSERT_TRUE(archive->close());
}

// Killed at some point of an update: the file is whole, and the next update goes on.
TEST(IndexCurrent, SurvivesKills) {
  const TemporaryDirectory folder;
  const std::string path = folder / "archive";
  fill(path, 3000);
  int killed = 0, partly = 0;
  for (int round = 0; round < 10; ++round) {
    const pid_t child = start_update(path);
    ASSERT_GT(child, 0);
    // Killed when it has written so many bytes, or has ended.
    const std::string log = path + "/index/search.sqlite-wal";
    std::error_code error;
    int status = 0;
    pid_t ended = 0;
    while (ended == 0 &&
           (!std::filesystem::exists(log, error) ||
            std::filesystem::file_size(log, error) < static_cast<std::uintmax_t>(round) * 300'000)) {
      ended = ::waitpid(child, &status, WNOHANG);
      ::sched_yield();
    }
    if (ended == 0) {
      ::kill(child, SIGKILL);
      ASSERT_EQ(::waitpid(child, &status, 0), child);
    }
    killed += WIFSIGNALED(status) ? 1 : 0;
    const IndexHealth health = got(SearchIndex::check(path));
    EXPECT_EQ(health.damage, "") << round;
    partly += health.reach == 0 ? 1 : 0;
  }
  EXPECT_GT(killed, 3);
  EXPECT_GT(partly, 0);
  const auto archive = got(Archive::open(path, {}));
  const auto index = got(SearchIndex::open(*archive));
  SearchQuery query;
  query.text = "walrus";
  // No more than 2,000 are counted.
  query.until = at(1500);
  EXPECT_EQ(got(index->search(*archive, query)).versions, 1500U);
  query.since = std::exchange(query.until, std::nullopt);
  EXPECT_EQ(got(index->search(*archive, query)).versions, 1500U);
  EXPECT_EQ(got(index->count_blogs()).at(0).versions, 3000U);
  EXPECT_EQ(got(index->count_blogs()).at(0).posts, 1000U);
  EXPECT_EQ(got(SearchIndex::check(path)).damage, "");
}

// No room: an error, and the index goes on when there is some again.
TEST(IndexCurrent, SurvivesAFullDisk) {
  const TemporaryDirectory folder;
  const std::string path = folder / "archive";
  fill(path, 900);
  int status = 0;
  ASSERT_EQ(::waitpid(start_update(path, "500000"), &status, 0) > 0, true);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 20);
  EXPECT_EQ(got(SearchIndex::check(path)).damage, "");
  const auto archive = got(Archive::open(path, {}));
  const auto index = got(SearchIndex::open(*archive));
  SearchQuery query;
  query.text = "walrus";
  EXPECT_EQ(got(index->search(*archive, query)).versions, 900U);
  EXPECT_EQ(got(SearchIndex::check(path)).damage, "");
}

// More versions in a second than it has rows: all are found, also by the time of their captures.
TEST(IndexCurrent, TakesCrowdedSeconds) {
  const TemporaryDirectory folder;
  const auto archive = open_or_fail(folder / "archive", write_options());
  for (int i = 0; i < 100; ++i) take(*archive, page_step(page_url(i), at(i < 90 ? 0 : i - 89), "walrus"));
  ASSERT_TRUE(archive->sink().flush());
  const auto index = got(SearchIndex::open(*archive));
  for (const auto& [since, until, count] : {std::tuple{0, 1, 90U}, {1, 2, 1U}, {0, 4, 93U}, {5, 50, 6U}}) {
    SearchQuery query;
    query.text = "walrus";
    query.limit = 1000;
    query.newest = true;
    query.since = at(since);
    query.until = at(until);
    EXPECT_EQ(got(index->search(*archive, query)).hits.size(), count) << since;
  }
  ObjectListQuery list;
  list.at = at(0);
  list.order = ObjectListQuery::Order::kChanged;
  list.limit = 1000;
  EXPECT_EQ(got(index->list_objects(list)).objects.size(), 90U);
  list.blog_host = "blog.example";
  EXPECT_EQ(got(index->list_objects(list)).objects.size(), 90U);
}

TEST(IndexCurrent, DamageIsFound) {
  MadeBlogs blogs(4);
  blogs.steps(100);
  const std::string file = got(SearchIndex::open(blogs.archive()))->file();
  EXPECT_EQ(got(SearchIndex::check(blogs.path())).damage, "");
  {
    const auto connection = got(SqliteConnection::open(file));
    ASSERT_TRUE(connection->run("DELETE FROM state WHERE id=(SELECT min(id) FROM state)"));
  }
  EXPECT_NE(got(SearchIndex::check(blogs.path())).damage, "");
  const auto size = std::filesystem::file_size(file);
  {
    std::fstream damaged(file, std::ios::in | std::ios::out | std::ios::binary);
    for (std::uintmax_t at = 4096 * 3; at + 100 < size; at += 4096) {
      damaged.seekp(static_cast<std::streamoff>(at));
      damaged << std::string(64, '\x7f');
    }
  }
  const IndexHealth health = got(SearchIndex::check(blogs.path()));
  EXPECT_NE(health.damage, "");
  ASSERT_TRUE(SearchIndex::remove(blogs.archive()));
  got(SearchIndex::open(blogs.archive()));
  EXPECT_EQ(got(SearchIndex::check(blogs.path())).damage, "");
}

}  // namespace
}  // namespace bfa
