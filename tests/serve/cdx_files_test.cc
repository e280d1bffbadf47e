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

}  // namespace
}  // namespace bfa
