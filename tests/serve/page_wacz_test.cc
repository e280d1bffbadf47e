// SPDX-License-Identifier: Apache-2.0
// A WACZ file of one page: all its captures and what they show, checked by our validator.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "bfa/wacz/wacz.h"
#include "served_blog.h"
#include "store/store_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class PageWaczTest : public testing::Test {
 protected:
  void SetUp() override {
    auto& blog = served.blog;
    blog.files["/img/crate.png"] = "<png/>";
    blog.extra_paragraph[2] =
        "<img src=\"/img/crate.png\"> A quagga stood here, and two walruses were running.";
    served.bench.crawl(blog.home(), quick_options());
    blog.extra_paragraph[2] =
        "<img src=\"/img/crate.png\"> A zebra stood here, and two herons were sleeping.";
    for (int i = 0; i < 2; ++i)
      served.bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
    served.open();
  }

  std::string file_of(const std::string& url, ServeReply* reply = nullptr, const std::string& rest = {}) {
    ServeReply got = served.ask("/wacz?url=" + url + rest);
    EXPECT_EQ(got.status, 200) << got.body;
    const std::string path = folder / "page.wacz";
    std::ofstream(path, std::ios::binary) << body_of(got);
    if (reply != nullptr) *reply = std::move(got);
    return path;
  }

  ServedBlog served;
  TemporaryDirectory folder;
};

TEST_F(PageWaczTest, HasAllCapturesOfThePageAndOfItsPictures) {
  const std::string url = served.blog.post_url(2);
  ServeReply reply;
  const std::string path = file_of(url, &reply);
  EXPECT_EQ(field_of(reply, "Content-Type"), "application/wacz");
  const std::string name = field_of(reply, "Content-Disposition");
  EXPECT_TRUE(name.starts_with("attachment; filename=\"blog.example-2026-")) << name;
  EXPECT_TRUE(name.ends_with(".wacz\"")) << name;
  const auto checked = validate_wacz(posix_file_system(), path);
  ASSERT_TRUE(checked) << to_string(checked.error());
  for (const auto& violation : checked->violations) ADD_FAILURE() << violation.id << violation.message;
  EXPECT_EQ(checked->digests_bad, 0U);
  EXPECT_EQ(checked->pages, 3U);
  const auto wacz = WaczReader::open(posix_file_system(), path);
  ASSERT_TRUE(wacz) << to_string(wacz.error());
  EXPECT_EQ(got((*wacz)->captures_of(url)).size(), 3U);
  EXPECT_GE(got((*wacz)->captures_of(served.blog.origin() + "/img/crate.png")).size(), 1U);
  EXPECT_TRUE(got((*wacz)->captures_of(served.blog.post_url(3))).empty()) << "another page";
  EXPECT_EQ((*wacz)->package().main_page_url, url);
}

TEST_F(PageWaczTest, HasTheOriginalsOfRevisits) {
  const std::string url = served.blog.post_url(3);
  const auto wacz = WaczReader::open(posix_file_system(), file_of(url));
  ASSERT_TRUE(wacz) << to_string(wacz.error());
  const auto captures = got((*wacz)->captures_of(url));
  ASSERT_EQ(captures.size(), 3U);
  EXPECT_EQ(captures[0].mime, "text/html");
  EXPECT_EQ(captures[1].mime, "warc/revisit");
  EXPECT_EQ(captures[1].digest, captures[0].digest);
}

TEST_F(PageWaczTest, NothingIsMadeForUnknownPages) {
  EXPECT_EQ(served.ask("/wacz?url=http://none.example/").status, 404);
  for (const char* query : {"", "?url=", "?url=ftp://x/", "?url=javascript:alert(1)"})
    EXPECT_EQ(served.ask(std::string("/wacz") + query).status, 400) << query;
}

TEST_F(PageWaczTest, AMissingFileIsNamed) {
  std::string last;
  for (const auto& path : warc_paths(served.bench.path() + "/warc")) {
    std::filesystem::remove(path);
    last = path.substr(path.rfind('/') + 1);
  }
  const ServeReply reply = served.ask("/wacz?url=" + served.blog.post_url(2));
  EXPECT_EQ(reply.status, 410) << reply.body;
  EXPECT_NE(reply.body.find(".warc.gz is missing"), std::string::npos) << reply.body;
}

// No file that lacks captures without a word before: 409, which says where the rest is.
TEST_F(PageWaczTest, SomeMissingFilesAreSaidBefore) {
  const auto paths = warc_paths(served.bench.path() + "/warc");
  ASSERT_GE(paths.size(), 3U);
  const std::string target = "/wacz?url=" + served.blog.post_url(2);
  EXPECT_EQ(field_of(served.ask(target), "X-Archive-Missing"), "");
  std::filesystem::remove(paths.back());
  for (const char* accept : {"text/html", "*/*"}) {
    const ServeReply refused = served.ask(target, {{"Accept", accept}});
    EXPECT_EQ(refused.status, 409) << refused.body;
    EXPECT_FALSE(refused.stream);
    EXPECT_NE(refused.body.find("captures of the page and its parts cannot be given"), std::string::npos)
        << refused.body;
    EXPECT_NE(refused.body.find(paths.back().substr(paths.back().rfind('/') + 1)), std::string::npos);
    EXPECT_NE(refused.body.find("incomplete=1"), std::string::npos) << refused.body;
  }
  EXPECT_EQ(served.ask(target + "&incomplete=yes").status, 400);
  const std::string missing = field_of(served.ask(target + "&incomplete=1"), "X-Archive-Missing");
  EXPECT_EQ(missing, "1");
  const auto wacz =
      WaczReader::open(posix_file_system(), file_of(served.blog.post_url(2), nullptr, "&incomplete=1"));
  ASSERT_TRUE(wacz) << to_string(wacz.error());
  EXPECT_EQ(got((*wacz)->captures_of(served.blog.post_url(2))).size(), 2U);
  const std::string name = paths.back().substr(paths.back().rfind('/') + 1);
  EXPECT_NE((*wacz)->package().description.find(name), std::string::npos) << (*wacz)->package().description;
}

// Only a picture's record is damaged: the page's own captures are whole.
TEST_F(PageWaczTest, ADamagedPartIsSaidBefore) {
  const auto capture = served.bench.read()->view().last_capture(served.blog.origin() + "/img/crate.png");
  ASSERT_TRUE(capture && *capture);
  const WarcRef place = (*capture)->warc;
  std::fstream file(served.bench.path() + "/warc/" + place.file,
                    std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(place.offset));
  file << std::string(place.length, 'x');
  file.close();
  const ServeReply refused = served.ask("/wacz?url=" + served.blog.post_url(2));
  EXPECT_EQ(refused.status, 409) << refused.body;
  EXPECT_NE(refused.body.find("damaged WARC files"), std::string::npos) << refused.body;
}

// Half-read answers leave nothing behind.
TEST_F(PageWaczTest, TemporaryFilesAreRemovedWithTheAnswer) {
  const auto count = [] {
    std::size_t folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path()))
      folders += entry.path().filename().string().starts_with("bfa-read-" + std::to_string(::getpid()) + "-")
                     ? 1
                     : 0;
    return folders;
  };
  const std::size_t before = count();
  {
    ServeReply reply = served.ask("/wacz?url=" + served.blog.post_url(2));
    for (bool bytes = false; !bytes;) {
      const auto piece = reply.stream->next();
      ASSERT_TRUE(piece) << to_string(piece.error());
      bytes = !piece->bytes.empty();
    }
    EXPECT_EQ(count(), before + 1);
  }
  EXPECT_EQ(count(), before);
}

// Many records are before it in its file, and the steps just before it have none: it is not missing.
TEST(PageWaczOf, ACaptureFarBehindOtherCapturesIsNotMissing) {
  const TemporaryDirectory folder;
  const std::string path = folder / "archive";
  {
    const auto archive = open_or_fail(path, write_options());
    for (int i = 0; i < 150; ++i) take(*archive, page_step(page_url(i), at(i), "text"));
    for (int i = 0; i < 300; ++i) {
      StepResult nothing;
      nothing.task = page_task(kBlog);
      nothing.task.kind = TaskKind::kLearn;
      take(*archive, nothing);
    }
    take(*archive, page_step(page_url(1000), at(1000), "a zebra"));
    ASSERT_TRUE(archive->sink().flush());
    ASSERT_TRUE(archive->close());
  }
  ArchiveSiteOptions options;
  options.archive = path;
  const auto site = make_archive_site(options);
  ASSERT_TRUE(site) << to_string(site.error());
  for (const int page : {1000, 149}) {
    ServeRequest request;
    request.target = "/wacz?url=" + page_url(page);
    const ServeReply reply = (*site)->answer(request);
    EXPECT_EQ(reply.status, 200) << reply.body;
  }
}

}  // namespace
}  // namespace bfa
