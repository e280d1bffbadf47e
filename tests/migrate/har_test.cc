// SPDX-License-Identifier: Apache-2.0
#include "migrate_testing.h"

namespace {

using bfa::test::MigrateTest;

std::string entry(const std::string& url, const std::string& response, const std::string& more = "",
                  const std::string& request = R"("method":"GET","httpVersion":"HTTP/1.1","headers":[])") {
  return R"({"startedDateTime":"2018-10-20T20:23:35.843+02:00","time":12.5,"request":{"url":")" + url +
         "\"," + request + R"(},"response":{)" + response + "}" + more + "}";
}

std::string har(const std::string& entries, const std::string& pages = "[]") {
  return "\xef\xbb\xbf{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"Maker\",\"version\":\"3\"},"
         "\"entries\":[" +
         entries + "],\"pages\":" + pages + "}}";
}

const std::string kOk = R"("status":200,"statusText":"OK","httpVersion":"HTTP/1.1",)";

class Har12_Input : public MigrateTest {
 protected:
  std::vector<bfa::test::SeenRecord> convert(const std::string& text) {
    return to_records(put("in.json", text), options());
  }
};

TEST_F(Har12_Input, DecodedBodyLosesItsCodingAndSaysSo) {
  const auto records =
      convert(har(entry("http://a.example/", kOk + R"("headers":[{"name":"Content-Encoding","value":"gzip"},
      {"name":"Transfer-Encoding","value":"chunked"},{"name":"content-type","value":"text/html; charset=utf-8"},
      {"name":"Content-Length","value":"3"}],"content":{"size":5,"text":"<p>hi"})")));
  EXPECT_EQ(block_of(records, "response", "http://a.example/"),
            "HTTP/1.1 200 OK\r\nX-Archive-Orig-Content-Encoding: gzip\r\n"
            "X-Archive-Orig-Transfer-Encoding: chunked\r\ncontent-type: text/html; charset=utf-8\r\n"
            "X-Archive-Orig-Content-Length: 3\r\nContent-Length: 5\r\n\r\n<p>hi");
  EXPECT_EQ(find(records, "response", "http://a.example/")->field("WARC-Date"), "2018-10-20T18:23:35.843Z");
  EXPECT_NE(block_of(records, "metadata", "http://a.example/")
                .find("headers-renamed: Content-Encoding, Transfer-Encoding, Content-Length"),
            std::string::npos);
  EXPECT_EQ(noted("changed har_body_decoded"), 1u);
  EXPECT_EQ(records[0].field("WARC-Type"), "warcinfo");
  EXPECT_NE(records[0].block.find("har-creator: Maker 3"), std::string::npos);
}

TEST_F(Har12_Input, Base64BodiesAreTheirBytes) {
  const auto records = convert(har(entry(
      "http://a.example/p.png",
      kOk +
          R"("headers":[],"content":{"size":4,"mimeType":"image/png","text":"iVBORw==","encoding":"base64"})")));
  EXPECT_EQ(block_of(records, "response", "http://a.example/p.png"),
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\x89PNG");
}

TEST_F(Har12_Input, TextOfAnotherCharsetIsCalledUtf8) {
  const auto records =
      convert(har(entry("http://a.example/",
                        kOk + R"("headers":[{"name":"Content-Type","value":"text/html; charset=iso-8859-1"}],
      "content":{"size":3,"text":"\u00e9"})")));
  const std::string block = block_of(records, "response", "http://a.example/");
  EXPECT_NE(block.find("X-Archive-Orig-Content-Type: text/html; charset=iso-8859-1"), std::string::npos);
  EXPECT_NE(block.find("\r\nContent-Type: text/html; charset=utf-8"), std::string::npos);
  EXPECT_TRUE(block.ends_with("\r\n\r\n\xc3\xa9"));
}

TEST_F(Har12_Input, Http2BecomesAnHttp11Head) {
  const auto records = convert(har(entry(
      "https://a.example/x?y=1",
      R"("status":200,"statusText":"","httpVersion":"http/2.0","headers":[{"name":"status","value":"200"},
      {"name":":status","value":"200"},{"name":"set-cookie","value":"a=1\nb=2"}],"content":{"size":1,"text":"x"})",
      R"(,"serverIPAddress":"[2001:db8::1]")",
      R"("method":"GET","httpVersion":"h2","headers":[{"name":":authority","value":"a.example"},
      {"name":":path","value":"/x?y=1"},{"name":"accept","value":"*/*"}])")));
  const auto* response = find(records, "response", "https://a.example/x?y=1");
  ASSERT_NE(response, nullptr);
  EXPECT_EQ(response->block,
            "HTTP/1.1 200 \r\nset-cookie: a=1\r\nset-cookie: b=2\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_EQ(response->field("WARC-Protocol"), "h2");
  EXPECT_EQ(response->field("WARC-IP-Address"), "2001:db8::1");
  const auto* request = find(records, "request", "https://a.example/x?y=1");
  ASSERT_NE(request, nullptr);
  EXPECT_EQ(request->block, "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\naccept: */*\r\n\r\n");
  EXPECT_EQ(request->field("WARC-Concurrent-To"), response->field("WARC-Record-ID"));
}

TEST_F(Har12_Input, RequestBodiesAreKept) {
  const auto records = convert(
      har(entry("http://a.example/t", kOk + R"("headers":[],"content":{"size":0})", "",
                R"("method":"POST","headers":[],"postData":{"mimeType":"text/plain","text":"a b"})") +
          "," +
          entry("http://a.example/f", kOk + R"("headers":[],"content":{"size":0})", "",
                R"("method":"POST","headers":[],"postData":{"mimeType":"application/x-www-form-urlencoded",
            "params":[{"name":"a b","value":"1&2"},{"name":"c","value":""}]})")));
  EXPECT_TRUE(block_of(records, "request", "http://a.example/t").ends_with("Content-Length: 3\r\n\r\na b"));
  EXPECT_TRUE(block_of(records, "request", "http://a.example/f").ends_with("\r\n\r\na+b=1%262&c="));
  EXPECT_NE(block_of(records, "metadata", "http://a.example/f").find("request-body: put together again"),
            std::string::npos);
}

struct Left {
  const char* name;
  const char* url;
  const char* response;
  const char* note;
};
class HarLeftOut : public Har12_Input, public testing::WithParamInterface<Left> {};
TEST_P(HarLeftOut, IsListedAndNoResponse) {
  const auto records =
      convert(har(entry(GetParam().url, GetParam().response) + "," +
                  entry("http://a.example/kept", kOk + R"("content":{"size":1,"text":"x"})")));
  EXPECT_EQ(noted(GetParam().note), 1u);
  EXPECT_EQ(find(records, "response", GetParam().url), nullptr);
  EXPECT_NE(find(records, "response", "http://a.example/kept"), nullptr);
}
INSTANTIATE_TEST_SUITE_P(
    House, HarLeftOut,
    testing::Values(
        Left{"BodyMissing", "http://a.example/",
             R"("status":200,"content":{"size":900,"mimeType":"text/html"})", "not_carried har_body_missing"},
        Left{"BodyNoBase64", "http://a.example/",
             R"("status":200,"content":{"text":"!!","encoding":"base64"})", "not_carried har_body_missing"},
        Left{"Blocked", "http://a.example/", R"("status":0,"_error":"net::ERR_BLOCKED")",
             "not_carried har_no_response"},
        Left{"DataUrl", "data:text/plain,x", R"("status":200,"content":{"size":1,"text":"x"})",
             "not_carried har_not_http"},
        Left{"InternalRedirect", "http://a.example/", R"("status":307,"statusText":"Internal Redirect")",
             "not_carried har_internal_redirect"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(Har12_Input, RedirectWithoutBodyIsKept) {
  const auto records = convert(har(entry(
      "http://a.example/", R"("status":302,"statusText":"Found","headers":[{"name":"Location","value":"/b"},
      {"name":"Content-Length","value":"221"}],"content":{"size":0})")));
  EXPECT_EQ(block_of(records, "response", "http://a.example/"),
            "HTTP/1.1 302 Found\r\nLocation: /b\r\nX-Archive-Orig-Content-Length: 221\r\nContent-Length: "
            "0\r\n\r\n");
}

TEST_F(Har12_Input, CachedBodyOfA304IsAResource) {
  const auto records =
      convert(har(entry("http://a.example/",
                        R"("status":304,"statusText":"Not Modified","headers":[{"name":"ETag","value":"x"}],
      "content":{"size":2,"mimeType":"text/html","text":"hi"})")));
  EXPECT_EQ(block_of(records, "response", "http://a.example/"),
            "HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n");
  EXPECT_EQ(block_of(records, "resource", "http://a.example/"), "hi");
}

TEST_F(Har12_Input, HeadersCannotBeginLinesOfTheirOwn) {
  const auto records = convert(
      har(entry("http://a.example/",
                R"("status":200,"statusText":"OK\r\nEvil: 1","headers":[{"name":"Bad Name\r\n","value":"x"},
      {"name":"X","value":"a\rb"}],"content":{"size":1,"text":"x"})")));
  EXPECT_EQ(block_of(records, "response", "http://a.example/"),
            "HTTP/1.1 200 OK  Evil: 1\r\nX: a b\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_EQ(noted("not_carried har_bad_header"), 1u);
}

TEST_F(Har12_Input, PagesGiveTheirTitles) {
  const auto records = convert(
      har(entry("http://a.example/", kOk + R"("content":{"size":1,"text":"x"})", R"(,"pageref":"page_1")"),
          R"([{"id":"page_1","title":"A title","startedDateTime":"2018-10-20T18:23:35Z"}])"));
  EXPECT_NE(records.back().block.find("title: A title"), std::string::npos);
}

TEST_F(Har12_Input, WhatComesBeforeDamageIsKept) {
  const std::string whole =
      har(entry("http://a.example/1", kOk + R"("content":{"size":1,"text":"x"})") + "," +
          entry("http://a.example/2", kOk + R"("content":{"size":1,"text":"x"})"));
  const auto records = convert(whole.substr(0, whole.find("a.example/2")));
  EXPECT_NE(find(records, "response", "http://a.example/1"), nullptr);
  EXPECT_EQ(noted("damage har_broken"), 1u);
}

TEST_F(Har12_Input, EveryPrefixEndsInDataOrAnError) {
  const std::string whole = har(entry("http://a.example/1", kOk + R"("content":{"size":1,"text":"x"})"));
  for (std::size_t n = 0; n < whole.size(); n += 7) {
    const std::string in = put("cut.json", whole.substr(0, n));
    const auto report = migrate(in, "cut" + std::to_string(n) + ".warc", options());
    EXPECT_TRUE(report || report.error().code != bfa::Code::kInternal) << n;
  }
}

TEST_F(Har12_Input, EntryBeyondTheLimitIsAClearError) {
  auto settings = options();
  settings.input.max_har_entry_bytes = 1000;
  const std::string large(200'000, 'x');
  const auto report =
      migrate(put("in.json", har(entry("http://a.example/", kOk + R"("content":{"text":")" + large + "\"}"))),
              "out.warc", settings);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kLimit);
}

TEST_F(Har12_Input, DeepNestingIsRefused) {
  const auto report =
      migrate(put("in.json", "{\"log\":{\"entries\":[" + std::string(100'000, '[')), "out.warc", options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, bfa::Code::kLimit);
}

TEST_F(Har12_Input, RealFilesGiveTheirExchanges) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "../shared is absent";
  const auto responses = [&](const char* name) {
    to_records(*shared + "/warc/files/har2warc/" + name, options());
    return report_.records["response"];
  };
  EXPECT_EQ(responses("http2.github.io.har"), 20u);  // one of 21 came without its body
  EXPECT_GE(responses("example.har"), 10u);
}

}  // namespace
