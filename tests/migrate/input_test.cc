// SPDX-License-Identifier: Apache-2.0
// WARC, ARC and trees of files as records.
#include <cstdlib>

#include "bfa/io/compress.h"
#include "migrate_testing.h"

namespace {

using bfa::test::MigrateTest;

const std::string kWarc =
    "WARC/1.0\r\nWARC-Type: response\r\nX-Custom: kept\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
    "WARC-Date: 2012-04-30T10:00:00Z\r\nWARC-Target-URI: http://a.example/\r\n"
    "Content-Type: application/http; msgtype=response\r\nContent-Length: 47\r\n\r\n"
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nhi!\r\n\r\n";

const std::string kArcHttp = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>old</p>";

std::string arc() {
  const std::string about = "1 0 Somebody\nURL IP-address Archive-date Content-type Archive-length\n";
  const std::string dns = "20060731110420\na.example. 60 IN A 192.0.2.7";
  const auto record = [](const std::string& line, const std::string& block) {
    return line + " " + std::to_string(block.size()) + "\n" + block + "\n";
  };
  return record("filedesc://x.arc 0.0.0.0 20060731110420 text/plain", about) +
         record("http://a.example/a b?q=1 192.0.2.7 20060731110421 text/html", kArcHttp) +
         record("dns:a.example 192.0.2.1 20060731110420 text/dns", dns) +
         record("http://a.example/undated 192.0.2.7 20069931110421 text/plain", "no head");
}

TEST_F(MigrateTest, WarcRecordsPassAsTheyAre) {
  const auto records = to_records(put("in.warc", kWarc), options());
  EXPECT_EQ(read("out1.warc"), kWarc);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_TRUE(report_.lossless());
  EXPECT_EQ(report_.records.at("response"), 1u);
}

TEST_F(MigrateTest, PackedWarcsInContainersPassAsTheyAre) {
  put("zipped/x.warc.gz", *bfa::gzip_member(kWarc));
  if (std::system(("cd " + (folder_ / "zipped") + " && tar cf ../x.tar x.warc.gz 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "no tar here";
  to_records(folder_ / "x.tar", options());
  EXPECT_EQ(read("out1.warc"), kWarc);
}

TEST_F(MigrateTest, CutWarcKeepsWhatIsThereAndSaysSo) {
  const auto records = to_records(put("in.warc", kWarc.substr(0, kWarc.size() - 5)), options());
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].field("WARC-Truncated"), "unspecified");
  EXPECT_EQ(records[0].header.content_length, 46u);
  EXPECT_EQ(noted("changed record_cut"), 1u);
}

// The checksum at the end of the member is wrong: all bytes are there, so nothing was cut.
TEST_F(MigrateTest, ADamagedRecordOfFullLengthIsNotCalledCut) {
  std::string packed = *bfa::gzip_member(kWarc);
  packed[packed.size() - 8] = static_cast<char>(packed[packed.size() - 8] ^ 1);
  const auto records = to_records(put("in.warc.gz", packed), options());
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].field("WARC-Truncated"), "");
  EXPECT_EQ(noted("changed record_cut"), 0u);
  EXPECT_TRUE(report_.has_damage());
}

TEST_F(MigrateTest, ArcPayloadsAndHeadersAreKept) {
  const auto records = to_records(put("in.dat", arc()), options());
  EXPECT_EQ(block_of(records, "response", "http://a.example/a%20b?q=1"), kArcHttp);
  const auto* response = find(records, "response", "http://a.example/a%20b?q=1");
  ASSERT_NE(response, nullptr);
  EXPECT_EQ(response->field("WARC-Date"), "2006-07-31T11:04:21Z");
  EXPECT_EQ(response->field("WARC-IP-Address"), "192.0.2.7");
  EXPECT_NE(block_of(records, "metadata", "http://a.example/a%20b?q=1")
                .find("arc-header-line: http://a.example/a b?q=1 192.0.2.7 20060731110421 text/html"),
            std::string::npos);
  EXPECT_EQ(find(records, "metadata", "http://a.example/a%20b?q=1")->field("WARC-Refers-To"),
            response->field("WARC-Record-ID"));
  EXPECT_EQ(noted("changed uri_escaped"), 1u);
}

TEST_F(MigrateTest, ArcRecordsWithoutHttpBecomeResources) {
  const auto records = to_records(put("in.arc", arc()), options());
  const auto* dns = find(records, "resource", "dns:a.example");
  ASSERT_NE(dns, nullptr);
  EXPECT_EQ(dns->field("Content-Type"), "text/dns");
  EXPECT_EQ(dns->field("WARC-Payload-Digest"), dns->field("WARC-Block-Digest"));
  EXPECT_NE(block_of(records, "metadata", "filedesc://x.arc").find("1 0 Somebody"), std::string::npos);
}

TEST_F(MigrateTest, TimeThatIsNotKnownIsSaid) {
  const auto records = to_records(put("in.arc", arc()), options());
  const auto* undated = find(records, "resource", "http://a.example/undated");
  ASSERT_NE(undated, nullptr);
  EXPECT_EQ(undated->field("WARC-Date"), "2026-01-02T03:04:05Z");
  EXPECT_EQ(noted("unknown_time arc_date_unreadable"), 1u);
  EXPECT_NE(block_of(records, "metadata", "http://a.example/undated").find("capture-time: unknown"),
            std::string::npos);
}

TEST_F(MigrateTest, PlainTreeNeedsAnAddress) {
  put("site/index.html", "<!DOCTYPE html><p>x");
  const auto report = migrate(folder_ / "site", "out.warc", options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kInvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.warc"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.warc.report.jsonl"));
}

TEST_F(MigrateTest, PlainTreeBecomesResourcesOfItsAddress) {
  put("site/index.html", "<!DOCTYPE html><p>x", "2011-02-03T04:05:06Z");
  put("site/a b/pic.dat", "\x89PNG\r\n\x1a\n....");
  put("site/style.css", "p { }");
  auto settings = options();
  settings.input.base_url = "https://old.example/blog";
  const auto records = to_records(folder_ / "site", settings);
  const auto* home = find(records, "resource", "https://old.example/blog/");
  ASSERT_NE(home, nullptr);
  EXPECT_EQ(home->field("WARC-Date"), "2011-02-03T04:05:06Z");
  EXPECT_EQ(home->field("Content-Type"), "text/html");
  EXPECT_EQ(home->field("WARC-Identified-Payload-Type"), "text/html");
  const auto* picture = find(records, "resource", "https://old.example/blog/a%20b/pic.dat");
  ASSERT_NE(picture, nullptr);
  EXPECT_EQ(picture->field("Content-Type"), "image/png");
  const auto* style = find(records, "resource", "https://old.example/blog/style.css");
  ASSERT_NE(style, nullptr);
  EXPECT_EQ(style->field("Content-Type"), "text/css");
  EXPECT_EQ(style->field("WARC-Identified-Payload-Type"), "");
  EXPECT_NE(block_of(records, "metadata", "https://old.example/blog/")
                .find("capture-time: the file's modification"),
            std::string::npos);
}

TEST_F(MigrateTest, LinksOutOfATreeAreRefusedAndListed) {
  put("site/index.html", "<!DOCTYPE html><p>x");
  const std::string secret = put("secret.txt", "secret");
  std::filesystem::create_symlink(secret, folder_ / "site/leak.txt");
  std::filesystem::create_directory_symlink("/", folder_ / "site/root");
  auto settings = options();
  settings.input.base_url = "http://a.example/";
  const auto records = to_records(folder_ / "site", settings);
  EXPECT_EQ(noted("not_carried link"), 2u);
  for (const auto& record : records) EXPECT_EQ(record.block.find("secret"), std::string::npos);
}

TEST_F(MigrateTest, WgetMirrorTellsAddressesByItsFolders) {
  put("mirror/blog.example/index.html", "<!DOCTYPE html><p>home", "2010-01-01T00:00:00Z");
  put("mirror/blog.example/post.php?id=3.html", "<!DOCTYPE html><p>three");
  put("mirror/https/other.example/about.html", "<!DOCTYPE html><p>about");
  put("mirror/blog.example/page.html", "<!DOCTYPE html><a href=changed.html>");
  put("mirror/blog.example/page.html.orig", "<!DOCTYPE html><a href=/as-served>");
  put("mirror/blog.example/view.php.html", "<!DOCTYPE html><a href=changed.html>");
  put("mirror/blog.example/view.php.orig", "<!DOCTYPE html><a href=/as-served>");
  put("mirror/wget-log", "log");
  const auto records = to_records(folder_ / "mirror", options());
  EXPECT_EQ(block_of(records, "resource", "http://blog.example/"), "<!DOCTYPE html><p>home");
  EXPECT_EQ(block_of(records, "resource", "http://blog.example/post.php?id=3"), "<!DOCTYPE html><p>three");
  EXPECT_EQ(block_of(records, "resource", "https://other.example/about.html"), "<!DOCTYPE html><p>about");
  EXPECT_EQ(block_of(records, "resource", "http://blog.example/page.html"),
            "<!DOCTYPE html><a href=/as-served>");
  EXPECT_EQ(block_of(records, "resource", "http://blog.example/view.php"),
            "<!DOCTYPE html><a href=/as-served>");
  const auto* changed = find(records, "conversion", "http://blog.example/page.html");
  ASSERT_NE(changed, nullptr);
  EXPECT_EQ(changed->field("WARC-Refers-To"),
            find(records, "resource", "http://blog.example/page.html")->field("WARC-Record-ID"));
  EXPECT_EQ(noted("not_carried no_address"), 1u);
}

TEST_F(MigrateTest, WarcBesideAMirrorWinsOverItsFiles) {
  std::string warc = kWarc;
  put("mirror/a.example/index.html", "<!DOCTYPE html><p>changed");
  put("mirror/a.example/more.html", "<!DOCTYPE html><p>more");
  put("mirror/a.warc", warc);
  const auto records = to_records(folder_ / "mirror", options());
  EXPECT_EQ(find(records, "resource", "http://a.example/"), nullptr);
  EXPECT_NE(find(records, "response", "http://a.example/"), nullptr);
  EXPECT_NE(find(records, "resource", "http://a.example/more.html"), nullptr);
  EXPECT_EQ(noted("not_carried held_by_warc"), 1u);
}

TEST_F(MigrateTest, OutputThatIsThereIsNotTouched) {
  const std::string in = put("in.warc", kWarc);
  put("out.warc", "mine");
  const auto report = migrate(in, "out.warc", options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kInvalidArgument);
  EXPECT_EQ(read("out.warc"), "mine");
}

TEST_F(MigrateTest, UnknownBytesAreNoInput) {
  const auto report = migrate(put("in.bin", "what is this"), "out.warc", options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kUnsupported);
}

TEST_F(MigrateTest, SameInputClockAndSeedGiveTheSameBytes) {
  const std::string in = put("in.arc", arc());
  to_records(in, options());
  to_records(in, options());
  EXPECT_EQ(read("out1.warc"), read("out2.warc"));
}

TEST_F(MigrateTest, PremisIsValid) {
  const auto shared = bfa::test::shared_directory();
  if (!shared || std::system("xmllint --version >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "needs ../shared/schemas and xmllint";
  to_records(put("in.arc", arc()), options());
  put("site/index.html", "<!DOCTYPE html><p>x");
  auto settings = options();
  settings.input.base_url = "http://a.example/";
  to_records(folder_ / "site", settings);
  for (const char* name : {"out1.warc.premis.xml", "out2.warc.premis.xml"}) {
    EXPECT_EQ(std::system(("xmllint --nonet --noout --schema " + *shared + "/schemas/flat/premis-v3-0.xsd " +
                           (folder_ / name) + " 2>&1")
                              .c_str()),
              0);
  }
}

}  // namespace
