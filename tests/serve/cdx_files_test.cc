// SPDX-License-Identifier: Apache-2.0
// Rows of redirects in CDX lists when WARC files are gone, or an older program stored the steps.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "search/sqlite.h"
#include "serve/data/query_string.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;
using Json = nlohmann::json;

class CdxWithoutFiles : public testing::Test {
 protected:
  CdxWithoutFiles() {
    one.blog.paths[4] = "/2026/03/at-first/";
    one.bench.crawl(one.blog.home(), quick_options());
    one.blog.paths[4] = "/2026/11/later/";
    one.blog.redirects["/2026/03/at-first/"] = "/2026/11/later/";
    one.bench.crawl(one.blog.home(), quick_options(Recheck::kAll), hours(48));
    one.open();
  }
  Json row() {
    ServeReply reply = one.ask("/index?output=json&limit=1&sort=reverse&url=" +
                               query_escaped(one.blog.origin() + "/2026/03/at-first/"));
    return Json::parse(body_of(reply), nullptr, false);
  }
  void remove_files() const {
    for (const auto& path : warc_paths(one.bench.path() + "/warc")) std::filesystem::remove(path);
  }

  ServedBlog one;
};

TEST_F(CdxWithoutFiles, RedirectsHaveTheirPlace) {
  remove_files();
  const auto line = row();
  ASSERT_TRUE(line.is_object());
  EXPECT_EQ(line.value("status", ""), "301") << line;
  EXPECT_TRUE(line.contains("offset"));
  EXPECT_FALSE(line.contains("redirect")) << "a row like others";
}

// Rows of steps that an older program stored are completed from the WARC files, while these are there.
TEST_F(CdxWithoutFiles, OldRowsOfRedirectsHaveNoPlace) {
  const auto whole = row();
  auto connection = SqliteConnection::open(one.bench.path() + "/index/search.sqlite");
  ASSERT_TRUE(connection);
  ASSERT_TRUE(
      (*connection)
          ->run("UPDATE capture SET status=0, mime='', digest='', offset=(SELECT other.offset FROM capture "
                "other WHERE other.step=capture.step AND other.hop=0) WHERE hop>0"));
  EXPECT_EQ(row(), whole);
  remove_files();
  const auto line = row();
  ASSERT_TRUE(line.is_object());
  EXPECT_EQ(line["redirect"], one.blog.origin() + "/2026/11/later/");
  for (const char* name : {"status", "digest", "offset", "filename", "mime"})
    EXPECT_FALSE(line.contains(name)) << name;
}

// A page that no feed names: the address that it is redirected to is a step of its own, and the redirect
// alone is the capture. Where it leads is in its record.
class CdxOfAStep : public testing::Test {
 protected:
  CdxOfAStep() {
    one.blog.paths[0] = "/2026/03/at-first/";
    one.bench.crawl(one.blog.home(), quick_options());
    one.blog.paths[0] = "/2026/11/later/";
    one.blog.redirects["/2026/03/at-first/"] = "/2026/11/later/";
    one.bench.crawl(one.blog.home(), quick_options(Recheck::kAll), hours(48));
    one.open();
  }
  std::string rows(const std::string& query) {
    ServeReply reply = one.ask(query + "&url=" + query_escaped(one.blog.origin() + "/2026/03/at-first/"));
    EXPECT_EQ(reply.status, 200) << query << reply.body;
    return body_of(reply);
  }

  ServedBlog one;
  const std::string target = one.blog.origin() + "/2026/11/later/";
};

TEST_F(CdxOfAStep, RedirectsSayWhereTheyLead) {
  for (const char* path :
       {"/cdx?fl=redirect&filter=statuscode:301", "/index?output=text&fl=redirect&filter==status:301"})
    EXPECT_EQ(rows(path), target + "\n") << path;
  EXPECT_EQ(rows("/cdx?fl=statuscode&filter=redirect:.*later.*"), "301\n");
  EXPECT_EQ(rows("/cdx?fl=statuscode&filter=!redirect:-"), "301\n");
  EXPECT_NE(rows("/index?output=text&filter==status:301").find(" " + target + " "), std::string::npos);
  const Json chosen =
      Json::parse(rows("/index?output=json&fl=redirect,status&filter==status:301"), nullptr, false);
  EXPECT_EQ(chosen["redirect"], target);
  const Json line = Json::parse(rows("/index?output=json&filter==status:301"), nullptr, false);
  EXPECT_FALSE(line.contains("redirect")) << "a line as those of bfa warc index";
}

TEST_F(CdxOfAStep, WithoutTheFileItIsUnknown) {
  for (const auto& path : warc_paths(one.bench.path() + "/warc")) std::filesystem::remove(path);
  EXPECT_EQ(rows("/cdx?fl=redirect,statuscode&filter=statuscode:301"), "- 301\n");
}

}  // namespace
}  // namespace bfa
