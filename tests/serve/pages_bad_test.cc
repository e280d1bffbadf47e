// SPDX-License-Identifier: Apache-2.0
// The pages of archives that are empty, damaged or very large.
#include <gtest/gtest.h>

#include <filesystem>

#include "bfa/html/content.h"
#include "bfa/subscribe/subscriptions.h"
#include "looked_page.h"
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
