// SPDX-License-Identifier: Apache-2.0
// An archive's store that is rebuilt from its own WARC files has the same content, byte for byte.
#include <cstdlib>
#include <filesystem>

#include "bfa/crawl/replay.h"
#include "bfa/warc/validate.h"
#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"
#include "support/fault_file_system.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

class Rebuild : public testing::Test {
 protected:
  void SetUp() override {
    two.gzip = true;
    for (const auto* blog : {&one, &two, &three}) bench.fetcher.serve(*blog);
  }

  static CrawlOptions many(Recheck recheck = Recheck::kDue) {
    CrawlOptions options = quick_options(recheck);
    options.in_flight = 32;
    options.per_host = 32;
    options.threads = 4;
    return options;
  }
  std::vector<std::string> homes() const { return {one.home(), two.home(), three.home()}; }

  void edit() {
    one.extra_paragraph[3] = "Seen again, and corrected.";
    two.sidebar = "Visitors: 90210";
    two.posts += 2;
    three.extra_paragraph[1] =
        "With <a href=\"http://one.example/\">a link</a> and an image "
        "<img src=\"/img/map.png\" alt=\"map\">.";
    three.theme = "dark";
    bench.fetcher.fail(one.post_url(0), 1000, 404);
    bench.fetcher.fail(three.post_url(2), 1000, 503);
  }

  void rebuild_and_compare() {
    const auto before = dump(*bench.read());
    ASSERT_GT(before.size(), 50u);
    ArchiveOptions archive_options;
    archive_options.clock = &bench.clock;
    const auto report = rebuild_archive(bench.path(), archive_options, quick_options());
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_GT(report->steps, 50u);
    skipped = report->skipped;
    expect_same(before, dump(*bench.read()));
  }

  std::uint64_t revisits() const {
    std::uint64_t count = 0;
    for (const std::string& file : test::warc_paths(bench.path() + "/warc")) {
      const auto report = validate_warc(posix_file_system(), file);
      EXPECT_TRUE(report) << to_string(report.error());
      if (!report) continue;
      EXPECT_FALSE(report->truncated || report->corrupt || report->spec_violation) << file;
      EXPECT_EQ(report->digests_bad, 0u);
      const auto at = report->by_type.find("revisit");
      if (at != report->by_type.end()) count += at->second;
    }
    return count;
  }

  SampleBlog one{"http://one.example", 12, 5}, two{"http://two.example", 30, 10},
      three{"http://three.example", 8, 8};
  Bench bench;
  std::uint64_t skipped = 0;
};

TEST_F(Rebuild, AFirstCrawlOfThreeBlogsAtOnce) {
  const auto reports = bench.crawl(homes(), many());
  EXPECT_EQ(reports[0].posts, 12u);
  EXPECT_EQ(reports[1].posts, 30u);
  EXPECT_EQ(reports[2].posts, 8u);
  rebuild_and_compare();
}

TEST_F(Rebuild, UpdatesAfterEditsWithRevisitsAndGzip) {
  bench.crawl(homes(), many());
  const std::uint64_t first = revisits();     // a tag page that equals an archive page
  bench.crawl(homes(), many(Recheck::kAll));  // the same payloads once more
  EXPECT_GT(revisits(), first + 50);
  edit();
  const auto reports = bench.crawl(homes(), many(Recheck::kAll), hours(30));
  EXPECT_EQ(reports[0].changed, 2u);  // corrected; gone
  EXPECT_EQ(reports[1].posts, 2u);
  EXPECT_EQ(reports[2].changed, 1u);
  EXPECT_EQ(reports[2].failed, 1u);
  bench.crawl(homes(), many(), hours(24 * 40));
  rebuild_and_compare();
}

TEST_F(Rebuild, CommentsOfPages) {
  for (int post = 0; post < 6; ++post) one.comments[post] = post;
  bench.crawl(homes(), many());
  for (int post = 0; post < 6; ++post) one.comments[post] = post + 2;
  const auto reports = bench.crawl(homes(), many(Recheck::kAll), hours(30));
  EXPECT_EQ(reports[0].created, 12u);
  EXPECT_EQ(reports[0].changed, 0u);
  rebuild_and_compare();
}

TEST_F(Rebuild, GoesOnAsTheOldStoreWouldHave) {
  bench.crawl(homes(), many());
  edit();
  rebuild_and_compare();
  const auto reports = bench.crawl(homes(), many(Recheck::kAll));
  EXPECT_EQ(reports[0].created, 0u);
  EXPECT_EQ(reports[0].changed, 2u);
  EXPECT_EQ(reports[1].created, 2u);
  EXPECT_EQ(reports[1].changed, 0u);
  EXPECT_EQ(reports[2].changed, 1u);
  rebuild_and_compare();
  const auto again = bench.crawl(homes(), many());
  for (const auto& report : again) {
    EXPECT_EQ(report.created + report.changed, 0u) << report.blog;
    EXPECT_GT(report.requests, 0u) << report.blog;
    EXPECT_LT(report.requests, 20u) << report.blog;
  }
}

TEST_F(Rebuild, TwiceGivesTheSame) {
  bench.crawl(homes(), many());
  rebuild_and_compare();
  rebuild_and_compare();
}

// Several crashes: which steps are made safe together is a matter of time, so that one alone may hit a moment
// at which all that was written is in the store.
TEST_F(Rebuild, StepsThatACrashLeftInWarcAreTakenInByTheNextWriter) {
  std::uint64_t taken_in = 0;
  for (const std::uint64_t operation : {40u, 25u, 31u}) {
    ForgettingFileSystem fs(posix_file_system(), bench.path() + "-shadow" + std::to_string(operation));
    {
      const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock, &fs);
      ASSERT_TRUE(archive);
      fs.cut_power_at(operation);
      CrawlOptions options = many();
      options.clock = &bench.clock;
      EXPECT_FALSE(crawl_blogs(*archive, bench.fetcher, homes(), options));
    }
    ASSERT_TRUE(fs.power_is_off());
    ASSERT_TRUE(fs.crash(Loss::kNothing));  // written bytes stay, also those of steps that were not committed
    ReplayReport report;
    ArchiveOptions writing;
    writing.mode = ArchiveOptions::Mode::kWrite;
    writing.clock = &bench.clock;
    const auto archive = bfa::open_archive(bench.path(), writing, {}, &report);
    ASSERT_TRUE(archive) << to_string(archive.error());
    EXPECT_EQ((*archive)->reconciliation().steps, report.steps);
    taken_in += report.steps;
    ASSERT_TRUE((*archive)->close());
    if (operation != 40u) continue;
    const auto before = dump(*bench.read());
    ASSERT_TRUE(rebuild_archive(bench.path(), writing, quick_options()));
    expect_same(before, dump(*bench.read()));
  }
  EXPECT_GT(taken_in, 0u);
  bench.crawl(homes(), many());
  edit();
  bench.crawl(homes(), many(Recheck::kAll));
  rebuild_and_compare();
}

TEST_F(Rebuild, AnInterruptedAndAFinishedCrawl) {
  std::stop_source stop;
  CrawlOptions options = many();
  options.stop = stop.get_token();
  int fetched = 0;
  options.on_event = [&](const CrawlEvent& event) {
    if (std::holds_alternative<FetchedEvent>(event) && ++fetched == 30) stop.request_stop();
  };
  EXPECT_TRUE(bench.crawl(homes(), options)[1].interrupted);
  rebuild_and_compare();
  bench.crawl(homes(), many());
  rebuild_and_compare();
}

TEST_F(Rebuild, WithoutAnArchiveSaysSo) {
  const auto report = rebuild_archive(bench.path(), ArchiveOptions(), quick_options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Code::kNotFound);
  EXPECT_NE(report.error().message.find("no archive"), std::string::npos) << report.error().message;
}

}  // namespace
}  // namespace bfa
