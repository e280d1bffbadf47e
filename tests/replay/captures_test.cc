// SPDX-License-Identifier: Apache-2.0
// Which capture is nearest, what stands around it, and what a capture gives: redirects, revisits, codings,
// types.
#include <gtest/gtest.h>

#include <filesystem>

#include "archive_crawl.h"
#include "bfa/replay/replay.h"
#include "bfa/url/canonical.h"
#include "replay/captured_site.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class Captures : public testing::Test {
 protected:
  void open() {
    archive = site.read();
    index = got(SearchIndex::open(*archive));
  }
  std::optional<IndexedCapture> nearest(const std::string& url, const std::string& time,
                                        CaptureWish wish = CaptureWish::kAny) {
    return got(nearest_capture(*index, url, time_at(time), wish));
  }
  ReplayedCapture shown(const std::string& url, const std::string& time, const ReplayOptions& options = {}) {
    const auto capture = nearest(url, time);
    EXPECT_TRUE(capture) << url;
    return capture ? got(replay_capture(*archive, *index, *capture, options)) : ReplayedCapture();
  }

  CapturedSite site;
  std::unique_ptr<Archive> archive;
  std::unique_ptr<SearchIndex> index;
};

TEST_F(Captures, TheNearestInTimeIsFound) {
  for (const char* time : {"2026-01-01T00:00:00Z", "2026-01-03T00:00:00Z", "2026-01-03T00:00:00.5Z"})
    site.put("http://a.example/", time, std::string("<p>") + time);
  site.put("http://a.example/", "2026-01-02T00:00:00Z", "gone", "text/html", 404);
  open();
  const struct {
    const char *at, *found;
    CaptureWish wish;
  } rows[] = {
      {"2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z", CaptureWish::kAny},
      {"2027-01-01T00:00:00Z", "2026-01-03T00:00:00.5Z", CaptureWish::kAny},
      {"2026-01-02T01:00:00Z", "2026-01-02T00:00:00Z", CaptureWish::kAny},
      {"2026-01-01T12:00:00Z", "2026-01-01T00:00:00Z", CaptureWish::kAny},  // equally near: the earlier one
      {"2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z", CaptureWish::kContent},
      {"2026-01-02T01:00:00Z", "2026-01-03T00:00:00Z", CaptureWish::kContent},
      {"2026-01-03T00:00:00Z", "2026-01-03T00:00:00.5Z", CaptureWish::kAny}};  // the last of a second
  for (const auto& row : rows) {
    const auto found = nearest("http://a.example/", row.at, row.wish);
    ASSERT_TRUE(found) << row.at;
    EXPECT_EQ(found->time, time_at(row.found)) << row.at;
  }
  EXPECT_FALSE(nearest("http://b.example/", "2026-01-01T00:00:00Z"));
  const auto around = got(neighbours_of(*index, *nearest("http://a.example/", "2026-01-02T00:00:00Z")));
  EXPECT_EQ(around.count, 4U);
  EXPECT_EQ(around.previous->time, time_at("2026-01-01T00:00:00Z"));
  EXPECT_EQ(around.next->time, time_at("2026-01-03T00:00:00Z"));
  EXPECT_EQ(around.last->time, time_at("2026-01-03T00:00:00.5Z"));
}

TEST_F(Captures, SpellingsOfAnAddressAreOne) {
  site.put("https://www.a.example/B?x=1", "2026-01-01T00:00:00Z", "<p>b");
  site.put_redirect("http://a.example/c", "https://a.example/c", "2026-01-01T00:00:00Z", "<p>c");
  open();
  for (const char* url :
       {"http://a.example/b?x=1", "a.example/b?x=1", "https://www.a.example/B?x=1&utm_source=y"})
    EXPECT_TRUE(nearest(url, "2026-01-01T00:00:00Z")) << url;
  // A redirect to another spelling of itself is passed over: the page stands beside it.
  EXPECT_NE(shown("http://a.example/c", "2026-01-01T00:00:00Z").body.find("<p>c"), std::string::npos);
}

TEST_F(Captures, RevisitsAndUnchangedPagesHaveTheirOriginalsBody) {
  SampleBlog blog{"http://blog.example", 4, 3};
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(100));
  const auto crawled = bench.read();
  const auto crawled_index = got(SearchIndex::open(*crawled));
  std::size_t pages = 0, repeated = 0;
  CaptureRange range;
  range.first = surt_key(blog.post_url(1));
  ASSERT_TRUE(crawled_index->for_each_capture(range, [&](const IndexedCapture& capture) {
    const auto page = got(replay_capture(*crawled, *crawled_index, capture));
    EXPECT_EQ(page.status, 200);
    EXPECT_NE(page.body.find("Visitors: 1017"), std::string::npos) << capture.status;
    ++pages;
    repeated += capture.status == 304 || capture.revisit ? 1 : 0;
    return true;
  }));
  EXPECT_GE(pages, 2U);
  EXPECT_GE(repeated, 1U);
}

TEST_F(Captures, TypesOfContent) {
  site.put("http://a.example/untyped", "2026-01-01T00:00:00Z", " <!doctype HTML><p>page<script>f()</script>",
           "");
  site.put("http://a.example/text", "2026-01-01T00:00:00Z", "<script>f()</script>", "text/plain");
  site.put("http://a.example/sheet", "2026-01-01T00:00:00Z", "a{b:url(//b.example/)}", "");
  site.put("http://a.example/latin", "2026-01-01T00:00:00Z", "<p>caf\xe9", "text/html; charset=iso-8859-1");
  site.put("http://a.example/mixed", "2026-01-01T00:00:00Z", "--x", "multipart/x-mixed-replace; boundary=x");
  site.put("http://a.example/shift", "2026-01-01T00:00:00Z", "@charset \"shift_jis\";a{b:'\x93\xfa'}",
           "text/css");
  open();
  const char* when = "2026-01-01T00:00:00Z";
  EXPECT_TRUE(shown("http://a.example/untyped", when).page);
  EXPECT_EQ(shown("http://a.example/untyped", when).body.find("f()"), std::string::npos);
  EXPECT_EQ(shown("http://a.example/text", when).content_type, "text/plain");
  ReplayOptions options;
  options.sheet = true;
  EXPECT_EQ(shown("http://a.example/sheet", when, options).body, "@charset \"utf-8\";\na{b:url(\"data:,\")}");
  EXPECT_NE(shown("http://a.example/latin", when).body.find("caf\u00e9"), std::string::npos);
  EXPECT_EQ(shown("http://a.example/mixed", when).content_type, "application/octet-stream");
  EXPECT_EQ(shown("http://a.example/shift", when).content_type, "text/css; charset=utf-8");
}

TEST_F(Captures, MissingRecordsAreNamed) {
  site.put("http://a.example/", "2026-01-01T00:00:00Z", "<p>page");
  open();
  const std::string folder = archive->warc_directory();
  for (const auto& file : std::filesystem::directory_iterator(folder)) std::filesystem::remove(file.path());
  const auto capture = nearest("http://a.example/", "2026-01-01T00:00:00Z");
  ASSERT_TRUE(capture);
  const auto page = replay_capture(*archive, *index, *capture);
  ASSERT_FALSE(page);
  EXPECT_NE((page.error().where + page.error().message).find(".warc.gz"), std::string::npos)
      << to_string(page.error());
}

TEST_F(Captures, PagesBeyondTheLimitsSaySo) {
  site.put("http://a.example/", "2026-01-01T00:00:00Z", "<p>start</p>" + std::string(17u << 20, 'x'));
  open();
  const auto page = shown("http://a.example/", "2026-01-01T00:00:00Z");
  EXPECT_NE(page.body.find("<p>start"), std::string::npos);
  EXPECT_EQ(page.left_out, "what is beyond the limits of the parser");
}

TEST_F(Captures, ManyPartsAreLookedForUpToALimit) {
  std::string html = "<body>";
  for (int i = 0; i < 5000; ++i) html += "<img src=/" + std::to_string(i) + ".png>";
  site.put("http://a.example/", "2026-01-01T00:00:00Z", html);
  open();
  ReplayOptions options;
  options.max_parts = 100;
  const auto page = shown("http://a.example/", "2026-01-01T00:00:00Z", options);
  EXPECT_EQ(page.parts.size(), 100U);
  EXPECT_EQ(page.missing, 100U);
  EXPECT_NE(page.body.find("im_/http://a.example/4999.png"), std::string::npos);
}

}  // namespace
}  // namespace bfa
