// SPDX-License-Identifier: Apache-2.0
// The writer of JSON values against the library's own, which is slower.
#include "object/json_value.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

std::string by_library(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string written(std::string_view text) {
  std::string out;
  append_json_text(out, text);
  return out;
}

TEST(JsonWriter, WritesEachByteAsTheLibraryDoes) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = {'a', static_cast<char>(byte), 'z'};
    EXPECT_EQ(written(text), by_library(Json(text))) << byte;
  }
}

TEST(JsonWriter, WritesTextsAsTheLibraryDoes) {
  using namespace std::string_literals;  // NOLINT(google-build-using-namespace)
  for (const std::string& text :
       {""s, "plain"s, "\"quoted\" \\ and / slash"s, "line\nbreak\r\ttab\b\f"s, "\0\x01\x1f\x7f"s,
        "\u00e9\u4e2d\U0001f600"s, "\xc3"s, "ok \xff\xfe bad"s, "\xed\xa0\x80 surrogate"s,
        "\xc0\xaf overlong"s, "\xf4\x90\x80\x80"s, "end of \xe4\xb8"s, std::string(10000, '"')}) {
    EXPECT_EQ(written(text), by_library(Json(text)));
  }
}

// The writer takes eight bytes at a time.
TEST(JsonWriter, FindsEachByteAtEachPlace) {
  for (const char special : {'"', '\\', '\n', '\x01', '\x1f', '\x7f', ' '}) {
    for (std::size_t size = 1; size < 26; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::string text = "abc!#[]\u00e9\u4e2d plain plain plain";
        text.resize(size, 'x');
        text[at] = special;
        EXPECT_EQ(written(text), by_library(Json(text))) << size << ' ' << at;
      }
    }
  }
}

TEST(JsonWriter, WritesValuesAsTheLibraryDoes) {
  for (const char* text :
       {R"({})", R"([])", R"(null)", R"(true)", R"(-12)", R"(18446744073709551615)", R"(0.1)", R"(1e300)",
        R"({"a":{"b":[1,2.5,"x",null,{}],"c\n\"":[]},"z":[[],[{}]]})"}) {
    const Json json = Json::parse(text);
    EXPECT_EQ(dump_json(json), by_library(json));
  }
}

}  // namespace
}  // namespace bfa
