// SPDX-License-Identifier: Apache-2.0
// bfa warc index and bfa wacz: what they print and how they end.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/io/file_system.h"
#include "run_tool.h"
#include "support/fixtures.h"

namespace {

using bfa::test::lines_of;
using bfa::test::run_tool;

std::string put(const std::string& path, const std::string& bytes) {
  EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
  return path;
}

std::string get(const std::string& path) {
  return bfa::read_file(bfa::posix_file_system(), path, 1u << 24).value_or("");
}

std::string response(const std::string& url, const std::string& title) {
  const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>" + title + "</title>";
  return *bfa::gzip_member(
      "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-03-01T10:00:00Z\r\n"
      "WARC-Target-URI: " +
      url + "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
      std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n");
}

class IndexTool : public testing::Test {
 protected:
  bfa::test::TemporaryDirectory folder_;
  std::string warc_ = put(folder_ / "x.warc.gz",
                          response("http://www.b.example/", "B") + response("http://a.example/c", "C"));
};

TEST_F(IndexTool, LinesAreSortedAndComeOnce) {
  const auto ran = run_tool({"warc", "index", warc_, warc_});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 2U) << ran.out;
  EXPECT_TRUE(lines[0].starts_with("example,a)/c 20260301100000 {"));
  EXPECT_TRUE(lines[1].starts_with("example,b)/ 20260301100000 {"));
  EXPECT_NE(run_tool({"warc", "index", "--keep-www", warc_}).out.find("\nexample,b,www)/ 2026"),
            std::string::npos);
  // An index as input, and as CDX with columns.
  const std::string index = put(folder_ / "x.cdxj", ran.out);
  EXPECT_EQ(run_tool({"warc", "index", index}).out, ran.out);
  const auto cdx = run_tool({"warc", "index",
                             put(folder_ / "x.cdx",
                                 " CDX N b a m s k r V g\nkey 20260301100000 "
                                 "http://a.example/c text/html 200 X - 9 x.warc\n")});
  EXPECT_TRUE(cdx.out.starts_with("example,a)/c 20260301100000 {")) << cdx.out;
}

TEST_F(IndexTool, BlocksAndPlainIndexesAreSearched) {
  const std::string name = folder_ / "index";
  ASSERT_EQ(run_tool({"warc", "index", "--zipnum", "1", "-o", name, warc_}).code, 0);
  const std::string plain = folder_ / "plain.cdxj";
  ASSERT_EQ(run_tool({"warc", "index", "-o", plain, warc_}).code, 0);
  EXPECT_EQ(*bfa::decode_content(bfa::ContentCoding::kGzip, get(name + ".cdx.gz"), 1u << 20), get(plain));
  EXPECT_EQ(lines_of(get(name + ".idx")).size(), 3U);
  for (const auto& index : {name + ".idx", plain}) {
    auto ran = run_tool({"warc", "index", "--lookup", "http://b.example/", index});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(lines_of(ran.out).size(), 1U) << ran.out;
    ran = run_tool({"warc", "index", "--lookup", "http://a.example/", "--prefix", index});
    EXPECT_EQ(lines_of(ran.out).size(), 1U) << ran.out;
    EXPECT_EQ(run_tool({"warc", "index", "--lookup", "http://nobody.example/", index}).code, 1);
  }
}

TEST_F(IndexTool, NeverOverwritesItsInput) {
  const std::string before = get(warc_);
  const std::string link = folder_ / "link";
  std::filesystem::create_symlink(warc_, link);
  for (const auto& output : {warc_, link}) {
    const auto ran = run_tool({"warc", "index", "-o", output, warc_});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("is an input"), std::string::npos) << ran.err;
  }
  const std::string blocks = put(folder_ / "z.cdx.gz", "");
  EXPECT_EQ(run_tool({"warc", "index", "--zipnum", "1", "-o", folder_ / "z", warc_, blocks}).code, 2);
  EXPECT_EQ(get(warc_), before);
}

TEST_F(IndexTool, SaysWhatItCouldNotRead) {
  const std::string cut = put(folder_ / "cut.warc.gz", get(warc_).substr(0, get(warc_).size() - 30));
  const auto ran = run_tool({"warc", "index", cut});
  EXPECT_EQ(ran.code, 6);
  EXPECT_FALSE(ran.err.empty());
  EXPECT_FALSE(lines_of(ran.out).empty());
}

TEST_F(IndexTool, WrongUseAndInputsHaveTheirCodes) {
  EXPECT_EQ(run_tool({"warc", "index", "--zipnum", "3", warc_}).code, 2);
  EXPECT_EQ(run_tool({"warc", "index", "--memory", "0", warc_}).code, 2);
  EXPECT_EQ(run_tool({"warc", "index", folder_ / "none.warc"}).code, 3);
  EXPECT_EQ(run_tool({"wacz"}).code, 2);
  EXPECT_EQ(run_tool({"wacz", "create", folder_ / "x.wacz"}).code, 2);
  EXPECT_EQ(run_tool({"wacz", "check", folder_ / "none.wacz"}).code, 3);
  EXPECT_EQ(run_tool({"wacz", "check", warc_}).code, 3);
}

TEST_F(IndexTool, WaczIsMadeListedAndChecked) {
  const std::string wacz = folder_ / "x.wacz";
  const std::vector<std::string> create = {
      "wacz", "create", "--title", "T", "--clock", "2026-04-01T00:00:00Z", wacz, warc_};
  auto ran = run_tool(create);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("1 WARC file, 2 captures, 2 pages"), std::string::npos) << ran.out;
  const std::string bytes = get(wacz);
  EXPECT_EQ(run_tool(create).code, 0);
  EXPECT_EQ(get(wacz), bytes);
  ran = run_tool({"wacz", "ls", wacz});
  EXPECT_EQ(ran.out,
            "2026-03-01T10:00:00Z http://www.b.example/  B\n2026-03-01T10:00:00Z http://a.example/c  C\n");
  EXPECT_EQ(run_tool({"wacz", "ls", "--archives", wacz}).out, wacz + "!/archive/x.warc.gz\n");
  EXPECT_EQ(lines_of(run_tool({"wacz", "ls", "--captures", "http://a.example/c", wacz}).out).size(), 1U);
  EXPECT_EQ(run_tool({"wacz", "check", "--strict", wacz}).code, 0);
  EXPECT_EQ(run_tool({"warc", "check", wacz}).code, 0);

  EXPECT_EQ(run_tool({"wacz", "check", put(folder_ / "cut.wacz", bytes.substr(0, bytes.size() / 2))}).code,
            6);
  std::string wrong = bytes;
  wrong[100] = static_cast<char>(wrong[100] ^ 1);  // within the WARC file
  EXPECT_EQ(run_tool({"wacz", "check", put(folder_ / "wrong.wacz", wrong)}).code, 7);
}

}  // namespace
