// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/query_parser.h"

namespace bfa {

using SnippetMarks = std::vector<std::pair<std::size_t, std::size_t>>;

struct SearchSnippet {
  std::string text;
  SnippetMarks marks;
};

// The part of a text, on one line, that has most of the query's words; its beginning when it has none. Words
// that the query wants in another column than `column` do not count.
SearchSnippet make_snippet(std::string_view text, std::string_view language, const ParsedQuery& query,
                           SearchAnalyser& analyser, std::string_view column = "body");
// The bytes of a short text, such as a title, that fit.
SnippetMarks marks_in(std::string_view text, const ParsedQuery& query, SearchAnalyser& analyser,
                      std::string_view column);

}  // namespace bfa
