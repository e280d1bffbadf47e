// SPDX-License-Identifier: Apache-2.0
#include "bfa/wacz/wacz.h"

#include <algorithm>
#include <string>
#include <vector>

#include "bfa/store/archive.h"
#include "package/fake_archive.h"
#include "wacz/wacz_testing.h"

namespace {

using Strings = std::vector<std::string>;

bfa::DataObject object(bfa::ObjectKind kind, const std::string& url, const std::string& title) {
  bfa::DataObject made;
  made.kind = kind;
  made.url = url;
  made.title = title;
  made.text = "What " + title + " says.";
  return made;
}

class Wacz111_Archive : public bfa::test::WaczTest {
 protected:
  Strings pages() {
    const auto wacz = bfa::WaczReader::open(bfa::posix_file_system(), out_);
    EXPECT_TRUE(wacz) << (wacz ? "" : to_string(wacz.error()));
    bfa::Findings findings;
    Strings found;
    if (!wacz) return found;
    EXPECT_TRUE((*wacz)->for_each_page(
        [&](const bfa::WaczPage& page) {
          found.push_back(page.url + " " + page.title + "|" + page.text);
          return true;
        },
        findings));
    EXPECT_TRUE(findings.empty());
    std::sort(found.begin(), found.end());
    return found;
  }
  bfa::test::FakeArchive archive_{folder_ / "archive"};
};

TEST_F(Wacz111_Archive, HoldsEachPageOnceWithItsTitle) {
  archive_.add_blog("http://a.example/");
  archive_.add_blog("http://b.example/");
  archive_.add(object(bfa::ObjectKind::kBlog, "http://a.example/", "Blog a"));
  archive_.add(object(bfa::ObjectKind::kPage, "http://a.example/", "Home of a"));
  archive_.add(object(bfa::ObjectKind::kPost, "http://a.example/post", "A post"));
  archive_.add(object(bfa::ObjectKind::kComment, "http://a.example/post#c1", "A comment"));
  archive_.add(object(bfa::ObjectKind::kBlog, "http://b.example/", "Blog b"));
  archive_.add_warc("one.warc.gz", "http://a.example/");
  archive_.add_warc("two.warc.gz.open", "http://a.example/post");

  const auto report = bfa::write_archive_wacz(archive_, out_, fixed(), false);
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(pages(), (Strings{"http://a.example/ Home of a|", "http://a.example/post A post|",
                              "http://b.example/ Blog b|"}));
  const auto wacz = *bfa::WaczReader::open(bfa::posix_file_system(), out_);
  EXPECT_EQ(wacz->package().title, "http://a.example/");
  EXPECT_EQ(wacz->archives(), Strings{"archive/one.warc.gz"}) << "a file that is being written stays out";
}

TEST_F(Wacz111_Archive, HoldsTheTextWhereItIsAskedFor) {
  archive_.add_blog("http://a.example/");
  archive_.add(object(bfa::ObjectKind::kPost, "http://a.example/post", "A post"));
  archive_.add_warc("one.warc.gz", "http://a.example/post");
  const auto report = bfa::write_archive_wacz(archive_, out_, fixed(), true);
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(pages(), Strings{"http://a.example/post A post|What A post says."});
}

TEST_F(Wacz111_Archive, WithoutWarcFilesIsAnErrorThatNamesTheFolder) {
  archive_.add_blog("http://a.example/");
  const auto report = bfa::write_archive_wacz(archive_, out_, fixed(), false);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kNotFound);
  EXPECT_EQ(report.error().where, archive_.warc_directory());
  EXPECT_FALSE(*bfa::posix_file_system().exists(out_));
}

}  // namespace
