// SPDX-License-Identifier: Apache-2.0
// The pages of archives that are empty, damaged or very large.
#include <gtest/gtest.h>

#include <filesystem>

#include "bfa/html/content.h"
#include "bfa/subscribe/status.h"
#include "bfa/subscribe/subscriptions.h"
#include "looked_page.h"
#include "search/sqlite.h"
#include "serve/data/query_string.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

TEST(PagesOfBadArchives, NameTheMissingWarcFile) {
  ServedBlog served;
  served.bench.crawl(served.blog.home(), quick_options());
  std::string name;
  for (const auto& file : std::filesystem::directory_iterator(served.bench.path() + "/warc")) {
    name = file.path().filename().string();
    std::filesystem::rename(file.path(), served.bench.path() + "/away-" + name);
  }
  served.open();
  const ServeReply reply =
      served.ask("/post?url=" + query_escaped(served.blog.post_url(2)), {{"Accept", "text/html"}});
  EXPECT_EQ(reply.status, 200) << reply.body;
  EXPECT_NE(html_to_text(reply.body).find("The file " + name + " is missing"), std::string::npos)
      << html_to_text(reply.body);
}

// Also when it goes while the archive is served: nobody has to open a post to see it.
TEST(PagesOfBadArchives, ListsSayWhichFileIsMissingAndWhatThatAffects) {
  ServedBlog served;
  served.bench.crawl(served.blog.home(), quick_options());
  served.open();
  const auto text_at = [&](const std::string& target) {
    return html_to_text(served.ask(target, {{"Accept", "text/html"}}).body);
  };
  const std::string blog = query_escaped(served.blog.home());
  EXPECT_EQ(text_at("/").find("missing"), std::string::npos);
  const auto paths = warc_paths(served.bench.path() + "/warc");
  ASSERT_EQ(paths.size(), 1U);
  const std::string name = paths[0].substr(paths[0].rfind('/') + 1);
  std::filesystem::rename(paths[0], served.bench.path() + "/away");
  for (const std::string& target :
       {std::string("/"), "/blog?url=" + blog, std::string("/report"), "/report?blog=" + blog}) {
    const std::string text = text_at(target);
    EXPECT_NE(text.find(name), std::string::npos) << target << text;
    EXPECT_NE(text.find("as they looked"), std::string::npos) << target << text;
  }
  // Numbers of a step are kept with it.
  served.open();
  EXPECT_NE(text_at("/api/v1/status").find(name), std::string::npos) << text_at("/api/v1/status");
  EXPECT_EQ(text_at("/api/v1/status?trouble=1"), text_at("/api/v1/status"));
  const auto status = archive_status(*served.bench.read());
  ASSERT_TRUE(status && status->size() == 1U);
  ASSERT_EQ(status->at(0).trouble.size(), 1U);
  EXPECT_NE(status->at(0).trouble[0].find("captures are in a WARC file that is missing: " + name),
            std::string::npos)
      << status->at(0).trouble[0];
  std::filesystem::rename(served.bench.path() + "/away", paths[0]);
  EXPECT_EQ(text_at("/").find("missing from the folder"), std::string::npos);
}

// The capture is known, and its file is not there: that is no 404.
TEST(PagesOfBadArchives, CapturesInMissingFilesAreGone) {
  ServedBlog served;
  served.bench.crawl(served.blog.home(), quick_options());
  const auto paths = warc_paths(served.bench.path() + "/warc");
  ASSERT_EQ(paths.size(), 1U);
  const std::string url = served.blog.post_url(2), name = paths[0].substr(paths[0].rfind('/') + 1);
  std::filesystem::remove(paths[0]);
  served.open();
  const std::string at = field_of(served.ask("/web/" + url), "Location");
  for (const std::string& target : {at, "/view?url=" + query_escaped(url)}) {
    for (const char* accept : {"text/html", "*/*"}) {
      const ServeReply reply = served.ask(target, {{"Accept", accept}});
      EXPECT_EQ(reply.status, 410) << target << reply.body;
      EXPECT_NE(reply.body.find("the WARC file " + name + " is missing"), std::string::npos) << reply.body;
      EXPECT_EQ(reply.body.find(".open"), std::string::npos) << reply.body;
    }
  }
  const ServeReply rebuilt = served.ask("/rebuilt/2030/" + url);
  EXPECT_EQ(rebuilt.status, 200);
  EXPECT_NE(rebuilt.body.find("cannot be read</strong>"), std::string::npos) << rebuilt.body;
  EXPECT_NE(rebuilt.body.find("(" + name + ")"), std::string::npos) << rebuilt.body;
  EXPECT_EQ(served.ask("/web/2026/http://none.example/").status, 404);
  const auto archive = served.bench.read();
  const auto loaded = archive->view().load(1);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, Code::kNotFound);
  EXPECT_EQ(loaded.error().where, paths[0]);
}

// Cut before the record, in its head and in its body.
TEST(PagesOfBadArchives, ShortenedFilesAreSaidWithTheOffset) {
  ServedBlog served;
  served.bench.crawl(served.blog.home(), quick_options());
  const auto paths = warc_paths(served.bench.path() + "/warc");
  ASSERT_EQ(paths.size(), 1U);
  served.open();
  const std::string at = field_of(served.ask("/web/" + served.blog.post_url(2)), "Location");
  ASSERT_EQ(served.ask(at).status, 200);
  const auto capture = served.bench.read()->view().last_capture(served.blog.post_url(2));
  ASSERT_TRUE(capture && *capture);
  const WarcRef place = (*capture)->warc;
  ASSERT_GT(place.length, 100U);
  for (const std::uint64_t size : {place.offset + place.length - 20, place.offset + 12, place.offset,
                                   std::uint64_t{100}, std::uint64_t{0}}) {
    std::filesystem::resize_file(paths[0], size);
    for (const char* accept : {"text/html", "*/*"}) {
      const ServeReply reply = served.ask(at, {{"Accept", accept}});
      EXPECT_EQ(reply.status, 500) << size << reply.body;
      const std::string sentence = "the record at byte " + std::to_string(place.offset) + " cannot be read: ";
      EXPECT_NE(reply.body.find(sentence), std::string::npos) << size << reply.body;
      EXPECT_NE(reply.body.find("; bfa check tells what is damaged"), std::string::npos) << reply.body;
    }
  }
}

// The blog of a post is found in the store: a damaged index takes no link away.
TEST(PagesOfBadArchives, PostsKeepTheirBlogWhenTheIndexIsDamaged) {
  ServedBlog served;
  served.bench.crawl(served.blog.home(), quick_options());
  served.open();
  const std::string target = "/post?url=" + query_escaped(served.blog.post_url(2));
  ASSERT_EQ(served.ask("/static/none").status, 404);  // the index is made
  {
    auto connection = SqliteConnection::open(served.bench.path() + "/index/search.sqlite");
    ASSERT_TRUE(connection) << to_string(connection.error());
    ASSERT_TRUE((*connection)->run("ALTER TABLE host RENAME TO away"));
  }
  const ServeReply reply = served.ask(target, {{"Accept", "text/html"}});
  EXPECT_EQ(reply.status, 200) << reply.body;
  const std::string blog = "<a href=\"/blog?url=" + query_escaped(served.blog.home()) + "\">";
  EXPECT_NE(reply.body.find(blog), std::string::npos) << reply.body;
  const ServeReply home = served.ask("/", {{"Accept", "text/html"}});
  EXPECT_EQ(home.status, 500);
  EXPECT_NE(home.body.find("no such table: host"), std::string::npos) << home.body;
}

TEST(PagesOfBadArchives, EmptyOnesHavePages) {
  ServedBlog served;
  ASSERT_TRUE(open_archive(served.bench.path(), ArchiveOptions::Mode::kWrite, &served.bench.clock)->close());
  served.open();
  for (const char* target : {"/", "/changes", "/live", "/search", "/search?q=zebra"}) {
    const ServeReply reply = served.ask(target, {{"Accept", "text/html"}});
    EXPECT_EQ(reply.status, 200) << target << reply.body;
    expect_sound(target, reply.body);
  }
}

TEST(PagesOfBadArchives, TenThousandBlogsArePaged) {
  ServedBlog served;
  const auto archive = open_archive(served.bench.path(), ArchiveOptions::Mode::kWrite, &served.bench.clock);
  std::vector<Subscription> wanted(10'000);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i].url = "http://b" + std::to_string(i) + ".example/";
  ASSERT_TRUE(add_subscriptions(*archive, wanted, served.bench.clock.now()));
  ASSERT_TRUE(archive->close());
  served.open();
  for (const char* target : {"/", "/?order=name&page=200", "/?find=b99", "/?trouble=1&page=9999"}) {
    const ServeReply reply = served.ask(target, {{"Accept", "text/html"}});
    EXPECT_EQ(reply.status, 200) << target;
    EXPECT_LT(reply.body.size(), 200'000U) << target;
    expect_sound(target, reply.body);
  }
  EXPECT_NE(served.ask("/?order=name&page=200").body.find("b9999.example"), std::string::npos);
  EXPECT_EQ(served.ask("/?page=0").status, 400);
  EXPECT_EQ(served.ask("/blog?url=http%3A%2F%2Fb77.example%2F").status, 200);
}

}  // namespace
}  // namespace bfa
