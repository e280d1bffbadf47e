// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/charset.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

using namespace std::string_view_literals;
using Source = DecodedText::Source;

struct Row {
  const char* name;
  std::string_view bytes;
  const char* http;
  CharsetContext context;
  const char* encoding;
  Source source;
  const char* text;     // nullptr: not looked at
  const char* finding;  // "" when none
};

class Decode : public testing::TestWithParam<Row> {};
TEST_P(Decode, MatchesRow) {
  const Row& row = GetParam();
  Findings findings;
  const DecodedText got = decode_text(row.bytes, row.http, row.context, findings);
  EXPECT_EQ(got.encoding, row.encoding);
  EXPECT_EQ(got.source, row.source);
  if (row.text != nullptr) {
    EXPECT_EQ(got.text, row.text);
  }
  EXPECT_TRUE(is_valid_utf8(got.text));
  const bool found =
      std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.id == row.finding; });
  EXPECT_EQ(found, *row.finding != '\0');
  if (*row.finding == '\0') {
    EXPECT_TRUE(findings.empty()) << findings.front().id;
  }
}
constexpr auto kHtml = CharsetContext::kHtml;
constexpr auto kXml = CharsetContext::kXml;
constexpr auto kText = CharsetContext::kText;
INSTANTIATE_TEST_SUITE_P(
    Whatwg_Order, Decode,
    testing::Values(
        Row{"Utf8Bom", "\xEF\xBB\xBFx", "windows-1251", kHtml, "utf-8", Source::kBom, "x", ""},
        Row{"Utf16Bom", "\xFF\xFEx\0\xE9\0"sv, "utf-8", kXml, "utf-16le", Source::kBom, "x\u00E9", ""},
        Row{"Utf32Bom", "\0\0\xFE\xFF\0\0\0x"sv, "", kXml, "utf-32be", Source::kBom, "x", ""},
        Row{"Http", "\xE9", "ISO-8859-1", kHtml, "windows-1252", Source::kHttp, "\u00E9", ""},
        Row{"HttpBeforeMeta", "<meta charset=koi8-r>\xE9", "windows-1251", kHtml, "windows-1251",
            Source::kHttp, "<meta charset=koi8-r>\u0439", ""},
        Row{"Meta", "<meta charset=windows-1251>\xE9", "", kHtml, "windows-1251", Source::kMeta,
            "<meta charset=windows-1251>\u0439", ""},
        Row{"MetaUtf16MeansUtf8", "<meta charset=utf-16>\u00E9", "", kHtml, "utf-8", Source::kMeta, nullptr,
            ""},
        Row{"XmlDeclaration", "<?xml version='1.0' encoding='iso-8859-2'?>\xB1", "", kXml, "iso-8859-2",
            Source::kXmlDeclaration, nullptr, ""},
        Row{"XmlUtf16WithoutMark", "<\0?\0x\0"sv, "", kXml, "utf-16le", Source::kDetected, "<?x", ""},
        Row{"MetaMeansNothingInText", "<meta charset=koi8-r>\u00E9\u00E8", "", kText, "utf-8",
            Source::kDetected, nullptr, ""},
        Row{"ValidUtf8", "caf\u00E9", "", kHtml, "utf-8", Source::kDetected, "caf\u00E9", ""},
        Row{"AsciiHtml", "plain", "", kHtml, "windows-1252", Source::kDefault, "plain", ""},
        Row{"AsciiXml", "plain", "", kXml, "utf-8", Source::kDefault, "plain", ""},
        Row{"UnknownLabel", "caf\u00E9", "x-none", kText, "utf-8", Source::kDetected, "caf\u00E9",
            "unknown_charset"},
        Row{"Empty", "", "", kHtml, "windows-1252", Source::kDefault, "", ""},
        Row{"ShiftJisHighLead", "\xE2\xAB\xEA\x41", "shift_jis", kText, "shift_jis", Source::kHttp,
            "\u7B6C\u9D5E", ""},
        Row{"Iso2022Jp", "\x1B$B$\"\x1B(B", "iso-2022-jp", kText, "iso-2022-jp", Source::kHttp, "\u3042", ""},
        Row{"Iso2022Kr", "\x1B$)C\x0E\x30\x21\x0Fz", "iso-2022-kr", kText, "iso-2022-kr", Source::kHttp,
            "\uAC00z", ""},
        Row{"Hz", "~{0!~}~~", "hz-gb-2312", kText, "hz-gb-2312", Source::kHttp, "\u554A~", ""}),
    [](const auto& row) { return std::string(row.param.name); });
INSTANTIATE_TEST_SUITE_P(
    House_Contradictions, Decode,
    testing::Values(Row{"DeclaredLatinIsUtf8", "\u00E9\u00E8 \u2014 \u201C", "iso-8859-1", kHtml, "utf-8",
                        Source::kDetected, "\u00E9\u00E8 \u2014 \u201C", "charset_mismatch"},
                    Row{"DeclaredShiftJisIsUtf8", "<meta charset=shift_jis>\u65E5\u672C\u8A9E", "", kHtml,
                        "utf-8", Source::kDetected, nullptr, "charset_mismatch"},
                    Row{"OneSequenceIsNotEnough", "\u00E9", "iso-8859-1", kHtml, "windows-1252",
                        Source::kHttp, "\u00C3\u00A9", ""},
                    Row{"DeclaredUtf16IsAscii", "<p>plain</p>", "utf-16", kHtml, "utf-8", Source::kDetected,
                        "<p>plain</p>", "charset_mismatch"},
                    Row{"Utf8WithOneBadByte", "\u00E9\u00E8\xFFz", "utf-8", kHtml, "utf-8", Source::kHttp,
                        "\u00E9\u00E8\uFFFDz", "invalid_bytes"},
                    Row{"CutUtf8Undeclared",
                        "\u00E9\u00E8\u00E9\u00E8\u00E9\u00E8\u00E9\u00E8\u00E9\u00E8\u00E9\u00E8\xC3", "",
                        kText, "utf-8", Source::kDetected, nullptr, "invalid_bytes"},
                    Row{"CutSurrogate", "\xFF\xFEx\0\x00\xD8"sv, "", kText, "utf-16le", Source::kBom,
                        "x\uFFFD", "invalid_bytes"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(House_Decode, DeclaredUtf8ThatIsCyrillic) {
  std::string bytes;  // Russian in windows-1251
  for (int i = 0; i < 20; ++i)
    bytes +=
        "\xC2\xF7\xE5\xF0\xE0 \xE2\xE5\xF7\xE5\xF0\xEE\xEC \xEC\xFB \xE3\xEE\xE2\xEE\xF0\xE8\xEB\xE8 \xEE "
        "\xEF\xEE\xE3\xEE\xE4\xE5. ";
  Findings findings;
  const DecodedText got = decode_text(bytes, "utf-8", CharsetContext::kHtml, findings);
  EXPECT_EQ(got.encoding, "windows-1251");
  EXPECT_TRUE(
      got.text.starts_with("\u0412\u0447\u0435\u0440\u0430 \u0432\u0435\u0447\u0435\u0440\u043E\u043C"));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "charset_mismatch");
}

TEST(House_Decode, LongTextLosesNothingAtBufferEdges) {
  std::string bytes, want;
  for (int i = 0; i < 50000; ++i) {
    bytes += static_cast<char>(0xE0 + i % 32);
    append_code_point(want, 0x0430 + static_cast<char32_t>(i % 32));
  }
  Findings findings;
  EXPECT_EQ(decode_text(bytes, "windows-1251", CharsetContext::kText, findings).text, want);
  std::string japanese, japanese_want;
  for (int i = 0; i < 50000; ++i) {
    japanese += i % 3 == 0 ? "a" : "\xA4\xA2";
    japanese_want += i % 3 == 0 ? "a" : "\u3042";
  }
  EXPECT_EQ(decode_text(japanese, "euc-jp", CharsetContext::kText, findings).text, japanese_want);
  EXPECT_TRUE(findings.empty());
}

TEST(House_Decode, InvalidBytesSayWhereAndHowMany) {
  struct PlaceRow {
    const char* encoding;
    std::string bytes;
    std::int64_t offset;
  };
  const std::string plain(40'000, 'a');
  for (const PlaceRow& row :
       {PlaceRow{"utf-8", plain + "\u00E9\u00E9\xFF", 40'004},
        PlaceRow{"shift_jis", plain + "\xFF\xFF", 40'000},
        PlaceRow{"windows-1253", plain + "\xAA" + plain, 40'000},
        PlaceRow{"euc-kr", plain + "\xFF" + plain, 40'000}, PlaceRow{"iso-2022-jp", "ab\xFF", 2},
        PlaceRow{"utf-32be", std::string("\0\0\0a\0\0\xD8\0", 8), 4}}) {
    Findings findings;
    const DecodedText got = decode_text(row.bytes, row.encoding, CharsetContext::kText, findings);
    ASSERT_EQ(findings.size(), 1u) << row.encoding;
    EXPECT_EQ(findings[0].id, "invalid_bytes") << row.encoding;
    EXPECT_EQ(findings[0].offset, row.offset) << row.encoding;
    EXPECT_EQ(got.encoding, row.encoding);
  }
}

TEST(Whatwg_Labels, Names) {
  EXPECT_EQ(encoding_name(" Latin1\n"), "windows-1252");
  EXPECT_EQ(encoding_name("UTF8"), "utf-8");
  EXPECT_EQ(encoding_name("x-sjis"), "shift_jis");
  EXPECT_EQ(encoding_name("unicode"), "utf-16le");
  EXPECT_EQ(encoding_name("hz-gb-2312"), "replacement");
  EXPECT_EQ(encoding_name("nonsense"), "");
  EXPECT_EQ(encoding_name(""), "");
}

struct PrescanRow {
  const char* name;
  const char* html;
  const char* want;
};
class Prescan : public testing::TestWithParam<PrescanRow> {};
TEST_P(Prescan, MatchesRow) {
  EXPECT_EQ(prescan_html_encoding(GetParam().html), GetParam().want);
}
INSTANTIATE_TEST_SUITE_P(
    Html_13_2_3_2, Prescan,
    testing::Values(PrescanRow{"Charset", "<html><meta charset=koi8-r>", "koi8-r"},
                    PrescanRow{"HttpEquiv",
                               "<meta http-equiv=Content-Type content=\"text/html; charset='gbk'\">", "gbk"},
                    PrescanRow{"ContentWithoutPragma", "<meta content='text/html; charset=gbk'>", ""},
                    PrescanRow{"InComment", "<!-- <meta charset=gbk> --><p>", ""},
                    PrescanRow{"AfterShortComment", "<!--><meta charset=gbk>", "gbk"},
                    PrescanRow{"InAttribute", "<a title='<meta charset=gbk>'><meta charset=big5>", "big5"},
                    PrescanRow{"InEndTag", "</p a='<meta charset=gbk>'>", ""},
                    PrescanRow{"UnknownGoesOn", "<meta charset=none><meta charset=gbk>", "gbk"},
                    PrescanRow{"UserDefined", "<meta charset=x-user-defined>", "windows-1252"},
                    PrescanRow{"Cut", "<meta charset=\"gbk", ""}, PrescanRow{"CutTag", "<meta", ""},
                    PrescanRow{"XmlDeclaration", "<?xml version='1.0' encoding='gbk'?><html>", "gbk"},
                    PrescanRow{"Empty", "", ""}, PrescanRow{"LoneBrackets", "< < <!<", ""}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
