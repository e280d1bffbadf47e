// SPDX-License-Identifier: Apache-2.0
// Which ways there and back lose nothing (docs/formats/migrate.md has the table).
#include "bfa/io/compress.h"
#include "bfa/migrate/migrate.h"
#include "bfa/wacz/wacz.h"
#include "migrate_testing.h"

namespace {

using bfa::MigrationTarget;
using bfa::test::MigrateTest;

std::string record(const std::string& type, const std::string& more, const std::string& block) {
  return "WARC/1.1\r\nWARC-Type: " + type + "\r\n" + more +
         "WARC-Date: 2012-04-30T10:00:00.125Z\r\nContent-Length: " + std::to_string(block.size()) +
         "\r\n\r\n" + block + "\r\n\r\n";
}

const std::string kCollection =
    record("warcinfo", "WARC-Record-ID: <urn:uuid:0>\r\nContent-Type: application/warc-fields\r\n",
           "software: x\r\n") +
    record("request", "WARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: http://a.example/\r\n",
           "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n") +
    record("response",
           "WARC-Record-ID: <urn:uuid:2>\r\nX-Own: kept\r\nWARC-Target-URI: http://a.example/\r\n"
           "Content-Type: application/http; msgtype=response\r\n",
           "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: "
           "chunked\r\n\r\n3\r\n<p>\r\n0\r\n\r\n") +
    record("revisit",
           "WARC-Record-ID: <urn:uuid:3>\r\nWARC-Target-URI: http://a.example/2\r\nWARC-Refers-To: "
           "<urn:uuid:2>\r\n"
           "WARC-Refers-To-Target-URI: http://a.example/\r\nWARC-Refers-To-Date: 2012-04-30T10:00:00.125Z\r\n"
           "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n",
           "") +
    record("conversion", "WARC-Record-ID: <urn:uuid:4>\r\nWARC-Target-URI: http://a.example/\r\n", "plain") +
    record("of-somebodys-own", "WARC-Record-ID: <urn:uuid:5>\r\n", "\x01 any bytes");

class House_MigrateRoundTrip : public MigrateTest {};

TEST_F(House_MigrateRoundTrip, WarcToWaczToWarcGivesTheSameBytes) {
  const std::string in = put("in.warc", kCollection);
  ASSERT_TRUE(migrate(in, "x.wacz", options(MigrationTarget::kWacz)));
  to_records(folder_ / "x.wacz", options());
  EXPECT_EQ(read("out1.warc"), kCollection);
}

TEST_F(House_MigrateRoundTrip, PackedWarcStandsInAWaczAsItIs) {
  auto settings = options();
  settings.packing = bfa::WarcPacking::kGzip;
  ASSERT_TRUE(migrate(put("in.warc", kCollection), "in.warc.gz", settings));
  ASSERT_TRUE(migrate(folder_ / "in.warc.gz", "x.wacz", options(MigrationTarget::kWacz)));
  EXPECT_NE(read("x.wacz").find(read("in.warc.gz")), std::string::npos);
}

// The index of a WACZ leads to records by their offsets: records of one member get members of their own.
TEST_F(House_MigrateRoundTrip, RecordsOfOneMemberGetTheirOwnInAWacz) {
  const std::string packed = *bfa::gzip_member(kCollection);
  ASSERT_TRUE(migrate(put("in.warc.gz", packed), "x.wacz", options(MigrationTarget::kWacz)));
  EXPECT_EQ(read("x.wacz").find(packed), std::string::npos);
  to_records(folder_ / "x.wacz", options());
  EXPECT_EQ(read("out1.warc"), kCollection);
}

TEST_F(House_MigrateRoundTrip, WarcToPackedWarcsAndBackGivesTheSameBytes) {
  const std::string in = put("in.warc", kCollection);
  auto settings = options();
  settings.packing = bfa::WarcPacking::kGzip;
  ASSERT_TRUE(migrate(in, "x.warc.gz", settings));
  settings.packing = bfa::WarcPacking::kZstd;
  ASSERT_TRUE(migrate(folder_ / "x.warc.gz", "x.warc.zst", settings));
  to_records(folder_ / "x.warc.zst", options());
  EXPECT_EQ(read("out1.warc"), kCollection);
  EXPECT_TRUE(report_.lossless());
}

TEST_F(House_MigrateRoundTrip, HarToWaczHoldsTheSameRecordsAsHarToWarc) {
  const std::string in = put(
      "x.har",
      R"({"log":{"entries":[{"startedDateTime":"2018-10-20T18:23:35Z","request":{"method":"GET","url":"http://a.example/"},
      "response":{"status":200,"headers":[{"name":"Content-Type","value":"text/html"}],"content":{"text":"<p>x"}}}]}})");
  to_records(in, options());
  ASSERT_TRUE(migrate(in, "x.wacz", options(MigrationTarget::kWacz)));
  to_records(folder_ / "x.wacz", options());
  EXPECT_EQ(read("out2.warc"), read("out1.warc"));
}

TEST_F(House_MigrateRoundTrip, TreeToWarcToStaticKeepsImagesByteForByte) {
  const std::string picture = "\x89PNG\r\n\x1a\n....";
  put("m/a.example/index.html", "<!DOCTYPE html><title>x</title><img src=p.png>");
  put("m/a.example/p.png", picture);
  ASSERT_TRUE(migrate(folder_ / "m", "x.warc", options()));
  ASSERT_TRUE(migrate(folder_ / "x.warc", "site", options(MigrationTarget::kStatic)));
  EXPECT_EQ(read("site/pages/a.example/p.png"), picture);
}

// Its page list, as `URL TITLE`.
std::vector<std::string> pages_of(const std::string& path) {
  std::vector<std::string> pages;
  const auto wacz = bfa::WaczReader::open(bfa::posix_file_system(), path);
  EXPECT_TRUE(wacz);
  bfa::Findings findings;
  const auto read = (*wacz)->for_each_page(
      [&](const bfa::WaczPage& page) {
        pages.push_back(page.url + " " + page.title);
        return true;
      },
      findings);
  EXPECT_TRUE(read);
  return pages;
}

std::string page_record(const std::string& url, const std::string& title) {
  const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>" + title + "</title>";
  return "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:" + title +
         ">\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: " + url +
         "\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

class Wacz111_FromFiles : public MigrateTest {
 protected:
  // A WACZ whose list has a title that its capture lacks.
  std::string put_wacz() {
    const std::string warc = put("a.warc", page_record("http://a.example/", "in the page"));
    auto writer = *bfa::WaczWriter::create(bfa::posix_file_system(), folder_ / "a.wacz");
    EXPECT_TRUE(writer->add_page(
        {"http://a.example/", *bfa::parse_rfc3339("2026-01-01T00:00:00Z"), "by hand", {}, {}}));
    EXPECT_TRUE(writer->add_archive(bfa::posix_file_system(), warc));
    EXPECT_TRUE(writer->finish());
    return folder_ / "a.wacz";
  }
};

TEST_F(Wacz111_FromFiles, KeepsTheTitlesThatAWaczLists) {
  const std::vector<std::string> inputs = {put_wacz(),
                                           put("b.warc", page_record("http://b.example/", "found"))};
  const std::vector<std::string> wanted = {"http://a.example/ by hand", "http://b.example/ found"};
  ASSERT_TRUE(write_files_wacz(*files_, inputs, folder_ / "c.wacz", {}));
  EXPECT_EQ(pages_of(folder_ / "c.wacz"), wanted);
  ASSERT_TRUE(migrate_captures(*files_, inputs, folder_ / "d.wacz", options(MigrationTarget::kWacz)));
  EXPECT_EQ(pages_of(folder_ / "d.wacz"), wanted);
}

TEST_F(Wacz111_FromFiles, TakesArcFilesAsWarc) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>old</title>";
  const std::string about = "1 0 Somebody\nURL IP-address Archive-date Content-type Archive-length\n";
  const std::string arc = "filedesc://x.arc 0.0.0.0 20060731110420 text/plain " +
                          std::to_string(about.size()) + "\n" + about +
                          "\nhttp://a.example/ 192.0.2.7 20060731110421 text/html " +
                          std::to_string(head.size()) + "\n" + head + "\n";
  const auto report = write_files_wacz(*files_, {put("x.arc", arc)}, folder_ / "x.wacz", {});
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(report->captures, 1U);
  ASSERT_EQ(report->findings.size(), 1U);
  EXPECT_EQ(report->findings[0].id, "converted_to_warc");
  EXPECT_EQ(pages_of(folder_ / "x.wacz"), std::vector<std::string>{"http://a.example/ old"});
  EXPECT_EQ(*files_->list(folder_ / "x.wacz!/"),
            (std::vector<std::string>{"archive/x.arc.warc.gz", "datapackage-digest.json", "datapackage.json",
                                      "indexes/index.cdx.gz", "indexes/index.idx", "pages/pages.jsonl"}));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x.wacz.made.warc.gz"));
}

}  // namespace
