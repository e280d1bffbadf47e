// SPDX-License-Identifier: Apache-2.0
// The captures of the index: ranges, in parts and in both directions, and records by id.
#include <gtest/gtest.h>

#include <algorithm>

#include "bfa/search/search_index.h"
#include "bfa/url/canonical.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class CaptureRows : public testing::Test {
 protected:
  CaptureRows() {
    const std::string old = "/2026/03/at-first/";
    blog.paths[4] = old;
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
    blog.paths[4] = "/2026/11/later/";
    blog.redirects[old] = blog.paths[4];
    for (int i = 0; i < 2; ++i)
      bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
    archive = bench.read();
    index = got(SearchIndex::open(*archive));
  }

  static std::string name_of(const IndexedCapture& capture) {
    return capture.key + " " + format_cdx_time(capture.time) + " " + std::to_string(capture.sequence) + " " +
           std::to_string(capture.hop) + " " + capture.redirect;
  }
  std::vector<std::string> read(const CaptureRange& range) const {
    std::vector<std::string> names;
    EXPECT_TRUE(index->for_each_capture(range, [&](const IndexedCapture& capture) {
      names.push_back(name_of(capture));
      return true;
    }));
    return names;
  }
  // The same, at most `most` at a time.
  std::vector<std::string> read_in_parts(CaptureRange range, std::size_t most) const {
    std::vector<std::string> names;
    for (bool more = true; more;) {
      std::size_t part = 0;
      EXPECT_TRUE(index->for_each_capture(range, [&](const IndexedCapture& capture) {
        names.push_back(name_of(capture));
        range.after = place_of(capture);
        return ++part < most;
      }));
      more = part == most;
    }
    return names;
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
  std::unique_ptr<Archive> archive;
  std::unique_ptr<SearchIndex> index;
};

TEST_F(CaptureRows, PartsOfARangeAreTheRange) {
  CaptureRange all, one, days;
  all.first = "example,blog";
  all.last = "example,bloh";
  one.first = surt_key(blog.home());
  days = all;
  days.from = bench.clock.now() - std::chrono::hours(72);
  days.to = bench.clock.now() - std::chrono::hours(1);
  for (CaptureRange range : {all, one, days}) {
    const auto forward = read(range);
    ASSERT_GE(forward.size(), 2U);
    EXPECT_EQ(got(index->count_captures(range)), forward.size());
    for (const bool backwards : {false, true}) {
      range.backwards = backwards;
      auto expected = forward;
      if (backwards) std::reverse(expected.begin(), expected.end());
      EXPECT_EQ(read(range), expected);
      for (const std::size_t most : {1U, 2U, 3U, 7U}) EXPECT_EQ(read_in_parts(range, most), expected) << most;
      range.skip = 2;
      EXPECT_EQ(read(range), std::vector<std::string>(expected.begin() + 2, expected.end()));
      EXPECT_EQ(got(index->count_captures(range)), forward.size()) << "without `skip`";
      range.skip = 0;
    }
  }
}

TEST_F(CaptureRows, RedirectsAreRowsOfTheAddressThatWasAskedFor) {
  CaptureRange range;
  range.first = surt_key(blog.origin() + "/2026/03/at-first/");
  int redirects = 0;
  EXPECT_TRUE(index->for_each_capture(range, [&](const IndexedCapture& capture) {
    if (capture.redirect.empty()) return true;
    ++redirects;
    EXPECT_EQ(capture.redirect, blog.origin() + "/2026/11/later/");
    EXPECT_EQ(capture.hop, 1U);
    EXPECT_EQ(capture.status, 301);
    return true;
  }));
  EXPECT_GE(redirects, 1);
}

// Also those in the middle.
TEST(CaptureRowsOfChains, EveryAnswerHasARow) {
  SampleBlog blog{"http://blog.example", 4, 4};
  Bench bench;
  blog.redirects["/2026/03/b/"] = "/2026/03/c/";
  blog.redirects["/2026/03/c/"] = "/2026/03/d/";
  const std::string end = blog.post_url(1).substr(blog.origin().size());
  blog.redirects["/2026/03/d/"] = end;
  blog.paths[0] = "/2026/03/b/";
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  const auto archive = bench.read();
  const auto index = got(SearchIndex::open(*archive));
  std::vector<std::string> rows;
  CaptureRange range;
  range.first = "example,blog)/2026/03/";
  range.last = "example,blog)/2026/030";
  EXPECT_TRUE(index->for_each_capture(range, [&](const IndexedCapture& capture) {
    if (capture.hop > 0)
      rows.push_back(capture.url.substr(blog.origin().size()) + " " + std::to_string(capture.hop) + " " +
                     std::to_string(capture.status) + " " + capture.redirect.substr(blog.origin().size()));
    return true;
  }));
  EXPECT_EQ(rows, (std::vector<std::string>{"/2026/03/b/ 1 301 " + end, "/2026/03/c/ 2 301 " + end,
                                            "/2026/03/d/ 3 301 " + end}));
}

TEST_F(CaptureRows, RevisitsAreMarked) {
  CaptureRange range;
  range.first = "example,blog";
  range.last = "example,bloh";
  std::map<bool, int> found;
  EXPECT_TRUE(index->for_each_capture(range, [&](const IndexedCapture& capture) {
    if (capture.hop > 0) return true;  // the store knows of the last answer
    EXPECT_EQ(capture.revisit, got(archive->original_of(capture.sequence)).has_value()) << capture.url;
    ++found[capture.revisit];
    return true;
  }));
  EXPECT_GT(found[true], 0) << "pages that did not change";
  EXPECT_GT(found[false], 0);
}

TEST_F(CaptureRows, RecordsAreFoundById) {
  std::size_t captures = 0;
  EXPECT_TRUE(archive->for_each_capture([&](const Capture& capture) {
    if (capture.warc.record_id.empty()) return true;
    ++captures;
    const auto steps = got(index->find_record(capture.warc.record_id));
    EXPECT_EQ(std::count(steps.begin(), steps.end(), capture.sequence), 1) << capture.warc.record_id;
    std::string upper = capture.warc.record_id;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c; });
    EXPECT_EQ(got(index->find_record(upper)), steps);
    return true;
  }));
  EXPECT_GT(captures, 10U);
  EXPECT_TRUE(got(index->find_record("urn:uuid:00000000-0000-4000-8000-000000000000")).empty());
}

// A place that is no capture is as good as one.
TEST_F(CaptureRows, AnyPlaceCanBeGoneOnFrom) {
  CaptureRange range;
  range.first = "a";
  range.last = "z";
  EXPECT_TRUE(got(index->count_captures(range)) > 0);
  range.after = CapturePlace{"z", {}, 0, 0};
  EXPECT_TRUE(read(range).empty());
  range.backwards = true;
  EXPECT_EQ(read(range).size(), got(index->count_captures({"a", "z", {}, {}, false, {}, 0})));
}

}  // namespace
}  // namespace bfa
