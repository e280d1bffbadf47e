// SPDX-License-Identifier: Apache-2.0
#include "base/markup_escape.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

TEST(MarkupEscape, TimesOfASentenceAreMarked) {
  struct Row {
    const char* text;
    const char* markup;
  };
  for (const auto& [text, markup] : {
           Row{"removed on 2026-01-31. <a>",
               "removed on <time datetime=\"2026-01-31\">2026-01-31</time>. &lt;a&gt;"},
           Row{"last at 2026-01-31T10:00:00Z",
               "last at <time datetime=\"2026-01-31T10:00:00Z\">2026-01-31T10:00:00Z</time>"},
           Row{"2026-03", "<time datetime=\"2026-03\">2026-03</time>"},
           Row{"at http://a.example/2026-01-31/b", "at http://a.example/2026-01-31/b"},
           Row{"in 2026-99 and 1234-5678", "in 2026-99 and 1234-5678"},
           Row{"bfa-2026-01-31.warc.gz", "bfa-2026-01-31.warc.gz"},
           Row{"2026-01-31x", "2026-01-31x"},
           Row{"", ""},
           Row{"2026-0", "2026-0"},
       })
    EXPECT_EQ(escaped_with_times(text), markup) << text;
}

}  // namespace
}  // namespace bfa
