// SPDX-License-Identifier: Apache-2.0
#include "warc/index/post_query.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bfa/warc/cdx_writer.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace {

struct Row {
  const char* name;
  const char* type;
  std::string body;
  std::string query;
};

class RequestBody : public testing::TestWithParam<Row> {};

TEST_P(RequestBody, AsAQuery) {
  EXPECT_EQ(bfa::request_body_query(GetParam().type, GetParam().body), GetParam().query);
}

const std::string kParts =
    "--XyZ\r\nContent-Disposition: form-data; name=\"a b\"\r\n\r\none & two\r\n--XyZ\r\nContent-Disposition: "
    "form-data; "
    "name=\"f\"; filename=\"x\"\r\nContent-Type: application/octet-stream\r\n\r\n\x9C\r\n\r\n--XyZ--\r\n";

INSTANTIATE_TEST_SUITE_P(
    NonGetRequests, RequestBody,
    testing::Values(
        Row{"Form", "application/x-www-form-urlencoded", "foo=bar&dir=%2Fbaz+x", "foo=bar&dir=/baz x"},
        Row{"FormWithCharset", "Application/X-WWW-Form-Urlencoded; charset=utf-8", "a=b", "a=b"},
        Row{"FormOfBytes", "application/x-www-form-urlencoded", "\x81\x36l", "__wb_post_data=gTZs"},
        Row{"Json", "application/json", R"({"a": "b", "c": {"a": 2}, "d": "e f", "g": [true, null, 1.5]})",
            "a=b&a.2_=2&d=e+f&g=True&g.2_=None&g.3_=1.5"},
        Row{"JsonTopList", "application/json",
            R"([{"a": "b", "c": {"a": 2}}, {"d": "e"}, "ignored", false, null, 0])", "a=b&a.2_=2&d=e"},
        Row{"JsonLines", "application/json", "{\"a\": \"b\"}\n{\"c\": {\"a\": 2}, \"d\": \"e\"}",
            "a=b&a.2_=2&d=e"},
        Row{"JsonBroken", "application/json", "{\"a\": ", ""},
        Row{"TextThatIsJson", "text/plain;charset=UTF-8", "{\"a\":\"b/c\"}", "a=b%2Fc"},
        Row{"Text", "text/plain", "foo=bar&dir=%2Fbaz", "__wb_post_data=Zm9vPWJhciZkaXI9JTJGYmF6"},
        Row{"Bytes", "application/octet-stream", std::string("\0\1", 2), "__wb_post_data=AAE="},
        Row{"NoType", "", "abc", "__wb_post_data=YWJj"},
        Row{"Multipart", "multipart/form-data; boundary=XyZ", kParts, "a+b=one+%26+two&f=%9C%0D%0A"},
        Row{"MultipartQuotedBoundary", "multipart/form-data; boundary=\"XyZ\"", kParts,
            "a+b=one+%26+two&f=%9C%0D%0A"},
        Row{"MultipartWithoutBoundary", "multipart/form-data", "abc", "__wb_post_data=YWJj"},
        Row{"MultipartCut", "multipart/form-data; boundary=XyZ", kParts.substr(0, 70), "a+b=one+%26+two"},
        Row{"Empty", "application/json", "", ""},
        Row{"Deep", "application/json", std::string(100000, '['), ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Iipc_NonGetRequests, LongQueriesAreCutAsIndexersCutThem) {
  EXPECT_EQ(bfa::request_body_query("application/x-www-form-urlencoded", std::string(9000, 'a')).size(),
            4096U);
  // Not within a character.
  EXPECT_EQ(bfa::request_body_query("application/x-www-form-urlencoded", std::string(4095, 'a') + "\xC3\xA9")
                .size(),
            4095U);
}

TEST(Iipc_NonGetRequests, TheQueryStandsBehindTheUrls) {
  EXPECT_EQ(bfa::url_with_request("http://a.example/", "POST", "a=b"),
            "http://a.example/?__wb_method=POST&a=b");
  EXPECT_EQ(bfa::url_with_request("http://a.example/?1", "HEAD", ""), "http://a.example/?1&__wb_method=HEAD");
}

// Pairs of records in a file, and what becomes of the response's line.
class Iipc_RequestPairing : public testing::Test {
 protected:
  static std::string request(const std::string& url, const std::string& head, const std::string& body,
                             const std::string& more = "WARC-Concurrent-To: <urn:uuid:1>\r\n") {
    return bfa::test::warc_record(
        "WARC-Type: request\r\nWARC-Record-ID: <urn:uuid:9>\r\nWARC-Date: 2026-03-01T10:00:00Z\r\n"
        "WARC-Target-URI: " +
            url + "\r\nContent-Type: application/http; msgtype=request\r\n" + more,
        head + "\r\n\r\n" + body);
  }
  static std::string response(const std::string& url, const std::string& id = "urn:uuid:1") {
    return bfa::test::warc_record(bfa::test::response_fields(url, id),
                                  "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nx");
  }
  std::vector<std::string> index(const std::string& bytes) {
    const std::string path = folder_ / "x.warc";
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
    return *bfa::cdxj_lines(bfa::posix_file_system(), path);
  }
  bfa::test::TemporaryDirectory folder_;
  const std::string url_ = "http://a.example/form?x=1";
  const std::string post_ =
      "POST /form?x=1 HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/x-www-form-urlencoded";
};

TEST_F(Iipc_RequestPairing, TheRequestGoesIntoTheKeyOnEitherSideOfTheResponse) {
  for (const bool before : {false, true}) {
    const auto lines = before ? index(request(url_, post_, "B=2") + response(url_))
                              : index(response(url_) + request(url_, post_, "B=2"));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(lines[0].starts_with("example,a)/form?__wb_method=post&b=2&x=1 20260301100000 {\"url\": \"" +
                                     url_ + "\""))
        << lines[0];
    EXPECT_TRUE(lines[0].ends_with(R"("method": "POST", "requestBody": "B=2"})")) << lines[0];
  }
}

TEST_F(Iipc_RequestPairing, ChunkedBodiesAreTakenApartAndLengthsKept) {
  auto lines = index(response(url_) +
                     request(url_, post_ + "\r\nTransfer-Encoding: chunked", "3\r\nb=2\r\n0\r\n\r\n"));
  EXPECT_NE(lines[0].find("\"requestBody\": \"b=2\""), std::string::npos) << lines[0];
  lines = index(response(url_) + request(url_, post_ + "\r\nContent-Length: 3", "b=2345"));
  EXPECT_NE(lines[0].find("\"requestBody\": \"b=2\""), std::string::npos) << lines[0];
  lines = index(response(url_) + request(url_, post_ + "\r\nContent-Length: abc", "b=2"));
  EXPECT_TRUE(lines[0].ends_with(R"("method": "POST"})")) << lines[0];
}

TEST_F(Iipc_RequestPairing, OnlyThePartnerCounts) {
  // Another one is named; then another URL; then GET.
  EXPECT_EQ(
      index(response(url_) + request(url_, post_, "b=2", "WARC-Concurrent-To: <urn:uuid:7>\r\n"))[0].find(
          "method"),
      std::string::npos);
  EXPECT_EQ(index(response(url_) + request("http://a.example/", post_, "b=2", ""))[0].find("method"),
            std::string::npos);
  EXPECT_EQ(index(response(url_) + request(url_, "GET /form HTTP/1.1", ""))[0].find("method"),
            std::string::npos);
  // Neither refers to another record: URL and date link them.
  EXPECT_NE(index(response(url_) + request(url_, post_, "b=2", ""))[0].find("method"), std::string::npos);
  const auto two = index(response(url_, "urn:uuid:1") + response(url_, "urn:uuid:2") +
                         request(url_, post_, "b=2", "WARC-Concurrent-To: <urn:uuid:2>\r\n"));
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].find("method"), std::string::npos);
  EXPECT_NE(two[1].find("method"), std::string::npos);
}

TEST_F(Iipc_RequestPairing, ManyResponsesWithoutRequestsComeInOrder) {
  std::string bytes;
  for (int i = 0; i < 50; ++i)
    bytes += response("http://a.example/" + std::to_string(100 + i), "urn:uuid:" + std::to_string(i));
  const auto lines = index(bytes);
  ASSERT_EQ(lines.size(), 50U);
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end()));
}

// The lines that cdxj-indexer writes for this file of its tests, with its option for requests.
TEST(Shared_NonGetRequests, KeysAreThoseOfCdxjIndexer) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared folder with files of other tools";
  const auto lines =
      bfa::cdxj_lines(bfa::posix_file_system(), *shared + "/warc/files/cdxj-indexer/post-test-more.warc");
  ASSERT_TRUE(lines);
  const auto line = [](const std::string& key, const std::string& time, const std::string& digest,
                       const std::string& length, const std::string& offset, const std::string& query) {
    return "org,httpbin)/post?" + key + " " + time +
           " {\"url\": \"https://httpbin.org/post\", \"mime\": \"application/json\", " +
           "\"status\": \"200\", \"digest\": \"sha1:" + digest + "\", \"length\": \"" + length +
           "\", \"offset\": \"" + offset +
           "\", \"filename\": \"post-test-more.warc\", \"method\": \"POST\", \"requestBody\": \"" + query +
           "\"}";
  };
  EXPECT_EQ(*lines,
            (std::vector<std::string>{
                line("__wb_method=post&another=more^data&test=some+data", "20200809195334",
                     "7AWVEIPQMCA4KTCNDXWSZ465FITB7LSK", "688", "0", "test=some+data&another=more%5Edata"),
                line("__wb_method=post&a=json-data", "20200809195334", "BYOQWRSQFW3A5SNUBDSASHFLXGL4FNGB",
                     "655", "1227", "a=json-data"),
                line("__wb_method=post&__wb_post_data=c29tzwnodw5rlwvuy29kzwrkyxrh", "20200810055049",
                     "34LEADQD3MOBQ42FCO2WA5TUSEL5QOKP", "628", "2338",
                     "__wb_post_data=c29tZWNodW5rLWVuY29kZWRkYXRh")}));
}

}  // namespace
