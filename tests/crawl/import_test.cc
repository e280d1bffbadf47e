// SPDX-License-Identifier: Apache-2.0
// WARC files into another archive, and crawls that are answered from WARC files.
#include <filesystem>
#include <fstream>

#include "bfa/crawl/memory.h"
#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

std::vector<std::string> warcs_of(const Bench& bench) {
  return test::warc_paths(bench.path() + "/warc");
}

// What a post is, without where it came from.
std::map<std::string, DataObject> contents_of(const Archive& archive) {
  std::map<std::string, DataObject> contents;
  for (auto& [url, summary] : posts_of(archive)) {
    contents[url] = summary.latest;
    contents[url].provenance = {};
  }
  return contents;
}

class Import : public testing::Test {
 protected:
  void SetUp() override {
    from.fetcher.serve(blog);
    EXPECT_EQ(from.crawl(blog.home(), quick_options()).posts, 8u);
  }

  ReplayReport import(const std::vector<std::string>& files, const std::vector<std::string>& blogs = {}) {
    const auto archive = open_archive(to.path(), ArchiveOptions::Mode::kWrite, &to.clock);
    auto report = import_warcs(*archive, posix_file_system(), files, blogs, quick_options());
    EXPECT_TRUE(report) << to_string(report.error());
    EXPECT_TRUE(archive->close());
    return report ? *report : ReplayReport{};
  }

  SampleBlog blog;
  Bench from, to;
};

TEST_F(Import, GivesTheSamePostsTextsAndTimes) {
  const ReplayReport report = import(warcs_of(from));
  ASSERT_EQ(report.blogs.size(), 1u);
  EXPECT_EQ(report.blogs[0].blog, blog.home());
  EXPECT_EQ(report.blogs[0].posts, 8u);
  const auto before = from.read(), after = to.read();
  EXPECT_EQ(contents_of(*after), contents_of(*before));
  const auto was = posts_of(*before), is = posts_of(*after);
  for (const auto& [url, post] : was) {
    ASSERT_TRUE(is.contains(url)) << url;
    EXPECT_EQ(is.at(url).first_seen, post.first_seen) << url;
    EXPECT_EQ(is.at(url).versions, 1u) << url;
    expect_bytes(*after, is.at(url).latest);
  }
}

TEST_F(Import, TwoCapturesOfAPostAtDifferentTimesAreTwoVersions) {
  blog.extra_paragraph[2] = "A correction: the crate was empty.";
  from.crawl(blog.home(), quick_options(Recheck::kAll), hours(48));
  import(warcs_of(from));
  const auto before = from.read(), after = to.read();
  EXPECT_EQ(contents_of(*after), contents_of(*before));
  const std::string key = object_key(ObjectKind::kPost, blog.post_url(2));
  const auto was = got(before->versions(key)), is = got(after->versions(key));
  ASSERT_EQ(was.size(), 2u);
  ASSERT_EQ(is.size(), 2u);
  for (const std::size_t i : {0u, 1u}) {
    EXPECT_EQ(is[i].observed, was[i].observed);
    EXPECT_EQ(is[i].object.text, was[i].object.text);
  }
  for (const auto& [url, post] : posts_of(*after)) {
    EXPECT_EQ(post.versions, url == blog.post_url(2) ? 2u : 1u) << url;
    EXPECT_GE(post.sightings, url == blog.post_url(2) ? 0u : 1u) << url;
  }
}

TEST_F(Import, AnOlderCaptureThatComesLaterIsTheOlderVersion) {
  const std::string added = "A correction: the crate was empty.";
  Bench late;
  blog.extra_paragraph[2] = added;
  late.fetcher.serve(blog);
  late.crawl(blog.home(), quick_options(), hours(48));
  import(warcs_of(late));
  import(warcs_of(from));
  const auto after = to.read();
  const auto is = got(after->versions(object_key(ObjectKind::kPost, blog.post_url(2))));
  ASSERT_EQ(is.size(), 2u);
  EXPECT_LT(is[0].observed, is[1].observed);
  EXPECT_EQ(is[0].object.text.find(added), std::string::npos);
  EXPECT_NE(is[1].object.text.find(added), std::string::npos);
  for (const auto& [url, post] : posts_of(*after))
    EXPECT_EQ(post.versions, url == blog.post_url(2) ? 2u : 1u) << url;
}

TEST_F(Import, TheSameFilesAgainMakeNoVersion) {
  import(warcs_of(from));
  const auto first = count_versions(*to.read());
  import(warcs_of(from));
  EXPECT_EQ(count_versions(*to.read()), first);
}

TEST_F(Import, AfterItACrawlGoesOnAsAnUpdate) {
  import(warcs_of(from));
  to.fetcher.serve(blog);
  ++blog.posts;
  const CrawlReport report = to.crawl(blog.home(), quick_options(Recheck::kAll), hours(72));
  EXPECT_EQ(report.posts, 1u);
  EXPECT_EQ(report.changed, 0u);
}

TEST_F(Import, ATruncatedFileGivesWhatIsWhole) {
  TemporaryDirectory folder;
  const auto files = warcs_of(from);
  ASSERT_EQ(files.size(), 1u);
  const std::string cut = folder / "cut.warc.gz";
  std::filesystem::copy_file(files[0], cut);
  std::filesystem::resize_file(cut, std::filesystem::file_size(cut) * 2 / 3);
  const ReplayReport report = import({cut});
  EXPECT_FALSE(report.findings.empty()) << "the loss is told";
  const auto all = contents_of(*from.read()), some = contents_of(*to.read());
  EXPECT_FALSE(some.empty());
  EXPECT_LE(some.size(), all.size());
  for (const auto& [url, post] : some) {
    ASSERT_TRUE(all.contains(url)) << url;
    EXPECT_EQ(post.text, all.at(url).text) << url;
  }
}

TEST_F(Import, ABlogThatIsNamedIsTheOneThatIsTaken) {
  SampleBlog other("http://other.example", 4, 4);
  from.fetcher.serve(other);
  from.crawl(other.home(), quick_options());
  const ReplayReport report = import(warcs_of(from), {"other.example"});
  ASSERT_EQ(report.blogs.size(), 1u);
  EXPECT_EQ(report.blogs[0].blog, other.home());
  const auto posts = posts_of(*to.read());
  EXPECT_EQ(posts.size(), 4u);
  for (const auto& [url, post] : posts) EXPECT_EQ(url.rfind(other.origin(), 0), 0u) << url;
}

TEST_F(Import, FilesWithoutABlogSayWhatToDo) {
  TemporaryDirectory folder;
  const std::string path = folder / "empty.warc";
  std::ofstream(path) << "WARC/1.1\r\nWARC-Type: warcinfo\r\n"
                         "WARC-Record-ID: <urn:uuid:6c1b0cbe-0e6b-4c6c-8f7e-5f6f3a1f7d11>\r\n"
                         "WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/warc-fields\r\n"
                         "Content-Length: 0\r\n\r\n\r\n\r\n";
  const auto archive = open_archive(to.path(), ArchiveOptions::Mode::kWrite, &to.clock);
  const auto report = import_warcs(*archive, posix_file_system(), {path}, {}, quick_options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Code::kNotFound);
  EXPECT_NE(report.error().message.find("--blog"), std::string::npos) << report.error().message;
  EXPECT_EQ(report.error().where, path);
}

TEST_F(Import, AFileThatIsNotThereIsNamed) {
  const auto archive = open_archive(to.path(), ArchiveOptions::Mode::kWrite, &to.clock);
  const auto report =
      import_warcs(*archive, posix_file_system(), {to.path() + "/none.warc.gz"}, {}, quick_options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Code::kNotFound);
  EXPECT_NE(to_string(report.error()).find("none.warc.gz"), std::string::npos);
}

TEST_F(Import, ARebuildOfWhatWasImportedGivesTheSame) {
  import(warcs_of(from));
  const auto before = contents_of(*to.read());
  ASSERT_EQ(before.size(), 8u);
  ArchiveOptions options;
  options.clock = &to.clock;
  const auto report = rebuild_archive(to.path(), options, quick_options());
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(contents_of(*to.read()), before);
}

TEST_F(Import, AnInterruptedImportDoesNotCountAsFinishedAndIsCompletedByTheNext) {
  {
    std::stop_source stop;
    CrawlOptions options = quick_options();
    options.stop = stop.get_token();
    options.on_event = [&stop](const CrawlEvent& event) {
      const auto* fetched = std::get_if<FetchedEvent>(&event);
      if (fetched != nullptr && fetched->task == TaskKind::kFeed) stop.request_stop();
    };
    const auto archive = open_archive(to.path(), ArchiveOptions::Mode::kWrite, &to.clock);
    const auto report = import_warcs(*archive, posix_file_system(), warcs_of(from), {}, options);
    ASSERT_TRUE(report) << to_string(report.error());
    ASSERT_EQ(report->blogs.size(), 1u);
    EXPECT_TRUE(report->blogs[0].interrupted);
    const auto state = archive->view().blog(blog.home());
    ASSERT_TRUE(state && *state);
    EXPECT_EQ((*state)->crawls, 0u);
    EXPECT_TRUE(archive->close());
  }
  EXPECT_LT(contents_of(*to.read()).size(), 8u);
  EXPECT_FALSE(import(warcs_of(from)).blogs.at(0).interrupted);
  EXPECT_EQ(contents_of(*to.read()), contents_of(*from.read()));
}

TEST(WarcFetcher, ACrawlFromWarcFilesFindsTheSamePosts) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  auto fetcher = make_warc_fetcher(posix_file_system(), warcs_of(bench));
  ASSERT_TRUE(fetcher) << to_string(fetcher.error());
  MemoryCrawl memory;
  const auto reports = crawl_into(memory, memory.view(), memory, **fetcher, {blog.home()}, quick_options());
  ASSERT_TRUE(reports) << to_string(reports.error());
  EXPECT_EQ(reports->at(0).posts, 8u);
  std::map<std::string, DataObject> posts;
  for (const auto& [key, version] : memory.objects()) {
    if (version.object.kind != ObjectKind::kPost) continue;
    posts[version.object.url] = version.object;
    posts[version.object.url].provenance = {};
  }
  auto expected = contents_of(*bench.read());
  for (auto& [url, post] : expected) post.status = "active";
  EXPECT_EQ(posts, expected);
}

}  // namespace
}  // namespace bfa
