// SPDX-License-Identifier: Apache-2.0
// Words by their beginning: the list of words has all words of the index, so that a search by a beginning
// finds what FTS5 finds.
#include "search/known_words.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "bfa/search/search_index.h"
#include "crawl/archive_crawl.h"
#include "search/made_index.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

// Words of the index that the list lacks. Filter terms have a colon.
std::vector<std::string> lacking(const SearchIndex& index) {
  std::vector<std::string> words;
  const auto connection = SqliteConnection::open(index.file());
  EXPECT_TRUE(connection) << to_string(connection.error());
  EXPECT_TRUE((*connection)->run("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, words, 'row')"));
  auto row = SqliteStatement::prepare(**connection,
                                      "SELECT term FROM temp.terms WHERE term NOT LIKE '_:%' AND term NOT IN "
                                      "(SELECT name FROM word)");
  EXPECT_TRUE(row) << to_string(row.error());
  for (;;) {
    const auto more = row->step();
    EXPECT_TRUE(more) << to_string(more.error());
    if (!more || !*more) return words;
    words.push_back(row->text(0));
  }
}

TEST(KnownWords, AreAllWordsOfTheIndex) {
  MadeBlogs blogs(3);
  blogs.steps(60);
  {
    const auto index = SearchIndex::open(blogs.archive());
    ASSERT_TRUE(index) << to_string(index.error());
    EXPECT_EQ(lacking(**index), std::vector<std::string>());
  }
  for (int i = 0; i < 5; ++i) {
    blogs.steps(10);
    const auto index = SearchIndex::open(blogs.archive());
    ASSERT_TRUE(index) << to_string(index.error());
    EXPECT_EQ(lacking(**index), std::vector<std::string>());
  }
}

class Beginnings : public testing::Test {
 protected:
  // A post with `count` words that begin with qa.
  explicit Beginnings(int count = 250) {
    for (int i = 0; i < count; ++i) {
      char word[16];
      std::snprintf(word, sizeof word, "qa%03d ", i);
      blog.extra_paragraph[2] += word;
    }
    blog.extra_paragraph[3] = "qa007 alone";
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
    archive = bench.read();
    auto opened = SearchIndex::open(*archive);
    EXPECT_TRUE(opened) << to_string(opened.error());
    index = std::move(*opened);
  }

  std::set<std::string> found(const std::string& text, bool newest) const {
    SearchQuery query;
    query.text = text;
    query.newest = newest;
    query.kind = ObjectKind::kPost;
    const auto answer = index->search(*archive, query);
    EXPECT_TRUE(answer) << to_string(answer.error());
    std::set<std::string> urls;
    for (const SearchHit& hit : answer->hits) {
      urls.insert(hit.url);
      EXPECT_FALSE(hit.marks.empty()) << text;
    }
    return urls;
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
  std::unique_ptr<Archive> archive;
  std::unique_ptr<SearchIndex> index;
};

TEST_F(Beginnings, FindTheSameWithFewWordsAndWithMany) {
  const auto connection = SqliteConnection::open(index->file());
  ASSERT_TRUE(connection);
  EXPECT_FALSE(*words_of_beginning(**connection, "qa")) << "250 words: FTS5 looks for the beginning";
  ASSERT_TRUE(*words_of_beginning(**connection, "qa0"));
  EXPECT_EQ((*words_of_beginning(**connection, "qa0"))->size(), 100U);
  EXPECT_TRUE((*words_of_beginning(**connection, "qb"))->empty());

  const std::string both = blog.post_url(2), alone = blog.post_url(3);
  struct Row {
    const char* text;
    std::set<std::string> urls;
  };
  for (const Row& row : {Row{"qa*", {both, alone}}, Row{"qa0*", {both, alone}}, Row{"qa00*", {both, alone}},
                         Row{"qa007*", {both, alone}}, Row{"qa1*", {both}}, Row{"qa24*", {both}},
                         Row{"qa25*", {}}, Row{"qb*", {}}, Row{"\"qa007 al\"*", {alone}},
                         Row{"\"qa007 qa00\"*", {both}}, Row{"text:qa0*", {both, alone}},
                         Row{"title:qa0*", {}}, Row{"qa0* -qa1*", {alone}}, Row{"QA0*", {both, alone}}}) {
    for (const bool newest : {false, true}) EXPECT_EQ(found(row.text, newest), row.urls) << row.text;
  }
}

}  // namespace
}  // namespace bfa
