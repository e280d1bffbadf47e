// SPDX-License-Identifier: Apache-2.0
// Cut transfers and answers that nobody asked for are failed captures: their bytes are kept, they are tried
// again and listed, and they are never the current version while a whole one is there.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

constexpr std::size_t kHalf = 1100;  // bytes: in the middle of a post's text

// The WARC-Truncated fields of the response records of `url`, in their order.
std::vector<std::string> truncations_of(const Archive& archive, const std::string& url) {
  std::vector<std::string> found;
  for (const std::string& file : test::warc_paths(archive.warc_directory())) {
    const auto reader = WarcReader::open(posix_file_system(), file);
    EXPECT_TRUE(reader) << to_string(reader.error());
    for (;;) {
      const auto record = (*reader)->next();
      EXPECT_TRUE(record) << to_string(record.error());
      if (!record || *record == nullptr) break;
      const auto& header = (*record)->header();
      if (header.field("WARC-Type") == "response" && header.field("WARC-Target-URI") == url)
        found.emplace_back(header.field("WARC-Truncated"));
    }
  }
  return found;
}

void rebuild(const Bench& bench, Clock* clock) {
  ArchiveOptions options;
  options.clock = clock;
  const auto report = rebuild_archive(bench.path(), options, quick_options());
  ASSERT_TRUE(report) << to_string(report.error());
}

class CutTransfer : public testing::Test {
 protected:
  void SetUp() override { bench.fetcher.serve(blog); }

  DataObject post(int number) const {
    const auto posts = posts_of(*bench.read());
    const auto at = posts.find(blog.post_url(number));
    return at == posts.end() ? DataObject() : at->second.latest;
  }

  SampleBlog blog;
  Bench bench;
};

TEST_F(CutTransfer, IsTriedAgainAndTheWholePageIsTheVersion) {
  bench.fetcher.cut(blog.post_url(1), 2, kHalf);
  const CrawlReport report = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(report.failed, 0u);
  EXPECT_EQ(report.posts, 8u);
  EXPECT_NE(post(1).text.find("item " + std::to_string((1 * 31 + 22) * 7) + "."), std::string::npos);
  EXPECT_FALSE(post(1).attributes.contains("truncated"));
  EXPECT_EQ(truncations_of(*bench.read(), blog.post_url(1)),
            (std::vector<std::string>{"disconnect", "disconnect", ""}));
}

TEST_F(CutTransfer, NeverReplacesAWholeVersionAndIsListed) {
  bench.crawl(blog.home(), quick_options());
  const std::string text = post(1).text;
  const auto versions = count_versions(*bench.read());
  blog.extra_paragraph[1] = "Changed.";
  // Three cuts in one run, each at another place.
  CrawlOptions options = quick_options(Recheck::kAll);
  options.step.max_attempts = 0;
  for (const std::size_t bytes : {kHalf, kHalf + 50, kHalf + 100}) {
    bench.fetcher.cut(blog.post_url(1), 1, bytes);
    const CrawlReport report = bench.crawl(blog.home(), options, hours(48));
    EXPECT_EQ(report.failed, 1u);
    ASSERT_EQ(report.failures.size(), 1u);
    EXPECT_EQ(report.failures[0].where, blog.post_url(1));
    EXPECT_EQ(report.failures[0].code, Code::kUnavailable);
    EXPECT_EQ(post(1).text, text);
    EXPECT_EQ(count_versions(*bench.read()), versions);
  }
  rebuild(bench, &bench.clock);
  EXPECT_EQ(post(1).text, text);
  EXPECT_EQ(count_versions(*bench.read()), versions);
  // The next run asks again without a condition, and gets it whole.
  bench.crawl(blog.home(), quick_options(Recheck::kNone), hours(48));
  EXPECT_NE(post(1).text.find("Changed."), std::string::npos);
}

TEST_F(CutTransfer, ThreeEqualOnesAreAVersionThatIsMarked) {
  bench.fetcher.cut(blog.post_url(1), 1000, kHalf);
  const CrawlReport report = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(report.posts, 8u);
  const DataObject cut = post(1);
  EXPECT_NE(cut.text.find("item " + std::to_string(1 * 31 * 7) + "."), std::string::npos) << cut.text;
  EXPECT_EQ(cut.text.find("item " + std::to_string((1 * 31 + 22) * 7) + "."), std::string::npos);
  EXPECT_TRUE(cut.attributes.contains("truncated"));
  EXPECT_EQ(truncations_of(*bench.read(), blog.post_url(1)).size(), 3u);
  rebuild(bench, &bench.clock);
  EXPECT_EQ(post(1).text, cut.text);
  EXPECT_TRUE(post(1).attributes.contains("truncated"));
}

TEST_F(CutTransfer, ThreeEqualOnesMayComeInThreeRuns) {
  bench.crawl(blog.home(), quick_options());
  blog.extra_paragraph[1] = "Changed.";
  bench.fetcher.cut(blog.post_url(1), 1000, 3000);
  CrawlOptions options = quick_options(Recheck::kAll);
  options.step.max_attempts = 0;
  for (int run = 0; run < 3; ++run) {
    EXPECT_FALSE(post(1).attributes.contains("truncated")) << run;
    bench.crawl(blog.home(), options, hours(48));
  }
  EXPECT_TRUE(post(1).attributes.contains("truncated"));
}

TEST_F(CutTransfer, OfRobotsTxtDefersTheBlogUntilItIsWhole) {
  bench.fetcher.cut(blog.origin() + "/robots.txt", 1, 5);
  CrawlOptions options = quick_options();
  options.step.max_attempts = 0;
  const CrawlReport cut = bench.crawl(blog.home(), options);
  ASSERT_TRUE(cut.error);
  EXPECT_NE(cut.error->message.find("robots.txt"), std::string::npos);
  const CrawlReport whole = bench.crawl(blog.home(), options);
  EXPECT_EQ(whole.posts, 8u);
}

struct UnaskedRow {
  const char* name;
  const char* path;
  int status;
};

class Unasked : public testing::TestWithParam<UnaskedRow> {};

TEST_P(Unasked, IsTriedAgainAndIsNoPage) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  const std::string url = blog.origin() + GetParam().path;
  bench.fetcher.fail(url, 1, GetParam().status);
  const CrawlReport report = bench.crawl(blog.home(), quick_options());
  EXPECT_FALSE(report.error) << to_string(*report.error);
  EXPECT_EQ(report.posts, 8u);
  EXPECT_EQ(report.failed, 0u);
}

TEST_P(Unasked, IsListedWhenItStays) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  const std::string url = blog.origin() + GetParam().path;
  bench.fetcher.fail(url, 1000, GetParam().status);
  const CrawlReport report = bench.crawl(blog.home(), quick_options());
  EXPECT_TRUE(report.error || report.failed > 0);
  const std::string answered = "answered " + std::to_string(GetParam().status);
  std::string told = report.error ? report.error->message : std::string();
  for (const auto& failure : report.failures) told += failure.message;
  EXPECT_NE(told.find(answered), std::string::npos) << told;
  EXPECT_FALSE(posts_of(*bench.read()).contains(url));
}

INSTANTIATE_TEST_SUITE_P(House_Unasked, Unasked,
                         testing::Values(UnaskedRow{"Post206", "/2026/02/note-on-shelf-b/", 206},
                                         UnaskedRow{"Post304", "/2026/02/note-on-shelf-b/", 304},
                                         UnaskedRow{"Home206", "/", 206}, UnaskedRow{"Home304", "/", 304},
                                         UnaskedRow{"Robots206", "/robots.txt", 206},
                                         UnaskedRow{"Robots304", "/robots.txt", 304}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(UnaskedPart, ReplacesNoWholePage) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  const auto before = texts_of(*bench.read());
  bench.fetcher.fail(blog.post_url(1), 1000, 206);
  const CrawlReport report = bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(48));
  EXPECT_EQ(report.failed, 1u);
  EXPECT_EQ(texts_of(*bench.read()), before);
}

// Imports of captures that are cut without being marked: only their lengths say it.
class CutImport : public testing::Test {
 protected:
  // A response record without WARC-Truncated whose body ends after `body_bytes` of what its head says.
  static std::string record(const std::string& url, const std::string& date, const std::string& type,
                            const std::string& body, std::size_t body_bytes) {
    const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: " + type +
                              "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                              body.substr(0, body_bytes);
    return "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:" + random_uuid() +
           ">\r\nWARC-Date: " + date + "\r\nWARC-Target-URI: " + url +
           "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
           std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
  }
  std::string record_of(const std::string& path, const std::string& date,
                        std::size_t body_bytes = std::string::npos) const {
    const auto answer = blog.at(path);
    return record(blog.origin() + path, date, answer.content_type, answer.body, body_bytes);
  }
  // The blog at `date`, with one post cut.
  std::string records(const std::string& date, int cut_post, std::size_t body_bytes) const {
    std::string all = record_of("/", date) + record_of("/feed.xml", date);
    for (int i = 0; i < blog.posts; ++i)
      all += record_of(blog.post_path(i), date, i == cut_post ? body_bytes : std::string::npos);
    return all;
  }
  ReplayReport import(const std::string& name, const std::string& bytes) {
    const std::string path = folder / name;
    std::ofstream(path, std::ios::binary) << bytes;
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    auto report = import_warcs(*archive, posix_file_system(), {path}, {}, quick_options());
    EXPECT_TRUE(report) << to_string(report.error());
    EXPECT_TRUE(archive->close());
    return report ? *report : ReplayReport{};
  }
  ObjectSummary post(int number) const { return posts_of(*bench.read())[blog.post_url(number)]; }

  SampleBlog blog;
  TemporaryDirectory folder;
  Bench bench;
};

TEST_F(CutImport, AWholeCaptureOfTheSameAddressWins) {
  import("a.warc", records("2026-01-01T00:00:00Z", 1, kHalf) + records("2026-02-01T00:00:00Z", -1, 0) +
                       records("2026-03-01T00:00:00Z", 1, kHalf));
  EXPECT_EQ(post(1).versions, 1u);
  EXPECT_NE(post(1).latest.text.find("item " + std::to_string((1 * 31 + 22) * 7) + "."), std::string::npos);
  EXPECT_FALSE(post(1).latest.attributes.contains("truncated"));
  const auto kept = truncations_of(*bench.read(), blog.post_url(1));
  EXPECT_EQ(std::count(kept.begin(), kept.end(), "unspecified"), 2) << "the bytes are kept";
  const auto before = texts_of(*bench.read());
  rebuild(bench, &bench.clock);
  EXPECT_EQ(texts_of(*bench.read()), before);
}

TEST_F(CutImport, OnlyCutCapturesGiveAVersionThatIsMarked) {
  import("a.warc", records("2026-01-01T00:00:00Z", 1, kHalf));
  EXPECT_EQ(post(1).versions, 1u);
  EXPECT_TRUE(post(1).latest.attributes.contains("truncated"));
  const auto before = texts_of(*bench.read());
  rebuild(bench, &bench.clock);
  EXPECT_EQ(texts_of(*bench.read()), before);
  EXPECT_TRUE(post(1).latest.attributes.contains("truncated"));
  // A whole one later is the current version.
  import("b.warc", records("2026-02-01T00:00:00Z", -1, 0));
  EXPECT_FALSE(post(1).latest.attributes.contains("truncated"));
}

TEST_F(CutImport, ARecordWithoutAnyByteIsListedAndStopsNothing) {
  const std::string empty =
      "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:" + random_uuid() +
      ">\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: " + blog.origin() +
      "/empty/\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
  const ReplayReport report = import("a.warc", empty + records("2026-01-01T00:00:00Z", -1, 0));
  EXPECT_EQ(posts_of(*bench.read()).size(), 8u);
  const auto is_told = [](const Finding& finding) { return finding.id == "empty_record"; };
  EXPECT_EQ(std::count_if(report.findings.begin(), report.findings.end(), is_told), 1);
}

std::uintmax_t bytes_in(const std::string& folder) {
  std::uintmax_t sum = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) sum += file.file_size();
  return sum;
}

std::uint64_t count_sightings(const Archive& archive) {
  std::uint64_t sum = 0;
  EXPECT_TRUE(archive.for_each_object({}, [&](const std::string&, const ObjectSummary& summary) {
    sum += summary.sightings;
    return true;
  }));
  return sum;
}

TEST_F(CutImport, TheSameCapturesAgainAddNothing) {
  const std::string first = records("2026-01-01T00:00:00Z", -1, 0);
  import("a.warc", first);
  const auto bytes = bytes_in(bench.path() + "/warc");
  const auto sightings = count_sightings(*bench.read());
  const ReplayReport again = import("b.warc", first + first);
  EXPECT_EQ(again.known, 20u);
  EXPECT_EQ(again.captures, 0u);
  // The second file of the archive has its warcinfo record, if any.
  EXPECT_LE(bytes_in(bench.path() + "/warc"), bytes + 1024);
  EXPECT_EQ(count_sightings(*bench.read()), sightings);
  // What is new beside it is taken.
  const ReplayReport more = import("c.warc", first + records("2026-02-01T00:00:00Z", -1, 0));
  EXPECT_EQ(more.known, 10u);
  EXPECT_GT(count_sightings(*bench.read()), sightings);
}

TEST_F(CutImport, AKilledImportIsContinuedWithoutTakingAnythingTwice) {
  const std::string path = folder / "a.warc";
  std::ofstream(path, std::ios::binary) << records("2026-01-01T00:00:00Z", -1, 0);
  std::uint64_t captures = 0;
  for (int run = 0; run < 20; ++run) {
    std::stop_source stop;
    CrawlOptions options = quick_options();
    options.stop = stop.get_token();
    options.in_flight = 1;
    int fetched = 0;
    options.on_event = [&](const CrawlEvent& event) {
      if (std::holds_alternative<FetchedEvent>(event) && ++fetched == 3) stop.request_stop();
    };
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    const auto report = import_warcs(*archive, posix_file_system(), {path}, {}, options);
    ASSERT_TRUE(report) << to_string(report.error());
    captures += report->captures;
    EXPECT_TRUE(archive->close());
    if (!stop.stop_requested()) break;
  }
  EXPECT_EQ(captures, 10u);
  const auto posts = posts_of(*bench.read());
  EXPECT_EQ(posts.size(), 8u);
  for (const auto& [url, post] : posts) EXPECT_EQ(post.sightings, 0u) << url;
}

TEST(LongHead, OfWhatIsFetchedIsReadByARebuild) {
  SampleBlog blog;
  blog.gzip = false;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.fetcher.add_header(blog.post_url(1), "X-Filler", std::string(200u << 10, 'x'));
  const CrawlReport report = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(report.posts, 8u);
  const auto before = texts_of(*bench.read());
  rebuild(bench, &bench.clock);
  EXPECT_EQ(texts_of(*bench.read()), before);
}

}  // namespace
}  // namespace bfa
