// SPDX-License-Identifier: Apache-2.0
// The faults of lexbor that the library works around. Each test asserts that the fault is still there: when
// one fails, lexbor has been mended, and the workaround that it names can go (once the oldest lexbor that is
// supported is new enough). They run where $BFA_CANARIES is set, as in .ci/run: a newer lexbor is no fault of
// the machine that has it.
#include <gtest/gtest.h>
#include <lexbor/encoding/encoding.h>
#include <lexbor/url/url.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

const lxb_char_t* bytes(std::string_view text) {
  return reinterpret_cast<const lxb_char_t*>(text.data());
}

lxb_status_t append(const lxb_char_t* data, std::size_t size, void* out) {
  static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), size);
  return LXB_STATUS_OK;
}

// The serialised URL by lexbor alone; nothing when it refuses.
std::optional<std::string> parse(std::string_view text) {
  struct Deleter {
    void operator()(lxb_url_parser_t* parser) const {
      lxb_url_parser_memory_destroy(parser);
      lxb_url_parser_destroy(parser, true);
    }
  };
  const std::unique_ptr<lxb_url_parser_t, Deleter> parser(lxb_url_parser_create());
  EXPECT_EQ(lxb_url_parser_init(parser.get(), nullptr), LXB_STATUS_OK);
  const lxb_url_t* url = lxb_url_parse(parser.get(), nullptr, bytes(text), text.size());
  if (url == nullptr) return std::nullopt;
  std::string href;
  EXPECT_EQ(lxb_url_serialize(url, append, &href, false), LXB_STATUS_OK);
  return href;
}

std::vector<lxb_codepoint_t> decode(std::string_view label, std::string_view text, std::size_t room) {
  const auto* encoding = lxb_encoding_data_by_name(bytes(label), label.size());
  std::vector<lxb_codepoint_t> out, buffer(room);
  if (encoding == nullptr) return out;
  const lxb_codepoint_t replacement = 0xFFFD;
  lxb_encoding_decode_t context;
  lxb_encoding_decode_init(&context, encoding, buffer.data(), buffer.size());
  lxb_encoding_decode_replace_set(&context, &replacement, 1);
  const lxb_char_t* data = bytes(text);
  const lxb_char_t* end = data + text.size();
  for (int calls = 0; calls < 100; ++calls) {
    const lxb_status_t status = encoding->decode(&context, &data, end);
    const std::size_t used = lxb_encoding_decode_buf_used(&context);
    out.insert(out.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(used));
    lxb_encoding_decode_buf_used_set(&context, 0);
    if (status != LXB_STATUS_SMALL_BUFFER) break;
  }
  return out;
}

class LexborCanary : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("BFA_CANARIES") == nullptr) GTEST_SKIP() << "BFA_CANARIES is not set";
  }
};

struct UrlRow {
  const char* name;
  const char* text;
  const char* right;  // by the URL standard
  const char* workaround;
};
class LexborUrlCanary : public LexborCanary, public testing::WithParamInterface<UrlRow> {};

TEST_P(LexborUrlCanary, IsStillWrong) {
  const auto& row = GetParam();
  const auto got = parse(row.text);
  EXPECT_TRUE(!got || *got != row.right)
      << "lexbor reads '" << row.text << "' now as the standard does: " << row.workaround
      << " in libbfa/src/url/url.cc can go";
}

INSTANTIATE_TEST_SUITE_P(
    Url, LexborUrlCanary,
    testing::Values(UrlRow{"BadPunycode", "http://xn--a.example/", "http://xn--a.example/", "hide_punycode"},
                    UrlRow{"SpaceBeforeFragment", "mailto:x #f", "mailto:x%20#f", "escape_last_space"},
                    UrlRow{"CutEscapeBeforeQuery", "http://a.example/p%9?/../q", "http://a.example/p%9?/../q",
                           "cut_escape_before_part"},
                    UrlRow{"CutEscapeBeforeFragment", "http://a.example/p%#/../f",
                           "http://a.example/p%#/../f", "cut_escape_before_part"},
                    UrlRow{"EmptyFirstSegment", "http://a.example//b c", "http://a.example//b%20c",
                           "name_empty_segment"},
                    UrlRow{"EscapedCapital", "http://%41/", "http://a/", "lower_host"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(LexborCanary, HostOfMixedDirectionIsAccepted) {
  EXPECT_TRUE(parse("http://0\u05D0.example/"))
      << "lexbor checks the Bidi rule now: is_mixed_direction in libbfa/src/url/url.cc and bidi.cc can go";
}

TEST_F(LexborCanary, LabelsAreMissing) {
  for (const std::string_view label : {"unicode11utf8", "unicode20utf8", "x-unicode20utf8", "unicodefffe",
                                       "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff"}) {
    const auto* encoding = lxb_encoding_data_by_name(bytes(label), label.size());
    EXPECT_TRUE(encoding == nullptr || encoding->encoding <= LXB_ENCODING_UNDEFINED)
        << label << " is known now: newer_label in libbfa/src/text/charset.cc can lose it";
  }
}

TEST_F(LexborCanary, ShiftJisLosesLeadBytes) {
  EXPECT_NE(decode("shift_jis", "\xE1\x40", 16), std::vector<lxb_codepoint_t>{0x74E0})
      << "decode_shift_jis in libbfa/src/text/decoder.cc can go";
}

// In which decoders is told by the failure.
TEST_F(LexborCanary, FullBuffersLoseCharacters) {
  struct Row {
    const char* label;
    std::string text;
  };
  std::string wrong;
  for (const Row& row :
       {Row{"gb18030", "\x81\x30\x81\x30"}, Row{"gb18030", "\xB0\xA1"}, Row{"big5", "\xA4\x40"},
        Row{"big5", "\x88\x62"}, Row{"euc-kr", "\xB0\xA1"}, Row{"euc-jp", "\xB0\xA1"},
        Row{"iso-2022-jp", "\x1B$B0!\x1B(B"}, Row{"utf-16le", std::string("\x3D\xD8\x00\xDE", 4)}}) {
    std::string text;
    for (int i = 0; i < 6; ++i) text += row.text;
    const auto whole = decode(row.label, text, 100);
    for (std::size_t room = 1; room < 6; ++room) {
      if (decode(row.label, text, room) != whole) wrong += std::string(" ") + row.label;
    }
  }
  EXPECT_FALSE(wrong.empty()) << "pieces in decode_by_lexbor (libbfa/src/text/decoder.cc) can go";
}

}  // namespace
