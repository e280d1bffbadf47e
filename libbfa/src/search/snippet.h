// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/query_parser.h"

namespace bfa {

struct SearchSnippet {
  std::string text;
  std::vector<std::pair<std::size_t, std::size_t>> marks;
};

// The part of a text, on one line, in which most of the query's words stand; its beginning when none does.
SearchSnippet make_snippet(std::string_view text, std::string_view language, const ParsedQuery& query,
                           SearchAnalyser& analyser);

}  // namespace bfa
