// SPDX-License-Identifier: Apache-2.0
#include "migrate/input/httrack.h"

#include "migrate/input/wget.h"
#include "migrate_testing.h"

namespace {

using bfa::test::MigrateTest;

const std::string kComment =
    "<!-- Mirrored from www.a.example/post.php?id=3 by HTTrack Website Copier/3.x [XR&CO'2014], Tue, 26 Nov "
    "2024 "
    "21:52:10 GMT -->";

std::string little(std::uint64_t value, unsigned size) {
  std::string out;
  for (unsigned i = 0; i < size; ++i, value >>= 8U) out.push_back(static_cast<char>(value & 0xffU));
  return out;
}

struct Member {
  std::string name, extra, content;
};

// A cache as HTTrack writes it: stored members, HTTP-like lines as extra field of the local header.
std::string cache(const std::vector<Member>& members) {
  std::string out;
  std::string directory;
  for (const auto& member : members) {
    directory += "PK\x01\x02" + little(20, 2) + little(20, 2) + little(0, 8) + little(0, 4) +
                 little(member.content.size(), 4) + little(member.content.size(), 4) +
                 little(member.name.size(), 2) + little(0, 2) + little(0, 10) + little(out.size(), 4) +
                 member.name;
    out += "PK\x03\x04" + little(20, 2) + little(0, 4) + little(0, 4) + little(0, 4) +
           little(member.content.size(), 4) + little(member.content.size(), 4) +
           little(member.name.size(), 2) + little(member.extra.size(), 2) + member.name + member.extra +
           member.content;
  }
  const std::size_t offset = out.size();
  return out + directory + "PK\x05\x06" + little(0, 4) + little(members.size(), 2) +
         little(members.size(), 2) + little(directory.size(), 4) + little(offset, 4) + little(0, 2);
}

TEST(HttrackCommentParser, TellsAddressAndTime) {
  const auto comment = bfa::httrack_comment("<html>\n" + kComment + "<head>");
  ASSERT_TRUE(comment);
  EXPECT_EQ(comment->address, "www.a.example/post.php?id=3");
  ASSERT_TRUE(comment->time);
  EXPECT_EQ(bfa::format_rfc3339(*comment->time), "2024-11-26T21:52:10Z");
}

TEST(HttrackCommentParser, OthersAreNone) {
  for (const char* text : {"", "<!-- Mirrored from ", "<!-- Mirrored from  by HTTrack Website Copier -->",
                           "<!-- Mirrored from x by wget -->", "Mirrored from a by HTTrack Website Copier"}) {
    EXPECT_FALSE(bfa::httrack_comment(text)) << text;
  }
}

TEST(HttrackLog, GivesAddressesAndFiles) {
  const auto lines = bfa::httrack_log(
      "date\tsize'/'remotesize\tflags\tstatuscode\tstatus\tMIME\tEtag|Date\tURL\tlocalfile\t(from URL)\n"
      "18:41:48\t219/219\t---M--\t200\tadded "
      "('OK')\ttext/html\tetag:x\thttp://a.example/\ta.example/index.html\t(from )\n"
      "broken line\n");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].url, "http://a.example/");
  EXPECT_EQ(lines[0].file, "a.example/index.html");
  EXPECT_EQ(lines[0].status, 200);
}

TEST(HttrackStart, ReadsTheDayOfTheRun) {
  const auto start = bfa::httrack_start(
      "-%H http://a.example/\nFile generated automatically on Wed, 25 Oct 2017 18:41:47, do NOT edit\n");
  ASSERT_TRUE(start);
  EXPECT_EQ(bfa::format_rfc3339(*start), "2017-10-25T18:41:47Z");
  EXPECT_FALSE(bfa::httrack_start("nothing"));
}

class Httrack_Input : public MigrateTest {
 protected:
  void put_mirror() {
    put("m/index.html", "<title>Local index - HTTrack Website Copier</title>");
    put("m/hts-cache/doit.log",
        "x\nFile generated automatically on Wed, 25 Oct 2017 18:41:47, do NOT edit\n");
    put("m/hts-cache/new.txt",
        "18:41:50\t9/9\t------\t200\tadded "
        "('OK')\timage/png\t\thttps://www.a.example/p.png\twww.a.example/p.png\t(from )\n");
    put("m/hts-cache/new.zip",
        cache(
            {{"https://www.a.example/post.php?id=3",
              "HTTP/1.1 200 OK\r\nX-In-Cache: 1\r\nX-StatusCode: 200\r\nX-StatusMessage: OK\r\nX-Size: 20\r\n"
              "Content-Type: text/html\r\nX-Charset: utf-8\r\nLast-Modified: Sat, 13 May 2017 14:02:15 "
              "GMT\r\n"
              "X-Addr: www.a.example\r\nX-Fil: /post.php?id=3\r\nX-Save: www.a.example/post.html\r\n",
              "<p><a href=/b>b</a>"},
             {"https://www.a.example/moved",
              "HTTP/1.1 302 Found\r\nX-In-Cache: 0\r\nX-StatusCode: 302\r\nLocation: /b\r\n", ""}}));
    put("m/www.a.example/post.html", kComment + "<p><a href=b.html>b</a>");
    put("m/www.a.example/p.png", "\x89PNG\r\n\x1a\n");
    put("m/www.a.example/b.html",
        "<p><!-- Mirrored from www.a.example/b by HTTrack Website Copier/3.x [x], Tue, 26 Nov "
        "2024 21:52:11 GMT -->");
  }
};

TEST_F(Httrack_Input, CacheGivesResponsesWithTheHeadersItKept) {
  put_mirror();
  const auto records = to_records(folder_ / "m", options());
  const std::string url = "https://www.a.example/post.php?id=3";
  EXPECT_EQ(block_of(records, "response", url),
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
            "Last-Modified: Sat, 13 May 2017 14:02:15 GMT\r\nContent-Length: 19\r\n\r\n<p><a href=/b>b</a>");
  const auto* response = find(records, "response", url);
  ASSERT_NE(response, nullptr);
  EXPECT_EQ(response->field("WARC-Date"), "2024-11-26T21:52:10Z");
  const auto* changed = find(records, "conversion", url);
  ASSERT_NE(changed, nullptr);
  EXPECT_EQ(changed->field("WARC-Refers-To"), response->field("WARC-Record-ID"));
  EXPECT_EQ(block_of(records, "response", "https://www.a.example/moved"),
            "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(noted("changed httrack_head"), 2u);
}

TEST_F(Httrack_Input, FilesOutsideTheCacheAreResources) {
  put_mirror();
  const auto records = to_records(folder_ / "m", options());
  const auto* page = find(records, "resource", "https://www.a.example/b");
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->field("WARC-Date"), "2024-11-26T21:52:11Z");
  EXPECT_NE(
      block_of(records, "metadata", "https://www.a.example/b").find("content: links changed by HTTrack"),
      std::string::npos);
  const auto* picture = find(records, "resource", "https://www.a.example/p.png");
  ASSERT_NE(picture, nullptr);
  EXPECT_EQ(picture->field("WARC-Date"), "2017-10-25T18:41:50Z");
  EXPECT_EQ(noted("not_carried httrack_own_file"), 1u);
}

struct Name {
  const char* name;
  const char* path;
  const char* url;
};
class WgetName : public testing::TestWithParam<Name> {};
TEST_P(WgetName, TellsItsAddress) {
  const auto address = bfa::wget_address(GetParam().path, "http");
  EXPECT_EQ(address ? address->url : "none", GetParam().url);
}
INSTANTIATE_TEST_SUITE_P(
    Wget, WgetName,
    testing::Values(Name{"Index", "a.example/index.html", "http://a.example/"},
                    Name{"FolderIndex", "a.example/b/index.html", "http://a.example/b/"},
                    Name{"IndexWithQuery", "a.example/index.html?p=1", "http://a.example/?p=1"},
                    Name{"WindowsQuery", "a.example/x.php@p=1", "http://a.example/x.php?p=1"},
                    Name{"AtSignOfAName", "a.example/@user/post", "http://a.example/@user/post"},
                    Name{"Adjusted", "a.example/x.php.html", "http://a.example/x.php"},
                    Name{"AdjustedQuery", "a.example/x?p=1.html", "http://a.example/x?p=1"},
                    Name{"PlainHtml", "a.example/x.html", "http://a.example/x.html"},
                    Name{"Port", "a.example+8080/x", "http://a.example:8080/x"},
                    Name{"Scheme", "https/a.example/x", "https://a.example/x"},
                    Name{"Blank", "a.example/a b#c", "http://a.example/a%20b%23c"},
                    Name{"Escaped", "a.example/%C3%A9", "http://a.example/%C3%A9"},
                    Name{"NoHost", "folder/x", "none"}, Name{"HostAlone", "a.example", "none"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
