// SPDX-License-Identifier: Apache-2.0
// Queries in the scripts of the world find texts in them.
#include <gtest/gtest.h>

#include <algorithm>

#include "bfa/search/search_index.h"
#include "store/store_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

struct ScriptRow {
  const char* name;
  const char* language;
  const char* title;
  const char* text;
  const char* query;
  bool found;
};

constexpr ScriptRow kRows[] = {
    {"han_pair", "ja", "", "\u6771\u4eac\u90fd\u306e\u732b", "\u4eac\u90fd", true},
    {"han_one_inside", "ja", "", "\u6771\u4eac\u90fd\u306e\u732b", "\u4eac", true},
    {"han_one_last", "ja", "", "\u6771\u4eac\u90fd\u306e\u732b", "\u732b", true},
    {"han_other_order", "ja", "", "\u6771\u4eac\u90fd\u306e\u732b", "\u90fd\u4eac", false},
    {"half_width_kana", "ja", "", "\uff76\uff9e\uff77 \u306f", "\u30ac\u30ad", true},
    {"hangul_with_particle", "ko", "", "\ud55c\uad6d\uc5d0\uc11c \uc654\ub2e4", "\ud55c\uad6d", true},
    {"arabic_harakat", "ar", "", "\u0643\u064e\u062a\u064e\u0628\u064e", "\u0643\u062a\u0628", true},
    {"arabic_hamza", "ar", "", "\u0623\u062d\u0645\u062f", "\u0627\u062d\u0645\u062f", true},
    {"hebrew_niqqud", "he", "", "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "\u05e9\u05dc\u05d5\u05dd",
     true},
    {"thai", "th", "", "\u0e01\u0e23\u0e38\u0e07\u0e40\u0e17\u0e1e", "\u0e01\u0e23\u0e38\u0e07", true},
    {"russian_yo", "ru", "", "\u0451\u043b\u043a\u0430", "\u0435\u043b\u043a\u0430", true},
    {"russian_yo_in_query", "ru", "", "\u0435\u043b\u043a\u0438", "\u0451\u043b\u043a\u0438", true},
    {"russian_stem", "ru", "", "\u043a\u043d\u0438\u0433\u0430\u043c\u0438", "\u043a\u043d\u0438\u0433\u0430",
     true},
    {"sharp_s", "de", "", "Die Stra\u00dfe", "STRASSE", true},
    {"sharp_s_in_query", "de", "", "eine Strasse", "stra\u00dfe", true},
    {"full_width", "en", "", "\uff21\uff22\uff23\uff11", "abc1", true},
    {"override_in_title", "en", "\u202egnp.exe quagga\u202c", "x", "title:quagga", true},
    {"controls_in_title", "en", "a\u0007b okapi", "x", "title:okapi", true},
    {"polish", "pl", "", "\u017b\u00f3\u0142w", "zolw", false},  // the stroke of l is no mark
    {"polish_as_written", "pl", "", "\u017b\u00f3\u0142w", "zo\u0142w", true},
};

TEST(SearchScripts, AreFound) {
  const TemporaryDirectory folder;
  const auto archive = open_or_fail(folder / "archive", write_options());
  int number = 0;
  for (const ScriptRow& row : kRows) {
    StepResult step = page_step(page_url(number), at(number), row.text);
    step.objects[0].object.title = row.title;
    step.objects[0].object.language = row.language;
    take(*archive, step);
    ++number;
  }
  ASSERT_TRUE(archive->sink().flush());
  const auto index = SearchIndex::open(*archive);
  ASSERT_TRUE(index);
  number = 0;
  for (const ScriptRow& row : kRows) {
    SearchQuery query;
    query.text = row.query;
    query.limit = 100;
    const auto answer = (*index)->search(*archive, query);
    ASSERT_TRUE(answer) << row.name << to_string(answer.error());
    const bool found = std::any_of(answer->hits.begin(), answer->hits.end(),
                                   [&](const SearchHit& hit) { return hit.url == page_url(number); });
    EXPECT_EQ(found, row.found) << row.name;
    ++number;
  }
}

// A title of 10 kB, lists of many names, times far away: all that an object may have.
TEST(SearchScripts, TakeWhatIsTooLong) {
  const TemporaryDirectory folder;
  const auto archive = open_or_fail(folder / "archive", write_options());
  StepResult step = page_step(page_url(1), at(0), "text");
  DataObject& post = step.objects[0].object;
  for (int i = 0; i < 2000; ++i) post.title += "t" + std::to_string(i) + " ";
  for (int i = 0; i < 5000; ++i) post.tags.push_back("tag" + std::to_string(i));
  post.authors = {std::string(3000, 'a'), "two\nlines", "Ann"};
  post.published = Timestamp{UtcTime(std::chrono::sys_days(std::chrono::year(9999) / 12 / 31))};
  take(*archive, step);
  StepResult old = page_step(page_url(2), at(1), "text");
  old.objects[0].object.published = Timestamp{UtcTime(std::chrono::sys_days(std::chrono::year(1) / 1 / 1))};
  take(*archive, old);
  ASSERT_TRUE(archive->sink().flush());
  const auto index = SearchIndex::open(*archive);
  ASSERT_TRUE(index);
  const auto list = (*index)->list_objects({});
  ASSERT_TRUE(list);
  ASSERT_EQ(list->objects.size(), 2U);
  EXPECT_EQ(list->objects[0].authors, std::vector<std::string>{"Ann"});
  EXPECT_EQ(list->objects[0].tags.size(), 200U);
  SearchQuery query;
  query.text = "title:t1999";
  EXPECT_EQ((*index)->search(*archive, query)->hits.size(), 1U);
}

}  // namespace
}  // namespace bfa
