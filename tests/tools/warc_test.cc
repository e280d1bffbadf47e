// SPDX-License-Identifier: Apache-2.0
// `bfa warc` from outside: exit codes, what is printed, what is written.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "bfa/io/compress.h"
#include "bfa/store/archive.h"
#include "run_tool.h"
#include "support/fixtures.h"
#include "warc/copies_testing.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

const std::string kUrl = "http://a.example/logo.png";
const std::string kDate = "2026-03-01T10:00:00Z";
const std::string kBody(400, 'x');
const std::string kHead = "HTTP/1.1 200 OK\r\nContent-Type: image/png";

class WarcTool : public WarcCopies {
 protected:
  void SetUp() override { in_ = put("in.warc.gz", records()); }
  static std::vector<std::string> records() {
    return {warcinfo("w"), request_to("a", kUrl, kDate), response_to("a", kUrl, kDate, kHead, kBody),
            revisit_of("r", "http://b.example/logo.png", "2026-03-02T10:00:00Z", kHead,
                       "WARC-Refers-To: <urn:uuid:a>\r\nWARC-Refers-To-Target-URI: " + kUrl +
                           "\r\nWARC-Refers-To-Date: " + kDate +
                           "\r\nWARC-Payload-Digest: " + sha1_of(kBody) + "\r\n")};
  }
  static Ran warc(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "warc");
    return run_tool(arguments);
  }
  static nlohmann::json json_of(const Ran& ran) {
    const auto lines = lines_of(ran.out);
    EXPECT_FALSE(lines.empty()) << ran.err;
    return lines.empty() ? nlohmann::json() : nlohmann::json::parse(lines.back(), nullptr, false);
  }
  std::string in_;
};

TEST_F(WarcTool, ListsRecords) {
  const Ran ran = warc({"ls", "--json", in_});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 4U);
  const auto response = nlohmann::json::parse(lines[2]);
  EXPECT_EQ(response["type"], "response");
  EXPECT_EQ(response["url"], kUrl);
  EXPECT_EQ(response["id"], "urn:uuid:a");
  const Ran text = warc({"ls", in_});
  EXPECT_NE(text.out.find("revisit"), std::string::npos);
  EXPECT_EQ(warc({"ls", path("none.warc")}).code, 3);
}

TEST_F(WarcTool, ListsStandardInput) {
  const Ran ran = run_tool({"warc", "ls", "-"}, in_);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, warc({"ls", in_}).out);
  EXPECT_EQ(run_tool({"warc", "check", "-"}, in_).code, 3) << "a file is wanted";
}

TEST_F(WarcTool, PrintsOneRecord) {
  const auto offset = std::to_string(
      nlohmann::json::parse(lines_of(warc({"ls", "--json", in_}).out)[2])["offset"].get<std::uint64_t>());
  EXPECT_EQ(warc({"cat", in_, "--offset", offset, "--payload"}).out, kBody);
  EXPECT_EQ(warc({"cat", in_, "--offset", offset, "--block"}).out, kHead + "\r\n\r\n" + kBody);
  EXPECT_TRUE(warc({"cat", in_, "--offset", offset, "--headers"}).out.starts_with("WARC/1.1\r\n"));
  EXPECT_EQ(warc({"cat", in_, "--offset", "-4"}).code, 2);
  EXPECT_EQ(warc({"cat", in_, "--offset", "99999999"}).code, 3);
}

TEST_F(WarcTool, ChecksAndTellsDamageApart) {
  EXPECT_EQ(warc({"check", in_}).code, 0);
  const std::string bytes = bytes_of("in.warc.gz");
  ASSERT_TRUE(
      write_file_atomically(posix_file_system(), path("cut.warc.gz"), bytes.substr(0, bytes.size() - 30)));
  EXPECT_EQ(warc({"check", path("cut.warc.gz")}).code, 6);
  std::string wrong = records()[2];
  wrong.replace(wrong.rfind("xxxx"), 4, "yyyy");
  EXPECT_EQ(warc({"check", put("wrong.warc.gz", {wrong})}).code, 7);
  const Ran no_id = warc({"check", "--json", put("rule.warc", {warc_record("WARC-Type: metadata\r\n", "")})});
  EXPECT_EQ(no_id.code, 1);
  EXPECT_EQ(json_of(no_id)["verdict"], "breaks rules");
}

TEST_F(WarcTool, RepairsAndRecompresses) {
  const std::string bytes = bytes_of("in.warc.gz");
  ASSERT_TRUE(
      write_file_atomically(posix_file_system(), path("cut.warc.gz"), bytes.substr(0, bytes.size() - 30)));
  EXPECT_EQ(warc({"repair", "--dry-run", path("cut.warc.gz"), path("whole.warc.gz")}).code, 1);
  EXPECT_FALSE(exists("whole.warc.gz"));
  EXPECT_EQ(warc({"repair", path("cut.warc.gz"), path("whole.warc.gz")}).code, 1);
  EXPECT_EQ(warc({"ls", path("whole.warc.gz")}).code, 0);
  EXPECT_EQ(warc({"recompress", "--to", "zstd", in_, path("in.warc.zst")}).code, 0);
  EXPECT_EQ(warc({"diff", in_, path("in.warc.zst")}).code, 0);
  EXPECT_EQ(warc({"recompress", "--to", "lzma", in_, path("x")}).code, 2);
  EXPECT_NE(warc({"recompress", in_, path("in.warc.zst")}).code, 0) << "never over a file";
}

TEST_F(WarcTool, IndexesLines) {
  const Ran ran = warc({"index", in_});
  EXPECT_EQ(ran.code, 0);
  ASSERT_EQ(lines_of(ran.out).size(), 2U);
  EXPECT_TRUE(ran.out.starts_with("example,a)/logo.png 20260301100000 {"));
}

TEST_F(WarcTool, MergesSplitsAndComparesBack) {
  const Ran split = warc({"split", in_, "-o", path("p.warc.gz"), "--by-host"});
  EXPECT_EQ(split.code, 0) << split.err;
  EXPECT_TRUE(exists("p-a.example.warc.gz") && exists("p-b.example.warc.gz"));
  const Ran merged = warc({"merge", "--json", path("p-a.example.warc.gz"), path("p-b.example.warc.gz"), "-o",
                           path("all.warc.gz")});
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(json_of(merged)["records"], 5) << "each part has the warcinfo record";
  EXPECT_EQ(warc({"diff", "-q", in_, path("all.warc.gz")}).code, 0);
  const Ran differs = warc({"diff", "--json", in_, path("p-a.example.warc.gz")});
  EXPECT_EQ(differs.code, 1);
  EXPECT_EQ(json_of(differs)["only_a"], 1);
  EXPECT_EQ(warc({"merge", in_, "-o", path("all.warc.gz")}).code, 2) << "never over a file";
  EXPECT_EQ(warc({"split", in_, "-o", path("q.warc.gz"), "--size", "many"}).code, 2);
  EXPECT_EQ(warc({"split", in_, "-o", path("q.warc.gz")}).code, 2);
  EXPECT_EQ(warc({"merge", in_}).code, 2);
}

TEST_F(WarcTool, MaterialisesFiltersAndRedacts) {
  EXPECT_EQ(warc({"materialise", "--dry-run", in_, "-o", path("m.warc.gz")}).code, 0);
  EXPECT_FALSE(exists("m.warc.gz"));
  const Ran whole = warc({"materialise", "--json", in_, "-o", path("m.warc.gz")});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(json_of(whole)["materialised"], 1);
  EXPECT_EQ(warc({"check", "--strict", path("m.warc.gz")}).code, 0);
  const Ran kept =
      warc({"filter", in_, "-o", path("b.warc.gz"), "--host", "b.example", "--revisits", "keep"});
  EXPECT_EQ(kept.code, 0);
  EXPECT_NE(kept.err.find("original_left_out"), std::string::npos);
  const Ran lost = warc({"materialise", path("b.warc.gz"), "-o", path("b2.warc.gz")});
  EXPECT_EQ(lost.code, 1);
  EXPECT_NE(lost.err.find("original_missing"), std::string::npos);
  EXPECT_EQ(warc({"materialise", path("b.warc.gz"), "--with", in_, "-o", path("b3.warc.gz")}).code, 0);
  EXPECT_EQ(warc({"filter", in_, "-o", path("f.warc.gz"), "--status", "forty"}).code, 2);
  EXPECT_EQ(warc({"filter", in_, "-o", path("f.warc.gz"), "--from", "yesterday"}).code, 2);
  EXPECT_EQ(warc({"redact", in_, "-o", path("r.warc.gz"), "--url", kUrl}).code, 2) << "no reason";
  const Ran redacted =
      warc({"redact", "--json", in_, "-o", path("r.warc.gz"), "--url", kUrl, "--reason", "asked for"});
  EXPECT_EQ(redacted.code, 0) << redacted.err;
  EXPECT_EQ(json_of(redacted)["redacted"], 2);  // the revisit of another page is made whole
  EXPECT_EQ(warc({"check", "--strict", path("r.warc.gz")}).code, 0);
  EXPECT_EQ(
      warc({"redact", in_, "-o", path("n.warc.gz"), "--url", "http://none.example/", "--reason", "x"}).code,
      1);
}

TEST_F(WarcTool, CrawlsWriteRevisitsOfWhatWasIndexed) {
  HttpServer server;
  const SampleBlog blog("http://blog.example", 4, 4);
  serve(server, blog);
  ASSERT_EQ(run_tool(crawl_arguments(path("first"), server.port(), {blog.home()})).code, 0);
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  ASSERT_TRUE(Archive::open(path("second"), options));
  std::vector<std::string> arguments{"index", "--dedup", "--json", "-a", path("second")};
  for (const std::string& file : test::warc_paths(path("first/warc"))) arguments.push_back(file);
  const Ran indexed = warc(arguments);
  EXPECT_EQ(indexed.code, 0) << indexed.err;
  EXPECT_GT(json_of(indexed)["originals"], 4);
  ASSERT_EQ(run_tool(crawl_arguments(path("second"), server.port(), {blog.home()})).code, 0);
  std::size_t revisits = 0;
  for (const std::string& file : test::warc_paths(path("second/warc"))) {
    for (const auto& line : lines_of(warc({"ls", "--json", file}).out))
      revisits += nlohmann::json::parse(line)["type"] == "revisit" ? 1 : 0;
  }
  EXPECT_GT(revisits, 4U);
  EXPECT_EQ(run_tool({"rebuild", "-a", path("second")}).code, 0);
}

}  // namespace
}  // namespace bfa
