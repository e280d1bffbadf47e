// SPDX-License-Identifier: Apache-2.0
// A page that is removed is gone, everything else stays, and it does not come back.
#include "remove_fixture.h"
#include "support/fixtures.h"

#include "bfa/crawl/address_rules.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

class Remove : public testing::Test {
 protected:
  void SetUp() override {
    blog.extra_paragraph[1] = kMarker;
    blog.comments[1] = 2;
    bench.fetcher.serve(blog);
    bench.fetcher.serve(other);
  }

  void crawl_twice() {
    bench.crawl(homes(), quick_options());
    bench.crawl(homes(), quick_options(Recheck::kAll), hours(30));
  }
  std::vector<std::string> homes() const { return {blog.home(), other.home()}; }
  std::string page() const { return blog.post_url(1); }

  RemoveReport remove(const std::string& address, RemovalForm form = RemovalForm::kUrl) {
    bench.clock.advance(hours(1));
    const auto report = remove_from_archive(bench.path(), removal(address, form, nullptr, &bench.clock));
    EXPECT_TRUE(report) << to_string(report.error());
    return report ? *report : RemoveReport();
  }

  void rebuild_and_compare() {
    const auto before = dump(*bench.read());
    const auto report = rebuild_archive(bench.path(), {}, quick_options());
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_TRUE(report->findings.empty()) << report->findings.front().message;
    expect_same(before, dump(*bench.read()));
  }

  void expect_gone() const {
    EXPECT_FALSE(folder_has(bench.path(), kMarker));
    const auto archive = bench.read();
    EXPECT_FALSE(archive->find_object(page()));
    const auto removed = removal_of(*archive, page());
    ASSERT_TRUE(removed && *removed);
    EXPECT_EQ((*removed)->reason, "asked for by the author");
    EXPECT_TRUE(archive->reconciliation().complete());
    expect_sound_warcs(bench.path());
  }

  SampleBlog blog{"http://one.example", 10, 4}, other{"http://two.example", 6, 3};
  Bench bench;
};

TEST_F(Remove, APageWithItsCommentsInAllSpellings) {
  crawl_twice();
  ASSERT_TRUE(folder_has(bench.path(), kMarker));
  const auto before = dump_but(*bench.read(), page());
  const std::size_t comments = got(bench.read()->comments_of(page())).size();
  EXPECT_EQ(comments, 2u);

  const RemoveReport report = remove("HTTPS://www.One.example" + blog.post_path(1) + "?utm_source=x#top");
  EXPECT_EQ(report.objects.size(), 1 + comments);
  EXPECT_EQ(report.captures, 3u);  // fetched, extracted, fetched again
  EXPECT_GE(report.records, 5u);   // request, response, metadata; request, revisit, metadata
  EXPECT_EQ(report.files.size(), 2u);
  EXPECT_TRUE(report.findings.empty());
  expect_gone();
  expect_same(before, dump_but(*bench.read(), page()));
  rebuild_and_compare();
  for (const char* const folder : {"remove.new", "remove.ready", "remove.old", "store.new", "store.old"})
    EXPECT_FALSE(std::filesystem::exists(bench.path() + "/" + folder)) << folder;
}

TEST_F(Remove, ADryRunWritesNothing) {
  crawl_twice();
  const auto before = dump(*bench.read());
  RemoveOptions options = removal(page());
  options.dry_run = true;
  options.reason.clear();
  const auto report = remove_from_archive(bench.path(), options);
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(report->objects.size(), 3u);
  EXPECT_EQ(report->captures, 3u);
  expect_same(before, dump(*bench.read()));
  EXPECT_TRUE(got(removals_of(*bench.read())).empty());
}

TEST_F(Remove, AgainSaysThatItWasRemovedBefore) {
  crawl_twice();
  remove(page());
  const auto before = dump(*bench.read());
  EXPECT_TRUE(remove("https://one.example" + blog.post_path(1)).repeated);
  expect_same(before, dump(*bench.read()));
  EXPECT_EQ(got(removals_of(*bench.read())).size(), 1u);
}

TEST_F(Remove, WhatIsNotThereIsAnErrorAndSoIsNoReason) {
  crawl_twice();
  const auto absent = remove_from_archive(bench.path(), removal("http://one.example/never/"));
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, Code::kNotFound);
  RemoveOptions options = removal(page());
  options.reason.clear();
  const auto unsaid = remove_from_archive(bench.path(), options);
  ASSERT_FALSE(unsaid);
  EXPECT_EQ(unsaid.error().code, Code::kInvalidArgument);
}

TEST_F(Remove, RevisitsOfOtherPagesAreMadeWholeFirst) {
  const std::string same =
      "<html><head><title>Twice</title></head><body><div class=\"main\"><h1>Twice</h1><p>" +
      std::string(kMarker) + "</p><p>" + std::string(600, 'x') + "</p></div></body></html>";
  blog.pages["/twin-a/"] = same;
  blog.pages["/twin-b/"] = same;
  blog.extra_paragraph = {{0, "See <a href=\"/twin-a/\">one</a>."}};
  bench.crawl(homes(), quick_options());
  blog.extra_paragraph[2] = "See <a href=\"/twin-b/\">two</a>.";
  bench.crawl(homes(), quick_options(Recheck::kAll), hours(30));
  const std::string a = blog.origin() + "/twin-a/", b = blog.origin() + "/twin-b/";
  const auto before = dump_but(*bench.read(), "/twin-a/");
  const RemoveReport report = remove(a);
  EXPECT_EQ(report.made_whole, 1u);
  EXPECT_FALSE(bench.read()->find_object(a));
  const auto archive = bench.read();
  const auto last = got(archive->view().last_capture(b));
  ASSERT_TRUE(last);
  const auto exchange = archive->view().load(last->sequence);
  ASSERT_TRUE(exchange) << to_string(exchange.error());
  EXPECT_NE(got(read_all(*got(exchange->response.open()), 1u << 20)).find(kMarker), std::string::npos);
  expect_same(before, dump_but(*bench.read(), "/twin-a/"));
  // The other page has the same text. It is listed, and not guessed away.
  ASSERT_FALSE(report.remaining.empty());
  EXPECT_TRUE(std::any_of(report.remaining.begin(), report.remaining.end(),
                          [&](const RemainingText& text) { return text.url == b && text.letters >= 70; }));
  rebuild_and_compare();
}

TEST_F(Remove, ListPagesAndFeedsThatRepeatItAreListed) {
  blog.extra_paragraph[9] = kMarker;  // the newest post: the feed has its text
  crawl_twice();
  const RemoveReport report = remove(blog.post_url(9));
  std::set<std::string> urls;
  for (const auto& text : report.remaining) urls.insert(text.url);
  EXPECT_TRUE(urls.contains(page())) << "another post has the paragraph";
  EXPECT_TRUE(urls.contains(blog.origin() + "/feed.xml"));
  EXPECT_FALSE(urls.contains(blog.post_url(9)));
  EXPECT_FALSE(urls.contains(blog.post_url(3))) << "a post without the paragraph";
}

// Its page has the side bar that all pages have.
TEST_F(Remove, AShortCommentIsNotLookedForByItsPage) {
  blog.sidebar = "A list of links that stands on each page of this blog, whatever the page is about";
  blog.comments[1] = 1;
  std::string html = blog.at(blog.post_path(1)).body;
  const std::size_t begin = html.find("On the map: "), end = html.find("</p>", begin);
  ASSERT_NE(begin, std::string::npos);
  blog.pages[blog.post_path(1)] = html.replace(begin, end - begin, "Fine!");
  crawl_twice();
  ASSERT_EQ(bench.read()->comments_of(page())->size(), 1U);
  for (const auto& text : remove(page()).remaining) EXPECT_NE(text.url, blog.post_url(3)) << text.letters;
}

TEST_F(Remove, ACommentDoesNotTakeItsPageWithIt) {
  crawl_twice();
  const auto comments = got(bench.read()->comments_of(page()));
  ASSERT_EQ(comments.size(), 2U);
  const std::string& url = comments.front().url;
  ASSERT_TRUE(url.starts_with(page() + "#")) << url;
  const auto before = dump(*bench.read());
  for (const std::string& spelling : {url, "HTTPS://www." + url.substr(url.find("one."))}) {
    for (const bool dry_run : {true, false}) {
      RemoveOptions options = removal(spelling);
      options.dry_run = dry_run;
      const auto refused = remove_from_archive(bench.path(), options);
      ASSERT_FALSE(refused) << options.address;
      EXPECT_EQ(refused.error().code, Code::kInvalidArgument) << options.address;
      EXPECT_TRUE(refused.error().message.ends_with("with all its comments: " + page()))
          << to_string(refused.error());
    }
  }
  expect_same(before, dump(*bench.read()));
  EXPECT_EQ(remove(page() + "#no-comment").objects.size(), 3U) << "another spelling of the page";
  expect_gone();
}

TEST_F(Remove, LaterCrawlsDoNotTakeIt) {
  crawl_twice();
  remove(page());
  bench.fetcher.forget_requests();
  const auto reports = bench.crawl(homes(), quick_options(Recheck::kAll), hours(30));
  const auto asked = bench.fetcher.requested();
  EXPECT_EQ(std::count(asked.begin(), asked.end(), page()), 0);
  EXPECT_EQ(reports[0].blocked, 1u);
  EXPECT_EQ(reports[0].denied, 1u) << "by robots.txt";
  expect_gone();
  rebuild_and_compare();
}

TEST_F(Remove, ARedirectToItIsNotKept) {
  crawl_twice();
  remove(page());
  blog.redirects["/short"] = blog.post_path(1);
  blog.extra_paragraph[0] = "See <a href=\"/short\">here</a>.";
  bench.crawl(homes(), quick_options(Recheck::kAll), hours(30));
  expect_gone();
}

TEST_F(Remove, AnImportDoesNotBringItBackAndSaysSo) {
  crawl_twice();
  TemporaryDirectory copy;
  std::filesystem::copy(bench.path() + "/warc", copy / "warc", std::filesystem::copy_options::recursive);
  remove(page());
  const std::vector<std::string> files = test::warc_paths(copy / "warc");
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    const auto report = import_warcs(*archive, posix_file_system(), files, homes(), quick_options());
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_GE(report->blogs[0].blocked, 1u);
    EXPECT_TRUE(archive->close());
  }
  expect_gone();
  // A blog that crawls and imports filled is read anew by a rebuild, which numbers its steps.
  const auto before = texts_of(*bench.read());
  ASSERT_TRUE(rebuild_archive(bench.path(), {}, quick_options()));
  EXPECT_EQ(texts_of(*bench.read()), before);
  expect_gone();
}

TEST_F(Remove, ARebuildDoesNotBringItBackFromAnOldFile) {
  crawl_twice();
  TemporaryDirectory copy;
  std::filesystem::copy(bench.path() + "/warc", copy / "warc", std::filesystem::copy_options::recursive);
  remove(page());
  const auto before = dump_but(*bench.read(), {});
  std::filesystem::remove_all(bench.path() + "/store");
  for (const std::filesystem::path file : test::warc_paths(copy / "warc"))
    std::filesystem::copy_file(file, bench.path() + "/warc/old-" + file.filename().string());
  const auto report = rebuild_archive(bench.path(), {}, quick_options());
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(std::count_if(report->findings.begin(), report->findings.end(),
                          [](const Finding& finding) { return finding.id == "blocked"; }),
            3);
  EXPECT_FALSE(bench.read()->find_object(page()));
  expect_same(before, dump_but(*bench.read(), {}));
}

TEST_F(Remove, UndoLiftsTheBlockOnly) {
  crawl_twice();
  remove(page());
  const auto lifted = lift_removal(bench.path(), removal(page(), RemovalForm::kUrl, nullptr, &bench.clock));
  ASSERT_TRUE(lifted) << to_string(lifted.error());
  EXPECT_FALSE(folder_has(bench.path(), kMarker));
  EXPECT_FALSE(got(removals_of(*bench.read())).front().blocked);
  rebuild_and_compare();
  bench.crawl(homes(), quick_options(Recheck::kAll), hours(30));
  const auto archive = bench.read();
  EXPECT_EQ(got(archive->versions(got(archive->find_object(page())))).size(), 1u);
  EXPECT_FALSE(lift_removal(bench.path(), removal(page()))) << "it is lifted already";
}

TEST_F(Remove, APrefix) {
  crawl_twice();
  const std::string prefix = blog.origin() + "/2026/02";  // of one post
  const auto before = dump_but(*bench.read(), prefix);
  const RemoveReport report = remove(prefix, RemovalForm::kPrefix);
  EXPECT_GE(report.objects.size(), 1u);
  expect_gone();
  expect_same(before, dump_but(*bench.read(), prefix));
  rebuild_and_compare();
}

TEST_F(Remove, AWholeBlog) {
  crawl_twice();
  const auto before = dump_but(*bench.read(), "one.example");
  const RemoveReport report = remove(blog.home(), RemovalForm::kBlog);
  EXPECT_GT(report.objects.size(), 10u);
  expect_gone();
  EXPECT_EQ(got(bench.read()->blogs()).size(), 1u);
  expect_same(before, dump_but(*bench.read(), "one.example"));
  rebuild_and_compare();
  const auto reports = bench.crawl(homes(), quick_options(Recheck::kAll), hours(30));
  EXPECT_GE(reports[0].blocked, 1u);
  for (const auto& url : bench.fetcher.requested()) EXPECT_FALSE(url.starts_with(blog.home())) << url;
}

TEST_F(Remove, ADamagedRecordInAFileThatIsWrittenAnewStopsIt) {
  crawl_twice();
  const std::string victim = test::warc_paths(bench.path() + "/warc").front();
  {
    std::fstream file(victim, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(victim) / 2));
    file.write("damaged!", 8);
  }
  const auto before = dump(*bench.read());
  const auto report = remove_from_archive(bench.path(), removal(page()));
  ASSERT_FALSE(report);
  expect_same(before, dump(*bench.read()));
  EXPECT_FALSE(std::filesystem::exists(bench.path() + "/remove.new"));
}

TEST_F(Remove, PackagesWithACopyAreDeleted) {
  crawl_twice();
  const std::string warc = std::filesystem::path(test::warc_paths(bench.path() + "/warc").front()).filename();
  const std::string packages = bench.path() + "/packages";
  std::filesystem::create_directories(packages + "/one/data/warc");
  std::filesystem::create_hard_link(bench.path() + "/warc/" + warc, packages + "/one/data/warc/" + warc);
  std::filesystem::create_directories(packages + "/two/metadata");
  std::ofstream(packages + "/two/metadata/posts.xml") << "<record>" << kMarker << "</record>";
  std::filesystem::create_directories(packages + "/three");
  std::ofstream(packages + "/three/README.txt") << "nothing of it";
  std::ofstream(packages + "/four.zip") << "PK";
  const RemoveReport report = remove(page());
  EXPECT_EQ(report.packages, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(report.packages_kept, std::vector<std::string>{"four.zip"});
  EXPECT_FALSE(std::filesystem::exists(packages + "/one"));
  EXPECT_FALSE(std::filesystem::exists(packages + "/two"));
  EXPECT_TRUE(std::filesystem::exists(packages + "/three/README.txt"));
  expect_gone();
}

TEST_F(Remove, TheTombstoneHasAPremisEvent) {
  crawl_twice();
  remove(page());
  const auto removed = got(removals_of(*bench.read()));
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_NE(removed.front().detail_json.find("\"eventType\":\"deaccession\""), std::string::npos);
  EXPECT_NE(removed.front().detail_json.find(page()), std::string::npos);
}

}  // namespace
}  // namespace bfa
