// SPDX-License-Identifier: Apache-2.0
// Expressions that leave out addresses of a blog hold for later crawls, until they are lifted.
#include "bfa/crawl/address_rules.h"
#include "remove/text_pieces.h"
#include "remove_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

class LeaveOut : public testing::Test {
 protected:
  void SetUp() override { bench.fetcher.serve(blog); }
  std::uint64_t asked(const std::string& part) const {
    const auto requested = bench.fetcher.requested();
    return static_cast<std::uint64_t>(std::count_if(requested.begin(), requested.end(), [&](const auto& url) {
      return url.find(part) != std::string::npos;
    }));
  }

  SampleBlog blog{"http://one.example", 8, 4};
  Bench bench;
};

TEST_F(LeaveOut, AnExcludeHoldsForLaterCrawlsAndAfterARebuild) {
  CrawlOptions options = quick_options();
  options.exclude = {"/tag/|/tags/"};
  const auto first = bench.crawl(blog.home(), options);
  EXPECT_EQ(asked("/tag"), 0u);
  EXPECT_GT(first.left_out, 0u);
  const auto second = bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(30));
  EXPECT_EQ(asked("/tag"), 0u);
  EXPECT_EQ(second.left_out, first.left_out);
  ASSERT_TRUE(rebuild_archive(bench.path(), {}, quick_options()));
  bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(30));
  EXPECT_EQ(asked("/tag"), 0u);
  const auto patterns = got(address_patterns(got(bench.read()->decisions({}))));
  ASSERT_EQ(patterns.size(), 1u);
  EXPECT_EQ(patterns.front().blog, blog.home());
  EXPECT_EQ(patterns.front().expression, "/tag/|/tags/");

  CrawlOptions lifted = quick_options(Recheck::kAll);
  lifted.lift = {"/tag/|/tags/"};
  const auto last = bench.crawl(blog.home(), lifted, hours(30));
  EXPECT_EQ(last.left_out, 0u);
  EXPECT_GT(asked("/tag"), 0u);
  EXPECT_TRUE(got(address_patterns(got(bench.read()->decisions({})))).empty());
}

TEST_F(LeaveOut, AnIncludeLimitsPagesAndNotTheFeedOrTheHomePage) {
  CrawlOptions options = quick_options();
  options.include = {"note-on-shelf-[ab]"};
  const auto report = bench.crawl(blog.home(), options);
  EXPECT_GT(report.left_out, 0u);
  EXPECT_EQ(asked("/feed.xml"), 1u);
  EXPECT_EQ(asked("note-on-shelf-a"), 1u);
  EXPECT_EQ(asked("note-on-shelf-c"), 0u);
  EXPECT_EQ(asked("/about"), 0u);
}

TEST_F(LeaveOut, WhatWasKeptBeforeAnExcludeStays) {
  bench.crawl(blog.home(), quick_options());
  const auto before = posts_of(*bench.read());
  CrawlOptions options = quick_options(Recheck::kAll);
  options.exclude = {"note-on-shelf"};
  bench.crawl(blog.home(), options, hours(30));
  EXPECT_EQ(asked("note-on-shelf"), 0u);
  EXPECT_EQ(posts_of(*bench.read()).size(), before.size());
  ASSERT_TRUE(rebuild_archive(bench.path(), {}, quick_options()));
  EXPECT_EQ(posts_of(*bench.read()).size(), before.size());
}

TEST_F(LeaveOut, ABadExpressionIsAnErrorAndNothingIsWritten) {
  for (const char* const bad : {"(", "a{2000}", "", "(?<=x)y"}) {
    CrawlOptions options = quick_options();
    options.exclude = {bad};
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    const auto reports = crawl_blogs(*archive, bench.fetcher, {blog.home()}, options);
    ASSERT_FALSE(reports) << bad;
    EXPECT_EQ(reports.error().code, Code::kInvalidArgument) << bad;
    EXPECT_TRUE(got(archive->decisions({})).empty()) << bad;
    EXPECT_TRUE(got(archive->blogs()).empty()) << bad;
  }
}

TEST(AddressRules, FitEverySpellingOfAnAddress) {
  Removal page, prefix, blog;
  page.address = "https://a.example/2020/post/";
  page.reason = "why";
  prefix.form = RemovalForm::kPrefix;
  prefix.address = "https://b.example/tag/";
  blog.form = RemovalForm::kBlog;
  blog.address = "https://c.example/me/";
  std::vector<Decision> decisions;
  for (const Removal& each : {page, prefix, blog}) {
    decisions.push_back(tombstone_decision(each));
    decisions.push_back(block_decision(each));
  }
  const auto rules = got(AddressRules::make(decisions));
  struct Row {
    const char* url;
    bool blocked;
  };
  for (const Row& row :
       {Row{"http://www.A.example:80/2020/post/index.html#c3", true},
        Row{"https://a.example/2020/post/?utm_source=feed", true},
        Row{"https://a.example/2020/%70ost/", true}, Row{"https://a.example/2020/post/?page=2", false},
        Row{"https://a.example/2020/other/", false}, Row{"http://b.example/tag/x", true},
        Row{"https://b.example/tags/", false}, Row{"https://www.c.example/me/2020/", true},
        Row{"https://c.example/you/", false}}) {
    EXPECT_EQ(rules->blocks({}, row.url) != nullptr, row.blocked) << row.url;
  }
  EXPECT_NE(rules->blocks("https://c.example/me/", "https://cdn.example/x.png"), nullptr)
      << "all that the blog's crawls ask for";
  decisions.erase(decisions.begin() + 1);
  const auto lifted = got(AddressRules::make(decisions));
  EXPECT_EQ(lifted->blocks({}, page.address), nullptr);
  EXPECT_NE(lifted->tombstone({}, page.address), nullptr);
}

TEST(AddressRules, RefuseATombstoneWithoutAnAddress) {
  EXPECT_FALSE(AddressRules::make({Decision{"tombstone", "urn:bfa:other", "{}", "why", {}}}));
  EXPECT_FALSE(AddressRules::make({Decision{"exclude", "urn:bfa:exclude:x", "[", "", {}}}));
}

TEST(TextPieces, AreFoundInPagesFeedsAndJson) {
  const std::string text =
      "Quicksilver herons balance upon seventeen crooked lanterns, \"caf\xc3\xa9\" & all.";
  TextPieces pieces;
  pieces.add(text);
  pieces.finish();
  struct Row {
    const char* name;
    std::string bytes;
    bool found;
  };
  for (
      const Row& row :
      {Row{"page", "<p>Quicksilver <b>herons</b> balance upon seventeen crooked\nlanterns</p>", true},
       Row{"escaped",
           "&lt;p&gt;Quicksilver &lt;b&gt;herons&lt;/b&gt; balance upon seventeen crooked lanterns", true},
       Row{"cdata", "<x><![CDATA[<p>Quicksilver herons balance upon seventeen crooked lanterns]]></x>", true},
       Row{"attribute",
           "<meta content=\"Quicksilver herons balance upon seventeen crooked lanterns\" name=d>", true},
       Row{"json",
           R"({"t":"Quicksilver\nherons \u003cb\u003ebalance\u003c/b\u003e upon seventeen crooked lanterns"})",
           true},
       Row{"references", "balance upon seventeen crooked lanterns, &quot;caf&#xe9;&quot; &amp; all.", true},
       Row{"short", "Quicksilver herons balance upon", false},
       Row{"other words", "Quicksilver herons balance above seventeen crooked lanterns", false},
       Row{"broken UTF-8", "\xe2\x82", false}, Row{"nothing", "", false}}) {
    EXPECT_EQ(pieces.longest_in(row.bytes) > 0, row.found) << row.name;
  }
}

}  // namespace
}  // namespace bfa
