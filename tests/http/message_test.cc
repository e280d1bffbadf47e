// SPDX-License-Identifier: Apache-2.0
#include "bfa/http/message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bfa/io/compress.h"

namespace bfa {
namespace {

bool has(const Findings& findings, std::string_view id) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.id == id; });
}

Exchange exchange_of(const std::string& bytes) {
  Exchange exchange;
  exchange.url = "http://a.example/";
  exchange.response = Blob(bytes);
  Findings findings;
  auto head = parse_response_head(bytes, findings);
  EXPECT_TRUE(head) << head.error().message;
  if (head) exchange.head = *head;
  return exchange;
}

TEST(ResponseHead, KeepsOrderSpellingAndSize) {
  const std::string head = "HTTP/1.1 404 Not  Here\r\nSERVER: x\r\nset-cookie: a=1\r\nSet-Cookie: b\r\n\r\n";
  Findings findings;
  const auto got = parse_response_head(head + "body", findings);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->version, "HTTP/1.1");
  EXPECT_EQ(got->status, 404);
  EXPECT_EQ(got->reason, "Not  Here");
  EXPECT_EQ(got->size, head.size());
  ASSERT_EQ(got->headers.size(), 3u);
  EXPECT_EQ(got->headers[0].first, "SERVER");
  EXPECT_EQ(got->headers[1].first, "set-cookie");
  EXPECT_EQ(got->header("Set-cookie"), "a=1");
  EXPECT_EQ(got->combined("SET-COOKIE"), "a=1, b");
  EXPECT_EQ(got->header("absent"), "");
  EXPECT_TRUE(findings.empty());
}

struct HeadRow {
  const char* name;
  const char* bytes;
  int status;           // 0: an error is due
  const char* finding;  // none: ""
  Code code = Code::kCorrupt;
};

class ResponseHeadDamage : public testing::TestWithParam<HeadRow> {};

TEST_P(ResponseHeadDamage, MatchesRow) {
  const HeadRow& row = GetParam();
  Findings findings;
  const auto got = parse_response_head(row.bytes, findings);
  if (row.status == 0) {
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, row.code) << got.error().message;
    return;
  }
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->status, row.status);
  EXPECT_EQ(got->header("X"), "1 2");
  if (*row.finding == '\0')
    EXPECT_TRUE(findings.empty());
  else
    EXPECT_TRUE(has(findings, row.finding));
}

INSTANTIATE_TEST_SUITE_P(
    Rfc9112, ResponseHeadDamage,
    testing::Values(
        HeadRow{"Plain", "HTTP/1.0 200 OK\r\nX: 1 2\r\n\r\n", 200, ""},
        HeadRow{"NoReason", "HTTP/1.1 200\r\nX: 1 2\r\n\r\n", 200, ""},
        HeadRow{"EmptyReason", "HTTP/1.1 200 \r\nX: 1 2\r\n\r\n", 200, ""},
        HeadRow{"Http2Line", "HTTP/2 200\r\nX: 1 2\r\n\r\n", 200, ""},
        HeadRow{"LfOnly", "HTTP/1.1 200 OK\nX: 1 2\n\n", 200, "lf_only_head"},
        HeadRow{"Folded", "HTTP/1.1 200 OK\r\nX: 1\r\n\t 2\r\n\r\n", 200, "folded_header"},
        HeadRow{"NoColon", "HTTP/1.1 200 OK\r\nnonsense\r\nX: 1 2\r\n\r\n", 200, "header_without_colon"},
        HeadRow{"SpaceBeforeColon", "HTTP/1.1 200 OK\r\nX : 1 2\r\n\r\n", 200, "space_before_colon"},
        HeadRow{"Latin1", "HTTP/1.1 200 OK\r\nY: \xE9\r\nX: 1 2\r\n\r\n", 200, "non_ascii_head"},
        HeadRow{"LowerCase", "http/1.1 200 OK\r\nX: 1 2\r\n\r\n", 200, "odd_status_line"},
        HeadRow{"Radio", "ICY 200 OK\r\nX: 1 2\r\n\r\n", 200, "odd_status_line"},
        HeadRow{"NoVersion", "HTTP 200 OK\r\nX: 1 2\r\n\r\n", 200, "odd_status_line"},
        HeadRow{"ManyDigits", "HTTP/1.1 2000 OK\r\nX: 1 2\r\n\r\n", 2000, "odd_status_line"},
        HeadRow{"Interim", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX: 1 2\r\n\r\n", 200,
                "interim_response"},
        HeadRow{"Empty", "", 0, ""}, HeadRow{"Html", "<html>\r\n\r\n", 0, ""},
        HeadRow{"NoStatus", "HTTP/1.1 OK\r\n\r\n", 0, ""},
        HeadRow{"NegativeStatus", "HTTP/1.1 -1 OK\r\n\r\n", 0, ""},
        HeadRow{"CutLine", "HTTP/1.1 200", 0, "", Code::kTruncated},
        HeadRow{"CutHead", "HTTP/1.1 200 OK\r\nX: 1\r\n", 0, "", Code::kTruncated}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ResponseHead, EveryPrefixIsAnErrorOrAHead) {
  const std::string head = "HTTP/1.1 103 Early Hints\r\nL: x\r\n\r\nHTTP/1.1 200 OK\r\nX: 1\r\n 2\r\n\r\n";
  for (std::size_t n = 0; n < head.size(); ++n) {
    Findings findings;
    const auto got = parse_response_head(std::string_view(head).substr(0, n), findings);
    if (got)
      EXPECT_EQ(got->status, 103) << n;  // the interim head alone
    else
      EXPECT_TRUE(got.error().code == Code::kCorrupt || got.error().code == Code::kTruncated) << n;
  }
}

TEST(RequestHead, TakesMethodTargetAndVersion) {
  Findings findings;
  const auto got = parse_request_head("GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", findings);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->method, "GET");
  EXPECT_EQ(got->target, "/a b");
  EXPECT_EQ(got->version, "HTTP/1.1");
  EXPECT_EQ(got->header("host"), "h");
  EXPECT_EQ(got->status, 0);
  EXPECT_TRUE(findings.empty());
}

TEST(RequestHead, RefusesWhatIsNone) {
  Findings findings;
  EXPECT_EQ(parse_request_head("nothing\r\n\r\n", findings).error().code, Code::kCorrupt);
  EXPECT_EQ(parse_request_head("GET / HTTP/1.1\r\nHost: h\r\n", findings).error().code, Code::kTruncated);
}

struct BodyRow {
  const char* name;
  const char* headers;
  const char* body;
  const char* entity;
  const char* finding;
};

class EntityBody : public testing::TestWithParam<BodyRow> {};

TEST_P(EntityBody, MatchesRow) {
  const BodyRow& row = GetParam();
  const Exchange exchange = exchange_of(std::string("HTTP/1.1 200 OK\r\n") + row.headers + "\r\n" + row.body);
  Findings findings;
  const auto got = entity_body(exchange, 1000, findings);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(*got, row.entity);
  if (*row.finding == '\0')
    EXPECT_TRUE(findings.empty()) << findings.front().id;
  else
    EXPECT_TRUE(has(findings, row.finding));
}

constexpr const char* kChunked = "Transfer-Encoding: chunked\r\n";

INSTANTIATE_TEST_SUITE_P(
    Rfc9112_7_1, EntityBody,
    testing::Values(
        BodyRow{"Plain", "Content-Length: 3\r\n", "abc", "abc", ""}, BodyRow{"Empty", "", "", "", ""},
        BodyRow{"Chunks", kChunked, "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n", "abc0123456789", ""},
        BodyRow{"Upper", "TRANSFER-ENCODING: Chunked\r\n", "3\r\nabc\r\n0\r\n\r\n", "abc", ""},
        BodyRow{"Extension", kChunked, "3;x=y\r\nabc\r\n0;z\r\n\r\n", "abc", ""},
        BodyRow{"PaddedSize", kChunked, "003  \r\nabc\r\n0\r\n\r\n", "abc", ""},
        BodyRow{"Trailers", kChunked, "3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n", "abc", ""},
        BodyRow{"LfOnly", kChunked, "3\nabc\n0\n\n", "abc", ""},
        BodyRow{"NoEndAfterData", kChunked, "3\r\nabc3\r\ndef\r\n0\r\n\r\n", "abcdef", ""},
        BodyRow{"AfterEnd", kChunked, "3\r\nabc\r\n0\r\n\r\nrest", "abc", "bytes_after_body"},
        BodyRow{"NotChunked", kChunked, "<html>\nall</html>", "<html>\nall</html>", "not_chunked"},
        BodyRow{"NotChunkedOneLine", kChunked, "hello", "hello", "not_chunked"},
        BodyRow{"BadSecond", kChunked, "3\r\nabc\r\nzz\r\ndef", "abczz\r\ndef", "bad_chunk"},
        BodyRow{"HugeSize", kChunked, "fffffffffffffffff\r\nabc", "fffffffffffffffff\r\nabc", "not_chunked"},
        BodyRow{"CutInData", kChunked, "5\r\nabc", "abc", "chunked_cut"},
        BodyRow{"CutBeforeLast", kChunked, "3\r\nabc\r\n", "abc", "chunked_cut"},
        BodyRow{"CutInTrailer", kChunked, "3\r\nabc\r\n0\r\n", "abc", "chunked_cut"},
        BodyRow{"LengthTooLong", "Content-Length: 9\r\n", "abc", "abc", "content_length_mismatch"},
        BodyRow{"LengthTooShort", "Content-Length: 1\r\n", "abc", "abc", "content_length_mismatch"},
        BodyRow{"LengthNoNumber", "Content-Length: x\r\n", "abc", "abc", "content_length_mismatch"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(EntityBodyLimit, IsAnError) {
  const Exchange exchange = exchange_of("HTTP/1.1 200 OK\r\n\r\n0123456789");
  Findings findings;
  EXPECT_TRUE(entity_body(exchange, 10, findings));
  const auto got = entity_body(exchange, 9, findings);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, Code::kLimit);
  EXPECT_EQ(got.error().where, "http://a.example/");
}

TEST(EntityBody304, LengthIsNotOfThisBody) {
  const Exchange exchange = exchange_of("HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n");
  Findings findings;
  EXPECT_EQ(entity_body(exchange, 10, findings).value_or("?"), "");
  EXPECT_TRUE(findings.empty());
}

TEST(DecodedBody, UndoesCodingsFromTheLast) {
  const std::string text(2000, 'x');
  const std::string once = *gzip_member(text);
  const std::string twice = *gzip_member(once);
  Findings findings;
  const auto one = exchange_of("HTTP/1.1 200 OK\r\nContent-Encoding: x-gzip\r\n\r\n" + once);
  EXPECT_EQ(decoded_body(one, 5000, findings).value_or("?"), text);
  const auto two =
      exchange_of("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\ncontent-encoding: GZIP\r\n\r\n" + twice);
  EXPECT_EQ(decoded_body(two, 5000, findings).value_or("?"), text);
  const auto transfer = exchange_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n" + once);
  EXPECT_EQ(entity_body(transfer, 5000, findings).value_or("?"), text);
  EXPECT_TRUE(findings.empty());
}

TEST(DecodedBody, KeepsWhatCannotBeDecoded) {
  Findings findings;
  const auto lie = exchange_of("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n<html>");
  EXPECT_EQ(decoded_body(lie, 5000, findings).value_or("?"), "<html>");
  EXPECT_TRUE(has(findings, "bad_content_coding"));
  const auto unknown = exchange_of("HTTP/1.1 200 OK\r\nContent-Encoding: utf-8\r\n\r\n<html>");
  EXPECT_EQ(decoded_body(unknown, 5000, findings).value_or("?"), "<html>");
  EXPECT_TRUE(has(findings, "unknown_content_coding"));
}

// A body that a broken connection cut: the received part is read.
TEST(DecodedBody, CutCodingsGiveWhatCame) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += std::to_string(i * 7919) + ' ';
  const std::string whole = *gzip_member(text);
  Findings findings;
  const auto cut =
      exchange_of("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + whole.substr(0, whole.size() / 2));
  const std::string got = decoded_body(cut, 1u << 20, findings).value_or("?");
  EXPECT_GT(got.size(), text.size() / 4);
  EXPECT_TRUE(text.starts_with(got));
  EXPECT_TRUE(has(findings, "bad_content_coding"));
  std::string bad_sum = whole;
  bad_sum[bad_sum.size() - 6] ^= 1;
  EXPECT_EQ(decoded_body(exchange_of("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + bad_sum), 1u << 20,
                         findings)
                .value_or("?"),
            text);
}

struct CodingRow {
  const char* name;
  const char* coding;
  std::string_view bytes;
};
class ContentCodings : public testing::TestWithParam<CodingRow> {};
TEST_P(ContentCodings, AreUndone) {
  const auto exchange = exchange_of("HTTP/1.1 200 OK\r\nContent-Encoding: " + std::string(GetParam().coding) +
                                    "\r\n\r\n" + std::string(GetParam().bytes));
  Findings findings;
  EXPECT_EQ(decoded_body(exchange, 100, findings).value_or("?"), "hello hello hello\n");
  EXPECT_TRUE(findings.empty());
}
using namespace std::string_view_literals;
INSTANTIATE_TEST_SUITE_P(
    Rfc9110_8_4_1, ContentCodings,
    testing::Values(
        CodingRow{
            "Gzip", "gzip",
            "\037\213\010\000\000\000\000\000\002\003\313\110\315\311\311\127\310\100\220\134\000\073\174\212\337\022\000\000\000"sv},
        CodingRow{"DeflateZlib", "deflate",
                  "\170\234\313\110\315\311\311\127\310\100\220\134\000\100\265\006\207"sv},
        CodingRow{"DeflateRaw", "deflate", "\313\110\315\311\311\127\310\100\220\134\000"sv},
        CodingRow{
            "Brotli", "br",
            "\020\001\020\150\145\154\154\157\040\150\145\154\154\157\040\150\145\154\154\157\012\003"sv},
        CodingRow{
            "Zstd", "zstd",
            "\050\265\057\375\004\130\155\000\000\070\150\145\154\154\157\040\012\001\000\061\112\021\243\252\164\316"sv}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(DecodedPrefix, CutsWhatPassesTheLimit) {
  const auto bomb = exchange_of("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" +
                                *gzip_member(std::string(1u << 20, 'x')));
  Findings findings;
  EXPECT_EQ(decoded_prefix(bomb, 10000, findings).value_or("?"), std::string(10000, 'x'));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "body_over_limit");
  EXPECT_EQ(findings[0].code, Code::kLimit);
  const auto plain = exchange_of("HTTP/1.1 200 OK\r\n\r\n0123456789");
  EXPECT_EQ(decoded_prefix(plain, 4, findings).value_or("?"), "0123");
  EXPECT_EQ(findings.size(), 2u);
}

TEST(DecodedBody, StopsAtABomb) {
  const auto bomb = exchange_of("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" +
                                *gzip_member(std::string(1u << 20, 'x')));
  Findings findings;
  const auto got = decoded_body(bomb, 10000, findings);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, Code::kLimit);
}

struct TypeRow {
  const char* name;
  const char* value;
  const char* essence;
  const char* charset;
};

class MediaTypes : public testing::TestWithParam<TypeRow> {};

TEST_P(MediaTypes, MatchesRow) {
  const MediaType got = parse_media_type(GetParam().value);
  EXPECT_EQ(got.essence, GetParam().essence);
  EXPECT_EQ(got.charset, GetParam().charset);
}

INSTANTIATE_TEST_SUITE_P(
    Rfc9110_8_3, MediaTypes,
    testing::Values(TypeRow{"Plain", "text/html", "text/html", ""},
                    TypeRow{"Charset", "Text/HTML; Charset=UTF-8", "text/html", "utf-8"},
                    TypeRow{"Quoted", "text/html;charset=\"iso-8859-1\" ", "text/html", "iso-8859-1"},
                    TypeRow{"SingleQuotes", "text/html; charset='utf-8'", "text/html", "utf-8"},
                    TypeRow{"OtherFirst", "text/xml; a=b; charset = x", "text/xml", "x"},
                    TypeRow{"Twice", "text/html, text/html; charset=utf-8", "text/html", "utf-8"},
                    TypeRow{"OnlyCharset", "charset=utf-8", "", ""}, TypeRow{"None", "", "", ""},
                    TypeRow{"EmptyCharset", "text/html; charset=", "text/html", ""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(RetryAfter, TakesSecondsAndDates) {
  const UtcTime now = *parse_rfc3339("2020-01-01T00:00:00Z");
  const auto value = [&](const char* text) {
    HttpHead head;
    head.headers.emplace_back("retry-after", text);
    return parse_retry_after(head, now);
  };
  EXPECT_EQ(value("120"), std::chrono::seconds(120));
  EXPECT_EQ(value("Wed, 01 Jan 2020 00:01:00 GMT"), std::chrono::seconds(60));
  EXPECT_EQ(value("Wed, 01 Jan 2019 00:01:00 GMT"), std::chrono::seconds(0));
  EXPECT_EQ(value("soon"), std::nullopt);
  EXPECT_EQ(value("99999999999999999999999"), std::chrono::seconds(366 * 86400));
  EXPECT_EQ(parse_retry_after(HttpHead{}, now), std::nullopt);
}

}  // namespace
}  // namespace bfa
