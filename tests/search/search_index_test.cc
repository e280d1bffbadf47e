// SPDX-License-Identifier: Apache-2.0
// The index of an archive: what is found, in which version, and that it stays true.
#include "bfa/search/search_index.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "bfa/url/canonical.h"
#include "crawl/archive_crawl.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class SearchedArchive : public testing::Test {
 protected:
  SearchedArchive() {
    blog.extra_paragraph[2] = "A zebra walks through Caf\u00e9 M\u00fcnchen and \u6771\u4eac\u90fd today.";
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
  }

  void edit() {
    blog.extra_paragraph[2] = "A quagga stood here, and two walruses were running.";
    bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  }

  std::unique_ptr<SearchIndex> index(bool anew = false) const {
    if (anew) {
      EXPECT_TRUE(SearchIndex::remove(*bench.read()));
    }
    auto made = SearchIndex::open(*bench.read());
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? std::move(*made) : nullptr;
  }

  std::vector<SearchHit> hits(const std::string& text) const {
    SearchQuery query;
    query.text = text;
    query.kind = ObjectKind::kPost;
    const auto answer = index()->search(*bench.read(), query);
    EXPECT_TRUE(answer) << to_string(answer.error());
    return answer ? answer->hits : std::vector<SearchHit>();
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
};

TEST_F(SearchedArchive, FindsWordsPhrasesAndPrefixes) {
  for (const char* text : {"zebra", "ZEBRA", "zeb*", "\"zebra walks\"", "cafe munchen", "\u6771\u4eac",
                           "\u4eac\u90fd", "\u6771\u4eac\u90fd", "\u4eac", "text:zebra",
                           "zebra blog:blog.example", "blog:http://blog.example/ zebra", "zebra -walrus"}) {
    const auto found = hits(text);
    ASSERT_EQ(found.size(), 1U) << text;
    EXPECT_EQ(found[0].url, blog.post_url(2)) << text;
    EXPECT_EQ(found[0].version, 1U);
    EXPECT_FALSE(found[0].only_old);
    EXPECT_FALSE(found[0].marks.empty() && text != std::string("title:zebra")) << text << found[0].snippet;
  }
  for (const char* text : {"\"walks zebra\"", "title:zebra", "zebra -cafe", "zebra blog:other.example",
                           "\u4eac\u6771", "author:zebra", "zebraz"})
    EXPECT_TRUE(hits(text).empty()) << text;
}

TEST_F(SearchedArchive, SaysWhenOnlyAnOldVersionFits) {
  edit();
  const auto old = hits("zebra");
  ASSERT_EQ(old.size(), 1U);
  EXPECT_TRUE(old[0].only_old);
  EXPECT_EQ(old[0].version, 1U);
  EXPECT_EQ(old[0].versions, 2U);
  EXPECT_NE(old[0].snippet.find("zebra"), std::string::npos) << old[0].snippet;
  const auto now = hits("quagga");
  ASSERT_EQ(now.size(), 1U);
  EXPECT_FALSE(now[0].only_old);
  EXPECT_EQ(now[0].version, 2U);
  ASSERT_EQ(now[0].marks.size(), 1U);
  const auto [begin, end] = now[0].marks[0];
  EXPECT_EQ(now[0].snippet.substr(begin, end - begin), "quagga");
}

// An index that grew with the archive answers as one that was made at its end.
TEST_F(SearchedArchive, GrowsWithTheArchive) {
  const auto grown = index();
  const auto before = got(grown->reach());
  edit();
  EXPECT_GT(got(grown->update(*bench.read())), 0U);
  EXPECT_GT(got(grown->reach()), before);
  EXPECT_EQ(got(grown->update(*bench.read())), 0U);
  std::vector<std::string> answers[2];
  for (const bool anew : {false, true}) {
    const auto index = this->index(anew);
    for (const char* text : {"zebra", "quagga", "post", "the", "walrus"}) {
      SearchQuery query;
      query.text = text;
      query.newest = true;
      const auto answer = index->search(*bench.read(), query);
      ASSERT_TRUE(answer);
      for (const auto& hit : answer->hits)
        answers[anew ? 1 : 0].push_back(std::string(text) + " " + hit.url + " " +
                                        std::to_string(hit.version) + (hit.only_old ? " old" : ""));
    }
  }
  std::sort(answers[0].begin(), answers[0].end());
  std::sort(answers[1].begin(), answers[1].end());
  EXPECT_EQ(answers[0], answers[1]);
  EXPECT_FALSE(answers[0].empty());
}

TEST_F(SearchedArchive, RefusesWithASentence) {
  const auto index = this->index();
  const auto archive = bench.read();
  const std::pair<std::string, const char*> rows[] = {
      {std::string(1u << 20, 'a'), "at most 4096"},
      {"", "no word"},
      {"* \" ( : )", "the quotation mark at character 3 is not"},
      {"* ( : )", "no word"},
      {"-zebra", "only excludes"},
      {"a*", "two letters"},
      {std::string(4000, ' '), "no word"},
      {"\"\"", "no word"},
      {"NEAR(", nullptr},
      {"zebra OR", nullptr},
      {"x\" OR filter:\"k:post", nullptr},
      {"title:\"", "character 7 is not closed"},
      {"zebra \"red fox", "character 7 is not closed"},
      {"zebra titel:fox", "no field 'titel' (character 7)"},
      {"-kind:post fox", "no field 'kind' (character 1)"},
      {"foo:\"a b\"", "no field 'foo'"},
      {"title: zebra", "title: has no word behind it"},
      {"zebra title:", "title: has no word behind it"},
      {"zebra tag:!!", "tag: has no word behind it"},
      {"blog:blog.exam*", "not a beginning"},
      {"zebra http://blog.example/", nullptr},
      {"std::vector 12:30 Note: c:\\x", nullptr},
      {"\"titel:fox\" zebra", nullptr}};
  for (const auto& [text, message] : rows) {
    SearchQuery query;
    query.text = text;
    const auto answer = index->search(*archive, query);
    if (message == nullptr) {
      EXPECT_TRUE(answer) << text << to_string(answer.error());
      continue;
    }
    ASSERT_FALSE(answer) << text.substr(0, 20);
    EXPECT_EQ(answer.error().code, Code::kInvalidArgument);
    EXPECT_NE(answer.error().message.find(message), std::string::npos) << answer.error().message;
  }
  std::string many;
  for (int i = 0; i < 65; ++i) many += "w" + std::to_string(i) + " ";
  SearchQuery query;
  query.text = many;
  EXPECT_FALSE(index->search(*archive, query));
}

// The place of what is wrong, in bytes; none where the query as a whole is.
TEST_F(SearchedArchive, SaysWhereTheQueryIsWrong) {
  const auto index = this->index();
  const auto archive = bench.read();
  const std::pair<const char*, std::int64_t> rows[] = {
      {"\u00e4\u00e4 \"b", 5}, {"\u00e4 x titel:b", 5}, {"tag: b", 0}, {"-b", -1}, {"", -1}};
  for (const auto& [text, offset] : rows) {
    SearchQuery query;
    query.text = text;
    const auto answer = index->search(*archive, query);
    ASSERT_FALSE(answer) << text;
    EXPECT_EQ(answer.error().offset, offset) << text;
  }
}

// Another store is another archive: rows of the old one are not kept.
TEST_F(SearchedArchive, IsMadeAnewForAnotherStore) {
  ASSERT_EQ(hits("zebra").size(), 1U);
  const auto reach = got(index()->reach());
  std::ofstream(bench.path() + "/store/IDENTITY") << "another store";
  EXPECT_EQ(hits("zebra").size(), 1U);
  EXPECT_EQ(got(index()->reach()), reach);
}

TEST_F(SearchedArchive, DamagedFileIsAnErrorThatNamesIt) {
  const std::string file = index()->file();
  for (const char* end : {"-wal", "-shm"}) std::filesystem::remove(file + end);
  std::ofstream(file, std::ios::trunc) << std::string(8192, 'x');
  const auto opened = SearchIndex::open(*bench.read());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Code::kCorrupt);
  EXPECT_EQ(opened.error().where, file);
}

TEST_F(SearchedArchive, ListsCapturesByAddressAndTime) {
  edit();
  const auto index = this->index();
  CaptureRange range;
  range.first = surt_key(blog.post_url(2));
  std::vector<IndexedCapture> found;
  const auto keep = [&](const IndexedCapture& capture) {
    found.push_back(capture);
    return true;
  };
  ASSERT_TRUE(index->for_each_capture(range, keep));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_LT(found[0].time, found[1].time);
  EXPECT_EQ(found[0].url, blog.post_url(2));
  EXPECT_EQ(found[0].status, 200);
  EXPECT_EQ(found[0].mime, "text/html");
  EXPECT_FALSE(found[0].warc.file.empty());
  range.from = found[1].time;
  range.backwards = true;
  found.clear();
  ASSERT_TRUE(index->for_each_capture(range, keep));
  EXPECT_EQ(found.size(), 1U);
}

}  // namespace
}  // namespace bfa
