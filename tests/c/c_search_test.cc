// SPDX-License-Identifier: Apache-2.0
// Searching through the C interface: as a program in C does.
#include <gtest/gtest.h>

#include <fstream>

#include "c_fixture.h"

namespace bfa::test {
namespace {

class CSearch : public testing::Test {
 protected:
  void SetUp() override {
    BFA_EXPECT_OK(bfa_archive_close(made_archive(folder), &error));
    archive = open_archive(folder.at("archive"), BFA_ARCHIVE_READ);
    BFA_EXPECT_OK(bfa_search_index_open(archive, nullptr, &index, &error));
    ASSERT_NE(index, nullptr);
  }
  void TearDown() override {
    bfa_search_index_free(index);
    BFA_EXPECT_OK(bfa_archive_close(archive, &error));
  }
  bfa_search_hits* search(const char* text, int kind = BFA_ANY, std::uint64_t limit = 20) const {
    bfa_search_query query;
    EXPECT_EQ(bfa_search_query_init(&query, sizeof query), BFA_OK);
    EXPECT_EQ(query.limit, 20U);
    query.text = text;
    query.kind = kind;
    query.limit = limit;
    bfa_search_hits* hits = nullptr;
    BFA_EXPECT_OK(bfa_search(index, archive, &query, &hits, &error));
    return hits;
  }

  Folder folder;
  bfa_archive* archive = nullptr;
  bfa_search_index* index = nullptr;
};

TEST_F(CSearch, FindsTheVersionThatSaysIt) {
  bfa_search_hits* hits = search("\"painted iron\"");
  auto answer = sized<bfa_search_answer>();
  BFA_EXPECT_OK(bfa_search_hits_read(hits, &answer, &error));
  ASSERT_EQ(answer.hits, 1U);
  EXPECT_EQ(answer.versions, 1U);
  std::uint64_t last = 0, reach = 0;
  BFA_EXPECT_OK(bfa_archive_last_step(archive, &last, &error));
  BFA_EXPECT_OK(bfa_search_index_reach(index, &reach, &error));
  EXPECT_EQ(reach, last);
  EXPECT_EQ(answer.reach, last);
  auto hit = sized<bfa_search_hit>();
  BFA_EXPECT_OK(bfa_search_hits_at(hits, 0, &hit, &error));
  EXPECT_EQ(text(hit.url), "http://blog.example/post/1");
  EXPECT_EQ(hit.kind, BFA_POST);
  EXPECT_EQ(hit.version, 2U);
  EXPECT_EQ(hit.versions, 2U);
  EXPECT_EQ(hit.only_old, 0);
  EXPECT_GE(hit.captured, day(20));
  ASSERT_GT(hit.marks, 0U);
  std::size_t begin = 0, end = 0;
  BFA_EXPECT_OK(bfa_search_hits_mark(hits, 0, 0, &begin, &end, &error));
  EXPECT_TRUE(text(hit.snippet).substr(begin, end - begin).starts_with("painted")) << text(hit.snippet);
  EXPECT_EQ(bfa_search_hits_mark(hits, 0, hit.marks, &begin, &end, nullptr), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(bfa_search_hits_at(hits, 1, &hit, nullptr), BFA_INVALID_ARGUMENT);
  // The key of the hit is that of the archive.
  bfa_object* object = nullptr;
  BFA_EXPECT_OK(bfa_archive_object(archive, hit.key.data, hit.key.size, &object, &error));
  bfa_object_free(object);
  bfa_search_hits_free(hits);
}

TEST_F(CSearch, AnOldVersionIsSaidToBeOne) {
  bfa_search_hits* hits = search("wooden title:1");
  auto hit = sized<bfa_search_hit>();
  BFA_EXPECT_OK(bfa_search_hits_at(hits, 0, &hit, &error));
  EXPECT_EQ(text(hit.url), "http://blog.example/post/1");
  EXPECT_EQ(hit.only_old, 1);
  bfa_search_hits_free(hits);
  hits = search("wooden", BFA_POST, 2);
  auto answer = sized<bfa_search_answer>();
  BFA_EXPECT_OK(bfa_search_hits_read(hits, &answer, &error));
  EXPECT_EQ(answer.hits, 2U);
  bfa_search_hits_free(hits);
  hits = search("wooden", BFA_COMMENT);
  BFA_EXPECT_OK(bfa_search_hits_read(hits, &answer, &error));
  EXPECT_EQ(answer.hits, 0U);
  bfa_search_hits_free(hits);
}

// A blog is named by its address; the address of a folder means what is below it.
TEST_F(CSearch, ABlogIsNamedByItsAddress) {
  const auto count = [&](const char* text, const char* blog, const char* host = nullptr) {
    bfa_search_query query;
    EXPECT_EQ(bfa_search_query_init(&query, sizeof query), BFA_OK);
    query.text = text;
    query.kind = BFA_POST;
    query.blog = blog;
    query.blog_host = host;
    bfa_search_hits* hits = nullptr;
    const bfa_code code = bfa_search(index, archive, &query, &hits, nullptr);
    if (code != BFA_OK) return -static_cast<int>(code);
    auto answer = sized<bfa_search_answer>();
    BFA_EXPECT_OK(bfa_search_hits_read(hits, &answer, &error));
    bfa_search_hits_free(hits);
    return static_cast<int>(answer.hits);
  };
  const int all = count("wooden", nullptr);
  EXPECT_GT(all, 1);
  EXPECT_EQ(count("wooden", kHome), all);
  EXPECT_EQ(count("wooden", "blog.example"), all);
  EXPECT_EQ(count("wooden", "http://blog.example/post/1"), 1);
  EXPECT_EQ(count("wooden blog:http://blog.example/post/1", nullptr), 1);
  EXPECT_EQ(count("wooden -blog:http://blog.example/post/1", nullptr), all - 1);
  EXPECT_EQ(count("wooden", "http://none.example/"), -BFA_NOT_FOUND);
  EXPECT_EQ(count("wooden blog:none.example", nullptr), -BFA_NOT_FOUND);
  EXPECT_EQ(count("wooden", ":80"), -BFA_NOT_FOUND);
  EXPECT_EQ(count("wooden", kHome, "blog.example"), -BFA_INVALID_ARGUMENT);
}

TEST_F(CSearch, VersionsInWhichSomethingHappened) {
  struct Found {
    bfa_code code = BFA_OK;
    std::size_t hits = 0;
    std::uint64_t version = 0;  // of the first hit
  };
  const auto found = [&](const char* text, std::uint32_t verdicts) {
    bfa_search_query query;
    EXPECT_EQ(bfa_search_query_init(&query, sizeof query), BFA_OK);
    EXPECT_EQ(query.verdicts, 0U);
    query.text = text;
    query.kind = BFA_POST;
    query.verdicts = verdicts;
    bfa_search_hits* hits = nullptr;
    const bfa_code code = bfa_search(index, archive, &query, &hits, nullptr);
    if (code != BFA_OK) return Found{code};
    auto answer = sized<bfa_search_answer>();
    BFA_EXPECT_OK(bfa_search_hits_read(hits, &answer, &error));
    auto hit = sized<bfa_search_hit>();
    if (answer.hits > 0) BFA_EXPECT_OK(bfa_search_hits_at(hits, 0, &hit, &error));
    bfa_search_hits_free(hits);
    return Found{BFA_OK, answer.hits, hit.version};
  };
  constexpr std::uint32_t kNew = 1U << BFA_VERDICT_NEW, kEdit = 1U << BFA_VERDICT_CONTENT;
  EXPECT_EQ(found("painted", kEdit).hits, 1U);
  EXPECT_EQ(found("painted", kEdit).version, 2U);
  EXPECT_EQ(found("painted", kNew).hits, 0U);
  EXPECT_EQ(found("painted", kNew | kEdit).hits, 1U);
  EXPECT_EQ(found("painted", 1U << BFA_VERDICT_GONE).hits, 0U);
  EXPECT_EQ(found("wooden title:1", kNew).version, 1U);
  for (const std::uint32_t never : {1U << BFA_VERDICT_NONE, 1U << BFA_VERDICT_BOILERPLATE,
                                    1U << BFA_VERDICT_REREAD, kNew | 1U << 8, 1U << 31})
    EXPECT_EQ(found("painted", never).code, BFA_INVALID_ARGUMENT) << never;
}

TEST_F(CSearch, RefusesWhatCannotBeAnswered) {
  bfa_search_query query;
  bfa_search_query_init(&query, sizeof query);
  bfa_search_hits* hits = nullptr;
  bfa_error* error = nullptr;
  query.text = "-wooden";
  EXPECT_EQ(bfa_search(index, archive, &query, &hits, &error), BFA_INVALID_ARGUMENT);
  EXPECT_NE(std::string(bfa_error_message(error)), "");
  EXPECT_EQ(hits, nullptr);
  bfa_error_free(error);
  query.text = "wooden";
  query.kind = 17;
  EXPECT_EQ(bfa_search(index, archive, &query, &hits, nullptr), BFA_INVALID_ARGUMENT);
  query.kind = BFA_ANY;
  query.struct_size = sizeof query + 8;
  EXPECT_EQ(bfa_search(index, archive, &query, &hits, nullptr), BFA_UNSUPPORTED);
}

TEST_F(CSearch, AnIndexTakesNothingOfAnotherArchive) {
  bfa_archive* const other = open_archive(folder.at("other"), BFA_ARCHIVE_CREATE);
  std::uint64_t added = 7;
  EXPECT_EQ(bfa_search_index_update(index, other, &added, nullptr), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(added, 0U);
  BFA_EXPECT_OK(bfa_archive_close(other, &error));
}

TEST_F(CSearch, ADamagedIndexIsRemovedAndMadeAnew) {
  bfa_search_index_free(index);
  index = nullptr;
  {
    std::ofstream(folder.at("archive/index/search.sqlite")) << std::string(8192, 'x');
  }
  EXPECT_EQ(bfa_search_index_open(archive, nullptr, &index, nullptr), BFA_CORRUPT);
  BFA_EXPECT_OK(bfa_search_index_remove(archive, nullptr, &error));
  BFA_EXPECT_OK(bfa_search_index_open(archive, nullptr, &index, &error));
  std::uint64_t added = 7;
  BFA_EXPECT_OK(bfa_search_index_update(index, archive, &added, &error));
  EXPECT_EQ(added, 0U) << "opening brought it up to date";
  BFA_EXPECT_OK(bfa_search_index_update(index, archive, nullptr, &error));
}

}  // namespace
}  // namespace bfa::test
