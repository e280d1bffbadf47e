// SPDX-License-Identifier: Apache-2.0
// bfa show --blog: a blog as it stood at a time, and what was deleted since.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bfa/store/archive.h"
#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

class ShowBlog : public testing::Test {
 protected:
  void visit(const std::string& clock) {
    const auto arguments =
        crawl_arguments(archive, server.port(), {"--clock", clock, "--recheck", "all", blog.home()});
    const Ran ran = run_tool(arguments);
    ASSERT_EQ(ran.code, 0) << ran.err;
  }
  Json shown(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"show", "-a", archive, "--json", "--blog", blog.home()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ran ran = run_tool(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return Json::parse(ran.out, nullptr, false);
  }

  SampleBlog blog{"http://blog.example", 5, 4};
  HttpServer server;
  const TemporaryDirectory folder;
  const std::string archive = folder / "archive";
};

TEST_F(ShowBlog, ListsWhatStoodThenAndWhatWasDeletedSince) {
  blog.comments[1] = 3;
  serve(server, blog);
  visit("2026-06-01T10:00:00Z");
  blog.extra_paragraph[2] = "A zebra walks.";
  blog.comments[1] = 2;
  blog.posts = 6;
  serve(server, blog);
  server.on(blog.post_path(3), simple_answer(404, "", "gone"));
  visit("2026-06-11T10:00:00Z");

  const Ran before = run_tool({"show", "-a", archive, "--blog", blog.home(), "--at", "2020-01-01"});
  EXPECT_NE(before.err.find("the archive began at 2026-06-01"), std::string::npos) << before.err;
  const Json now = shown({});
  EXPECT_EQ(now["posts"].size(), 5U) << now.dump(1);
  EXPECT_FALSE(now.contains("deleted"));
  const Json then = shown({"--at", "2026-06-05"});
  EXPECT_EQ(then["posts"].size(), 5U) << then.dump(1);
  EXPECT_EQ(now["comments"], 2);
  EXPECT_EQ(then["comments"], 3);
  ASSERT_EQ(then["deleted"].size(), 2U) << then.dump(1);
  const bool post_first = then["deleted"][0]["kind"] == "post";
  const Json& post_gone = then["deleted"][post_first ? 0 : 1];
  const Json& comment_gone = then["deleted"][post_first ? 1 : 0];
  EXPECT_EQ(post_gone["url"], blog.post_url(3));
  EXPECT_EQ(post_gone["kind"], "post");
  EXPECT_EQ(post_gone["title"], "Note on shelf 3");
  EXPECT_EQ(comment_gone["kind"], "comment");
  EXPECT_EQ(comment_gone["author"], "Reader 3");
  EXPECT_EQ(comment_gone["why"], "gone from its page");
  ASSERT_EQ(then["comment_list"].size(), 3U) << then.dump(1);
  for (const Json& comment : then["comment_list"]) {
    EXPECT_EQ(comment["post"], blog.post_url(1));
    EXPECT_TRUE(std::string(comment["author"]).starts_with("Reader ")) << comment.dump();
    EXPECT_FALSE(std::string(comment["text"]).empty());
    EXPECT_EQ(comment["version"], 1);
  }
  EXPECT_EQ(shown({"--at", "2026-05-01"})["comment_list"].size(), 0U);
  for (const Json& post : then["posts"]) {
    EXPECT_EQ(post["version"], 1);
    EXPECT_EQ(post["versions"], 1) << "those of later are not of then";
    EXPECT_NE(post["url"], blog.post_url(5));
  }
  EXPECT_EQ(shown({"--at", "2026-05-01"})["posts"].size(), 0U);

  const Ran text = run_tool({"show", "-a", archive, "--blog", "blog.example", "--at", "2026-06-05"});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("at 2026-06-05T23:59:59Z: 5 posts, 3 comments"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("deleted since:"), std::string::npos);
  EXPECT_EQ(text.out.find("version 2"), std::string::npos);
  const std::size_t deleted = text.out.find("deleted since:");
  EXPECT_NE(text.out.find("Note on shelf 3", deleted), std::string::npos) << text.out;
  // Comments are below their post.
  const std::size_t post = text.out.find("Note on shelf 1"), comment = text.out.find("Reader 1: On the map");
  ASSERT_NE(comment, std::string::npos) << text.out;
  EXPECT_LT(post, comment);
  EXPECT_EQ(text.out.find('\n', post), text.out.rfind('\n', comment)) << text.out;
}

TEST_F(ShowBlog, ListsSayWhoseCommentOnWhatPost) {
  blog.comments[1] = 2;
  serve(server, blog);
  visit("2026-06-01T10:00:00Z");
  const std::vector<std::vector<std::string>> commands = {{"ls", "-a", archive, "--kind", "comment"},
                                                          {"ls", "-a", archive, "--at", "2026-06-02"},
                                                          {"changes", "-a", archive},
                                                          {"changes", "-a", archive, "--atom"}};
  for (const auto& arguments : commands) {
    SCOPED_TRACE(arguments[0] + arguments.back());
    const Ran ran = run_tool(arguments);
    EXPECT_NE(ran.out.find("Comment by Reader 1 on Note on shelf 1"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("no title"), std::string::npos) << ran.out;
  }
}

TEST_F(ShowBlog, AnUnknownBlogIsSaid) {
  serve(server, blog);
  visit("2026-06-01T10:00:00Z");
  const std::string unknown = "the archive has no blog at nope.example";
  const std::vector<std::vector<std::string>> commands = {
      {"ls", "-a", archive},
      {"changes", "-a", archive},
      {"changes", "-a", archive, "--atom"},
      {"search", "-a", archive, "note"},
      {"export", "-a", archive, folder / "none.jsonl"},
  };
  for (auto arguments : commands) {
    SCOPED_TRACE(arguments.front());
    arguments.insert(arguments.end(), {"--blog", "nope.example"});
    const Ran refused = run_tool(arguments);
    EXPECT_NE(refused.err.find(unknown), std::string::npos);
    EXPECT_EQ(refused.code, 3) << "no empty answer";
    EXPECT_EQ(refused.out, "");
    EXPECT_FALSE(std::filesystem::exists(folder / "none.jsonl"));
    arguments.back() = "blog.example";
    const Ran ran = run_tool(arguments);
    EXPECT_EQ(ran.err.find("no blog at"), std::string::npos);
    EXPECT_EQ(ran.code, 0) << ran.err;
  }
}

// Two blogs on one host: each command that takes --blog means the one of the address.
TEST_F(ShowBlog, AnAddressMeansOneBlogOfTheHost) {
  for (const int number : {1, 3}) blog.paths[number] = "/anna/post-" + std::to_string(number) + "/";
  serve(server, blog);
  visit("2026-06-01T10:00:00Z");
  BlogState anna;
  anna.home = anna.base = blog.origin() + "/anna/";
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  const auto writing = Archive::open(archive, options);
  ASSERT_TRUE(writing);
  ASSERT_TRUE((*writing)->put_blog(anna));
  ASSERT_TRUE((*writing)->close());
  const auto posts_in = [&](const std::string& lines) {
    std::set<std::string> urls;
    std::istringstream text(lines);
    for (std::string line; std::getline(text, line);) {
      const Json read = Json::parse(line, nullptr, false);
      const Json object = read.value("object", read);  // of an export: a version with its object
      if (object.value("kind", "") == "post") urls.insert(object.value("url", ""));
    }
    return urls;
  };
  const std::set<std::string> wanted = {blog.post_url(1), blog.post_url(3)};
  EXPECT_EQ(posts_in(run_tool({"ls", "-a", archive, "--json", "--blog", anna.home}).out), wanted);
  EXPECT_EQ(posts_in(run_tool({"ls", "-a", archive, "--json", "--blog", blog.home()}).out).size(), 3U);
  EXPECT_EQ(posts_in(run_tool({"ls", "-a", archive, "--json", "--blog", "blog.example"}).out).size(), 5U);
  EXPECT_EQ(posts_in(run_tool({"changes", "-a", archive, "--json", "--blog", anna.home}).out), wanted);
  const auto shown = [&](const std::string& home) {
    const Json read =
        Json::parse(run_tool({"show", "-a", archive, "--json", "--blog", home}).out, nullptr, false);
    return read.is_object() ? read["posts"].size() : 0;
  };
  EXPECT_EQ(shown(anna.home), 2U);
  EXPECT_EQ(shown(blog.home()), 3U) << "not those of the blog below it";
  const std::string lines = folder / "anna.jsonl", pages = folder / "pages";
  EXPECT_EQ(run_tool({"export", "-a", archive, lines, "--blog", anna.home}).code, 0);
  std::ostringstream written;
  written << std::ifstream(lines).rdbuf();
  EXPECT_EQ(posts_in(written.str()), wanted);
  EXPECT_EQ(run_tool({"export", "-a", archive, "--to", "markdown", pages, "--blog", anna.home}).code, 0);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(pages + "/blog.example"), {}), 2);
  const Ran atom = run_tool({"changes", "-a", archive, "--atom", "--blog", anna.home});
  EXPECT_NE(atom.out.find("<title>Changes of " + anna.home), std::string::npos) << atom.out;
  EXPECT_EQ(atom.out.find(blog.post_url(2)), std::string::npos);
  const Ran whole = run_tool({"changes", "-a", archive, "--atom", "--blog", "blog.example"});
  EXPECT_NE(whole.out.substr(0, whole.out.find("<title>")), atom.out.substr(0, atom.out.find("<title>")));
}

// One command, of the blog's own captures.
TEST_F(ShowBlog, StaticPagesOfOneBlog) {
  serve(server, blog);
  visit("2026-06-01T10:00:00Z");
  const SampleBlog other{"http://other.example", 3, 3};
  HttpServer second;
  serve(second, other);
  ASSERT_EQ(run_tool(crawl_arguments(archive, second.port(), {other.home()})).code, 0);
  const std::string site = folder / "site";
  const auto index_of = [&](const std::string& home) {
    const Ran made = run_tool({"export", "-a", archive, "--to", "static", site, "--blog", home});
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_FALSE(std::filesystem::exists(site + ".blog")) << "what it was made of is removed";
    std::ostringstream index;
    index << std::ifstream(site + "/index.html").rdbuf();
    for (const char* const ending : {"", ".report.jsonl", ".premis.xml"})
      std::filesystem::remove_all(site + ending);
    return index.str();
  };
  for (const std::string& home : {other.home(), std::string("other.example")}) {
    const std::string own = index_of(home);
    EXPECT_NE(own.find(other.post_url(1)), std::string::npos) << own;
    EXPECT_EQ(own.find(blog.origin()), std::string::npos) << own;
  }
  const std::string first = index_of(blog.home());
  EXPECT_NE(first.find(blog.post_url(2)), std::string::npos) << first;
  EXPECT_EQ(first.find(other.origin()), std::string::npos) << first;
  // What is left out is said, as for the whole archive.
  std::ofstream(archive + "/warc/of-a-crawl.warc.gz.open") << "x";
  const Ran beside = run_tool({"export", "-a", archive, "--to", "static", site, "--blog", blog.home()});
  EXPECT_EQ(beside.code, 0) << beside.err;
  EXPECT_NE(beside.err.find("of-a-crawl.warc.gz.open is still being written and is left out"),
            std::string::npos)
      << beside.err;
  for (const char* const ending : {"", ".report.jsonl", ".premis.xml"})
    std::filesystem::remove_all(site + ending);
  EXPECT_EQ(run_tool({"export", "-a", archive, "--to", "static", site, "--blog", "nope.example"}).code, 3);
  EXPECT_FALSE(std::filesystem::exists(site));
  EXPECT_FALSE(std::filesystem::exists(site + ".blog"));
  EXPECT_EQ(run_tool({"export", "-a", archive, "all.wacz", "--blog", other.home()}).code, 2);
}

// "~ann" and "~ann/", with a scheme or without it, are one blog for each command that takes --blog.
TEST_F(ShowBlog, TheLastSlashOfAnAddressDoesNotMatter) {
  for (const int number : {1, 3}) blog.paths[number] = "/~ann/post-" + std::to_string(number) + "/";
  serve(server, blog);
  visit("2026-06-01T10:00:00Z");
  BlogState ann;
  ann.home = blog.origin() + "/~ann";
  ann.base = ann.home + "/";
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  const auto writing = Archive::open(archive, options);
  ASSERT_TRUE(writing);
  ASSERT_TRUE((*writing)->put_blog(ann));
  ASSERT_TRUE((*writing)->close());
  int number = 0;
  for (const char* home : {"http://blog.example/~ann", "http://blog.example/~ann/",
                           "https://blog.example/~ann", "blog.example/~ann", "blog.example/~ann/"}) {
    SCOPED_TRACE(home);
    EXPECT_EQ(
        lines_of(run_tool({"ls", "-a", archive, "--json", "--kind", "post", "--blog", home}).out).size(), 2U);
    EXPECT_EQ(
        lines_of(run_tool({"search", "-a", archive, "--json", "--kind", "post", "--blog", home, "note"}).out)
            .size(),
        2U);
    const Json read =
        Json::parse(run_tool({"show", "-a", archive, "--json", "--blog", home}).out, nullptr, false);
    EXPECT_EQ(read.is_object() ? read["posts"].size() : 0, 2U) << read.dump();
    const std::string lines = folder / ("ann" + std::to_string(++number) + ".jsonl");
    EXPECT_EQ(run_tool({"export", "-a", archive, lines, "--blog", home}).code, 0);
    std::ostringstream written;
    written << std::ifstream(lines).rdbuf();
    EXPECT_EQ(written.str().find(blog.post_url(2)), std::string::npos);
    EXPECT_NE(written.str().find(blog.post_url(3)), std::string::npos);
  }
  // Of two blogs of a host, what the archive lacks is said once.
  std::ofstream(archive + "/warc/of-a-crawl.warc.gz.open") << "x";
  const Ran both =
      run_tool({"export", "-a", archive, "--to", "static", folder / "site", "--blog", "blog.example"});
  EXPECT_EQ(both.code, 0) << both.err;
  const std::string warning = "of-a-crawl.warc.gz.open is still being written and is left out";
  const auto first = both.err.find(warning);
  ASSERT_NE(first, std::string::npos) << both.err;
  EXPECT_EQ(both.err.find(warning, first + 1), std::string::npos) << both.err;
}

TEST_F(ShowBlog, SaysWhatIsWrong) {
  serve(server, blog);
  visit("2026-06-01T10:00:00Z");
  EXPECT_EQ(run_tool({"show", "-a", archive, "--blog", "http://none.example/"}).code, 3);
  EXPECT_EQ(run_tool({"show", "-a", archive, "--blog", blog.home(), blog.post_url(1)}).code, 2);
  EXPECT_EQ(run_tool({"show", "-a", archive}).code, 2);
  EXPECT_EQ(run_tool({"show", "-a", archive, "--blog", blog.home(), "--at", "yesterday"}).code, 2);
}

}  // namespace
}  // namespace bfa
