// SPDX-License-Identifier: Apache-2.0
#include "text/query_encoding.h"

#include <gtest/gtest.h>

#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "text/decoder.h"

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* link;
  const char* encoding;
  const char* want;
};
class QueryOfLink : public testing::TestWithParam<Row> {};
TEST_P(QueryOfLink, IsEncodedAsABrowserSendsIt) {
  const auto& row = GetParam();
  EXPECT_EQ(encode_query_of_link(row.link, row.encoding), row.want);
}
INSTANTIATE_TEST_SUITE_P(
    WhatwgUrl, QueryOfLink,
    testing::Values(Row{"Western", "/s?q=caf\u00E9&p=1", "windows-1252", "/s?q=caf%E9&p=1"},
                    Row{"Utf8", "/s?q=caf\u00E9", "utf-8", "/s?q=caf%C3%A9"},
                    Row{"Utf16IsUtf8", "/s?q=\u00E9", "utf-16le", "/s?q=%C3%A9"},
                    Row{"UnknownNameIsUtf8", "/s?q=\u00E9", "no-such", "/s?q=%C3%A9"},
                    Row{"ShiftJis", "/t?\u65E5\u672C", "shift_jis", "/t?%93%FA%96{"},
                    Row{"EucJp", "http://a.example/t?\u65E5", "euc-jp", "http://a.example/t?%C6%FC"},
                    Row{"NotInTheEncoding", "?\u20AC=\u65E5", "iso-8859-2", "?%26%238364%3B=%26%2326085%3B"},
                    Row{"PathAndFragmentStay", "/\u00E9?\u00E9#\u00E9", "windows-1252", "/\u00E9?%E9#\u00E9"},
                    Row{"EscapesStay", "?a=%20%&b=\u00E9", "windows-1252", "?a=%20%&b=%E9"},
                    Row{"OnlyAscii", "?a='b c'", "windows-1252", "?a='b c'"},
                    Row{"NoQuery", "/\u00E9", "windows-1252", "/\u00E9"},
                    Row{"QuestionMarkInFragment", "/x#?\u00E9", "windows-1252", "/x#?\u00E9"},
                    Row{"MailIsUtf8", "mailto:a@b?subject=\u00E9", "windows-1252",
                        "mailto:a@b?subject=\u00E9"},
                    Row{"ColonInPath", "/a:b?\u00E9", "windows-1252", "/a:b?%E9"},
                    Row{"State", "?\u203E\\\u65E5x", "iso-2022-jp", "?%1B(J~%1B(B\\%1B$BF|%1B(Bx"},
                    Row{"ShiftIsNotObeyed", "?\x0E\u00E9", "iso-2022-jp", "?%26%2365533%3B%26%23233%3B"}),
    [](const auto& row) { return std::string(row.param.name); });

// What an encoder writes its decoder reads, but for what the standard itself maps otherwise.
TEST(QueryEncoding, EveryCharacterReadsBack) {
  struct Kind {
    const char* encoding;
    int at_least, exceptions;
  };
  for (const Kind kind : {Kind{"windows-1252", 128, 0}, Kind{"koi8-r", 128, 0}, Kind{"gbk", 23'000, 0},
                          Kind{"big5", 13'000, 0}, Kind{"euc-kr", 17'000, 0}, Kind{"euc-jp", 7'000, 3},
                          Kind{"shift_jis", 7'000, 3}, Kind{"iso-2022-jp", 7'000, 64}}) {
    int encoded = 0, other = 0;
    for (char32_t c = 0x80; c < 0x30000; ++c) {
      if (c >= 0xD800 && c < 0xE000) continue;
      std::string text;
      append_code_point(text, c);
      const std::string query = percent_encode_query(text, kind.encoding);
      if (query.starts_with("%26%23")) continue;
      ++encoded;
      const auto decoded = decode_as(percent_decode(query), kind.encoding);
      other += !decoded || decoded->text != text ? 1 : 0;
    }
    EXPECT_GE(encoded, kind.at_least) << kind.encoding;
    EXPECT_EQ(other, kind.exceptions) << kind.encoding;
  }
}

TEST(QueryEncoding, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(percent_encode_query("\xFF", "windows-1252"), "%26%2365533%3B");
  EXPECT_EQ(percent_encode_query("", "windows-1252"), "");
}

}  // namespace
}  // namespace bfa
