// SPDX-License-Identifier: Apache-2.0
// `bfa remove`, and what other commands say of a removed page; --exclude and --include of `bfa crawl`.
#include <gtest/gtest.h>

#include "run_tool.h"
#include "support/fixtures.h"
#include "support/http_server.h"
#include "support/sample_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class RemoveTool : public testing::Test {
 protected:
  void SetUp() override { serve(server_, blog_); }

  Ran crawl(std::vector<std::string> more = {}) {
    more.push_back(blog_.home());
    return run_tool(crawl_arguments(archive(), server_.port(), more));
  }
  std::string archive() const { return folder_ / "archive"; }
  std::string page() const { return blog_.post_url(1); }

  SampleBlog blog_{"http://blog.example", 6, 3};
  HttpServer server_;
  TemporaryDirectory folder_;
};

TEST_F(RemoveTool, SaysWhatItRemovesAndOthersSayThatItWasRemoved) {
  ASSERT_EQ(crawl().code, 0);
  const Ran dry = run_tool({"remove", "-a", archive(), page(), "--dry-run"});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_NE(dry.out.find("would be removed: 1 object"), std::string::npos) << dry.out;
  EXPECT_EQ(run_tool({"show", "-a", archive(), page()}).code, 0);

  const Ran done = run_tool({"remove", "-a", archive(), page(), "--reason", "asked\nfor", "--json"});
  EXPECT_EQ(done.code, 1) << "the feed has its text, too: " << done.out << done.err;
  EXPECT_NE(done.out.find("\"event\":\"removed\""), std::string::npos) << done.out;
  const Ran show = run_tool({"show", "-a", archive(), page()});
  EXPECT_EQ(show.code, 1);
  EXPECT_NE(show.out.find("removed on 20"), std::string::npos) << show.out;
  EXPECT_NE(show.out.find(": asked for\n"), std::string::npos) << "on one line: " << show.out;
  const Ran list = run_tool({"ls", "-a", archive()});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_EQ(list.out.find(page()), std::string::npos);
  EXPECT_NE(run_tool({"ls", "-a", archive(), "--removed"}).out.find(page()), std::string::npos);
  EXPECT_NE(run_tool({"ls", "-a", archive(), "--removed", "--json"}).out.find("deaccession"),
            std::string::npos);
  EXPECT_EQ(run_tool({"rebuild", "-a", archive()}).code, 0);

  const Ran again = crawl({"--recheck", "all"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.out.find("1 address not taken: removed from the archive"), std::string::npos) << again.out;
  EXPECT_EQ(run_tool({"show", "-a", archive(), page()}).code, 1);

  EXPECT_EQ(run_tool({"remove", "-a", archive(), page(), "--undo"}).code, 0);
  EXPECT_EQ(crawl({"--recheck", "all"}).code, 0);
  EXPECT_EQ(run_tool({"show", "-a", archive(), page()}).code, 0);
}

TEST_F(RemoveTool, WrongUseAndWhatIsNotThere) {
  ASSERT_EQ(crawl().code, 0);
  EXPECT_EQ(run_tool({"remove", "-a", archive(), page()}).code, 2) << "no reason";
  EXPECT_EQ(run_tool({"remove", "-a", archive(), "--reason", "x"}).code, 2) << "no address";
  EXPECT_EQ(run_tool({"remove", "-a", archive(), page(), "--blog", page(), "--reason", "x"}).code, 2);
  EXPECT_EQ(run_tool({"remove", "-a", archive(), "post-1", "--reason", "x"}).code, 2) << "no address";
  EXPECT_EQ(run_tool({"remove", "-a", archive(), blog_.origin() + "/never", "--reason", "x"}).code, 3);
  EXPECT_EQ(run_tool({"remove", "-a", archive(), page(), "--undo"}).code, 3);
  EXPECT_EQ(run_tool({"remove", "-a", folder_ / "none", page(), "--reason", "x"}).code, 3);
}

TEST_F(RemoveTool, TextThatRemainsIsListedAndTheCodeIsOne) {
  blog_.extra_paragraph[1] = blog_.extra_paragraph[2] =
      "Quicksilver herons balance upon seventeen crooked lanterns beside the harbour.";
  ASSERT_EQ(crawl().code, 0);
  const Ran done = run_tool({"remove", "-a", archive(), page(), "--reason", "asked for"});
  EXPECT_EQ(done.code, 1) << done.err;
  EXPECT_NE(done.out.find("text of it remains in"), std::string::npos) << done.out;
  EXPECT_NE(done.out.find(blog_.post_url(2)), std::string::npos) << done.out;
}

TEST_F(RemoveTool, ExpressionsAreKeptListedAndLifted) {
  const Ran bad = crawl({"--exclude", "("});
  EXPECT_EQ(bad.code, 2);
  EXPECT_NE(bad.err.find('('), std::string::npos) << bad.err;
  const Ran first = crawl({"--exclude", "note-on-shelf-b"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find("1 address left out by --exclude and --include"), std::string::npos) << first.out;
  EXPECT_NE(crawl({"--recheck", "all"}).out.find("1 address left out"), std::string::npos);
  const Ran rules = run_tool({"ls", "-a", archive(), "--rules"});
  EXPECT_NE(rules.out.find(blog_.home() + "  --exclude note-on-shelf-b"), std::string::npos) << rules.out;
  EXPECT_EQ(crawl({"--recheck", "all", "--lift", "note-on-shelf-b"}).out.find("left out"), std::string::npos);
  EXPECT_EQ(run_tool({"show", "-a", archive(), page()}).code, 0);
}

}  // namespace
}  // namespace bfa
