// SPDX-License-Identifier: Apache-2.0
// Regular expressions that users give (bfa warc filter --regex).
#include "warc/copy/url_pattern.h"

#include <gtest/gtest.h>

#include <vector>

namespace bfa {
namespace {

struct Row {
  const char* expression;
  std::string url;
  bool found;
};

TEST(UrlPattern, IsFoundAnywhereInTheUrl) {
  for (const Row& row :
       {Row{"/post/[0-9]+", "http://a.example/post/17?x=1", true},
        Row{"^http://a", "http://a.example/", true}, Row{"^a", "http://a.example/", false},
        Row{"\\.html$", "http://a.example/b.html", true}, Row{"(?i)POST", "http://a.example/post/", true},
        Row{"a{3}", "http://aa.example/", false}, Row{"", "http://a.example/", true},
        Row{"[\u00e9]", "http://a.example/caf\u00e9", true},
        Row{"[\u00e9]", "http://a.example/caf\u00ea", false}, Row{"a.*z", "http://a.example/\xff/z", true},
        Row{"end$", "http://a.example/" + std::string(100'000, 'x') + "/end", true}}) {
    const auto pattern = UrlPattern::compile(row.expression);
    ASSERT_TRUE(pattern) << row.expression;
    EXPECT_EQ(pattern->is_found_in(row.url), row.found) << row.expression;
  }
}

TEST(UrlPattern, IsRefusedWithItsReason) {
  for (const char* expression : {"(", "a{2,1}", "[z-a]", "(a)\\1", "a(?=b)", "(?<!x)y", "*", "\\", "\xff",
                                 "((((((((((x{1,100}){1,100}){1,100}){1,100}){1,100}){1,100}))))))"}) {
    const auto pattern = UrlPattern::compile(expression);
    ASSERT_FALSE(pattern) << expression;
    EXPECT_EQ(pattern.error().code, Code::kInvalidArgument);
    EXPECT_EQ(pattern.error().where, expression);
    EXPECT_NE(pattern.error().message.find("RE2"), std::string::npos) << pattern.error().message;
  }
}

// Backtracking takes time that doubles with each letter: these would not end.
TEST(UrlPattern, TakesLinearTimeWhateverTheExpression) {
  for (const char* expression : {"(a+)+$", "(a|aa)+$", "(.*)(.*)(.*)(.*)(.*)b$", "(x?){50}x{50}"}) {
    const auto pattern = UrlPattern::compile(expression);
    ASSERT_TRUE(pattern) << expression;
    EXPECT_FALSE(pattern->is_found_in("http://b.example/" + std::string(60'000, 'a') + "!")) << expression;
  }
}

}  // namespace
}  // namespace bfa
