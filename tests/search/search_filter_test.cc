// SPDX-License-Identifier: Apache-2.0
// Filters, counts and pages of a search, compared with the archive read whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "bfa/url/url.h"
#include "search/catalogue_rows.h"
#include "search/made_index.h"
#include "search/sqlite.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

template <class T>
T got(Result<T> result) {
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? std::move(*result) : T();
}

class SearchFilters : public testing::TestWithParam<unsigned> {
 protected:
  SearchFilters() : blogs(GetParam()) {
    blogs.steps(150);
    index = got(SearchIndex::open(blogs.archive()));
  }

  // The newest version that fits of each object, and how many versions fit.
  std::pair<std::map<std::string, std::uint64_t>, std::uint64_t> expected(const SearchQuery& query) const {
    std::map<std::string, std::uint64_t> newest;
    std::uint64_t count = 0;
    EXPECT_TRUE(
        blogs.archive().for_each_object({}, [&](const std::string& key, const ObjectSummary& summary) {
          const auto versions = got(blogs.archive().versions(key));
          const auto changes = got(blogs.archive().changes(key));
          for (std::size_t i = 0; i < versions.size(); ++i) {
            if (!fits(query, versions[i], summary.latest, i > 0 ? changes[i - 1].verdict : Verdict::kNew))
              continue;
            newest[key] = i + 1;
            ++count;
          }
          return true;
        }));
    return {newest, count};
  }

  static bool fits(const SearchQuery& query, const Version& version, const DataObject& now, Verdict verdict) {
    const DataObject& object = version.object;
    if (object.text.find(query.text) == std::string::npos) return false;
    if (query.kind && *query.kind != object.kind) return false;
    const auto url = Url::parse(now.url);
    if (!query.blog_host.empty() && (!url || url->host() != query.blog_host)) return false;
    const auto has = [](const std::vector<std::string>& values, const std::string& wanted) {
      return wanted.empty() || std::find(values.begin(), values.end(), wanted) != values.end();
    };
    if (!has(object.authors, query.author)) return false;
    const auto categories = categories_of(object);
    if (!has(categories, query.category) || (!has(object.tags, query.tag) && !has(categories, query.tag)))
      return false;
    if (query.since && version.observed < *query.since) return false;
    if (query.until && version.observed >= *query.until) return false;
    const std::int64_t date = date_code(now.published);
    const std::string& from = query.published_from;
    const auto to = got(date_limit(query.published_to));
    if ((!from.empty() || to) && date == kUnknownDate) return false;
    if (!from.empty() && now.published->utc < parse_timestamp(from)->utc) return false;
    if (to && date >= *to) return false;
    if (query.changed && (verdict == Verdict::kNew || verdict == Verdict::kNone)) return false;
    if (!query.verdicts.empty() && !query.verdicts.contains(verdict)) return false;
    return !query.deleted || now.status == "gone";
  }

  SearchQuery any_query() {
    static const char* const kDays[] = {"2019", "2025-12", "2026-01-02", "2026-01-03T00:00:00Z",
                                        "2027", "1901",    "2099"};
    static constexpr Verdict kVerdicts[] = {Verdict::kNew, Verdict::kContent, Verdict::kGone, Verdict::kBack};
    const auto maybe = [&](int of) { return blogs.any(of) == 0; };
    SearchQuery query;
    query.text = maybe(3) ? "comment" : "text";
    if (maybe(3)) query.kind = maybe(3) ? ObjectKind::kPage : ObjectKind::kPost;
    if (maybe(3)) query.blog_host = MadeBlogs::host(blogs.any(3));
    if (maybe(4)) query.author = maybe(2) ? "Ann" : "Bo";
    if (maybe(4)) query.tag = maybe(2) ? "red" : "Music";
    if (maybe(5)) query.category = maybe(3) ? "red" : "News";
    if (maybe(3)) query.since = blogs.now() - std::chrono::seconds(blogs.any(3'000'000));
    if (maybe(3)) query.until = blogs.now() - std::chrono::seconds(blogs.any(3'000'000));
    if (maybe(4)) query.published_from = kDays[blogs.any(7)];
    if (maybe(4)) query.published_to = kDays[blogs.any(7)];
    query.changed = maybe(4);
    query.deleted = maybe(4);
    if (maybe(3)) query.verdicts.insert(kVerdicts[blogs.any(4)]);
    if (maybe(8)) query.verdicts.insert(kVerdicts[blogs.any(4)]);
    query.newest = maybe(2);
    query.limit = 1 + static_cast<std::size_t>(blogs.any(7));
    return query;
  }

  MadeBlogs blogs;
  std::unique_ptr<SearchIndex> index;
};

TEST_P(SearchFilters, FindWhatTheArchiveHas) {
  std::size_t filled = 0;
  for (int i = 0; i < 120; ++i) {
    SearchQuery query = any_query();
    const auto [wanted, count] = expected(query);
    std::map<std::string, std::uint64_t> found;
    UtcTime before = UtcTime::max();
    do {
      const SearchAnswer answer = got(index->search(blogs.archive(), query));
      EXPECT_EQ(answer.versions, count) << i;
      EXPECT_FALSE(answer.more_versions);
      EXPECT_EQ(answer.by_time, query.newest);
      EXPECT_LE(answer.hits.size(), query.limit);
      for (const auto& hit : answer.hits) {
        EXPECT_TRUE(found.emplace(hit.key, hit.version).second) << "twice";
        EXPECT_EQ(hit.only_old, hit.version != hit.versions);
        EXPECT_NE(hit.snippet.find(query.text), std::string::npos);
        if (query.newest) {
          EXPECT_LE(hit.captured, before);
          before = hit.captured;
        }
      }
      query.after = answer.next;
    } while (!query.after.empty());
    EXPECT_EQ(found, wanted) << "query " << i << " of seed " << GetParam();
    filled += wanted.empty() ? 0 : 1;
  }
  EXPECT_GT(filled, 40U);
}

// Objects that become gone, or come back, are found by their state of now in all versions.
TEST_P(SearchFilters, FollowWhatTheArchiveLearns) {
  for (int i = 0; i < 10; ++i) {
    blogs.steps(8);
    got(index->update(blogs.archive()));
    SearchQuery query = any_query();
    query.deleted = true;
    query.limit = 1000;
    const auto [wanted, count] = expected(query);
    std::map<std::string, std::uint64_t> found;
    const SearchAnswer answer = got(index->search(blogs.archive(), query));
    for (const auto& hit : answer.hits) found[hit.key] = hit.version;
    EXPECT_EQ(found, wanted);
    EXPECT_EQ(answer.versions, count);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SearchFilters, testing::Values(1U, 2U, 3U));

// An object counts where its date begins, whatever precision the bound and the date have.
TEST(SearchDates, AreFoundFromTheInstantAtWhichTheyBegin) {
  const TemporaryDirectory folder;
  const auto archive = open_or_fail(folder / "archive", write_options());
  for (const char* date : {"2012", "2012-04", "2012-04-01", "2012-04-01T00:00:00Z", "2026-02-03"}) {
    StepResult step = page_step(std::string("https://blog.example/") + date, at(0), "zebra");
    step.objects[0].object.published = *parse_timestamp(date);
    step.objects[0].object.title = date;
    take(*archive, step);
  }
  ASSERT_TRUE(archive->sink().flush());
  const auto index = got(SearchIndex::open(*archive));
  struct Row {
    const char *from, *to;
    std::vector<std::string> found;
  };
  const std::vector<std::string> april = {"2012-04", "2012-04-01", "2012-04-01T00:00:00Z"};
  for (const Row& row : {Row{"2026-02-03T00:00:00Z", "2026-02-03", {"2026-02-03"}},
                         {"2026-02-03T00:00:01Z", "2026-02-03", {}},
                         {"2012-04-01T00:00:00Z", "2013", april},
                         {"2012-04-01", "2012-04", april},
                         {"2012-04", "2012-04", april},
                         {"2012-04-01T00:00:00+02:00", "2012", april},
                         {"2012-01-01T00:00:00Z", "2012-03", {"2012"}}}) {
    ObjectListQuery list;
    list.published_from = row.from;
    list.published_to = row.to;
    list.oldest_first = true;
    std::vector<std::string> titles;
    for (const auto& object : got(index->list_objects(list)).objects) titles.push_back(object.title);
    EXPECT_EQ(titles, row.found) << row.from;
    SearchQuery query;
    query.text = "zebra";
    query.published_from = row.from;
    query.published_to = row.to;
    titles.clear();
    for (const auto& hit : got(index->search(*archive, query)).hits) titles.push_back(hit.title);
    std::ranges::sort(titles);
    EXPECT_EQ(titles, row.found) << row.from;
  }
}

// Without the factor that all rows share, the order is that of FTS5's bm25(); and no word finds a filter.
TEST(SearchScore, OrdersAPhraseAsBm25) {
  MadeBlogs blogs(9);
  blogs.steps(150);
  const auto index = got(SearchIndex::open(blogs.archive()));
  const auto connection = got(SqliteConnection::open(index->file()));
  for (const char* const match :
       {"\"title\"", "\"red\"", "\"music\"", "\"text 1\"", "\"te\" *", "\"ann\" AND filter : \"k:post\""}) {
    auto made = SqliteStatement::prepare(
        *connection,
        "SELECT bm25(words, 1, 6, 3, 3, 3, 0), phrase_score(words) FROM words WHERE words MATCH ?1");
    ASSERT_TRUE(made) << to_string(made.error());
    SqliteStatement& row = *made;
    row.bind(1, std::string_view(match));
    std::vector<std::pair<double, double>> rows;
    while (got(row.step())) rows.emplace_back(-row.real(0), row.real(1));
    ASSERT_GT(rows.size(), 5U) << match;
    // A part of a filter adds the same to all rows, or nothing: its column weighs nothing.
    for (const auto& [a, a_score] : rows) {
      for (const auto& [b, b_score] : rows) {
        EXPECT_TRUE(a <= b * (1 + 1e-9) || a_score > b_score) << match;
      }
    }
  }
  for (const char* const word : {"k:post", "\"k:post\"", "c:1", "v:gone", "b:blog1.example", "m:2026-01"}) {
    SearchQuery query;
    query.text = word;
    const auto answer = index->search(blogs.archive(), query);
    EXPECT_TRUE(!answer || answer->hits.empty()) << word;
  }
}

TEST(SearchMarks, AreOfASearchOnly) {
  MadeBlogs blogs(7);
  blogs.steps(20);
  const auto index = got(SearchIndex::open(blogs.archive()));
  for (const char* mark : {"x", "t.", "t.1", "t.1x.2", "t.1.x", "r.1", "r.1.", "r.x.1", "p.1.2", "r.-1.2"}) {
    SearchQuery query;
    query.text = "text";
    query.after = mark;
    const auto answer = index->search(blogs.archive(), query);
    ASSERT_FALSE(answer) << mark;
    EXPECT_EQ(answer.error().code, Code::kInvalidArgument);
  }
}

}  // namespace
}  // namespace bfa
