// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/language.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

TEST(House_Language, MainLanguages) {
  EXPECT_EQ(
      detect_language("This is a plain English sentence about archives and weblogs, long enough to tell."),
      "en");
  EXPECT_EQ(detect_language(
                "Dies ist ein deutscher Satz \u00FCber Archive und Tageb\u00FCcher, der lang genug ist."),
            "de");
  EXPECT_EQ(detect_language("\u4ECA\u65E5\u306F\u3068\u3066\u3082\u826F\u3044\u5929\u6C17\u3067\u3059\u306D"
                            "\u3002\u6563\u6B69\u306B\u884C\u304D\u307E\u3057\u3087\u3046\u3002"),
            "ja");
  EXPECT_EQ(detect_language("\u8FD9\u662F\u4E00\u4E2A\u7B80\u4F53\u4E2D\u6587\u7684\u53E5\u5B50\uFF0C\u5173"
                            "\u4E8E\u535A\u5BA2\u548C\u6863\u6848\u9986\u3002"),
            "zh");
  EXPECT_EQ(detect_language("\u9019\u662F\u4E00\u500B\u7E41\u9AD4\u4E2D\u6587\u7684\u53E5\u5B50\uFF0C\u95DC"
                            "\u65BC\u90E8\u843D\u683C\u8207\u6A94\u6848\u9928\u3002"),
            "zh-Hant");
}

TEST(House_Language, EmptyWhenUnsure) {
  EXPECT_EQ(detect_language(""), "");
  EXPECT_EQ(detect_language("ok"), "");
  EXPECT_EQ(detect_language("12345 67890 -- 2026"), "");
  EXPECT_EQ(detect_language("\xFF\xFE\x80"), "");
}

}  // namespace
}  // namespace bfa
